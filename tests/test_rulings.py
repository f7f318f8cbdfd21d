"""docs/rulings.md: every switch and every question that the code names stands in it, with what the presets say."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from dune_env.arrakis.ruleset import EXCLUSIVE_2023, Ruleset

PAGE = Path("docs/rulings.md").read_text(encoding="utf-8")
READINGS, OFF = PAGE.split("## Switches that are off")
FIELDS = [each.name for each in fields(Ruleset)]
ROWS = re.findall(r"^\| (Q-[A-Z]\d+) \| ([^|]+) \| ([^|]+) \| ([HML]) \|([^|]*)\|$", READINGS, re.MULTILINE)
QUESTIONS = [row[0] for row in ROWS]


@pytest.mark.parametrize("name", FIELDS)
def test_every_switch_stands_with_its_reading_and_with_what_off_means(name: str) -> None:
    assert f"`{name}`" in READINGS
    row = re.search(rf"^\| `{name}` \| .+\. \| (on|off)\b.*\|$", OFF, re.MULTILINE)
    assert row is not None
    assert (row.group(1) == "on") == getattr(EXCLUSIVE_2023, name)


def test_no_switch_stands_in_it_that_there_is_not() -> None:
    switches = [name for row in ROWS for name in re.findall(r"`(\w+)`", row[4])]
    assert set(switches) <= set(FIELDS)
    assert re.findall(r"^\| `(\w+)` \|", OFF, re.MULTILINE) == FIELDS


def test_every_question_that_the_code_names_stands_in_it() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(Path("dune_env").rglob("*.py")))
    named = set(re.findall(r"Q-[A-Z]\d+", code))
    assert len(named) > 100
    assert sorted(named - set(QUESTIONS)) == []


def test_questions_stand_once_and_in_order() -> None:
    assert len(set(QUESTIONS)) == len(QUESTIONS)
    numbers = [(question[2], int(question[3:])) for question in QUESTIONS]
    assert numbers == sorted(numbers)


def test_what_is_least_sure_has_a_switch() -> None:
    assert [row[0] for row in ROWS if row[3] == "L" and not row[4].strip()] == []


@pytest.mark.parametrize("name", FIELDS)
def test_the_field_names_the_question_that_stands_beside_it(name: str) -> None:
    source = Path("dune_env/arrakis/ruleset.py").read_text(encoding="utf-8")
    comment = re.search(rf"    {name}: bool = True  # (.*)", source)
    assert comment is not None
    beside = [row[0] for row in ROWS if f"`{name}`" in row[4]]
    for question in beside:
        assert question in re.findall(r"Q-[A-Z]\d+", comment.group(1))
    for question in re.findall(r"Q-[A-Z]\d+", comment.group(1)):
        assert question in beside
