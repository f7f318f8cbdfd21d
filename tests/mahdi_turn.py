"""Positions on Mahdi's turn, for the tests of what it does with its cards and Leaders."""

from __future__ import annotations

from dune_env.arrakis.names import HOUSE_HARKONNEN
from dune_env.arrakis.state import KNOWN_FACE
from tests.table import Table

FIRST_HOUSE = "hawats_scheming"  # parked, so that a Corrino card is drawn next
LAST_CORRINO = "reports_of_traitors"  # with no House die of the Atreides nothing can be done


def mahdi_rolls(die: str, **position: object) -> Table:
    """Mahdi has just rolled *die*; gara_kulon is the Target Sietch and the only one, unless the position says more."""
    spot: dict[str, object] = {
        "mode": "solo",
        "turn": "harkonnen",
        "legions": {},
        "dice": {"atreides": ["mentat"]},
        "unrolled": 2,
        "locked": 6,
        "bene_gesserit": {"atreides": 0, "harkonnen": 0},
        "hands": {"atreides": []},
        "harvest": "habbanya_ridge",
        "target": "gara_kulon",
        "sietches": {"gara_kulon": {"rank": 2}},
        "stations": [],
        "row": [],
    }
    return Table.scenario({**spot, **position}).pick(f"roll_die({die})")


def mahdi_draws(card: str, **position: object) -> Table:
    """Mahdi's Mentat has just drawn *card*, as the first card or behind one that is parked."""
    table = mahdi_rolls("mentat", **position)
    content = table.game.content
    if content.card_deck[content.card_index[card]] != HOUSE_HARKONNEN:
        table.draw(FIRST_HOUSE)
    return table.draw(card)


def reinforcements(table: Table) -> list[str]:
    """Mahdi's Reinforcements, bottom to top."""
    return [table.game.content.card_ids[kind & (KNOWN_FACE - 1)] for kind in table.game.reinforcements]


def discarded(table: Table, card: str) -> bool:
    return table.game.discards[table.game.content.card_index[card]] > 0


def drawing_on(table: Table) -> bool:
    """Whether the card is done with and the Corrino card of the same Mentat comes next."""
    return table.seat() == "chance" and table.ask() == "mahdi_plays.DrawAndPlay"


def atreides_turn(table: Table) -> bool:
    return table.seat() == "atreides" and table.ask() == "turn.ChooseDie"
