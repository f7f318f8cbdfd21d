"""Battles for rules tests: Gara Kulon against Shield Wall East, with chosen Legions."""

from __future__ import annotations

from tests.table import Table

Legion = dict[str, object]


def battle(
    attacker: Legion,
    defender: Legion,
    side: str = "harkonnen",
    die: str = "strategy",
    **fields: object,
) -> Table:
    """*side* attacks with its only die: Gara Kulon against Shield Wall East, without Sietches unless they are given."""
    other = "atreides" if side == "harkonnen" else "harkonnen"
    home = {"atreides": "gara_kulon", "harkonnen": "shield_wall_east"}
    legions: dict[str, object] = {home[side]: {"side": side, **attacker}}
    if defender:
        legions[home[other]] = {"side": other, **defender}
    extra = fields.pop("extra", {})
    assert isinstance(extra, dict)
    legions.update(extra)
    position: dict[str, object] = {
        "turn": side,
        "row": [],
        "sietches": {},
        "legions": legions,
        "dice": {side: [die], other: [] if side == "harkonnen" else ["mentat"]},
    }
    table = Table.scenario({**position, **fields})
    table.pick(f"die({die})", "action(surprise_attack)" if die == "leadership" else "action(attack)")
    return table.pick(f"pick_area({home[side]})", f"pick_area({home[other]})")


def dice_rolled(table: Table) -> int:
    """How many Combat dice chance is asked to roll."""
    name = table.options()[0][len("combat_roll(") : -1]
    return sum(int(part[0]) for part in name.split("_"))
