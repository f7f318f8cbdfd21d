"""Chapter 14: the Desert Hazards."""

from __future__ import annotations

from dune_env.arrakis.board import AREA_IDS, STORM_EXEMPT
from dune_env.arrakis.hazards import storm_areas
from dune_env.arrakis.names import FACEDOWN
from dune_env.arrakis.state import SIGNS
from tests.rules import rule
from tests.table import Table

CARRY = "air_north_east__central_north_east"
H1 = {"side": "harkonnen", "regular": 1}


def hazards(**fields: object) -> Table:
    position: dict[str, object] = {"phase": "desert_hazards", "row": [], "legions": {}}
    return Table.scenario({**position, **fields})


def turn_up(table: Table, kinds: dict[str, str], other: str = "sand") -> Table:
    """Turn every facedown Wormsign up: those of *kinds* as named, the rest as *other*."""
    while table.ask() == "desert_hazards.TurnUpSigns":
        area = AREA_IDS[table.game.cells[SIGNS : SIGNS + 101].index(FACEDOWN)]
        table.pick(f"wormsign({kinds.get(area, other)})")
    return table


def signs(table: Table) -> list[str]:
    return [area for area in AREA_IDS if table.has("wormsign", area)]


@rule("R-14.1")
def test_signs_beside_atreides_and_worms_are_discarded() -> None:
    table = hazards(
        legions={"north_east_12": {"side": "atreides", "regular": 1}},
        wormsigns=["north_east_12", "north_east_9", "north_east_5"],
        worms=["north_east_9"],
    )
    assert signs(table) == ["north_east_5"]
    turn_up(table, {})
    assert table.game.signs_aside == 0 and sum(table.game.signs_left) == 16


@rule("R-14.2", "R-14.3", "R-14.4")
def test_signs_are_laid_under_harkonnen_pieces() -> None:
    table = hazards(
        legions={
            "north_east_8": H1,
            "north_east_6": H1,
            "north_east_9": {"side": "atreides", "regular": 1},
            "carthag": H1,
        },
        harvesters=["north_east_8", "north_east_5", "north_east_13"],
        wormsigns=["north_east_13", "north_east_10"],
        worms=[],
    )
    assert signs(table) == sorted(
        ["north_east_8", "north_east_6", "north_east_5", "north_east_13", "north_east_10"], key=AREA_IDS.index
    )
    assert len(table.options()) == 3 and table.seat() == "chance"  # unseen: any kind may turn up
    assert table.game.cells[SIGNS + AREA_IDS.index("north_east_8")] == FACEDOWN


@rule("R-14.5", "R-14.6", "R-14.9")
def test_all_are_turned_up_and_shuffled_back() -> None:
    table = hazards(harvesters=["north_east_8"], wormsigns=["north_east_10"])
    turn_up(table, {"north_east_8": "sand", "north_east_10": "sand"})
    assert table.noted("rescue") == 0 and not any(table.has("worm", area) for area in AREA_IDS)
    assert table.phase() == "spice_harvesting" or table.phase() == "start" or table.phase() == "end_of_round"
    assert signs(table) == [] and table.game.signs_left == table.game.content.wormsigns


@rule("R-14.7", "R-14.8", "R-14.10")
def test_worms_appear() -> None:
    table = hazards(wormsigns=["north_east_8", "north_east_9", "north_east_10"])
    kinds = {"north_east_8": "sandworm", "north_east_9": "burrowing_sandworm", "north_east_10": "burrowing_sandworm"}
    turn_up(table, kinds)
    assert table.ask() == "place_worm.PickWormFigure" and table.refuses("pass", "no")
    table.until_phase("start")
    assert table.has("worm", "north_east_8")
    assert not table.has("worm", "north_east_9")  # Desert
    assert table.has("worm", "north_east_10")  # Deep Desert


@rule("R-14.11", "R-14.12")
def test_which_figure_appears() -> None:
    table = hazards(wormsigns=["north_east_8"], worms=["windgap", "hobars_gap"], sietches={})
    turn_up(table, {"north_east_8": "sandworm"})
    assert table.options() == ["option(0)", "pick_area(hobars_gap)", "pick_area(windgap)"]
    table.pick("pick_area(windgap)")
    assert table.has("worm", "north_east_8") and not table.has("worm", "windgap")
    four = ["windgap", "hobars_gap", "tasmin_sink", "habbanya_ridge"]
    table = hazards(wormsigns=["north_east_8"], worms=four, sietches={})
    turn_up(table, {"north_east_8": "sandworm"})
    assert sorted(table.areas()) == sorted(four) and table.refuses("option(0)")
    table = hazards(wormsigns=["north_east_8"], leaders={"wild_maker": "off_board"})
    turn_up(table, {"north_east_8": "sandworm"})
    assert table.options() == ["option(0)", "option(1)"]
    table.pick("option(1)")
    assert table.game.cells[1111 + AREA_IDS.index("north_east_8")] == 2  # the Wild Maker's figure


@rule("R-14.13")
def test_at_most_four_or_five_worms() -> None:
    areas = ["north_east_8", "north_east_9", "north_east_11", "north_east_12", "north_east_6", "north_east_5"]
    for extra, cap in (({}, 4), ({"leaders": {"wild_maker": "off_board"}}, 5)):
        table = hazards(wormsigns=areas, **extra)
        turn_up(table, {}, other="sandworm")
        assert table.ask() == "desert_hazards.ResolveSigns" and table.seat() == "atreides"
        assert sorted(table.areas()) == sorted(areas)
        placed = 0
        while table.phase() == "desert_hazards":
            wanted = [n for n in table.options() if n != "pick_area(north_east_8)" or placed]
            placed += table.ask() == "place_worm.PickWormFigure"
            table.pick(wanted[0])
        assert sum(table.has("worm", area) for area in areas) == cap


@rule("R-14.14", "R-14.16")
def test_retreats_follow_when_all_worms_are_placed() -> None:
    table = hazards(legions={"north_east_8": {"side": "harkonnen", "regular": 2}}, wormsigns=["north_east_9"])
    turn_up(table, {"north_east_8": "sandworm", "north_east_9": "sandworm"})
    table.pick("option(0)", "option(0)")
    assert table.ask() == "worm_consequence.ForcedRetreat" and table.seat() == "atreides"
    assert "north_east_9" not in table.areas()  # its worm is in place already
    assert table.areas() == sorted(["north_east_11", "north_east_12", "north_east_5", "north_east_6", "north_east_7"])
    table.pick("pick_area(north_east_5)")
    assert table.units("harkonnen", "north_east_5") == 2 and table.has("worm", "north_east_8")


@rule("R-14.15", "R-14.19", "R-14.22")
def test_lone_harvesters_and_rescues() -> None:
    table = hazards(harvesters=["north_east_8", "north_east_11"], zones={CARRY: "carryall"})
    turn_up(table, {}, other="sandworm").pick("option(0)", "option(0)")
    assert table.ask() == "worm_consequence.HarvesterUnderWorm" and table.seat() == "harkonnen"
    assert table.options() == ["no", f"pick_zone({CARRY})"]
    table.pick(f"pick_zone({CARRY})")
    assert table.zone(CARRY) == "none"  # one Carryall a rescue, so the second Harvester is lost
    assert table.noted("rescue") == 1 and table.noted("harvester_lost_to_worm") == 1
    far = hazards(harvesters=["windgap"], sietches={}, zones={CARRY: "carryall"})
    turn_up(far, {}, other="sandworm").pick("option(0)")
    assert far.noted("harvester_lost_to_worm") == 1  # the Air Zone is not connected


SURROUNDED: dict[str, object] = {
    "sihaya_ridge": {"side": "harkonnen", "regular": 3},
    "north_east_10": {"side": "atreides", "regular": 1},
    "north_east_2": {"side": "atreides", "regular": 1},
    "north_east_6": {"side": "atreides", "regular": 1},
    "north_east_9": {"side": "atreides", "regular": 1},
}


@rule("R-14.17", "R-14.20")
def test_no_way_out() -> None:
    table = hazards(legions=SURROUNDED, sietches={}, harvesters=["sihaya_ridge"], zones={CARRY: "carryall"})
    turn_up(table, {"sihaya_ridge": "sandworm"}).pick("option(0)")
    assert table.ask() == "worm_strikes.RollCombatDice"
    table.roll("1hit_3shield").pick("pick(regular)")
    assert not table.has("worm", "sihaya_ridge")  # it attacked, so it is gone
    assert table.has("harvester", "sihaya_ridge")  # the Legion stays and the Harvester with it (Q-G6)
    table = hazards(harvesters=["north_east_8"], zones={CARRY: "carryall"})
    turn_up(table, {"north_east_8": "sandworm"}).pick("option(0)", f"pick_zone({CARRY})")
    assert table.has("worm", "north_east_8")  # beside the rescued Harvester


@rule("R-14.18")
def test_a_harvester_that_loses_its_legion() -> None:
    table = hazards(legions={"north_east_8": H1}, harvesters=["north_east_8"], zones={CARRY: "carryall"})
    turn_up(table, {"north_east_8": "sandworm"}).pick("option(0)", "pick_area(north_east_5)")
    assert table.ask() == "worm_consequence.HarvesterUnderWorm"
    table.pick("no")
    assert not table.has("harvester", "north_east_8")
    table = hazards(legions=SURROUNDED, sietches={}, harvesters=["sihaya_ridge"], zones={CARRY: "carryall"})
    turn_up(table, {"sihaya_ridge": "sandworm"}).pick("option(0)").roll("4hit")
    assert table.units("harkonnen", "sihaya_ridge") == 0
    assert table.ask() == "worm_consequence.HarvesterUnderWorm"  # eliminated: lost unless rescued
    table.pick(f"pick_zone({CARRY})")
    assert table.noted("rescue") == 1


@rule("R-14.21")
def test_a_rescued_harvester_is_harvested() -> None:
    table = hazards(harvesters=["north_east_8", "north_east_9"], zones={CARRY: "carryall"}, imperium={"choam": 2})
    turn_up(table, {"north_east_8": "sandworm", "north_east_9": "sand"}).pick("option(0)", f"pick_zone({CARRY})")
    assert table.ask() == "spice_harvesting.PayForMarker"
    assert table.game.stack[-32:][6] == 2  # both yield one spice
    assert not table.has("harvester", "north_east_8")


@rule("R-14.23", "R-14.28")
def test_storms_come_last_and_hit_each_legion_apart() -> None:
    table = hazards(legions={"north_east_8": H1, "central_north_east_9": H1})
    assert table.ask() == "desert_hazards.TurnUpSigns"
    turn_up(table, {})
    assert table.ask() == "storms.RollCombatDice"
    assert all(sum(int(p[0]) for p in name[12:-1].split("_")) == 2 for name in table.options())
    table.roll("2shield")
    assert table.ask() == "storms.RollCombatDice"  # the other Legion
    table.roll("1hit_1shield")
    assert table.ask() != "storms.RollCombatDice"


@rule("R-14.24", "R-14.26", "R-14.27")
def test_whom_storms_threaten() -> None:
    areas = {
        "central_north_east_9": "plateau",
        "harg_pass": "minor_erg",
        "north_east_8": "desert",
        "north_east_10": "deep",
    }
    legions: dict[str, object] = dict.fromkeys(areas, H1)
    legions.update({"shield_wall_east": H1, "north_pole": H1})  # Mountains
    legions["windgap"] = {"side": "atreides", "regular": 1}
    game = Table.scenario({"legions": legions}).game
    assert {AREA_IDS[area] for area in storm_areas(game)} == set(areas)


@rule("R-14.25")
def test_the_central_plateaus_are_immune() -> None:
    exempt = ["arrakeen", "carthag", "arsunt", "hagga_basin", "imperial_basin"]
    assert {AREA_IDS[a] for a in range(101) if STORM_EXEMPT[0][a]} == set(exempt)
    game = Table.scenario({"legions": dict.fromkeys(exempt, H1)}).game
    assert storm_areas(game) == []
    game = Table.scenario({"legions": dict.fromkeys(exempt, H1), "atomics": "rimwall_west"}).game
    assert {AREA_IDS[area] for area in storm_areas(game)} == {"imperial_basin", "arrakeen"}


@rule("R-14.29", "R-14.30")
def test_storm_hits() -> None:
    for area, roll, hits in (
        ("north_east_10", "2special", 4),  # Deep Desert: 2 each
        ("north_east_8", "2special", 2),  # Desert: 1 each
        ("harg_pass", "2special", 0),  # Minor Erg
        ("central_north_east_9", "1hit_1special", 1),  # Plateau: the Hit face alone
        ("north_east_8", "2shield", 0),
    ):
        table = turn_up(hazards(legions={area: {"side": "harkonnen", "regular": 6}}), {}).roll(roll)
        for _ in range(hits):
            assert table.ask() == "casualties.AbsorbHit" and table.seat() == "harkonnen"
            table.pick("pick(regular)")
        assert table.ask() != "casualties.AbsorbHit"
        assert table.units("harkonnen", area) == 6 - hits


@rule("R-14.31")
def test_resolved_signs_bar_no_retreat() -> None:
    table = hazards(legions={"north_east_8": H1}, wormsigns=["north_east_5", "north_east_6"])
    turn_up(table, {"north_east_8": "sandworm", "north_east_6": "sandworm"}).pick("option(0)", "option(0)")
    assert "north_east_5" in table.areas()  # a Wormsign that showed Sand
    assert "north_east_6" not in table.areas()  # a worm
