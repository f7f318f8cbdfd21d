"""Make every fault of tests/mutants.py in a copy of the tree and see that the tests of its rule fail.

    python scripts/mutants.py                    # all of them: a quarter of an hour; exits 1 if one survives
    python scripts/mutants.py R-17 shigawire     # those whose rule or card begins so
    python scripts/mutants.py --list             # what there is
    python scripts/mutants.py --part 2/8         # the second eighth of them
    python scripts/mutants.py --commit HEAD      # in a copy of a commit instead of the files as they are
"""

from __future__ import annotations

import argparse
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.rule_coverage import ROOT
from tests.mutants import MUTANTS, Mutant

COPIED = ["dune_env", "tests", "scripts", "agents", "configs", "docs", "pyproject.toml", "README.md", "CHANGELOG.md"]
RULES = Path("dune_env") / "arrakis"
PATIENCE = 120.0  # seconds; a fault that makes the rules run in circles is noticed by that

KILLED = "killed"
STUCK = "stuck"  # killed, by never coming to an end
SURVIVED = "SURVIVED"
GONE = "NO LONGER APPLIES"
UNTESTED = "NO TEST"
NOTICED = (KILLED, STUCK)


def copy_tree(to: Path, commit: str | None) -> None:
    """Copy what the tests need, without compiled files, which would not show the faults."""
    if commit is not None:
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(to, filter="data")
        return
    skipped = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", ".*")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, to / name, ignore=skipped)
        elif source.exists():
            shutil.copy2(source, to / name)


def tests_by_rule(tree: Path) -> dict[str, list[str]]:
    """The tests in *tree* that a `rule` mark ties to each rule."""
    code = (
        "import json, pytest, sys; from scripts.rule_coverage import Collector; c = Collector(); "
        "pytest.main(['tests', '--collect-only', '-q', '-p', 'no:cacheprovider'], plugins=[c]); "
        "print('\\n' + json.dumps(c.tests))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tree, capture_output=True, text=True, check=False)
    try:
        found: dict[str, list[str]] = json.loads(done.stdout.strip().splitlines()[-1])
    except (json.JSONDecodeError, IndexError):
        sys.exit(f"the tests cannot be collected:\n{done.stdout[-1000:]}{done.stderr[-1000:]}")
    return found


def tests_of(mutant: Mutant, marked: dict[str, list[str]]) -> list[str]:
    """The arguments for pytest that pick the tests which must notice *mutant*."""
    return list(mutant.tests) or sorted(set(marked.get(mutant.rule, [])))


def run_tests(tree: Path, tests: list[str]) -> tuple[str, str]:
    """Run *tests* in *tree*: what came of it, and the last line printed."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=tree, env=environment, timeout=PATIENCE, capture_output=True, text=True, check=False
        )
    except subprocess.TimeoutExpired:
        return STUCK, f"no end after {PATIENCE:.0f} seconds"
    last = (done.stdout.strip().splitlines() or [""])[-1]
    if done.returncode == pytest.ExitCode.NO_TESTS_COLLECTED:
        return UNTESTED, last
    return (SURVIVED if done.returncode == pytest.ExitCode.OK else KILLED), last


def try_mutant(tree: Path, mutant: Mutant, tests: list[str]) -> tuple[str, str]:
    """Make the fault in *tree*, run its tests, and take it back."""
    path = tree / RULES / mutant.file
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if text.count(mutant.old) != 1:
        return GONE, f"{mutant.old!r} occurs {text.count(mutant.old)} times"
    if not tests:
        return UNTESTED, f"no test is marked with {mutant.rule}"
    before = path.stat()
    path.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        return run_tests(tree, tests)
    finally:
        path.write_text(text, encoding="utf-8")
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def check_tree(tree: Path, tests: list[str]) -> None:
    """Stop if the rules in the copy are not those that its tests import, or if a test fails without any fault."""
    where = subprocess.run(
        [sys.executable, "-c", "import dune_env.arrakis.game as rules; print(rules.__file__)"],
        cwd=tree, capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    if not Path(where).resolve().is_relative_to(tree.resolve()):
        sys.exit(f"the copy in {tree} would be tested against {where}")
    verdict, last = run_tests(tree, tests)
    if verdict != SURVIVED:
        sys.exit(f"the tests fail without any fault: {last}")


def chosen(prefixes: list[str], part: str) -> list[Mutant]:
    """The mutants asked for."""
    found = [m for m in MUTANTS if not prefixes or any(m.rule.startswith(prefix) for prefix in prefixes)]
    number, parts = (int(n) for n in part.split("/"))
    if not 1 <= number <= parts:
        raise ValueError(part)
    return found[len(found) * (number - 1) // parts : len(found) * number // parts]


def main() -> int:
    parser = argparse.ArgumentParser(description="Faults in the rules that the tests must notice.")
    parser.add_argument("rules", nargs="*", help="rules, cards or Leaders, by how they begin; all by default")
    parser.add_argument("--list", action="store_true", help="only print them")
    parser.add_argument("--part", default="1/1", help="n/m: the n-th of m parts")
    parser.add_argument("--commit", help="a commit to copy; the files as they are by default")
    args = parser.parse_args()
    try:
        mutants = chosen(args.rules, args.part)
    except ValueError:
        parser.error(f"--part: got {args.part!r}, takes n/m such as 2/8")
    if not mutants:
        parser.error(f"no fault begins with {', '.join(args.rules) or 'anything'} in part {args.part}: see --list")
    if args.list:
        print(*[mutant.name for mutant in mutants], sep="\n")
        return 0
    counts: Counter[str] = Counter()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        tree = Path(folder)
        copy_tree(tree, args.commit)
        marked = tests_by_rule(tree)
        check_tree(tree, sorted({test for m in mutants for test in tests_of(m, marked) if test.startswith("tests/")}))
        for mutant in mutants:
            verdict, last = try_mutant(tree, mutant, tests_of(mutant, marked))
            counts[verdict] += 1
            if verdict not in NOTICED:
                print(f"{verdict}: {mutant.name}\n    was {mutant.old.strip()}\n    {last}", flush=True)
    noticed = sum(counts[verdict] for verdict in NOTICED)
    others = ", ".join(f"{counts[verdict]} {verdict.lower()}" for verdict in (STUCK, SURVIVED, UNTESTED, GONE))
    print(f"{noticed} of {len(mutants)} faults noticed ({others}) in {time.perf_counter() - began:.0f} seconds")
    return 0 if noticed == len(mutants) else 1


if __name__ == "__main__":
    sys.exit(main())
