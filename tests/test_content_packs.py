"""Content packs, the documented ranges of every entry, and the labels that say what is assumed."""

from __future__ import annotations

import copy
import json
import random
import re
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from dune_env.arrakis.components import ContentError
from dune_env.arrakis.content import build_content, content_facts, load_content
from dune_env.arrakis.game import from_json, new_game
from dune_env.arrakis.packs import pack_names
from dune_env.arrakis.provenance import doubtful_entries, labels_in, provenance_of
from dune_env.arrakis.ruleset import GameConfig

SUMS = {15: (6, 5, 4), 16: (7, 5, 4), 17: (7, 6, 4), 18: (7, 6, 5), 19: (8, 6, 5), 20: (8, 7, 5)}
DOC = Path("docs/content.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$", DOC, re.MULTILINE)


# --- packs


def test_the_packs_shipped_are_the_packs_documented() -> None:
    wanted = ["objectives_765", *[f"objectives_sum_{total}" for total in SUMS], "wormsigns_844"]
    assert pack_names() == wanted
    assert re.findall(r"^\| `(\w+_\d+)` \|", DOC, re.MULTILINE) == wanted


@pytest.mark.parametrize(("total", "values"), SUMS.items())
def test_objectives_by_sum(total: int, values: tuple[int, int, int]) -> None:
    objectives = load_content(f"objectives_sum_{total}").objectives
    assert sum(values) == total
    assert sorted(map(tuple, objectives)) == sorted(permutations(values))
    closest = [t for t in permutations(range(11), 3) if sum(t) == total and t[0] > t[1] > t[2]]
    assert values == min(closest, key=lambda t: t[0] - t[2])


def test_objectives_765_and_wormsigns_844() -> None:
    assert sorted(map(tuple, load_content("objectives_765").objectives)) == sorted(permutations((7, 6, 5)))
    wormsigns = load_content("wormsigns_844")
    assert wormsigns.wormsigns == [8, 4, 4]
    assert wormsigns.objectives == load_content(None).objectives


@pytest.mark.parametrize("name", pack_names())
@pytest.mark.parametrize("mode", ["two_player", "solo"])
def test_a_game_plays_and_is_saved_under_a_pack(name: str, mode: str) -> None:
    chooser = random.Random(3)
    game = new_game(GameConfig(mode=mode, content=name), 3)
    assert game.content.source == name
    for _ in range(300):
        if not game.over:
            game.pick(chooser.choice(game.asked))
    assert from_json(game.to_json()).digest() == game.digest()


def test_an_unknown_pack_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(
        ContentError, match="objectives_777: takes a JSON file that can be read, or one of the packs obj"
    ):
        new_game(GameConfig(content="objectives_777"))


# --- what docs/content.md says


def leaves(value: object, path: str) -> list[str]:
    """Paths of all that is no object and no list, by id where there is one."""
    if isinstance(value, dict):
        below = [(str(key), each) for key, each in value.items() if key not in ("provenance", "id")]
    elif isinstance(value, list):
        ids = [each.get("id", i) if isinstance(each, dict) else i for i, each in enumerate(value)]
        below = [(str(key), each) for key, each in zip(ids, value, strict=True)]
    else:
        return [path]
    return [leaf for key, each in below for leaf in leaves(each, f"{path}.{key}" if path else key)]


def pattern(entry: str) -> re.Pattern[str]:
    names = {"<side>": "(atreides|harkonnen)", "<deck>": r"\w+(atreides|ally|harkonnen)", "<id>": r"\w+", "<n>": r"\d+"}
    text = re.escape(entry)
    for name, stands_for in names.items():
        text = text.replace(re.escape(name), stands_for)
    return re.compile(text)


def entry_at(data: Any, path: str) -> tuple[Any, Any]:
    """The object or list that holds an entry, and its key there."""
    *way, last = path.split(".")
    for key in way:
        if isinstance(data, list):
            data = data[int(key)] if key.isdigit() else next(item for item in data if item["id"] == key)
        else:
            data = data[key]
    return data, int(last) if isinstance(data, list) else last


def test_every_entry_is_documented_once_and_every_row_names_one() -> None:
    shipped = [path for path in leaves(content_facts(None), "") if not path.startswith("possible_futures.")]
    patterns = [pattern(entry) for entry, _, _ in ROWS]
    for path in shipped:
        assert sum(p.fullmatch(path) is not None for p in patterns) == 1, path
    for (entry, _, _), p in zip(ROWS, patterns, strict=True):
        assert entry.startswith("possible_futures.") or any(p.fullmatch(path) for path in shipped), entry


def documented_ranges() -> list[tuple[str, int, int]]:
    facts = content_facts(None)
    last = {"the last step": 10, "the number of Harkonnen dice": 8}
    figures = {"harvesters": 8, "ornithopters": 6, "carryalls": 3}
    found: list[tuple[str, int, int]] = []
    for entry, kind, takes in ROWS:
        if kind != "whole number":
            continue
        first = next(path for path in leaves(facts, "") if pattern(entry).fullmatch(path))
        bounds = re.match(
            r"(\d+)(?: to (\d+|the last step|the number of Harkonnen dice|the number of figures))?", takes
        )
        assert bounds is not None, entry
        high = bounds[2] or bounds[1]
        top = int(high) if high.isdigit() else last.get(high) or figures[first.rpartition(".")[2]]
        found.append((first, int(bounds[1]), top))
    return found


def refusal(path: str, value: object) -> str:
    """The error for *value* at *path*, empty if it is taken."""
    facts = copy.deepcopy(content_facts(None))
    holder, key = entry_at(facts, path)
    holder[key] = value
    try:
        build_content(facts)
    except ContentError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(("path", "low", "high"), documented_ranges())
def test_documented_range_is_the_one_that_is_checked(path: str, low: int, high: int) -> None:
    takes = f"{path}: takes {low}," if low == high else f"{path}: takes a whole number from {low} to {high}, got"
    for value in (low - 1, high + 1, True, "1"):
        assert refusal(path, value).startswith(takes)
    for value in (low, high):  # may still break another rule, such as a sum
        assert not refusal(path, value).startswith(takes)


def test_dice_that_no_dashboard_holds_are_refused() -> None:
    facts: Any = copy.deepcopy(content_facts(None))
    facts["dashboard_slots"]["harkonnen"] = 1
    with pytest.raises(ContentError, match=r"dashboard_slots\.harkonnen: takes slots for its 8 dice and a token"):
        build_content(facts)


def test_desert_power_is_for_the_wild_maker(tmp_path: Path) -> None:
    own = tmp_path / "my_box.json"
    own.write_text(json.dumps({"leaders": [{"id": "chani", "action_box": "desert_power"}]}))
    with pytest.raises(ContentError, match=r"leaders\.chani\.action_box: takes desert_power for wild_maker"):
        load_content(str(own))


# --- labels


def test_labels_of_an_entry_and_of_what_lies_below_it() -> None:
    content = load_content(None)
    assert content.labels("leaders.chani") == ["rulebook", "components", "assumed"]
    assert content.labels("tracks.prescience.last") == ["rulebook", "assumed"]
    assert content.is_assumed("secret_objectives.objective_3.jihad")
    assert content.is_assumed("action_dice.atreides.faces")
    assert not content.is_assumed("combat_die.faces") and not content.is_assumed("spice_must_flow")
    assert provenance_of(content.provenance, "nowhere") == ""
    for path in ("nowhere", "leaders.nobody"):
        with pytest.raises(ContentError, match=rf"^{path}: takes an entry that `provenance` lists"):
            content.is_assumed(path)


def test_doubtful_entries_leave_out_what_is_sure() -> None:
    doubtful = doubtful_entries(load_content(None).provenance)
    assert "tokens.sietch_ranks" in doubtful and "leaders.captain_aramsham" in doubtful
    assert "spice_must_flow" not in doubtful and "figures" not in doubtful
    assert labels_in("strip: disputed, box: assumed") == ["disputed", "assumed"]


def test_a_pack_cannot_pass_its_values_off_as_sure() -> None:
    for name in pack_names():
        content = load_content(name)
        changed = "tokens.wormsign" if name == "wormsigns_844" else "secret_objectives.objective_1"
        assert content.is_assumed(changed)
