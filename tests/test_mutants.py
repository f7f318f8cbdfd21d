"""The table of faults fits the rules as they are; `scripts/mutants.py` sees that the tests notice each fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutants import MUTANTS, Mutant

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "dune_env" / "arrakis"
FEWEST = 120
FEWEST_CHAPTERS = 25


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.rule}-{mutant.file}")
def test_its_fragment_occurs_once(mutant: Mutant) -> None:
    text = (RULES / mutant.file).read_text(encoding="utf-8")
    assert text.count(mutant.old) == 1, f"{mutant.old!r} occurs {text.count(mutant.old)} times in {mutant.file}"
    compile(text.replace(mutant.old, mutant.new), mutant.file, "exec")


def test_each_is_another_one_and_has_tests_to_notice_it() -> None:
    assert len({(m.file, m.old, m.new) for m in MUTANTS}) == len(MUTANTS)
    for mutant in MUTANTS:
        assert mutant.old != mutant.new
        assert not mutant.tests or (ROOT / mutant.tests[0]).exists(), mutant.tests
        assert mutant.tests or mutant.rule.startswith(("R-", "Q-")), f"{mutant.rule} takes the tests that notice it"


def test_they_are_spread_over_the_rules() -> None:
    chapters = {mutant.rule.split(".")[0] for mutant in MUTANTS if mutant.rule.startswith("R-")}
    assert len(MUTANTS) >= FEWEST
    assert len(chapters) >= FEWEST_CHAPTERS
    assert {m.file.split("/")[0] for m in MUTANTS} >= {"cards", "leaders", "mahdi"}
