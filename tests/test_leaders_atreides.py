"""The special Actions of the Atreides Leaders, the Wild Maker's card and its exchange, in table talk."""

from __future__ import annotations

from dune_env.arrakis.board import AREA_INDEX
from dune_env.arrakis.pieces import wild_maker_area, worms_on_board
from tests.rules import rule
from tests.table import Table


def atreides(**figures: object) -> dict[str, object]:
    return {"side": "atreides", **figures}


def harkonnen(**figures: object) -> dict[str, object]:
    return {"side": "harkonnen", **figures}


def at_the_table(die: str, **position: object) -> Table:
    """The Atreides have just spent *die*."""
    spot: dict[str, object] = {
        "legions": {},
        "dice": {"atreides": [die], "harkonnen": ["strategy", "strategy"]},
        "bene_gesserit": {"atreides": 0},
        "row": [],
    }
    return Table.scenario({**spot, **position}).pick(f"die({die})")


def turn_is_over(table: Table) -> bool:
    return table.seat() == "harkonnen" and table.ask() == "turn.ChooseDie"


# --- Paul Atreides


def paul_at_gara(**others: object) -> dict[str, object]:
    return {"gara_kulon": atreides(regular=3, leaders=["paul_atreides"]), **others}


def test_paul_moves_twice() -> None:
    table = at_the_table("leadership", legions=paul_at_gara(north_east_9=atreides(regular=1)))
    table.pick("pick_leader(paul_atreides)", "pick_area(north_east_12)", "pick(regular)", "pick(regular)")
    assert table.refuses("done")  # he takes part
    table.pick("pick_leader(paul_atreides)").skip_forced()
    assert table.legion("atreides", "north_east_12") == {"regular": 2, "leaders": ["paul_atreides"]}
    assert table.options()[:2] == ["action(move)", "pass"]
    table.pick("action(move)", "pick_area(north_east_9)", "all")
    assert table.legion("atreides", "north_east_9") == {"regular": 3, "leaders": ["paul_atreides"]}
    assert table.units("atreides", "gara_kulon") == 1
    assert table.card_is_spent("paul_atreides")
    assert turn_is_over(table)


def test_paul_moves_then_makes_a_surprise_attack() -> None:
    table = at_the_table("leadership", legions=paul_at_gara(north_east_8=harkonnen(regular=2)))
    table.pick("pick_leader(paul_atreides)", "pick_area(north_east_12)", "all")
    assert table.offers("action(move)", "action(surprise_attack)", "pass")
    table.pick("action(surprise_attack)", "pick_area(north_east_8)").roll("3shield", "2shield")
    assert table.ask() == "battle.Continue"  # 1 Hit from the added Special, against 2 Shields
    assert table.units("harkonnen", "north_east_8") == 2


def test_paul_may_attack_from_where_he_stands() -> None:
    table = at_the_table("leadership", legions=paul_at_gara(north_east_12=harkonnen(regular=2)))
    table.pick("pick_leader(paul_atreides)", "pass", "action(surprise_attack)", "pick_area(north_east_12)")
    table.roll("3shield", "2special").pick("pick(regular)")
    assert table.units("harkonnen", "north_east_12") == 1  # the added Special lets Paul score


@rule("R-11.3", "Q-E10")
def test_paul_needs_his_figure_on_the_board_and_out_of_the_tank() -> None:
    legions = {"gara_kulon": atreides(regular=3)}
    assert at_the_table("leadership", legions=legions).refuses("pick_leader(paul_atreides)")
    tank = {"atreides": ["paul_atreides"]}
    assert at_the_table("leadership", legions=legions, tank=tank).refuses("pick_leader(paul_atreides)")


@rule("R-11.4", "R-11.5")
def test_a_spent_card_gives_no_special_action_and_the_regular_one_spends_none() -> None:
    spent = at_the_table("leadership", legions=paul_at_gara(), spent_cards=["paul_atreides"])
    assert spent.refuses("pick_leader(paul_atreides)")
    table = at_the_table("leadership", legions=paul_at_gara())
    table.pick("action(lead)", "pick_area(gara_kulon)", "pick_area(north_east_12)", "all")
    assert not table.card_is_spent("paul_atreides")


# --- Jessica


def test_lady_jessica_draws_three_house_cards() -> None:
    table = at_the_table("mentat")
    table.pick("pick_leader(lady_jessica)")
    assert table.offers("deck(house_atreides)") and table.refuses("deck(fremen_ally)")
    table.pick("deck(house_atreides)").draw("war_plan", "the_voice", "truthtrance")
    assert sorted(table.hand("atreides")) == ["the_voice", "truthtrance", "war_plan"]
    assert table.card_is_spent("lady_jessica")
    assert turn_is_over(table)


def test_reverend_mother_jessica_draws_two_and_plays_one() -> None:
    table = at_the_table("mentat", prescience={"sand_dwellers": 3})
    assert table.refuses("pick_leader(lady_jessica)")
    table.pick("pick_leader(reverend_mother_jessica)", "option(0)").draw("hieregs", "war_plan")
    assert table.offers("card(war_plan)", "card(hieregs)", "pass")
    table.pick("card(hieregs)")
    assert table.ask() == "hieregs.PlaceApart"


@rule("R-30.3")
def test_reverend_mother_jessica_takes_over_a_spent_card() -> None:
    table = at_the_table("mentat", prescience={"sand_dwellers": 3}, spent_cards=["reverend_mother_jessica"])
    assert table.refuses("pick_leader(reverend_mother_jessica)", "pick_leader(lady_jessica)")
    assert table.leader("lady_jessica") == "out_of_the_game"


# --- Alia


def alia(die: str, **position: object) -> Table:
    return at_the_table(die, leaders={"alia": "off_board"}, **position)


def test_alia_uses_the_die_as_any_result_and_adds_desert_power() -> None:
    table = alia("house", legions={"gara_kulon": atreides(regular=2)}, hands={"atreides": ["the_voice"]})
    table.pick("pick_leader(alia)")
    assert table.offers("action(move)", "action(deploy)", "action(draw)", "pick_leader(stilgar)", "pass")
    assert table.refuses("pick_leader(alia)", "card(the_voice)")
    table.pick("action(draw)", "deck(fremen_ally)").draw("hieregs", "thumpers")
    assert table.offers("action(wormsigns)", "pass")
    table.pick("action(wormsigns)").areas_picked("north_east_7", "north_east_5")
    assert table.card_is_spent("alia")
    assert turn_is_over(table)


def test_alia_may_lend_the_die_to_another_leader() -> None:
    table = alia("house")
    table.pick("pick_leader(alia)", "pick_leader(lady_jessica)", "deck(house_atreides)")
    table.draw("war_plan", "the_voice", "truthtrance")
    assert table.offers("action(wormsigns)", "pass")
    table.pick("pass")
    assert table.card_is_spent("alia") and table.card_is_spent("lady_jessica")


def test_alia_answers_to_a_house_die_only() -> None:
    assert alia("mentat").refuses("pick_leader(alia)")


@rule("Q-E1")
def test_a_house_die_opens_every_box() -> None:
    table = at_the_table("house", legions=paul_at_gara(), leaders={"alia": "off_board", "chani": "off_board"})
    for leader in ("paul_atreides", "lady_jessica", "stilgar", "alia", "chani"):
        assert table.offers(f"pick_leader({leader})")


# --- Stilgar


def test_stilgar_deploys_two_tokens_and_a_leader() -> None:
    table = at_the_table("deployment", legions={"pasty_mesa": atreides(regular=1)})
    table.pick("pick_leader(stilgar)", "draw_token(atreides_standard_4)", "draw_token(atreides_standard_1)")
    assert len(table.areas()) == 8 and "gara_kulon" in table.areas()
    table.pick("pick_area(gara_kulon)")
    assert table.offers("pick(naib)", "pick_leader(stilgar)", "pick_leader(paul_atreides)", "pass")
    table.pick("pick_leader(stilgar)")
    assert table.legion("atreides", "gara_kulon") == {"tokens": 2, "leaders": ["stilgar"]}
    assert turn_is_over(table)


def test_stilgar_with_one_token_left() -> None:
    gone = [f"atreides_standard_{i}" for i in range(2, 9)]
    table = at_the_table("deployment", tokens_gone=gone)
    table.pick("pick_leader(stilgar)", "draw_token(atreides_standard_1)", "pick_area(gara_kulon)", "pass")
    assert table.legion("atreides", "gara_kulon") == {"tokens": 1}


@rule("Q-E5")
def test_stilgar_without_tokens_deploys_a_leader_beside_units() -> None:
    gone = [f"atreides_standard_{i}" for i in range(1, 9)]
    table = at_the_table("deployment", tokens_gone=gone, legions={"tasmin_sink": atreides(regular=1)})
    table.pick("pick_leader(stilgar)")
    assert table.areas() == ["tasmin_sink"]
    table.pick("pick_area(tasmin_sink)", "pick(naib)")
    assert table.legion("atreides", "tasmin_sink") == {"regular": 1, "generic": 1}


def test_stilgar_overfills_a_sietch() -> None:
    table = at_the_table("deployment", legions={"tasmin_sink": atreides(regular=5)})
    table.pick("pick_leader(stilgar)", "draw_token(atreides_standard_4)", "draw_token(atreides_standard_1)")
    table.pick("pick_area(tasmin_sink)")
    assert table.ask() == "trim.TrimUnit"
    table.pick("pick(regular)", "pass")
    assert table.legion("atreides", "tasmin_sink") == {"regular": 4, "tokens": 2}


def test_stilgar_is_not_offered_without_a_sietch() -> None:
    assert at_the_table("deployment").offers("pick_leader(stilgar)")
    assert at_the_table("deployment", sietches={}).refuses("pick_leader(stilgar)")


# --- Chani


def chani(**position: object) -> Table:
    return at_the_table("strategy", leaders={"chani": "off_board"}, **position).pick("pick_leader(chani)")


def test_chani_moves_three_legions() -> None:
    legions = {
        "gara_kulon": atreides(regular=1),
        "tasmin_sink": atreides(regular=1),
        "habbanya_ridge": atreides(regular=1),
        "windgap": atreides(regular=1),
    }
    table = chani(legions=legions)
    assert table.options()[:2] == ["action(move)", "pass"]
    table.pick("action(move)").areas_picked("gara_kulon", "north_east_11", "tasmin_sink", "south_east_6")
    assert table.areas() == ["habbanya_ridge", "windgap"]
    table.areas_picked("windgap", "south_west_9")
    assert turn_is_over(table)
    assert table.card_is_spent("chani")


def test_chani_replaces_two_elite() -> None:
    legions = {"gara_kulon": atreides(elite=1), "tasmin_sink": atreides(elite=3)}
    table = chani(legions=legions)
    assert table.options()[:3] == ["action(move)", "action(replace)", "pass"]
    table.pick("action(replace)").areas_picked("tasmin_sink", "tasmin_sink")
    assert table.legion("atreides", "tasmin_sink") == {"elite": 1, "special_elite": 2}
    assert turn_is_over(table)


def test_chani_cannot_replace_without_fedaykin_left() -> None:
    legions = {"gara_kulon": atreides(special_elite=6), "tasmin_sink": atreides(elite=3)}
    assert chani(legions=legions).refuses("action(replace)")


def test_chani_is_not_offered_on_an_empty_board() -> None:
    assert at_the_table("strategy", leaders={"chani": "off_board"}).refuses("pick_leader(chani)")


# --- Paul-Muad'Dib


def test_muaddib_moves_and_makes_a_surprise_attack() -> None:
    legions = {
        "gara_kulon": atreides(regular=3, leaders=["paul_muaddib"]),
        "north_east_8": harkonnen(regular=3),
    }
    table = at_the_table("leadership", legions=legions)
    table.pick("pick_leader(paul_muaddib)", "pick_area(north_east_12)", "all")
    assert table.options()[:2] == ["action(surprise_attack)", "pass"]
    table.pick("action(surprise_attack)", "pick_area(north_east_8)").roll("3shield", "3special")
    table.pick("pick(regular)", "pick(regular)")  # one Special is worth 2 Hits to him
    assert table.ask() == "battle.Continue"
    assert not table.card_is_spent("paul_muaddib")  # not before all is done
    table.pick("no")
    assert table.card_is_spent("paul_muaddib")


def test_muaddib_cannot_move_further_instead() -> None:
    table = at_the_table("leadership", legions={"gara_kulon": atreides(regular=3, leaders=["paul_muaddib"])})
    table.pick("pick_leader(paul_muaddib)", "pick_area(north_east_12)", "all")
    assert turn_is_over(table)


@rule("R-30.12")
def test_gurney_has_no_special_action() -> None:
    table = at_the_table("house", legions={"gara_kulon": atreides(regular=3, leaders=["gurney_halleck"])})
    assert table.refuses("pick_leader(gurney_halleck)")


# --- the Wild Maker


def desert_power(**position: object) -> Table:
    """Fewer unused dice than the Harkonnen, so that Desert Power is open."""
    spot: dict[str, object] = {
        "legions": {},
        "dice": {"atreides": ["mentat"], "harkonnen": ["strategy", "strategy"]},
        "bene_gesserit": {"atreides": 0},
        "row": [],
    }
    return Table.scenario({**spot, **position})


@rule("R-30.18")
def test_the_wild_makers_special_replaces_a_desert_power_action() -> None:
    table = desert_power(leaders={"wild_maker": "off_board"})
    assert table.offers("pick_leader(wild_maker)")
    table.pick("pick_leader(wild_maker)", "pick_area(north_east_9)")
    assert table.has("worm", "north_east_9")
    assert table.card_is_spent("wild_maker")
    assert table.seat() == "harkonnen"
    assert table.dice("atreides") == {"mentat": 1}
    spent = desert_power(leaders={"wild_maker": "off_board"}, spent_cards=["wild_maker"])
    assert spent.refuses("pick_leader(wild_maker)")


def test_the_wild_maker_on_the_board_moves_and_attacks() -> None:
    table = desert_power(wild_maker="north_east_9", legions={"north_east_11": harkonnen(regular=6)})
    table.pick("pick_leader(wild_maker)", "pick_area(north_east_6)", "pick_area(north_east_11)")
    assert table.offers("combat_roll(6hit)")
    table.roll("6shield")
    assert not table.has("worm", "north_east_6")
    assert table.card_is_spent("wild_maker")
    assert table.leader("wild_maker") == "off_board"


def test_the_wild_maker_needs_the_dice_condition_unless_granted() -> None:
    dice = {"atreides": ["mentat", "house"], "harkonnen": ["strategy"]}
    table = desert_power(
        leaders={"wild_maker": "off_board"}, dice=dice, hands={"atreides": ["usul_the_base_of_the_pillar"]}
    )
    assert table.refuses("pick_leader(wild_maker)")
    table.pick("die(mentat)")
    assert table.refuses("pick_leader(wild_maker)")  # no die opens its box
    table.pick("card(usul_the_base_of_the_pillar)")
    assert table.offers("pick_leader(wild_maker)")
    table.pick("pick_leader(wild_maker)", "pick_area(north_east_9)")
    assert table.has("worm", "north_east_9")


def test_two_desert_powers_in_a_row_hold_its_special_once() -> None:
    table = desert_power(
        leaders={"wild_maker": "off_board"}, atomics="splintered_rock", hands={"atreides": ["our_family_atomics"]}
    )
    table.pick("die(mentat)", "card(our_family_atomics)", "pick_leader(wild_maker)", "pick_area(north_east_9)")
    assert table.offers("action(move_worms)") and table.refuses("pick_leader(wild_maker)")


@rule("R-30.16")
def test_the_wild_maker_is_moved_and_attacks_as_a_sandworm() -> None:
    table = desert_power(wild_maker="north_east_9", legions={"north_east_12": harkonnen(regular=1)})
    assert table.offers("action(move_worms)", "action(worm_attack)")
    table.pick("action(worm_attack)", "pick_area(north_east_9)", "pick_area(north_east_12)")
    assert table.offers("combat_roll(6hit)")


def end_of_round(**position: object) -> Table:
    return Table.scenario({"phase": "end_of_round", "row": [], "legions": {}, **position})


@rule("R-30.17", "Q-M10")
def test_the_wild_maker_may_be_exchanged_for_a_sandworm() -> None:
    table = end_of_round(wild_maker="north_east_9", worms=["wind_pass"], spent_cards=["wild_maker"])
    assert table.seat() == "atreides"
    assert table.options() == ["yes", "no"]
    kept = end_of_round(wild_maker="north_east_9").pick("no")
    assert wild_maker_area(kept.game) == AREA_INDEX["north_east_9"]
    table.pick("yes")
    assert table.has("worm", "north_east_9") and table.has("worm", "wind_pass")
    assert wild_maker_area(table.game) == -1 and worms_on_board(table.game) == 2
    assert not table.card_is_spent("wild_maker")  # step 5 comes after step 4
    assert table.leader("wild_maker") == "off_board"


@rule("Q-M6")
def test_no_exchange_without_a_sandworm_off_the_board() -> None:
    worms = ["wind_pass", "south_west_1", "north_west_4", "south_east_3"]
    table = end_of_round(wild_maker="north_east_9", worms=worms)
    assert table.phase() == "start"
    assert wild_maker_area(table.game) == AREA_INDEX["north_east_9"]
