"""Positions for Mahdi: its turn is about to begin, and the die to come is picked by name."""

from __future__ import annotations

from dune_env.arrakis.board import AREA_IDS
from dune_env.arrakis.programs import AREA, BATTLE, TO_AREA
from dune_env.arrakis.ruleset import GameConfig
from dune_env.engine.steps import FRAME, PROGRAM
from tests.table import Table

NORTH_EAST = "air_north_east__central_north_east"
SOUTH_EAST = "air_south_east__central_south_east"
NORTH_WEST = "air_north_west__central_north_west"
SOUTH_WEST = "air_south_west__central_south_west"
CENTRAL_EAST = "air_central_north_east__central_south_east"

SPENT = ["baron_harkonnen", "beast_rabban", "captain_aramsham"]


def harkonnen(regular: int = 0, **more: object) -> dict[str, object]:
    """A Harkonnen Legion."""
    return {"side": "harkonnen", "regular": regular, **more}


def atreides(regular: int = 0, **more: object) -> dict[str, object]:
    """An Atreides Legion."""
    return {"side": "atreides", "regular": regular, **more}


def solo(position: dict[str, object], ties: str = "ask") -> Table:
    """A solo position with gara_kulon as the target and only Sietch, and no special Action left, unless changed."""
    usual: dict[str, object] = {
        "row": [],
        "bene_gesserit": {"atreides": 0},
        "harvest": "habbanya_ridge",
        "target": "gara_kulon",
        "sietches": {"gara_kulon": {"rank": 2}},
        "spent_cards": SPENT,
    }
    return Table.scenario({**usual, **position}, 0, GameConfig(mode="solo", ties=ties))


def turn(position: dict[str, object], ties: str = "ask") -> Table:
    """The same as Mahdi is about to roll; one more die follows, so that the phase does not end with the turn."""
    usual: dict[str, object] = {"turn": "harkonnen", "dice": {"atreides": ["mentat"]}, "unrolled": 2, "locked": 6}
    return solo({**usual, **position}, ties)


def after_die(result: str, position: dict[str, object]) -> Table:
    """Mahdi has rolled *result*: at the first question that follows."""
    return turn(position).pick(f"roll_die({result})")


def battle(table: Table) -> tuple[str, str]:
    """Attacker and attacked Area of the battle under way, waiting for its dice."""
    stack = table.game.stack
    for frame in range(len(stack) - FRAME, -1, -FRAME):
        if stack[frame + PROGRAM] == BATTLE:
            return AREA_IDS[stack[frame + AREA]], AREA_IDS[stack[frame + TO_AREA]]
    raise AssertionError(f"no battle is under way, asked is {table.ask()}")


def first_answers(table: Table) -> Table:
    """Give Mahdi's questions, and the draws they lead to, their first answers until its turn is over."""
    while table.ask().startswith("mahdi") and table.ask() != "mahdi_turn.RollDie":
        table.pick(table.options()[0])
    return table


def ruled(table: Table, *rules: str) -> bool:
    """Whether every one of *rules* is in the trace."""
    return all(table.noted(rule) for rule in rules)
