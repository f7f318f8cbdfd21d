# `make test` and `make train` set everything up by themselves: they need make and a Python with venv, nothing else.
# PYTHON=python3.12 picks another Python (the environment is then made anew), VENV=somewhere another place for it.

VENV ?= .venv
CONFIG ?= configs/quick.yaml

# Python 3.11 comes first: it is the one that training is tested on. Each is run, since a launcher may lead nowhere.
CANDIDATES := python3.11 python3.12 python3.13 python3.10 python3 python
USABLE := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))
PYTHON ?= $(shell for p in $(CANDIDATES); do "$$p" -c "$(USABLE)" 2>/dev/null && { echo "$$p"; break; }; done)

VERSION := $(shell "$(PYTHON)" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
EXTRAS := render,dev
ifeq ($(VERSION),3.11)
EXTRAS := train,render,dev
endif

# make build compiles the rules and the agents that think: OPT=3 for the last few per cent of speed, at three times the
# building time.
OPT ?= 1
SOURCES := $(shell find dune_env/engine dune_env/arrakis -name '*.py') $(wildcard agents/*.py)
BUILT := $(VENV)/built-$(VERSION)
COMPILED ?= yes
ifeq ($(COMPILED),yes)
RULES := $(BUILT)
else
RULES := interpreted
endif

# The stamp names the Python version, so that another PYTHON makes the environment anew.
READY := $(VENV)/ready-$(VERSION)
RUN := $(VENV)/bin/python

WORKERS ?= 2

.PHONY: help setup build interpreted test lint trainable train results clean
.DEFAULT_GOAL := help

help:
	@echo "make test   lint, types and tests"
	@echo "make train  train a learner against Mahdi and measure it (Python 3.11)"
	@echo "make results  docs/results.md made anew, as far as it is not up to date (Python 3.11; hours if nothing is kept)"
	@echo "make build  compile rules and agents with mypyc, about 5 minutes; test and train do it by themselves"
	@echo "            (COMPILED=no leaves them interpreted)"
	@echo "make lint   lint and types only"
	@echo "make clean  remove the environment and everything that can be made again"

setup: $(READY)

$(READY): pyproject.toml constraints.txt
	@test -n "$(VERSION)" || { echo "No Python 3.10 or newer with venv was found: install one, or name it with PYTHON=..." >&2; exit 1; }
	@test -e "$@" || "$(PYTHON)" -m venv --clear "$(VENV)"
	$(RUN) -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[$(EXTRAS)]"
	@touch "$@"

lint: $(READY)
	$(RUN) -m ruff check .
	$(RUN) -m mypy

# Without a C compiler scripts/build.py says so in one line, and everything runs interpreted; COMPILED=no does so at will.
$(BUILT): $(READY) scripts/build.py $(SOURCES)
	$(RUN) scripts/build.py --opt $(OPT)
	@touch "$@"

build: $(BUILT)

interpreted: $(READY)
	$(RUN) scripts/build.py --clean

test: lint $(RULES)
	$(RUN) -m pytest

trainable:
	@test "$(VERSION)" = 3.11 || { echo "Training is tested on Python 3.11, this is $(VERSION): use PYTHON=python3.11" >&2; exit 1; }

train: trainable $(READY) $(RULES)
	$(RUN) scripts/train_ppo.py --config "$(CONFIG)"

results: trainable $(READY) $(RULES)
	$(RUN) scripts/results.py --workers "$(WORKERS)"

clean:
	find dune_env agents -name '*.so' -delete
	rm -rf "$(VENV)" build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
