"""Faults in the rules, one line each, that the tests must notice; `scripts/mutants.py` makes them one by one.

A fault names the rule, question, card or Leader that it breaks, the file below dune_env/arrakis, the fragment that it
replaces, which occurs there once, and what stands there instead. The tests marked with its rule must fail then, or
those that the last entry picks, a file with `-k` and a word of their names.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.mutants_cards import CARDS
from tests.mutants_core import BATTLES, FIRST, LATER
from tests.mutants_fresh import FRESH
from tests.mutants_mahdi import CHARTS, MAHDI


class Mutant(NamedTuple):
    """One fault. *tests* are arguments for pytest; empty for the tests marked with *rule*."""

    rule: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.rule} in {self.file}: {self.new.strip() or 'nothing'}"


def mutant(entry: tuple[str, ...]) -> Mutant:
    """A fault as the tables write it: rule, file, old, new, and perhaps tests that must fail, `one.py,two.py word`."""
    rule, file, old, new = entry[:4]
    if len(entry) == 4:
        return Mutant(rule, file, old, new)
    tests, *words = entry[4].split(" ", 1)
    files = ["tests/" + name for name in tests.split(",")]
    return Mutant(rule, file, old, new, (*files, *(["-k", words[0]] if words else [])))


MUTANTS = [mutant(entry) for entry in [*FIRST, *BATTLES, *LATER, *CARDS, *MAHDI, *CHARTS, *FRESH]]
