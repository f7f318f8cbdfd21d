"""The Family Atomics (chapter 26), in table talk."""

from __future__ import annotations

from dune_env.arrakis.board import AREA_INDEX, DEEP_DESERT, DESERT
from dune_env.arrakis.pieces import terrain
from tests.rules import rule
from tests.table import Table

SPLINTERED, HOLE, RIMWALL = "option(0)", "option(1)", "option(2)"


def atreides(**figures: object) -> dict[str, object]:
    return {"side": "atreides", **figures}


def harkonnen(**figures: object) -> dict[str, object]:
    return {"side": "harkonnen", **figures}


def at_step_eight(**position: object) -> Table:
    spot: dict[str, object] = {
        "legions": {},
        "prescience": {"jihad": 8},
        "dice": {"atreides": ["strategy", "mentat"], "harkonnen": ["strategy"] * 3},
        "bene_gesserit": {"atreides": 0},
        "row": [],
    }
    return Table.scenario({**spot, **position})


@rule("R-26.1")
def test_the_atomics_are_a_free_action_from_step_eight() -> None:
    assert at_step_eight(prescience={"jihad": 7, "sand_dwellers": 7}).refuses("free(family_atomics)")
    table = at_step_eight()
    assert table.offers("free(family_atomics)")
    table.pick("free(family_atomics)", HOLE)
    assert table.ask() == "turn.ChooseDie" and table.seat() == "atreides"
    assert table.dice("atreides") == {"strategy": 1, "mentat": 1}


def test_the_atomics_wait_for_ones_own_turn() -> None:
    table = at_step_eight(turn="harkonnen")
    assert table.seat() == "harkonnen"
    assert table.refuses("free(family_atomics)")
    table.pick("die(strategy)")
    assert table.refuses("free(family_atomics)")


@rule("R-26.2", "R-26.3")
def test_they_detonate_once_and_the_other_tokens_leave() -> None:
    table = at_step_eight()
    table.pick("free(family_atomics)")
    assert table.options() == [SPLINTERED, HOLE, RIMWALL]
    table.pick(RIMWALL)
    assert table.refuses("free(family_atomics)")
    assert table.game.atomics == 3 and table.game.atomics_spent == 1


@rule("R-26.4", "Q-L14")
def test_the_mountain_becomes_desert_and_never_deep() -> None:
    for slot, name in ((SPLINTERED, "splintered_rock"), (HOLE, "hole_in_the_rock"), (RIMWALL, "rimwall_west")):
        table = at_step_eight()
        area = AREA_INDEX[name]
        assert terrain(table.game, area) not in (DESERT, DEEP_DESERT)
        table.pick("free(family_atomics)", slot)
        assert terrain(table.game, area) == DESERT


@rule("R-26.7")
def test_wormsigns_and_worms_use_the_new_desert() -> None:
    table = at_step_eight(worms=["wind_pass"])
    table.pick("free(family_atomics)", SPLINTERED, "action(wormsigns)")
    assert table.offers("pick_area(splintered_rock)") and table.refuses("pick_area(hole_in_the_rock)")
    table = at_step_eight(worms=["wind_pass"])
    table.pick("free(family_atomics)", SPLINTERED, "action(move_worms)", "pick_area(wind_pass)")
    assert table.offers("pick_area(splintered_rock)")


@rule("R-26.8", "R-26.9", "R-26.10")
def test_each_token_exposes_its_plateaus_to_storms() -> None:
    legions = {name: harkonnen(regular=3) for name in ("arrakeen", "hagga_basin", "imperial_basin")}
    exposed = {SPLINTERED: ["hagga_basin"], HOLE: ["imperial_basin"], RIMWALL: ["arrakeen", "imperial_basin"]}
    for slot, names in exposed.items():
        table = at_step_eight(legions=legions, hands={"atreides": ["grandmother_of_a_storm"]})
        table.pick("free(family_atomics)", slot, "die(mentat)", "card(grandmother_of_a_storm)")
        for name in names:
            table.roll("1hit_1shield").pick("pick(regular)")
            assert table.units("harkonnen", name) == 2
        assert table.seat() == "harkonnen"


@rule("R-26.5")
def test_the_atreides_move_a_harkonnen_legion_whole() -> None:
    legions = {
        "hole_in_the_rock": harkonnen(regular=2, generic=1, leaders=["beast_rabban"]),
        "central_north_east_1": atreides(regular=1),
    }
    table = at_step_eight(legions=legions)
    table.pick("free(family_atomics)", HOLE)
    assert table.seat() == "atreides"
    around = ["central_north_east_2", "central_north_east_3", "central_north_east_4", "imperial_basin"]
    assert table.areas() == around
    table.pick("pick_area(central_north_east_3)")
    whole = {"regular": 2, "generic": 1, "leaders": ["beast_rabban"]}
    assert table.legion("harkonnen", "central_north_east_3") == whole
    assert table.ask() == "turn.ChooseDie"


@rule("Q-L10")
def test_a_displaced_harkonnen_legion_reveals_a_wormsign() -> None:
    table = at_step_eight(legions={"hole_in_the_rock": harkonnen(regular=2)}, wormsigns=["central_north_east_3"])
    table.pick("free(family_atomics)", HOLE, "pick_area(central_north_east_3)")
    assert table.seat() == "chance"
    table.pick("wormsign(sand)")
    assert not table.has("wormsign", "central_north_east_3")


@rule("Q-L11")
def test_a_displaced_legion_that_overfills_an_area_is_trimmed() -> None:
    legions = {"hole_in_the_rock": harkonnen(regular=4), "imperial_basin": harkonnen(regular=4)}
    table = at_step_eight(legions=legions)
    table.pick("free(family_atomics)", HOLE, "pick_area(imperial_basin)")
    assert table.seat() == "harkonnen" and table.ask() == "trim.TrimUnit"
    table.pick("pick(regular)", "pick(regular)")
    assert table.units("harkonnen", "imperial_basin") == 6


@rule("Q-L12")
def test_the_harkonnen_move_an_atreides_legion() -> None:
    legions = {"splintered_rock": atreides(regular=2, tokens=["atreides_starting_1"], leaders=["stilgar"])}
    table = at_step_eight(legions=legions)
    table.pick("free(family_atomics)", SPLINTERED)
    assert table.seat() == "harkonnen"
    assert table.areas() == ["central_north_east_2", "central_north_west_2", "wind_pass"]
    table.pick("pick_area(wind_pass)")
    assert table.legion("atreides", "wind_pass") == {"regular": 2, "tokens": 1, "leaders": ["stilgar"]}


VOICE = {"hands": {"atreides": ["voice_from_the_outer_world"]}, "legions": {"splintered_rock": atreides(regular=2)}}


@rule("Q-L12", "R-26.5")
def test_a_card_finds_its_legion_where_the_atomics_have_driven_it() -> None:
    table = at_step_eight(**VOICE)
    table.pick("die(mentat)", "card(voice_from_the_outer_world)", "pick_area(splintered_rock)")
    assert table.ask() == "voice_from_the_outer_world.MoveOrAttack"
    table.pick("free(family_atomics)", SPLINTERED)
    assert table.seat() == "harkonnen"
    table.pick("pick_area(wind_pass)")
    assert table.seat() == "atreides" and table.ask() == "voice_from_the_outer_world.MoveOrAttack"
    table.pick("action(move)")
    assert table.ask() == "move_legions.PickDestination" and "splintered_rock" in table.areas()
    table.pick("pick_area(central_north_west_2)", "all")
    assert table.legion("atreides", "central_north_west_2")["regular"] == 2
    assert table.legion("atreides", "central_north_west_2")["special_elite"] == 1


def test_a_card_whose_legion_the_atomics_destroy_is_over() -> None:
    around = ("central_north_east_2", "central_north_west_2", "wind_pass")
    enemies = {name: harkonnen(regular=1) for name in around}
    legions = {**enemies, "splintered_rock": atreides(regular=1), "gara_kulon": atreides(regular=1)}
    table = at_step_eight(**{**VOICE, "legions": legions})
    table.pick("die(mentat)", "card(voice_from_the_outer_world)", "pick_area(splintered_rock)")
    table.pick("free(family_atomics)", SPLINTERED)
    assert table.units("atreides", "splintered_rock") == 0
    assert table.seat() == "harkonnen" and table.ask() == "turn.ChooseDie"


def test_a_displaced_atreides_legion_takes_a_station() -> None:
    table = at_step_eight(legions={"splintered_rock": atreides(regular=2)})
    table.pick("free(family_atomics)", SPLINTERED, "pick_area(central_north_east_2)", "station(jihad)")
    assert table.marker("jihad") == 9


@rule("Q-P42")
def test_in_solo_the_atreides_move_either_legion() -> None:
    for side in ("atreides", "harkonnen"):
        table = Table.scenario(
            {
                "mode": "solo",
                "legions": {"rimwall_west": {"side": side, "regular": 2}},
                "prescience": {"jihad": 8},
                "dice": {"atreides": ["strategy"]},
                "row": [],
            }
        )
        table.pick("free(family_atomics)", RIMWALL)
        assert table.seat() == "atreides"
        assert ("north_east_4" in table.areas()) is (side == "harkonnen")  # Mahdi knows no impassable borders
        table.pick("pick_area(central_north_east_5)")
        assert table.units(side, "central_north_east_5") == 2


@rule("R-26.6", "Q-L16")
def test_a_legion_with_no_way_out_is_destroyed() -> None:
    legions: dict[str, object] = {
        area: harkonnen(regular=1)
        for area in ("central_north_east_2", "hagga_basin", "wind_pass", "central_north_west_2")
    }
    legions["splintered_rock"] = atreides(
        regular=1, elite=1, generic=2, tokens=["atreides_starting_1"], leaders=["stilgar"]
    )
    table = at_step_eight(legions=legions)
    table.pick("free(family_atomics)", SPLINTERED)
    assert table.legion("atreides", "splintered_rock") == {}
    assert table.leader("stilgar") == "tank_1"
    assert table.supply("atreides", "regular") == 16 and table.supply("atreides", "elite") == 8
    assert table.supply("atreides", "generic") == 12
    assert table.game.token_at[0] == -3  # gone, and nobody saw it
    assert table.ask() == "turn.ChooseDie"


def test_a_harkonnen_legion_with_no_way_out_is_destroyed() -> None:
    worms = ["central_north_east_3"]
    legions: dict[str, object] = {
        area: atreides(regular=1) for area in ("central_north_east_1", "central_north_east_2", "central_north_east_4")
    }
    legions["hole_in_the_rock"] = harkonnen(regular=2, generic=1, leaders=["beast_rabban", "baron_harkonnen"])
    table = at_step_eight(legions=legions, worms=worms)
    table.pick("free(family_atomics)", HOLE)
    assert table.areas() == ["imperial_basin"]
    legions["imperial_basin"] = atreides(regular=1)
    table = at_step_eight(legions=legions, worms=worms, settlements=["arrakeen"])
    table.pick("free(family_atomics)", HOLE)
    assert table.seat() == "harkonnen"  # the order in which two Leaders go to the Tank is their owner's
    table.pick("pick_leader(baron_harkonnen)").skip_forced()
    assert table.leader("baron_harkonnen") == "tank_2" and table.leader("beast_rabban") == "tank_1"
    assert table.supply("harkonnen", "generic") == 6


@rule("Q-F10")
def test_no_detonation_inside_a_battle() -> None:
    legions = {"gara_kulon": atreides(regular=2), "north_east_12": harkonnen(regular=2)}
    table = at_step_eight(legions=legions)
    table.pick("die(strategy)")
    assert table.offers("free(family_atomics)")
    table.pick("action(attack)", "pick_area(gara_kulon)", "pick_area(north_east_12)").roll("2shield", "2shield")
    assert table.ask() == "battle.Continue"
    assert table.refuses("free(family_atomics)")
    table.pick("no")
    assert table.seat() == "harkonnen"


def test_a_detonation_may_interrupt_a_move() -> None:
    legions = {"gara_kulon": atreides(regular=2), "splintered_rock": atreides(regular=1)}
    table = at_step_eight(legions=legions)
    table.pick("die(strategy)", "action(move)", "free(family_atomics)", SPLINTERED, "pick_area(wind_pass)")
    assert table.ask() == "move_legions.PickMover"
    assert table.areas() == ["gara_kulon", "wind_pass"]


def test_a_legion_displaced_between_two_moves_does_not_move_twice() -> None:
    legions = {"central_north_west_2": atreides(regular=1), "gara_kulon": atreides(regular=1)}
    table = at_step_eight(legions=legions)
    table.pick("die(strategy)", "action(move)", "pick_area(central_north_west_2)", "pick_area(splintered_rock)")
    table.pick("free(family_atomics)", SPLINTERED, "pick_area(wind_pass)")
    assert table.areas() == ["gara_kulon"]


@rule("Q-L13")
def test_harvesters_may_stand_in_the_new_desert() -> None:
    table = at_step_eight(atomics="splintered_rock", turn="harkonnen", dice={"atreides": [], "harkonnen": ["house"]})
    table.pick("die(house)", "action(vehicles)", "vehicle(harvester)")
    assert table.offers("pick_area(splintered_rock)") and table.refuses("pick_area(hole_in_the_rock)")
