"""What the core suite and its scripts import when they are loaded stands in the core, render and dev requirements."""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# Where a package is imported under another name than it is installed by.
MODULES = {"pyyaml": {"yaml"}, "pillow": {"PIL"}, "mypy": {"mypy", "mypyc"}}
TRAINING = {"evaluate.py", "export_weights.py", "fit_evaluation.py", "results.py", "train_loop.py", "train_ppo.py"}


@cache
def allowed() -> set[str]:
    """The modules of the packages that a core environment has."""
    toml = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")  # pytest brings tomli
    project = toml.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    lines = [*project["dependencies"], *extras["render"], *extras["dev"]]
    packages = [re.split(r"[<>=!~ \[;]", line)[0] for line in lines]
    return {module for package in packages for module in MODULES.get(package, {package.replace("-", "_")})}


def loaded(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that run when a file is imported: not those of functions, not those for the type checker."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            continue
        yield node
        for name in ("body", "orelse", "finalbody"):
            yield from loaded(getattr(node, name, []))


@cache
def imports(path: Path) -> set[str]:
    """The modules that a file imports when it is loaded, and what may be a module of a package."""
    found: set[str] = set()
    for node in loaded(ast.parse(path.read_text(encoding="utf-8")).body):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.update([str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)])
    return found


@cache
def file_of(module: str) -> Path | None:
    """The file of a module of this repository, tests' neighbours included; None for any other."""
    homes = [folder / module.replace(".", "/") for folder in (ROOT, ROOT / "tests")]
    names = [name for home in homes for name in (home.with_suffix(".py"), home / "__init__.py")]
    return next((path for path in names if path.exists()), None)


def strangers(path: Path) -> set[str]:
    """The packages from elsewhere that loading a file loads, directly or through others of this repository."""
    own = {folder.name for folder in ROOT.iterdir() if folder.is_dir()}
    own |= {neighbour.stem for neighbour in (ROOT / "tests").glob("*.py")}
    found: set[str] = set()
    seen: set[Path] = set()
    waiting = [path]
    while waiting:
        at = waiting.pop()
        seen.add(at)
        for module in imports(at):
            parts = module.split(".")
            if parts[0] not in own:
                found.add(parts[0])
            above = [file_of(".".join(parts[:n])) for n in range(1, len(parts) + 1)]
            waiting.extend(file for file in above if file is not None and file not in seen)
    return found - set(sys.stdlib_module_names)


def skips(path: Path) -> bool:
    """Whether a file of tests is left out where a package is missing."""
    return any("importorskip" in ast.unparse(node) for node in ast.parse(path.read_text(encoding="utf-8")).body
               if isinstance(node, ast.Expr))  # fmt: skip


TESTS = [path for path in sorted((ROOT / "tests").glob("*.py")) if not skips(path)]
SCRIPTS = [path for path in sorted((ROOT / "scripts").glob("*.py")) if path.name not in TRAINING]


@pytest.mark.parametrize("path", TESTS + SCRIPTS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_the_core_suite_needs_no_training_extra(path: Path) -> None:
    found = strangers(path)
    assert found <= allowed(), f"{path.name} needs {sorted(found - allowed())}"


def test_loaded_packages_are_followed_through_the_repository() -> None:
    assert "torch" in strangers(ROOT / "scripts" / "train_ppo.py")
    assert "tqdm" in strangers(ROOT / "tests" / "test_card_report.py")
    assert "setuptools" in strangers(ROOT / "scripts" / "build.py")
