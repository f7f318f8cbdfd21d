"""Chapters 27 to 32: Wormsigns, Sandworms, Stations, Leaders entering, Harvesters, Bene Gesserit tokens."""

from __future__ import annotations

from dune_env.arrakis.board import AREA_IDS, AREA_INDEX, BORDERS
from dune_env.arrakis.names import ATREIDES, HARKONNEN
from dune_env.arrakis.ruleset import GameConfig, Ruleset
from dune_env.arrakis.victory import advance_marker, gain_bene_gesserit, gain_supremacy
from dune_env.arrakis.worm_actions import worm_moves, worm_targets
from tests.rules import rule
from tests.table import Table

H2 = {"side": "harkonnen", "regular": 2}
CARRY = "air_north_east__central_north_east"


def harkonnen(die: str = "strategy", **fields: object) -> Table:
    dice = {"harkonnen": [die, "mentat"], "atreides": ["mentat"]}
    position: dict[str, object] = {"turn": "harkonnen", "dice": dice, "row": [], "sietches": {}}
    return Table.scenario({**position, **fields})


def atreides(die: str = "strategy", **fields: object) -> Table:
    position: dict[str, object] = {"dice": {"atreides": [die], "harkonnen": ["mentat"]}, "row": [], "sietches": {}}
    return Table.scenario({**position, **fields})


def worms(**fields: object) -> Table:
    """Desert Power of Atreides without dice."""
    return Table.scenario(
        {"dice": {"atreides": [], "harkonnen": ["mentat"]}, "row": [], "sietches": {}, "legions": {}, **fields}
    )


def move(table: Table, area: str, to: str) -> Table:
    table.pick("die(strategy)", "action(move)", f"pick_area({area})", f"pick_area({to})")
    return table.pick("all") if table.ask() == "move_legions.PickFigures" else table


# --- chapter 27


@rule("R-27.1", "R-27.3")
def test_who_reveals_a_wormsign() -> None:
    table = move(harkonnen(legions={"north_east_8": H2}, wormsigns=["north_east_9"]), "north_east_8", "north_east_9")
    assert table.ask() == "enter_wormsign.RevealSign" and table.offers("wormsign(sand)", "wormsign(sandworm)")
    table.pick("wormsign(sand)")
    assert not table.has("wormsign", "north_east_9") and table.units("harkonnen", "north_east_9") == 2
    calm = atreides(legions={"north_east_8": {"side": "atreides", "regular": 2}}, wormsigns=["north_east_9"])
    move(calm, "north_east_8", "north_east_9")
    assert calm.has("wormsign", "north_east_9") and calm.units("atreides", "north_east_9") == 2


@rule("R-27.2")
def test_a_wormsign_laid_reveals_nothing() -> None:
    table = worms(legions={"north_east_8": H2}, harvesters=["north_east_9"])
    table.pick("action(wormsigns)", "pick_area(north_east_8)", "pick_area(north_east_9)")
    assert table.seat() == "harkonnen"
    assert table.units("harkonnen", "north_east_8") == 2 and table.has("harvester", "north_east_9")


@rule("R-27.4", "R-27.5")
def test_a_worm_under_a_legion_that_enters() -> None:
    table = harkonnen(
        legions={"north_east_8": H2}, wormsigns=["north_east_9"], harvesters=["north_east_9"], zones={CARRY: "carryall"}
    )
    move(table, "north_east_8", "north_east_9").pick("wormsign(sandworm)", "option(0)")
    assert table.ask() == "worm_consequence.ForcedRetreat" and table.seat() == "atreides"
    table.pick("pick_area(north_east_10)")
    assert table.units("harkonnen", "north_east_10") == 2 and table.has("worm", "north_east_9")
    assert not table.has("harvester", "north_east_9") and table.zone(CARRY) == "carryall"  # no rescue in this phase
    walls = {area: {"side": "atreides", "regular": 1} for area in ("north_east_10", "north_east_2", "north_east_9")}
    # North East 6, where it came from, holds a Wormsign too: with no way out the Legion is attacked.
    stuck = harkonnen(legions={"north_east_6": H2, **walls}, wormsigns=["sihaya_ridge", "north_east_6"])
    move(stuck, "north_east_6", "sihaya_ridge").pick("wormsign(sandworm)", "option(0)")
    assert stuck.ask() == "worm_strikes.RollCombatDice"


@rule("R-27.6")
def test_a_sign_is_resolved_against_the_whole_legion() -> None:
    table = harkonnen(
        legions={"north_east_8": H2, "north_east_9": {"side": "harkonnen", "elite": 1}}, wormsigns=["north_east_9"]
    )
    move(table, "north_east_8", "north_east_9").pick("wormsign(sandworm)", "option(0)", "pick_area(north_east_13)")
    assert table.legion("harkonnen", "north_east_13") == {"regular": 2, "elite": 1}


# --- chapter 28


@rule("R-28.1")
def test_a_worm_placed_in_action_resolution_has_the_same_effects() -> None:
    card = {"atreides": ["wall_of_sandworms"]}
    table = Table.scenario(
        {
            "dice": {"atreides": ["mentat"], "harkonnen": ["mentat"]},
            "row": [],
            "legions": {},
            "hands": card,
            "worms": ["north_east_9"],
        }
    ).pick("die(mentat)", "card(wall_of_sandworms)")
    table.pick("pick_area(north_east_8)", "option(0)")
    assert table.has("worm", "north_east_8")
    # A Legion that meets it by entering retreats as in the Desert Hazards. A lone Harvester is lost.
    table = harkonnen(legions={"north_east_8": H2}, wormsigns=["north_east_9"], harvesters=["north_east_9"])
    move(table, "north_east_8", "north_east_9").pick("wormsign(sandworm)", "option(0)", "pick_area(north_east_10)")
    assert not table.has("harvester", "north_east_9")


@rule("R-28.2", "R-28.3", "R-28.4")
def test_how_worms_move() -> None:
    table = worms(
        worms=["north_east_9"],
        legions={"north_east_8": H2, "north_east_12": {"side": "atreides", "regular": 1}},
        harvesters=["north_east_6"],
        wormsigns=["north_east_13"],
    )
    reach = {AREA_IDS[to] for to in worm_moves(table.game, AREA_INDEX["north_east_9"])}
    assert "north_east_10" in reach  # empty, next to it
    assert {"north_east_5", "north_east_11"} <= reach  # through the Legion in North East 8
    assert "north_east_14" in reach  # through the Wormsign
    assert not reach & {"north_east_8", "north_east_12", "north_east_6", "north_east_13"}  # held by something
    assert "north_east_7" in reach and "shield_wall_east" not in reach  # Desert only
    assert "north_east_4" not in reach  # three Areas away
    station = {AREA_IDS[to] for to in worm_moves(worms(worms=["north_east_5"]).game, AREA_INDEX["north_east_5"])}
    assert "north_east_4" in station  # a Station does not matter


@rule("R-28.5", "R-28.6", "R-28.8")
def test_what_worms_reach() -> None:
    table = worms(
        worms=["gara_kulon"],
        legions=dict.fromkeys(("north_east_8", "shield_wall_east", "central_north_east_8", "pasty_mesa"), H2),
    )
    reach = {AREA_IDS[to] for to in worm_targets(table.game, AREA_INDEX["gara_kulon"])}
    assert "north_east_8" in reach  # two Areas, over Desert
    assert "pasty_mesa" in reach  # over North East 15
    assert "central_north_east_8" not in reach  # the first Area would be a Mountain or Plateau
    assert "shield_wall_east" not in reach  # a Mountain
    table.pick("action(worm_attack)", "pick_area(gara_kulon)", "pick_area(north_east_8)").roll("4shield")
    assert not table.has("worm", "gara_kulon")  # removed to attack


@rule("R-28.7", "R-28.9", "R-28.10")
def test_legal_targets_and_lone_harvesters() -> None:
    legions = {"central_north_east_9": H2, "harg_pass": H2}
    table = worms(worms=["gara_kulon"], legions=legions, harvesters=["north_east_8"], zones={CARRY: "carryall"})
    assert {AREA_IDS[to] for to in worm_targets(table.game, AREA_INDEX["gara_kulon"])} == {
        "central_north_east_9",
        "north_east_8",
    }
    table.pick("action(worm_attack)", "pick_area(gara_kulon)", "pick_area(north_east_8)")
    assert table.seat() == "harkonnen" and table.ask() == "turn.ChooseDie"  # no roll, and no rescue
    assert not table.has("harvester", "north_east_8") and not table.has("worm", "gara_kulon")
    assert table.zone(CARRY) == "carryall"


@rule("R-28.11", "R-28.12", "R-28.13")
def test_worm_rolls() -> None:
    for area, at, roll, hits in (
        ("north_east_10", "north_east_9", "1hit_2special_1shield", 5),
        ("north_east_8", "north_east_9", "1hit_2special_1shield", 3),
        ("central_north_east_9", "gara_kulon", "1hit_3special", 1),
    ):
        table = worms(worms=[at], legions={area: {"side": "harkonnen", "regular": 6}})
        table.pick("action(worm_attack)", f"pick_area({at})", f"pick_area({area})").roll(roll)
        for _ in range(hits):
            assert table.ask() == "casualties.AbsorbHit" and table.seat() == "harkonnen"
            table.pick("pick(regular)")
        assert table.units("harkonnen", area) == 6 - hits and table.ask() == "turn.ChooseDie"
    maker = worms(wild_maker="north_east_9", legions={"north_east_8": {"side": "harkonnen", "regular": 6}})
    maker.pick("action(worm_attack)", "pick_area(north_east_9)", "pick_area(north_east_8)").roll("6shield")


@rule("R-28.14")
def test_a_harvester_goes_with_its_legion() -> None:
    for roll, left in (("4hit", False), ("1hit_3shield", True)):
        table = worms(worms=["north_east_9"], legions={"north_east_8": H2}, harvesters=["north_east_8"])
        table.pick("action(worm_attack)", "pick_area(north_east_9)", "pick_area(north_east_8)").roll(roll)
        if left:
            table.pick("pick(regular)")
        assert table.has("harvester", "north_east_8") == left


@rule("R-28.15")
def test_worms_destroy_no_settlement() -> None:
    table = worms(worms=["splintered_rock"], atomics="splintered_rock", legions={"hagga_basin": H2})
    assert AREA_INDEX["hagga_basin"] in worm_targets(table.game, AREA_INDEX["splintered_rock"])
    table.pick("action(worm_attack)", "pick_area(splintered_rock)", "pick_area(hagga_basin)").roll("4hit")
    assert table.units("harkonnen", "hagga_basin") == 0 and table.has("settlement", "hagga_basin")
    assert table.game.prescience == [0, 0, 0]


@rule("R-28.16", "R-28.17")
def test_worms_bar_legions_but_are_ridden_and_flown_over() -> None:
    table = harkonnen(legions={"north_east_8": H2}, worms=["north_east_9"])
    table.pick("die(strategy)", "action(move)", "pick_area(north_east_8)")
    assert table.refuses("pick_area(north_east_9)", "pick_area(north_east_10)")
    fly = harkonnen(legions={"north_east_8": H2}, worms=["north_east_9"], zones={CARRY: "ornithopter"})
    fly.pick("die(strategy)", "action(move)", "pick_area(north_east_8)")
    assert fly.refuses("pick_area(north_east_9)") and fly.offers("pick_area(north_east_10)")
    ride = atreides(legions={"north_east_8": {"side": "atreides", "regular": 1}}, worms=["north_east_9"])
    ride.pick("die(strategy)", "action(move)", "pick_area(north_east_8)")
    assert ride.refuses("pick_area(north_east_9)") and ride.offers("pick_area(north_east_10)")


@rule("R-28.18")
def test_impassable_borders_are_none_for_worms() -> None:
    assert AREA_INDEX["north_east_4"] in BORDERS[AREA_INDEX["rimwall_west"]]
    table = worms(worms=["north_east_5"], atomics="rimwall_west")
    assert AREA_INDEX["rimwall_west"] in worm_moves(table.game, AREA_INDEX["north_east_5"])
    barred = GameConfig(ruleset=Ruleset(worms_cross_impassable=False))
    position: dict[str, object] = {"worms": ["north_east_5"], "atomics": "rimwall_west", "legions": {}}
    game = Table.scenario(position, config=barred).game
    assert AREA_INDEX["rimwall_west"] not in worm_moves(game, AREA_INDEX["north_east_5"])


# --- chapter 29


@rule("R-29.1", "R-29.2", "R-29.3")
def test_taking_a_station() -> None:
    table = move(atreides(legions={"north_east_5": {"side": "atreides", "regular": 1}}), "north_east_5", "north_east_4")
    assert table.options() == ["station(kwisatz_haderach)", "station(sand_dwellers)", "station(jihad)"]
    table.pick("station(sand_dwellers)")
    assert table.game.prescience == [0, 1, 0]  # exactly one symbol
    assert not table.has("station", "north_east_4") and table.game.stations_left == [2, 1, 2]


@rule("R-29.4")
def test_harkonnen_leave_stations_alone() -> None:
    table = move(harkonnen(legions={"north_east_5": H2}), "north_east_5", "north_east_4")
    assert table.has("station", "north_east_4") and table.units("harkonnen", "north_east_4") == 2


# --- chapter 30: entering play


@rule("R-30.1", "R-30.2")
def test_a_leader_enters_off_the_board() -> None:
    table = Table.scenario({})
    advance_marker(table.game, 2, 3)
    assert table.leader("chani") == "off_board" and not table.card_is_spent("chani")
    assert table.leader("gaius_helen_mohiam") == "not_entered"


@rule("R-30.3", "R-30.4", "R-30.5")
def test_replacing_jessica_and_paul() -> None:
    table = Table.scenario(
        {
            "legions": {"windgap": {"side": "atreides", "regular": 1, "leaders": ["lady_jessica"]}},
            "tank": {"atreides": [None, "paul_atreides"]},
            "spent_cards": ["lady_jessica"],
        }
    )
    advance_marker(table.game, 1, 3)
    advance_marker(table.game, 0, 3)
    assert table.leader("reverend_mother_jessica") == "windgap" and table.card_is_spent("reverend_mother_jessica")
    assert table.leader("paul_muaddib") == "tank_2" and not table.card_is_spent("paul_muaddib")
    assert table.leader("lady_jessica") == table.leader("paul_atreides") == "out_of_the_game"
    claim = Table.scenario(
        {
            "phase": "end_of_round",
            "row": ["jessica_trains_paul"],
            "prescience": {"kwisatz_haderach": 3, "sand_dwellers": 3},
            "legions": {
                "windgap": {"side": "atreides", "regular": 1, "leaders": ["paul_muaddib", "reverend_mother_jessica"]}
            },
        }
    )
    assert claim.offers("claim(jessica_trains_paul)")  # either version


@rule("R-30.6", "R-30.10")
def test_hawat_and_feyd_rautha() -> None:
    legions = {"carthag": {"side": "harkonnen", "regular": 1, "leaders": ["beast_rabban"]}}
    table = Table.scenario({"legions": legions})
    gain_supremacy(table.game, 1)
    assert table.leader("thufir_hawat") == "off_board" and table.leader("feyd_rautha") == "not_entered"
    gain_supremacy(table.game, 5)
    assert table.leader("feyd_rautha") == "off_board"
    assert table.leader("beast_rabban") == "out_of_the_game"
    assert table.legion("harkonnen", "carthag") == {"regular": 1}


# --- chapter 31


@rule("R-31.1", "R-31.2")
def test_harvesters_stay_and_do_not_matter() -> None:
    table = harkonnen(legions={"north_east_8": H2}, harvesters=["north_east_8", "north_east_9"])
    move(table, "north_east_8", "north_east_9")
    assert table.has("harvester", "north_east_8") and table.has("harvester", "north_east_9")
    assert table.units("harkonnen", "north_east_9") == 2
    retreat = Table.scenario(
        {"phase": "desert_hazards", "row": [], "legions": {"north_east_8": H2}, "harvesters": ["north_east_8"]}
    )
    retreat.pick("wormsign(sandworm)", "option(0)", "pick_area(north_east_9)")
    assert not retreat.has("harvester", "north_east_9")


@rule("R-31.3", "R-31.4")
def test_atreides_remove_a_lone_harvester() -> None:
    table = atreides(
        legions={"north_east_8": {"side": "atreides", "tokens": ["atreides_starting_1"]}}, harvesters=["north_east_9"]
    )
    move(table, "north_east_8", "north_east_9")
    assert not table.has("harvester", "north_east_9")
    assert table.legion("atreides", "north_east_9") == {"tokens": 1}  # facedown still: no attack
    assert table.game.harvesters_lost == 1


def test_a_retreating_atreides_legion_removes_a_harvester_even_where_it_takes_no_station() -> None:
    rules = GameConfig(ruleset=Ruleset(retreat_takes_station=False))
    table = Table.scenario(
        {
            "turn": "harkonnen",
            "row": [],
            "sietches": {},
            "harvesters": ["north_east_4"],
            "dice": {"harkonnen": ["strategy"], "atreides": []},
            "legions": {"north_east_5": {"side": "atreides", "regular": 2}, "north_east_8": H2},
        },
        config=rules,
    )
    table.pick("die(strategy)", "action(attack)", "pick_area(north_east_8)", "pick_area(north_east_5)")
    table.roll("2shield", "2shield").pick("yes", "yes", "pick_area(north_east_4)")
    assert table.ask() != "take_station.RevealStation"
    assert table.has("station", "north_east_4") and not table.has("harvester", "north_east_4")


# --- chapter 32


def rolled(atreides_roll: str, harkonnen_roll: str, **fields: object) -> Table:
    table = Table.scenario({"phase": "action_dice", "row": [], "legions": {}, **fields})
    return table.roll_action(atreides_roll, harkonnen_roll)


@rule("R-32.1", "R-32.2", "R-32.3")
def test_placing_a_token() -> None:
    tokens = {"atreides": 2, "harkonnen": 1}
    table = rolled("2leadership_1strategy_1deployment", "3strategy_3mentat_2house", bene_gesserit=tokens)
    assert table.seat() == "harkonnen" and table.options() == ["pass", "die(leadership)", "die(deployment)"]
    table.pick("die(leadership)")
    assert table.seat() == "atreides" and table.options() == ["pass", "die(mentat)", "die(house)"]
    table.pick("die(house)")
    assert table.ask() == "turn.ChooseDie"  # one a round, though a second is held
    assert table.game.bene_gesserit == [1, 0]


@rule("R-32.4", "R-32.5", "R-32.6")
def test_using_a_token() -> None:
    position: dict[str, object] = {
        "dice": {"atreides": ["mentat"], "harkonnen": ["mentat", "mentat"]},
        "bene_gesserit": {"atreides": 0, "placed": {"atreides": "strategy"}},
        "row": [],
        "legions": {"windgap": {"side": "atreides", "regular": 1}},
        "tank": {"atreides": ["stilgar"]},
        "hands": {"atreides": ["crysknife"]},
    }
    table = Table.scenario(position)
    assert table.refuses("action(wormsigns)")  # two against two: it counts as a die
    table.pick("bene_gesserit_token")
    assert table.offers("action(move)", "card(crysknife)") and table.refuses("action(draw)")
    table.pick("pass")
    assert table.leader("stilgar") == "tank_2"
    assert sum(table.game.bene_gesserit) + table.game.bene_gesserit_reserve == 4  # used: out of the game
    table.until_phase("start")
    assert sum(table.game.bene_gesserit) + table.game.bene_gesserit_reserve == 4
    kept = Table.scenario({**position, "dice": {"atreides": [], "harkonnen": ["mentat"]}}).pick(
        "bene_gesserit_token", "pass"
    )
    assert kept.game.bene_gesserit_at == [-1, -1]


def test_a_token_not_used_returns() -> None:
    for returns, held in ((True, 1), (False, 0)):
        table = Table.scenario(
            {
                "turn": "harkonnen",
                "dice": {"atreides": [], "harkonnen": ["mentat"]},
                "bene_gesserit": {"atreides": 0, "placed": {"atreides": "strategy"}},
                "row": [],
                "legions": {},
            },
            config=GameConfig(ruleset=Ruleset(unused_bene_gesserit_returns=returns)),
        )
        table.pick("die(mentat)", "pass")
        assert table.game.bene_gesserit[ATREIDES] == held


@rule("R-32.7", "R-32.8")
def test_gaining_tokens() -> None:
    table = Table.scenario({"supremacy": 3})
    gain_supremacy(table.game, 1)
    assert table.game.bene_gesserit == [2, 0]
    gain_supremacy(table.game, 3)
    assert table.game.bene_gesserit == [3, 0] and table.game.bene_gesserit_reserve == 2
    breeding = harkonnen("mentat", hands={"harkonnen": ["breeding_program"]}, legions={})
    breeding.pick("die(mentat)", "card(breeding_program)")
    breeding.until_phase("start")
    assert breeding.game.bene_gesserit[HARKONNEN] == 1
    for _ in range(9):
        gain_bene_gesserit(breeding.game, HARKONNEN)
    assert sum(breeding.game.bene_gesserit) == 5  # five in all (Q-N2)
    scheming = {"harkonnen": ["hawats_scheming", "hawats_scheming"]}
    mohiam = harkonnen("mentat", hands=scheming, supremacy=1, legions={})
    mohiam.pick("free(hawats_scheming)")
    while mohiam.ask() != "turn.ChooseDie":
        mohiam.pick(mohiam.options()[0])
    assert mohiam.leader("gaius_helen_mohiam") == "off_board"
    assert mohiam.game.bene_gesserit[HARKONNEN] == 1
