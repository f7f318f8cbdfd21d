"""What each Prescience card asks for, met and just missed, and what claiming it does."""

from __future__ import annotations

import pytest

from dune_env.arrakis.content import load_content
from tests.table import Table

PLATEAUS = ["central_north_east_9", "false_wall_south", "pasty_mesa", "south_west_8"]
MOUNTAINS = ["broken_land", "false_wall_east", "splintered_rock"]
MINOR_ERGS = ["harg_pass", "central_north_east_8"]
DESERTS = ["north_east_3", "south_east_1", "sihaya_ridge", "south_west_2", "the_great_flat"]  # a Sietch on the third

Legions = dict[str, object]


def legion(*leaders: str, regular: int = 1, tokens: list[str] | None = None) -> Legions:
    return {"side": "atreides", "regular": regular, "leaders": list(leaders), "tokens": tokens or []}


def legions_in(*areas: str) -> Legions:
    return {area: legion() for area in areas}


def at_the_end(card: str, legions: Legions, **fields: object) -> Table:
    """The End of the Round with *card* alone in the row."""
    return Table.scenario({"phase": "end_of_round", "row": [card], "legions": legions, **fields})


def in_the_turn(card: str, legions: Legions, **fields: object) -> Table:
    """A turn of the Atreides with *card* alone in the row."""
    dice = {"atreides": ["mentat"], "harkonnen": ["mentat"]}
    return Table.scenario({"turn": "atreides", "row": [card], "legions": legions, "dice": dice, **fields})


SIETCH_UP = {"gara_kulon": {"revealed": True}}
SIETCH_DOWN = {"gara_kulon": {"revealed": False}}
TWO_TOKENS = ["atreides_starting_1", "atreides_starting_2"]

# Card, Legions that meet it, Legions that just miss it, and the Sietches if they matter.
AT_THE_END: list[tuple[str, Legions, Legions]] = [
    ("dew_collectors_for_the_planting", legions_in(*PLATEAUS[:3]), legions_in(*PLATEAUS[:2], *MOUNTAINS)),
    ("new_hidden_wind_traps", legions_in(*MOUNTAINS), legions_in(*MOUNTAINS[:2], *PLATEAUS)),
    ("stunted_worms", legions_in(*MINOR_ERGS), legions_in(*MINOR_ERGS[:1], *PLATEAUS)),
    ("the_desert_war", legions_in(*DESERTS), legions_in(*DESERTS[:4])),
    (
        "the_water_discipline",
        {"north_east_1": legion("paul_atreides"), "south_west_1": legion("lady_jessica")},
        {"north_east_3": legion("paul_atreides"), "south_west_1": legion("lady_jessica")},
    ),
    (
        "the_water_discipline",
        {"north_east_1": legion("paul_atreides", "lady_jessica")},
        {"north_east_1": legion("paul_atreides"), "sihaya_ridge": legion("lady_jessica")},
    ),
    (
        "jessica_trains_paul",
        {"windgap": legion("paul_atreides", "lady_jessica")},
        {"windgap": legion("paul_atreides"), "gara_kulon": legion("lady_jessica")},
    ),
    (
        "jessica_trains_paul",
        {"windgap": legion("paul_atreides", "reverend_mother_jessica")},
        {"north_east_3": legion("paul_atreides", "reverend_mother_jessica")},
    ),
    (
        "the_lisan_al_gaib",
        {"north_east_3": legion("paul_atreides", tokens=TWO_TOKENS)},
        {"north_east_3": legion("paul_atreides", tokens=TWO_TOKENS[:1]), "windgap": legion(tokens=TWO_TOKENS[1:])},
    ),
    (
        "the_fremen_call_paul_the_mahdi",
        {"gara_kulon": legion("paul_atreides")},
        {"north_east_3": legion("paul_atreides"), "gara_kulon": legion("lady_jessica")},
    ),
]


@pytest.mark.parametrize(("card", "met", "missed"), AT_THE_END)
def test_claimed_at_the_end_of_the_round(card: str, met: Legions, missed: Legions) -> None:
    assert at_the_end(card, met).offers(f"claim({card})")
    assert at_the_end(card, missed).refuses(f"claim({card})")


def test_every_card_of_the_end_is_here() -> None:
    content = load_content(None)
    ids = {card for card, phase in zip(content.prescience_ids, content.prescience_phase) if phase == 1}
    assert {card for card, _, _ in AT_THE_END} == ids


def test_the_fremen_call_paul_the_mahdi_turns_a_facedown_sietch_up() -> None:
    card = "the_fremen_call_paul_the_mahdi"
    with_paul: Legions = {"gara_kulon": legion("paul_atreides")}
    assert at_the_end(card, with_paul, sietches=SIETCH_UP).refuses(f"claim({card})")
    table = at_the_end(card, with_paul, sietches=SIETCH_DOWN).pick(f"claim({card})", "done")
    assert table.game.sietch_up[table.game.sietch_at.index(table.game.leader_at[7])] == 1
    assert table.game.prescience == [1, 0, 1]


def test_the_lisan_al_gaib_turns_two_tokens_up() -> None:
    tokens = ["atreides_starting_1", "atreides_starting_2", "atreides_starting_3"]
    table = at_the_end("the_lisan_al_gaib", {"north_east_3": legion("paul_atreides", tokens=tokens)})
    table.pick("claim(the_lisan_al_gaib)", "pick_token(atreides_starting_3)", "pick_token(atreides_starting_1)")
    assert table.legion("atreides", "north_east_3")["tokens"] == 1
    assert table.pick("done").game.prescience == [1, 1, 1]


def test_paul_drinks_the_water_of_life_far_from_the_harkonnen() -> None:
    card = "paul_drinks_the_water_of_life"
    paul: Legions = {"windgap": legion("paul_atreides")}
    near = in_the_turn(card, {**paul, "false_wall_west": {"side": "harkonnen", "regular": 1}}).pick("die(mentat)")
    assert near.refuses(f"claim({card})")
    far = in_the_turn(card, {**paul, "north_east_3": {"side": "harkonnen", "regular": 1}}).pick("die(mentat)")
    far.pick(f"claim({card})")
    assert far.leader("paul_muaddib").startswith("tank") and far.marker("kwisatz_haderach") == 3  # step 3 replaces him


def test_families_flee_to_the_palmaries_for_good() -> None:
    card = "families_flee_to_the_palmaries"
    assert in_the_turn(card, {"windgap": legion()}).refuses(f"claim({card})")  # one Unit is too few
    assert in_the_turn(card, {"north_east_3": legion(regular=2)}).refuses(f"claim({card})")  # no Sietch
    table = in_the_turn(card, {"windgap": legion(regular=3)})
    table.pick(f"claim({card})", "pick_area(windgap)", "pick(regular)", "pick(regular)")
    assert table.units("atreides", "windgap") == 1 and table.supply("atreides", "regular") == 13
    assert table.game.figures_gone == [2, 0, 0] and table.marker("sand_dwellers") == 2


def test_families_flee_to_the_palmaries_with_a_token_and_the_leader_left_alone_falls() -> None:
    card = "families_flee_to_the_palmaries"
    token = {"side": "atreides", "generic": 1, "leaders": ["stilgar"], "tokens": ["atreides_starting_1"]}
    table = in_the_turn(card, {"windgap": token})
    table.pick(f"claim({card})", "pick_area(windgap)", "pick_token(atreides_starting_1)")
    assert table.legion("atreides", "windgap") == {} and table.leader("stilgar") == "tank_1"
    assert table.supply("atreides", "generic") == 12


@pytest.mark.parametrize("lost", [1, 2])
def test_assumed_harvesters_lost(lost: int) -> None:
    table = in_the_turn("assumed_harvesters_lost", {}, harvesters_lost=lost)
    assert table.offers("claim(assumed_harvesters_lost)") == (lost == 2)


def test_assumed_plans_laid_bare_takes_two_cards() -> None:
    card = "assumed_plans_laid_bare"
    assert in_the_turn(card, {}, hands={"atreides": ["crysknife"]}).refuses(f"claim({card})")
    table = in_the_turn(card, {}, hands={"atreides": ["crysknife", "thumpers", "hieregs"]})
    table.pick(f"claim({card})", "card(thumpers)", "card(hieregs)")
    assert table.hand("atreides") == ["crysknife"] and table.game.prescience == [1, 1, 0]


def test_assumed_jessica_in_a_sietch_costs_a_die() -> None:
    card = "assumed_jessica_in_a_sietch"
    elsewhere = in_the_turn(card, {"north_east_3": legion("lady_jessica")}).pick("die(mentat)")
    assert elsewhere.refuses(f"claim({card})")
    table = in_the_turn(card, {"windgap": legion("lady_jessica")})
    assert table.refuses(f"claim({card})")
    assert table.pick("die(mentat)", f"claim({card})").game.prescience == [1, 1, 0]


def test_assumed_maker_devours_a_legion() -> None:
    card = "assumed_maker_devours_a_legion"
    enemy: Legions = {"north_east_3": {"side": "harkonnen", "regular": 2}}
    dice = {"atreides": [], "harkonnen": ["mentat"]}
    for roll, falls in (("1hit_3shield", False), ("2hit_2shield", True)):
        table = in_the_turn(card, enemy, worms=["north_east_5"], dice=dice)
        table.pick("action(worm_attack)", "pick_area(north_east_5)", "pick_area(north_east_3)").roll(roll).skip_forced()
        assert (table.ask() == "claim_window.AskClaims") == falls


def test_assumed_enemy_leader_falls_whatever_sends_him_to_the_tank() -> None:
    card = "assumed_enemy_leader_falls"
    enemy = {"carthag": {"side": "harkonnen", "regular": 2, "leaders": ["beast_rabban"]}}
    hands = {"atreides": ["alia_the_abomination"]}
    table = in_the_turn(card, {**enemy, "windgap": legion()}, hands=hands, leaders={"alia": "off_board"})
    table.pick("die(mentat)", "card(alia_the_abomination)", "pick_leader(beast_rabban)")
    assert table.offers(f"claim({card})")  # beside the next question of the turn
    assert table.pick(f"claim({card})").game.prescience == [1, 0, 2]


def test_assumed_victory_in_battle_as_the_attacker() -> None:
    card = "assumed_victory_in_battle"
    legions: Legions = {"gara_kulon": legion(regular=3), "shield_wall_east": {"side": "harkonnen", "regular": 1}}
    dice = {"atreides": ["strategy"], "harkonnen": ["mentat"]}
    table = in_the_turn(card, legions, dice=dice)
    table.pick("die(strategy)", "action(attack)", "pick_area(gara_kulon)", "pick_area(shield_wall_east)")
    table.roll("1hit_2shield", "1shield")
    assert table.ask() == "battle.Continue" and table.refuses(f"claim({card})")  # the Shield stopped it
    table.pick("yes", "no").roll("2hit_1shield", "1shield")
    assert table.ask() == "battle.AdvanceOrStay" and table.offers(f"claim({card})")
