"""Chapter 15: Spice Harvesting and Imperium Bans."""

from __future__ import annotations

from dune_env.arrakis.names import HARKONNEN
from dune_env.arrakis.pieces import stacking_limit
from dune_env.arrakis.ruleset import GameConfig, Ruleset
from tests.rules import rule
from tests.table import Table

DESERTS = [
    "north_east_8",
    "north_east_9",
    "north_east_11",
    "north_east_12",
    "north_east_6",
    "north_east_5",
    "north_east_7",
]


def harvest(spice: int, config: GameConfig | None = None, **fields: object) -> Table:
    """Spice Harvesting with this many Harvesters in Desert Areas."""
    position: dict[str, object] = {"phase": "spice_harvesting", "row": [], "legions": {}, "harvesters": DESERTS[:spice]}
    return Table.scenario({**position, **fields}, config=config)


def steps(table: Table) -> list[int]:
    return [table.imperium(ban) for ban in ("choam", "spacing_guild", "landsraad")]


@rule("R-15.1", "R-15.18")
def test_bans_lapse_unless_the_marker_is_at_the_bottom() -> None:
    table = harvest(6, imperium={"choam": 1, "spacing_guild": 2}, bans=["choam", "spacing_guild"])
    assert table.bans() == ["choam"] and table.phase() == "spice_harvesting"
    table = harvest(2, bans=["landsraad"]).pick("keep(choam)")
    assert table.bans() == ["spacing_guild", "landsraad"]  # those that fell now, until the next Harvesting
    table.until("spice_harvesting.PayForMarker")
    assert table.bans() == []


@rule("R-15.2", "R-15.3")
def test_harvesters_yield_spice_and_leave() -> None:
    table = harvest(2, harvesters=["north_east_8", "north_east_10", "north_east_13"])
    assert table.seat() == "harkonnen"
    assert table.game.stack[-32:][6] == 1 + 2 + 2
    assert not any(table.has("harvester", area) for area in ("north_east_8", "north_east_10", "north_east_13"))
    table.pick("pass", "pass", "pass", "no").until_phase("action_resolution")
    assert table.game.spice_reserve == 1  # spent at once, all but one


@rule("R-15.4", "R-15.7", "R-15.20")
def test_four_spice_keep_two_markers() -> None:
    table = harvest(4, imperium={"choam": 3, "spacing_guild": 4, "landsraad": 2})
    table.pick("keep(choam)", "keep(spacing_guild)")
    assert steps(table) == [3, 4, 1]
    assert table.bans() == ["landsraad"]  # the third drops a step and its Ban is activated


@rule("R-15.5", "R-15.6")
def test_three_spice_raise_a_marker_one_step() -> None:
    table = harvest(7, imperium={"choam": 3, "spacing_guild": 4, "landsraad": 2})
    assert table.options() == ["pass", "keep(choam)", "raise(choam)"]
    table.pick("raise(choam)", "keep(spacing_guild)", "keep(landsraad)")
    assert steps(table) == [4, 4, 2] and table.bans() == []


@rule("R-15.8")
def test_the_ends_of_the_track() -> None:
    table = harvest(3, imperium={"choam": 5, "spacing_guild": 1, "landsraad": 1})
    assert table.options() == ["pass", "keep(choam)"]  # nothing above the top
    table.pick("keep(choam)")
    assert steps(table) == [5, 1, 1]


@rule("R-15.9", "R-15.10", "R-15.11")
def test_stockpiling() -> None:
    table = harvest(5, supremacy=5).pick("keep(choam)", "pass", "pass")
    assert table.ask() == "spice_harvesting.Stockpile" and table.options() == ["yes", "no"]
    table.pick("yes")
    assert table.game.supremacy == 6 and steps(table) == [5, 4, 4]  # not spent on markers
    assert table.ask() != "spice_harvesting.Stockpile"
    table = harvest(7, supremacy=5).pick("pass", "pass", "pass", "yes")
    assert table.game.supremacy == 6 and table.ask() != "spice_harvesting.Stockpile"  # once a phase
    table = harvest(5, supremacy=6).pick("pass", "pass", "pass")
    assert table.ask() != "spice_harvesting.Stockpile"


@rule("R-15.12", "R-15.13", "R-15.14")
def test_the_reserve() -> None:
    table = harvest(5, supremacy=9).pick("keep(choam)", "pass", "pass")
    assert table.game.spice_reserve == 1  # three left over: one is saved, the rest lost
    table = harvest(4, spice_reserve=1)
    assert table.game.stack[-32:][6] == 5  # added later
    table.pick("keep(choam)", "raise(spacing_guild)" if table.offers("raise(spacing_guild)") else "keep(spacing_guild)")
    assert table.game.spice_reserve == 1
    table = harvest(3, spice_reserve=1).pick("keep(choam)", "keep(spacing_guild)")
    assert table.game.spice_reserve == 0


@rule("R-15.15", "R-15.16", "R-15.17")
def test_which_bans_are_activated() -> None:
    table = harvest(0, imperium={"choam": 1, "spacing_guild": 4, "landsraad": 3})
    assert table.bans() == ["choam", "spacing_guild", "landsraad"]
    table = harvest(2, imperium={"choam": 1, "spacing_guild": 4, "landsraad": 3}, bans=["choam", "landsraad"])
    assert table.bans() == ["choam"]  # while spice is spent only the old ones
    table.pick("keep(choam)")
    assert table.bans() == ["choam", "spacing_guild", "landsraad"]
    one = GameConfig(ruleset=Ruleset(every_fallen_ban=False))
    table = harvest(2, config=one, imperium={"choam": 1, "spacing_guild": 4, "landsraad": 3}).pick("keep(choam)")
    assert table.ask() == "spice_harvesting.ChooseFallenBan" and table.seat() == "harkonnen"
    table.pick("keep(landsraad)")
    assert table.bans() == ["choam", "landsraad"]


@rule("R-15.19")
def test_what_bans_do() -> None:
    zone = "air_north_east__central_north_east"
    war: dict[str, object] = {
        "turn": "harkonnen",
        "row": [],
        "zones": {zone: "ornithopter"},
        "hands": {"harkonnen": ["sandmasters"]},
        "dice": {"harkonnen": ["strategy"], "atreides": []},
        "sietches": {"windgap": {}, "gara_kulon": {}},
        "legions": {
            "shield_wall_east": {"side": "harkonnen", "regular": 2},
            "north_east_11": {"side": "atreides", "regular": 1},
        },
    }
    for bans, limit, scouting, discarding in (
        ([], 6, True, True),
        (["choam"], 5, True, True),
        (["spacing_guild"], 6, False, True),
        (["landsraad"], 6, True, False),
    ):
        table = Table.scenario({**war, "bans": bans})
        assert stacking_limit(table.game, HARKONNEN) == limit
        assert table.offers("free(scouting)") == scouting
        table.pick("die(strategy)", "action(attack)", "pick_area(shield_wall_east)", "pick_area(north_east_11)")
        assert (table.ask() == "battle.DiscardForDice") == discarding
    table = harvest(0, legions={"north_east_8": {"side": "harkonnen", "regular": 6}})
    assert table.ask() == "trim.TrimUnit" and table.seat() == "harkonnen"  # CHOAM has just been activated
    table.pick("pick(regular)")
    assert table.units("harkonnen", "north_east_8") == 5


@rule("R-15.21")
def test_a_marker_raised_off_the_bottom_loses_its_ban() -> None:
    table = harvest(7, imperium={"choam": 1}, bans=["choam"])
    table.pick("raise(choam)", "keep(spacing_guild)", "keep(landsraad)")
    assert steps(table) == [2, 5, 5] and table.bans() == []
