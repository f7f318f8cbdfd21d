"""Positions on the Harkonnen turn, for the tests of their cards and Leaders."""

from __future__ import annotations

from tests.table import Table


def harkonnen(**figures: object) -> dict[str, object]:
    return {"side": "harkonnen", **figures}


def atreides(**figures: object) -> dict[str, object]:
    return {"side": "atreides", **figures}


def at_the_table(die: str, **position: object) -> Table:
    """The Harkonnen have just spent *die*; a die of each side is left."""
    spot: dict[str, object] = {
        "turn": "harkonnen",
        "legions": {},
        "dice": {"atreides": ["mentat"], "harkonnen": [die, "strategy"]},
        "bene_gesserit": {"harkonnen": 0},
        "row": [],
    }
    return Table.scenario({**spot, **position}).pick(f"die({die})")


def on_the_table(card: str, **position: object) -> Table:
    """The Harkonnen hold *card* beside the hand given, and have just played it."""
    hands = position.pop("hands", {})
    assert isinstance(hands, dict)
    mine = [card, *hands.get("harkonnen", [])]
    return at_the_table("mentat", hands={**hands, "harkonnen": mine}, **position).pick(f"card({card})")


def turn_is_over(table: Table) -> bool:
    return table.seat() == "atreides" and table.ask() == "turn.ChooseDie"
