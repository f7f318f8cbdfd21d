"""The page of results and the README's table hold the numbers of the kept files, and those are the games' own."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest

pytest.importorskip("scipy")
pytest.importorskip("openskill")
pytest.importorskip("matplotlib")

from agents.arena.page import BEGIN, END, page, readme_block, with_block
from agents.arena.parts import add_figures, duels, rated, written
from agents.arena.plan import Plan, Setting, read_plan
from scripts.results import README_PART, kept_parts

ROOT = Path(__file__).resolve().parent.parent
KEPT = sorted((ROOT / "docs" / "results").glob("*.json"))


def plans() -> list[Plan]:
    found = [read_plan(path) for path in (ROOT / "configs").glob("eval_*.yaml")]
    return sorted(found, key=lambda plan: (plan.order, plan.name))


def test_every_kept_file_has_its_plan() -> None:
    assert KEPT
    assert {path.stem for path in KEPT} <= {plan.name for plan in plans()}


def test_the_page_is_that_of_the_kept_files() -> None:
    parts = kept_parts(ROOT / "docs" / "results", plans())
    assert (ROOT / "docs" / "results.md").read_text(encoding="utf-8") == page(parts)


def test_the_readme_holds_the_kept_numbers() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    part = json.loads((ROOT / "docs" / "results" / f"{README_PART}.json").read_text())
    assert text[text.index(BEGIN) : text.index(END) + len(END)] == readme_block(part)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_figures_are_those_of_the_games(path: Path) -> None:
    part = json.loads(path.read_text())
    assert path.read_text() == written(part)
    plan = Plan(**{**part["plan"], "settings": [Setting(**each) for each in part["plan"]["settings"]]})
    rows = copy.deepcopy(part["rows"])
    for row in rows:
        del row["figures"]
        assert row["games"]["seed"] == list(range(row["first_seed"], row["first_seed"] + row["played"]))
        assert row["played"] == plan.games or part["scale"] != 1
    add_figures(plan, rows)
    assert rows == part["rows"]
    assert rated(plan, rows) == part["ratings"] and duels(plan, rows) == part["duels"]


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_pictures_are_there_and_small(path: Path) -> None:
    assert 1_000 < path.with_suffix(".png").stat().st_size < 100_000


def test_another_number_changes_page_and_readme() -> None:
    """The checks above can fail."""
    parts = kept_parts(ROOT / "docs" / "results", plans())
    before = page(parts)
    figures = parts[0]["rows"][0]["figures"]
    figures["win_rate"] = 1.0 - figures["win_rate"]
    assert page(parts) != before
    assert with_block(f"a\n{BEGIN}old{END}\nb", "new") == "a\nnew\nb"
    with pytest.raises(ValueError, match="takes the marks"):
        with_block("no table", "new")
