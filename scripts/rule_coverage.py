"""Which rules of docs/rules.md a test holds: covered, not covered, not in a built mode. Exits 1 if one is missing.

python scripts/rule_coverage.py            # the table by chapter and what is missing
python scripts/rule_coverage.py R-17.5     # the tests that hold one rule
"""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# Old Man of the Desert, Possible Futures, 3-4 players: modes that are not built; so is sharing the Atreides in solo.
NOT_BUILT = {33, 34, 35}
SHARED = {"R-36.2"}
MOST_IDS = 3


class Collector:
    """Gathers the ids in the `rule` marks of every collected test."""

    def __init__(self) -> None:
        self.tests: dict[str, list[str]] = {}
        self.crowded: list[str] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            for mark in item.iter_markers("rule"):
                if len(mark.args) > MOST_IDS and item.nodeid not in self.crowded:
                    self.crowded.append(item.nodeid)
                for rule in mark.args:
                    self.tests.setdefault(str(rule), []).append(item.nodeid)


def rules_by_chapter() -> dict[int, dict[str, str]]:
    """The rules of docs/rules.md: chapter, id, text."""
    found: dict[int, dict[str, str]] = {}
    for line in (ROOT / "docs" / "rules.md").read_text(encoding="utf-8").splitlines():
        match = re.fullmatch(r"\| (R-(\d+)\.\d+) \| (.*) \|", line)
        if match:
            found.setdefault(int(match[2]), {})[match[1]] = match[3]
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="*", help="ids of rules; the table of all by default")
    asked = parser.parse_args().rules
    chapters = rules_by_chapter()
    for rule in asked:
        if not any(rule in rules for rules in chapters.values()):
            parser.error(f"got {rule!r}, takes the id of a rule of docs/rules.md, such as R-17.5")
    collector = Collector()
    with contextlib.redirect_stdout(io.StringIO()):
        status = pytest.main([str(ROOT / "tests"), "--collect-only", "-q"], plugins=[collector])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        print("the tests cannot be collected: run pytest to see why")
        return 1
    if asked:
        for rule in asked:
            print(rule, *[f"  {test}" for test in collector.tests.get(rule, ["no test"])], sep="\n")
        return 0
    return report(chapters, collector)


def report(chapters: dict[int, dict[str, str]], collector: Collector) -> int:
    """Print the table, the missing rules and what is wrong with marks; the exit status."""
    known = {rule for rules in chapters.values() for rule in rules}
    covered = missing = waiting = 0
    lines: list[str] = []
    print("chapter  rules  covered")
    for chapter, rules in chapters.items():
        held = [rule for rule in rules if rule in collector.tests]
        note = "  not in a built mode" if chapter in NOT_BUILT else ""
        print(f"{chapter:7}  {len(rules):5}  {len(held):7}{note}")
        open_rules = [rule for rule in rules if rule not in collector.tests]
        unbuilt = [rule for rule in open_rules if chapter in NOT_BUILT or rule in SHARED]
        waiting += len(unbuilt)
        missing += len(open_rules) - len(unbuilt)
        lines.extend(f"  {rule}  {rules[rule]}" for rule in open_rules if rule not in unbuilt)
        covered += len(held)
    print(f"\n{covered} covered, {missing} not covered, {waiting} not in a built mode")
    if lines:
        print("\nnot covered:", *lines, sep="\n")
    # Q-… are readings of open points: docs/rulings.md lists them.
    strangers = sorted(rule for rule in set(collector.tests) - known if not rule.startswith("Q-"))
    if strangers:
        print("\nno such rule in docs/rules.md:", ", ".join(strangers))
    if collector.crowded:
        print(f"\nmore than {MOST_IDS} rules in one mark:", *collector.crowded, sep="\n  ")
    return 1 if missing or strangers or collector.crowded else 0


if __name__ == "__main__":
    sys.exit(main())
