"""Chapters 24 and 25: the Regeneration Tank, Prescience."""

from __future__ import annotations

from dune_env.arrakis.board import AREA_INDEX
from dune_env.arrakis.names import ATREIDES, HARKONNEN
from dune_env.arrakis.ruleset import GameConfig, Ruleset
from dune_env.arrakis.tank import deployable_leaders, send_to_tank
from dune_env.arrakis.victory import advance_marker
from tests.battles import battle
from tests.rules import rule
from tests.table import Table

PAUL_IN_WINDGAP = {"windgap": {"side": "atreides", "regular": 1, "leaders": ["paul_atreides"]}}


def turn(die: str = "mentat", side: str = "atreides", config: GameConfig | None = None, **fields: object) -> Table:
    dice = {"atreides": [die, "mentat"], "harkonnen": [die, "mentat"]}
    position: dict[str, object] = {"turn": side, "row": [], "legions": {}, "dice": dice}
    return Table.scenario({**position, **fields}, config=config)


# --- chapter 24


@rule("R-24.1", "R-24.7")
def test_slots_and_bumping() -> None:
    table = turn(tank={"atreides": ["paul_atreides", "lady_jessica"]}, prescience={"jihad": 3})
    assert table.game.content.tank_slots == [3, 5]
    ids = table.game.content.leader_ids
    send_to_tank(table.game, ids.index("stilgar"))
    names = ["stilgar", "paul_atreides", "lady_jessica"]
    assert [table.leader(name) for name in names] == ["tank_1", "tank_2", "tank_3"]
    send_to_tank(table.game, ids.index("chani"))
    assert [table.leader(name) for name in ["chani", *names]] == ["tank_1", "tank_2", "tank_3", "resting"]
    gap = turn(tank={"atreides": [None, "paul_atreides"]})
    send_to_tank(gap.game, ids.index("stilgar"))
    assert (gap.leader("stilgar"), gap.leader("paul_atreides")) == ("tank_1", "tank_2")  # a free slot takes no push


@rule("R-24.2", "R-24.3")
def test_casualties_enter_left_and_move_when_their_side_spends_a_die() -> None:
    table = battle(
        {"regular": 3},
        {"regular": 2, "leaders": ["stilgar"]},
        dice={"harkonnen": ["strategy", "mentat"], "atreides": ["mentat", "house"]},
    )
    table.roll("1hit_2shield", "2special").pick("pick_leader(stilgar)", "no")
    assert table.leader("stilgar") == "tank_1"  # the opponent's die moves nobody of his
    table.pick("die(mentat)", "pass")
    assert table.leader("stilgar") == "tank_2"
    token = turn(tank={"atreides": ["stilgar"]}, bene_gesserit={"atreides": 0, "placed": {"atreides": "house"}})
    token.pick("bene_gesserit_token", "pass")
    assert token.leader("stilgar") == "tank_2"  # a token too


@rule("R-24.4", "R-24.8")
def test_leaving_the_tank() -> None:
    table = turn("deployment", tank={"atreides": [None, None, "stilgar"]}, leaders={"lady_jessica": "off_board"})
    table.pick("die(deployment)", "action(deploy)").skip_chance()
    table.pick(table.options()[0])
    assert table.refuses("pick_leader(stilgar)") and table.offers("pick_leader(lady_jessica)")  # not from the Tank
    table.pick("pass")
    assert table.leader("stilgar") == "resting"
    stilgar = table.game.content.leader_ids.index("stilgar")
    assert stilgar not in deployable_leaders(table.game, ATREIDES)
    table.pick("die(mentat)", "pass")  # the Harkonnen turn
    assert table.leader("stilgar") == "off_board" and stilgar in deployable_leaders(table.game, ATREIDES)


@rule("R-24.5", "R-24.6")
def test_a_card_keeps_its_state_in_the_tank() -> None:
    table = turn("deployment", tank={"atreides": ["stilgar"]})
    assert table.pick("die(deployment)").refuses("pick_leader(stilgar)")
    for spent in ([], ["stilgar"]):
        table = turn(legions={"windgap": {"side": "atreides", "regular": 1, "leaders": ["stilgar"]}}, spent_cards=spent)
        send_to_tank(table.game, table.game.content.leader_ids.index("stilgar"))
        assert table.card_is_spent("stilgar") == bool(spent)


def test_the_older_reading_of_the_tank() -> None:
    for advances, place in ((True, "tank_2"), (False, "tank_1")):
        rules = GameConfig(ruleset=Ruleset(tank_advances_arrivals=advances))
        table = turn(config=rules, row=["paul_drinks_the_water_of_life"], legions=PAUL_IN_WINDGAP)
        table.pick("die(mentat)", "claim(paul_drinks_the_water_of_life)")
        assert table.leader("paul_muaddib") == place  # the newcomer takes over when Paul arrived, too


# --- chapter 25


@rule("R-25.1", "R-25.2")
def test_the_markers() -> None:
    table = turn()
    assert [table.marker(m) for m in ("kwisatz_haderach", "sand_dwellers", "jihad")] == [0, 0, 0]
    table = turn(worms=["north_east_9"], harvesters=["north_east_8"], dice={"atreides": [], "harkonnen": ["mentat"]})
    table.pick("action(worm_attack)", "pick_area(north_east_9)", "pick_area(north_east_8)")
    assert table.game.prescience == [0, 0, 0]  # lost Harvesters move nothing by themselves
    table = turn("strategy", legions={"north_east_5": {"side": "atreides", "regular": 1}})
    table.pick("die(strategy)", "action(move)", "pick_area(north_east_5)", "pick_area(north_east_4)").skip_forced()
    table.pick("station(sand_dwellers)")
    assert table.game.prescience == [0, 1, 0]


@rule("R-25.3", "R-25.9")
def test_two_claims_a_round() -> None:
    hands = {"atreides": ["crysknife", "hieregs", "thumpers", "dust_chasms"]}
    row = ["assumed_plans_laid_bare", "assumed_jessica_in_a_sietch", "stunted_worms"]
    legions = {"windgap": {"side": "atreides", "regular": 1, "leaders": ["lady_jessica"]}}
    table = turn(row=row, hands=hands, legions=legions, claims_made=1)
    table.pick("claim(assumed_plans_laid_bare)", "card(crysknife)", "card(hieregs)", "die(mentat)")
    assert table.refuses("claim(assumed_jessica_in_a_sietch)")
    table = turn(row=row, hands=hands, legions=legions, claims_made=0).pick("die(mentat)")
    assert table.offers("claim(assumed_jessica_in_a_sietch)", "pass")  # never compulsory
    together = {"windgap": {"side": "atreides", "regular": 1, "leaders": ["paul_atreides", "lady_jessica"]}}
    end: dict[str, object] = {"phase": "end_of_round", "row": ["jessica_trains_paul"], "legions": together}
    assert Table.scenario({**end, "claims_made": 1}).offers("claim(jessica_trains_paul)")
    assert Table.scenario({**end, "claims_made": 2}).refuses("claim(jessica_trains_paul)")  # both phases together


@rule("R-25.4", "R-25.5")
def test_when_cards_are_claimed() -> None:
    legions = {
        "windgap": {"side": "atreides", "regular": 1, "leaders": ["paul_atreides", "lady_jessica"]},
        "carthag": {"side": "harkonnen", "regular": 1},
    }
    table = turn(row=["jessica_trains_paul"], legions=legions)
    assert table.refuses("claim(jessica_trains_paul)")
    assert table.pick("die(mentat)").refuses("claim(jessica_trains_paul)")
    table = Table.scenario(
        {
            "phase": "end_of_round",
            "row": ["jessica_trains_paul", "assumed_harvesters_lost"],
            "harvesters_lost": 2,
            "legions": legions,
        }
    )
    assert table.offers("claim(jessica_trains_paul)") and table.refuses("claim(assumed_harvesters_lost)")
    # On the Harkonnen turn: conditions only, in a window.
    table = turn(side="harkonnen", row=["assumed_harvesters_lost"], harvesters_lost=2, legions=legions)
    assert table.seat() == "harkonnen"
    table.pick("die(mentat)", "pass")
    assert table.ask() == "claim_window.AskClaims" and table.seat() == "atreides"
    table.pick("claim(assumed_harvesters_lost)")
    assert table.marker("jihad") == 1


@rule("R-25.6", "R-25.10")
def test_paul_drinks_the_water_of_life() -> None:
    table = turn(row=["paul_drinks_the_water_of_life"], legions=PAUL_IN_WINDGAP)
    assert table.refuses("claim(paul_drinks_the_water_of_life)")  # it takes a die
    table.pick("die(mentat)", "claim(paul_drinks_the_water_of_life)")
    assert table.seat() == "harkonnen" and table.dice("atreides") == {"mentat": 1}
    assert table.marker("kwisatz_haderach") == 3
    assert table.leader("paul_muaddib").startswith("tank")  # Paul went there and is Paul-Muad'Dib by now
    enemy = {**PAUL_IN_WINDGAP, "false_wall_west": {"side": "harkonnen", "regular": 1}}
    table = turn(row=["paul_drinks_the_water_of_life"], legions=enemy).pick("die(mentat)")
    assert table.refuses("claim(paul_drinks_the_water_of_life)")  # a Harkonnen Legion in his Sector


@rule("R-25.7", "R-25.8")
def test_deeds_are_done_and_all_conditions_hold() -> None:
    few = turn(row=["assumed_plans_laid_bare"], hands={"atreides": ["crysknife"]})
    assert few.refuses("claim(assumed_plans_laid_bare)")
    table = turn(row=["families_flee_to_the_palmaries"], legions={"windgap": {"side": "atreides", "regular": 3}})
    table.pick("claim(families_flee_to_the_palmaries)", "pick_area(windgap)", "pick(regular)", "pick(regular)")
    assert table.units("atreides", "windgap") == 1 and table.game.figures_gone == [2, 0, 0]
    assert table.supply("atreides", "regular") == 16 - 3  # two are out of the game for good
    end: dict[str, object] = {"phase": "end_of_round", "row": ["the_water_discipline"]}
    deep = {"north_east_10": {"side": "atreides", "regular": 1, "leaders": ["paul_atreides"]}}
    one = Table.scenario({**end, "legions": deep})
    assert one.ask() != "end_of_round.EndClaims"
    deep["north_east_13"] = {"side": "atreides", "regular": 1, "leaders": ["lady_jessica"]}
    assert Table.scenario({**end, "legions": deep}).offers("claim(the_water_discipline)")


@rule("R-25.11", "R-25.16")
def test_a_claimed_card_moves_its_markers_openly() -> None:
    areas = ("north_east_8", "north_east_9", "north_east_11", "north_east_12")
    legions = {area: {"side": "atreides", "regular": 1} for area in areas}
    table = Table.scenario({"phase": "end_of_round", "row": ["the_desert_war"], "legions": legions})
    table.pick("claim(the_desert_war)")
    assert table.game.prescience == [0, 1, 2]
    card = table.game.content.prescience_ids.index("the_desert_war")
    assert table.game.view(HARKONNEN).prescience_at[card] == 3


@rule("R-25.12", "R-25.13", "R-25.14")
def test_desert_leaders_enter_at_step_three() -> None:
    for marker, name in ((2, "chani"), (0, "paul_muaddib"), (1, "reverend_mother_jessica")):
        table = turn()
        advance_marker(table.game, marker, 2)
        assert table.leader(name) == "not_entered"
        advance_marker(table.game, marker, 2)  # reaching includes passing
        assert table.leader(name) == "off_board"


@rule("R-25.15")
def test_alia_enters_with_the_first_marker_at_step_six() -> None:
    for marker in range(3):
        table = turn()
        advance_marker(table.game, marker, 5)
        assert table.leader("alia") == "not_entered"
        advance_marker(table.game, marker, 1)
        assert table.leader("alia") == "off_board"
        table.game.leader_at[table.game.content.leader_ids.index("alia")] = AREA_INDEX["windgap"]
        advance_marker(table.game, (marker + 1) % 3, 6)
        assert table.leader("alia") == "windgap"  # the second marker changes nothing


# --- what has just happened (Q-L1)


def test_a_victory_can_be_claimed_before_the_next_decision_only() -> None:
    table = battle({"regular": 2}, {"regular": 1}, side="atreides", row=["assumed_victory_in_battle"]).roll(
        "2hit", "1shield"
    )
    assert table.ask() == "battle.AdvanceOrStay" and table.offers("claim(assumed_victory_in_battle)")
    lapsed = Table(table.game.copy()).pick("no")
    assert lapsed.seat() == "harkonnen"
    lapsed.pick("die(mentat)", "pass")
    assert lapsed.ask() != "claim_window.AskClaims"
    table.pick("claim(assumed_victory_in_battle)")
    assert table.marker("jihad") == 2 and table.ask() == "battle.AdvanceOrStay"


def test_a_leader_who_falls_to_the_hit_for_going_on_can_be_claimed() -> None:
    attacker = {"regular": 3, "leaders": ["baron_harkonnen"]}
    table = battle(attacker, {"regular": 2}, sietches={"gara_kulon": {"rank": 1}}, row=["assumed_enemy_leader_falls"])
    table.roll("3shield", "3shield").pick("yes", "pick_leader(baron_harkonnen)")
    assert table.ask() == "battle.DefenderRetreat" and table.seat() == "atreides"
    table.pick("no")  # a question on the Harkonnen turn is no window: the claim does not lapse
    table.roll("3shield", "3shield")
    assert table.ask() == "claim_window.AskClaims" and table.offers("claim(assumed_enemy_leader_falls)")


def test_what_has_just_happened_again_is_asked_again() -> None:
    attacker = {"regular": 3, "leaders": ["baron_harkonnen", "beast_rabban"]}
    table = battle(attacker, {"regular": 5}, row=["assumed_enemy_leader_falls"])
    for name in ("baron_harkonnen", "beast_rabban"):
        table.roll("1hit_2shield", "3hit_2shield").pick(f"pick_leader({name})")
        assert table.ask() == "claim_window.AskClaims"
        table.pick("pass", "yes", "no")


def test_a_legion_that_a_worm_devours_on_ones_own_turn_can_be_claimed() -> None:
    table = turn(
        dice={"atreides": [], "harkonnen": ["mentat"]},
        row=["assumed_maker_devours_a_legion"],
        worms=["north_east_9"],
        legions={"north_east_8": {"side": "harkonnen", "regular": 1}},
    )
    table.pick("action(worm_attack)", "pick_area(north_east_9)", "pick_area(north_east_8)").roll("4hit")
    assert table.ask() == "claim_window.AskClaims" and table.seat() == "atreides"
    table.pick("claim(assumed_maker_devours_a_legion)")
    assert table.marker("jihad") == 1


def test_a_leader_who_moved_and_is_replaced_does_not_move_again() -> None:
    legions = {
        "north_east_5": {"side": "atreides", "regular": 1, "leaders": ["paul_atreides"]},
        "north_east_4": {"side": "atreides", "regular": 2},
    }
    table = turn("strategy", prescience={"kwisatz_haderach": 2}, legions=legions)
    table.pick("die(strategy)", "action(move)", "pick_area(north_east_5)", "pick_area(north_east_4)", "all")
    table.pick("station(kwisatz_haderach)")
    assert table.leader("paul_muaddib") == "north_east_4"
    table.pick("pick_area(north_east_4)", "pick_area(north_east_1)", "all")
    assert table.leader("paul_muaddib") == "north_east_4" and table.units("atreides", "north_east_1") == 2


def test_a_card_passed_over_is_not_asked_for_again() -> None:
    table = turn(side="harkonnen", row=["assumed_harvesters_lost"], harvesters_lost=2)
    table.pick("die(mentat)", "pass")
    assert table.ask() == "claim_window.AskClaims"
    table.pick("pass")
    assert table.ask() == "turn.ChooseDie" and table.offers("claim(assumed_harvesters_lost)")  # the own turn long
    table.pick("die(mentat)", "pass", "die(mentat)", "pass")
    assert table.noted("claim_assumed_harvesters_lost") == 0 and table.ask() != "claim_window.AskClaims"


def test_a_legion_devoured_in_mid_action_can_be_claimed_at_once() -> None:
    walls = {area: {"side": "atreides", "regular": 1} for area in ("north_east_10", "north_east_2", "north_east_9")}
    legions = {
        "north_east_6": {"side": "harkonnen", "regular": 1},
        "carthag": {"side": "harkonnen", "regular": 1},
        **walls,
    }
    table = Table.scenario(
        {
            "turn": "harkonnen",
            "row": ["assumed_maker_devours_a_legion"],
            "sietches": {},
            "legions": legions,
            "wormsigns": ["sihaya_ridge", "north_east_6"],
            "dice": {"harkonnen": ["strategy", "mentat"], "atreides": ["mentat"]},
        }
    )
    table.pick("die(strategy)", "action(move)", "pick_area(north_east_6)", "pick_area(sihaya_ridge)").skip_forced()
    table.pick("wormsign(sandworm)", "option(0)").roll("4hit")
    assert table.ask() == "claim_window.AskClaims" and table.seat() == "atreides"  # before the second Legion moves
    table.pick("claim(assumed_maker_devours_a_legion)")
    assert table.ask() == "move_legions.PickMover" and table.marker("jihad") == 1
