"""Bad inputs of every kind are refused by a documented error and change nothing; one of each kind by hand."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import pytest

from dune_env.arrakis.components import ContentError
from dune_env.arrakis.content import load_content
from dune_env.arrakis.game import from_json, new_game
from dune_env.arrakis.position import ScenarioError
from dune_env.arrakis.saving import SaveError
from dune_env.arrakis.scenario import build
from dune_env.engine.steps import IllegalSlot
from scripts.fuzz_inputs import Fault, Fuzzer, fuzz

KINDS = 17


def test_bad_inputs() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Gymnasium warns of render modes before they are refused
        refused = fuzz(510, seed=7)
    assert sum(refused.values()) == 510
    kinds = {what.split(":")[0] for what in refused}
    assert len(kinds) == KINDS, "every kind of bad input was tried"
    errors = {what.split(": ")[1] for what in refused}
    assert {"IllegalSlot", "ConfigError", "ContentError", "SaveError", "ScenarioError", "RecordError"} <= errors


def test_the_check_notices(tmp_path: Path) -> None:
    """A good input, a crash, a silent error and a changed game are each a fault."""
    fuzzer = Fuzzer(1, tmp_path)
    game = next(game for game in fuzzer.games if not game.over)

    def crash() -> None:
        raise KeyError("slot")

    def silent() -> None:
        raise IllegalSlot("no")

    def unnamed() -> None:
        raise ValueError("something is wrong here")

    def spoil() -> None:
        game.supremacy += 1
        raise IllegalSlot("illegal slot 3: refused late")

    for call, message in [
        (lambda: game.options(), "taken"),
        (crash, "broken by KeyError"),
        (silent, "says nothing"),
        (unnamed, "undocumented ValueError"),
        (spoil, "a game has changed"),
    ]:

        def kind(call: Any = call) -> Any:
            return call, [game]

        with pytest.raises(Fault, match=message):
            fuzzer.one(kind)


def test_any_changed_value_breaks_the_seal_of_a_saved_game() -> None:
    game = new_game(seed=4)
    data = json.loads(game.to_json())
    assert from_json(json.dumps(data, indent=2)).digest() == game.digest(), "white space is free"
    for change in ({"supremacy": 3}, {"history": ["pass"]}, {"rng": [1, 2, 3, 4]}, {"seed": 5}, {"checksum": "0"}):
        with pytest.raises(SaveError, match=r"^checksum: got .* the saved game was changed or broken"):
            from_json(json.dumps({**data, **change}))
    for field, value in (("supremacy", 51), ("dice", [21] * 10), ("leader_at", [101] * 16), ("seed", -1)):
        with pytest.raises(SaveError, match=f"^{field}: takes"):
            from_json(json.dumps({**data, field: value}))
    # Compiled, what is no text does not even reach the function.
    with pytest.raises((SaveError, TypeError), match=r"a saved game is a text of JSON, got a int|str object expected"):
        from_json(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", ["two_player", "solo"])
@pytest.mark.parametrize(
    ("exact", "message"),
    [
        ({"reinforcements": [77]}, "exact: takes attributes that fit together: IndexError"),
        ({"stack": []}, r"exact\.stack: takes Frames that lead to a question"),
        ({"stack": [{"program": "turn", "step": 0, "seat": 7, "registers": {}}]}, "fit together: IndexError"),
        ({"stack": [{"program": "battle", "step": 3, "seat": 0, "registers": {"area": 500}}]}, "fit together"),
        ({"zones": [3] * 8}, r"exact\.zones: takes 0 to 2, got 3"),
        ({"moved": [-99]}, r"exact\.moved: takes"),
    ],
)
def test_exact_attributes_have_to_fit_together(mode: str, exact: dict[str, object], message: str) -> None:
    with pytest.raises(ScenarioError, match=message):
        build({"mode": mode, "exact": exact}, 1)


def test_paths_and_files_that_cannot_be(tmp_path: Path) -> None:
    for path in ("\0", "/", str(tmp_path / "absent.json")):
        with pytest.raises(ContentError, match="takes a JSON file that can be read"):
            load_content(path)
    for text in ("[" * 5000, "1" * 5000, "{", ""):
        (tmp_path / "bad.json").write_text(text)
        with pytest.raises(ContentError, match=r"bad\.json: takes JSON"):
            load_content(str(tmp_path / "bad.json"))


def test_tactical_cards_in_a_game_without_mahdi() -> None:
    with pytest.raises(ScenarioError, match="target: takes nothing: only Mahdi draws Tactical cards"):
        build({"target": "sietch_tabr"})
    with pytest.raises(ScenarioError, match="harvest: takes one of"):
        build({"mode": "solo", "phase": "start", "harvest": "no_such_sietch"})
