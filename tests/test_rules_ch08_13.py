"""Chapters 8 to 10, 12 and 13: what a die buys, Desert Power, deploying and placing, Free Actions, Planning cards."""

from __future__ import annotations

from dune_env.arrakis.names import ATREIDES, HARKONNEN
from dune_env.arrakis.tank import deployable_leaders
from tests.rules import rule
from tests.table import Table

EAST = "air_north_east__central_north_east"
WEST = "air_north_west__central_north_west"


def atreides(die: str, **fields: object) -> Table:
    """The turn of Atreides with one die against one of the Harkonnen, and that die taken up."""
    position: dict[str, object] = {"dice": {"atreides": [die], "harkonnen": ["mentat"]}, "row": [], "legions": {}}
    return Table.scenario({**position, **fields}).pick(f"die({die})")


def harkonnen(die: str, **fields: object) -> Table:
    """The last turn of the Harkonnen, and their only die taken up."""
    position: dict[str, object] = {"dice": {"atreides": [], "harkonnen": [die]}, "row": [], "legions": {}}
    return Table.scenario({"turn": "harkonnen", **position, **fields}).pick(f"die({die})")


TWO_LEGIONS: dict[str, object] = {
    "north_east_12": {"side": "atreides", "regular": 2},
    "windgap": {"side": "atreides", "regular": 2, "generic": 1},
    "central_south_west_2": {"side": "harkonnen", "regular": 1},
    "north_east_11": {"side": "harkonnen", "regular": 1},
}


# --- chapter 8


@rule("R-8.1", "R-8.2")
def test_strategy() -> None:
    table = atreides("strategy", legions=TWO_LEGIONS)
    assert table.offers("action(move)", "action(attack)") and table.refuses("action(lead)", "action(surprise_attack)")
    table.pick("action(move)")
    assert table.areas() == ["north_east_12", "windgap"]  # with or without a Leader
    table.pick("pick_area(north_east_12)", "pick_area(north_east_13)", "all")
    assert table.ask() == "move_legions.PickMover"
    table.pick("pick_area(windgap)", "pick_area(central_south_west_3)", "all")
    assert table.ask() != "move_legions.PickMover"  # two, and no more
    table = atreides("strategy", legions=TWO_LEGIONS).pick("action(attack)")
    assert table.areas() == ["north_east_12", "windgap"]


@rule("R-8.3", "R-8.4")
def test_leadership() -> None:
    table = atreides("leadership", legions=TWO_LEGIONS)
    assert table.offers("action(lead)", "action(surprise_attack)") and table.refuses("action(move)", "action(attack)")
    table.pick("action(lead)")
    assert table.areas() == ["windgap"]
    table = atreides("leadership", legions=TWO_LEGIONS).pick("action(surprise_attack)")
    assert table.areas() == ["windgap"]


@rule("R-8.5", "R-8.6", "R-9.3")
def test_atreides_deployment() -> None:
    table = atreides("deployment").pick("action(deploy)")
    assert table.seat() == "chance" and len(table.options()) == 8
    table.pick("draw_token(atreides_standard_7)")
    frame = table.game.view(ATREIDES).stack[-32:]
    assert frame[28] == 14  # seen before the Sietch is chosen
    assert len(table.areas()) == 8
    table.pick("pick_area(tasmin_sink)")
    assert table.offers("pick(naib)", "pick_leader(paul_atreides)", "pick_leader(stilgar)", "pass")
    table.pick("pick_leader(paul_atreides)")
    assert table.legion("atreides", "tasmin_sink") == {"tokens": 1, "leaders": ["paul_atreides"]}
    power = Table.scenario(
        {
            "dice": {"atreides": ["mentat"], "harkonnen": ["mentat"]},
            "hands": {"atreides": ["usul_the_base_of_the_pillar"]},
            "row": [],
        }
    )
    assert power.refuses("action(wormsigns)")
    power.pick("die(mentat)", "card(usul_the_base_of_the_pillar)")
    assert power.offers("action(wormsigns)")  # granted by a card without the dice condition


@rule("R-8.7", "R-8.8")
def test_harkonnen_deployment() -> None:
    table = harkonnen("deployment").pick("action(deploy)")
    table.pick("pick_area(carthag)", "pick_area(arsunt)", "pick_area(carthag)")
    assert table.offers("pick(bashar)", "pick_leader(baron_harkonnen)", "pass")
    table.pick("pick_leader(baron_harkonnen)")
    assert table.areas() == ["arsunt", "carthag"]  # only beside friendly Units
    table.pick("pick_area(arsunt)")
    assert table.legion("harkonnen", "carthag") == {"regular": 2}
    assert table.legion("harkonnen", "arsunt") == {"regular": 1, "leaders": ["baron_harkonnen"]}


@rule("R-8.9", "R-8.10")
def test_where_and_whom_to_deploy() -> None:
    table = harkonnen("deployment", settlements=["carthag"], tank={"harkonnen": ["baron_harkonnen"]}).pick(
        "action(deploy)"
    )
    assert table.areas() == ["carthag"]
    table.pick("pick_area(carthag)", "pick_area(carthag)", "pick_area(carthag)")
    assert table.options() == ["pick(bashar)", "pick_leader(beast_rabban)", "pick_leader(captain_aramsham)", "pass"]
    table = atreides("deployment", sietches={"windgap": {}}).pick("action(deploy)").skip_chance()
    assert table.areas() == ["windgap"]


@rule("R-8.11")
def test_mentat() -> None:
    table = atreides("mentat").pick("action(draw)")
    assert table.options() == ["deck(house_atreides)", "deck(fremen_ally)", "option(0)"]
    table.pick("option(0)")
    drawn = []
    while table.seat() == "chance":
        drawn.append(
            {table.game.content.card_deck[table.game.content.card_ids.index(n[10:-1])] for n in table.options()}
        )
        table.pick(table.options()[0])
    assert drawn == [{1}, {0}] or drawn == [{0}, {1}]
    table = atreides("mentat").pick("action(draw)", "deck(fremen_ally)")
    table.draw("crysknife", "thumpers")
    assert table.hand("atreides") == ["crysknife", "thumpers"]


@rule("R-8.12")
def test_atreides_house_is_any_result() -> None:
    table = atreides("house", legions=TWO_LEGIONS)
    assert table.offers(
        "action(move)", "action(attack)", "action(lead)", "action(surprise_attack)", "action(deploy)", "action(draw)"
    )
    assert table.offers("pick_leader(stilgar)", "pick_leader(lady_jessica)")  # special Actions of any box (Q-E1)


@rule("R-8.13", "R-8.14")
def test_harkonnen_house() -> None:
    legions = {"carthag": {"side": "harkonnen", "regular": 1}, "arsunt": {"side": "harkonnen", "regular": 2}}
    table = harkonnen("house", legions=legions).pick("action(replace)", "pick_area(carthag)", "pick_area(arsunt)")
    assert table.legion("harkonnen", "carthag") == {"elite": 1}
    assert table.legion("harkonnen", "arsunt") == {"regular": 1, "elite": 1}
    table = harkonnen("house", legions=legions, zones={EAST: "carryall"}, harvesters=["north_east_8"])
    table.pick("action(vehicles)", "vehicle(ornithopter)", f"pick_zone({EAST})")
    assert table.zone(EAST) == "ornithopter"  # the newcomer replaces the old one
    table.pick("vehicle(harvester)")
    assert table.refuses("pick_area(north_east_8)", "pick_area(carthag)") and table.offers("pick_area(north_east_9)")
    table.pick("pick_area(north_east_9)")
    assert table.phase() != "action_resolution"


def test_relocating_a_vehicle_when_none_is_off_the_board() -> None:
    zones = ["air_central_north_east__central_north_west", "air_north_west__central_north_west"]
    table = harkonnen("house", zones={EAST: "carryall", **dict.fromkeys(zones, "carryall")})
    table.pick("action(vehicles)", "vehicle(carryall)", f"pick_zone({EAST})")  # which one
    assert table.refuses(f"pick_zone({EAST})")
    table.pick("pick_zone(air_south_west__central_south_west)")
    assert table.zone(EAST) == "none" and table.zone("air_south_west__central_south_west") == "carryall"


# --- chapter 9


def power(**fields: object) -> Table:
    position: dict[str, object] = {"dice": {"atreides": [], "harkonnen": ["mentat"]}, "row": [], "legions": {}}
    return Table.scenario({**position, **fields})


@rule("R-9.1", "R-9.9")
def test_desert_power_takes_the_turn_and_no_die() -> None:
    table = power(dice={"atreides": ["mentat"], "harkonnen": ["mentat", "house"]}, tank={"atreides": ["stilgar"]})
    table.pick("action(wormsigns)", "pass")
    assert table.seat() == "harkonnen"
    assert table.dice("atreides") == {"mentat": 1}
    assert table.leader("stilgar") == "tank_1"  # the Tank stands still


@rule("R-9.2")
def test_desert_power_compares_unused_dice() -> None:
    for mine, theirs, token, offered in (
        (["mentat"], ["mentat"], {}, False),
        (["mentat"], ["mentat", "house"], {}, True),
        (["mentat"], ["mentat"], {"harkonnen": "house"}, True),
        (["mentat"], ["mentat", "house"], {"atreides": "house"}, False),
    ):
        table = power(dice={"atreides": mine, "harkonnen": theirs}, bene_gesserit={"placed": token})
        assert table.offers("action(wormsigns)") == offered


@rule("R-9.4", "R-9.5", "R-9.11")
def test_choice_a() -> None:
    table = power(
        legions={"north_east_8": {"side": "harkonnen", "regular": 1}},
        harvesters=["north_east_6"],
        wormsigns=["north_east_5"],
        worms=["north_east_9"],
    ).pick("action(wormsigns)")
    assert table.offers("pick_area(north_east_8)", "pick_area(north_east_6)", "pick_area(north_east_10)")
    assert table.refuses(
        "pick_area(north_east_5)", "pick_area(north_east_9)", "pick_area(gara_kulon)", "pick_area(carthag)"
    )
    table.pick("pick_area(north_east_8)")
    assert table.refuses("pick_area(north_east_8)")  # one each
    table.pick("pick_area(north_east_6)")
    assert table.seat() == "harkonnen"
    assert table.units("harkonnen", "north_east_8") == 1 and table.has("wormsign", "north_east_8")
    assert sum(table.game.signs_left) == 16  # facedown: nobody has seen a kind


@rule("R-9.6", "R-9.7")
def test_choice_b() -> None:
    table = power(worms=["north_east_9", "windgap"], sietches={}).pick("action(move_worms)")
    table.pick("pick_area(north_east_9)", "pick_area(north_east_8)")
    assert table.areas() == ["windgap"]  # a different one
    table.pick("pick_area(windgap)", "pick_area(central_south_west_3)")
    assert table.has("worm", "north_east_8") and table.has("worm", "central_south_west_3")
    assert table.seat() == "harkonnen"


@rule("R-9.8")
def test_choice_c() -> None:
    table = power(worms=["north_east_9", "north_east_12"], harvesters=["north_east_8", "north_east_11"])
    table.pick("action(worm_attack)", "pick_area(north_east_9)", "pick_area(north_east_8)")
    assert table.seat() == "harkonnen"  # one attack only
    assert not table.has("harvester", "north_east_8") and table.has("harvester", "north_east_11")


@rule("R-9.10")
def test_no_cap_on_desert_power() -> None:
    table = power(dice={"atreides": ["mentat"], "harkonnen": ["mentat", "mentat", "house", "house", "house"]})
    for _ in range(4):
        table.pick("action(wormsigns)", "pass").until("turn.ChooseDie")
        assert table.seat() == "harkonnen"
        table.pick(table.options()[0], "pass")
    assert table.refuses("action(wormsigns)")  # now 1 against 1


# --- chapter 10


@rule("R-10.1", "R-10.2", "R-10.3")
def test_deploying_and_placing() -> None:
    game = Table.scenario(
        {
            "legions": {"carthag": {"side": "harkonnen", "regular": 1, "leaders": ["baron_harkonnen"]}},
            "tank": {"harkonnen": ["beast_rabban"]},
        }
    ).game
    ids = game.content.leader_ids
    assert [ids[x] for x in deployable_leaders(game, HARKONNEN)] == ["captain_aramsham"]  # from off the board only
    table = harkonnen(
        "mentat",
        hands={"harkonnen": ["forced_recruitment"]},
        legions={"carthag": {"side": "harkonnen", "regular": 1, "leaders": ["baron_harkonnen"]}},
        tank={"harkonnen": ["beast_rabban"]},
    ).pick("card(forced_recruitment)")
    seen: set[str] = set()
    while table.phase() == "action_resolution":
        seen.update(table.options())
        table.pick(next((n for n in table.options() if n == "pick_leader(baron_harkonnen)"), table.options()[0]))
    assert "pick_leader(baron_harkonnen)" in seen and "pick_leader(beast_rabban)" not in seen
    assert table.leader("baron_harkonnen") == "arrakeen"  # placed from the board


# --- chapter 12


TOKENS: dict[str, object] = {
    "north_east_12": {"side": "atreides", "tokens": ["atreides_starting_1", "atreides_starting_5"]},
    "windgap": {"side": "atreides", "tokens": ["atreides_starting_2"]},
}


@rule("R-12.1", "R-12.2", "R-12.4")
def test_guerrilla_training() -> None:
    table = Table.scenario({"legions": TOKENS, "dice": {"atreides": ["mentat"], "harkonnen": ["mentat"]}, "row": []})
    table.pick("free(guerrilla_training)", "pick_token(atreides_starting_5)")
    assert table.legion("atreides", "north_east_12") == {"regular": 1, "elite": 1, "tokens": 1}
    assert table.seat() == "atreides" and table.ask() == "turn.ChooseDie" and table.dice("atreides") == {"mentat": 1}
    table.pick("free(guerrilla_training)", "pick_token(atreides_starting_2)")
    assert table.legion("atreides", "windgap") == {"regular": 2}


@rule("R-12.3")
def test_free_actions_interrupt_ones_own_action_only() -> None:
    table = Table.scenario({"legions": TOKENS, "dice": {"atreides": ["strategy"], "harkonnen": ["mentat"]}, "row": []})
    table.pick("die(strategy)", "action(move)", "pick_area(north_east_12)", "pick_area(north_east_13)", "all")
    assert table.offers("free(guerrilla_training)")  # before the second Legion moves
    table.pick("free(guerrilla_training)", "pick_token(atreides_starting_1)")
    assert table.ask() == "move_legions.PickMover"
    table.pick("pass")
    assert table.seat() == "harkonnen" and table.refuses("free(guerrilla_training)")


@rule("R-12.5", "R-12.6")
def test_scouting() -> None:
    legions = {"gara_kulon": {"side": "atreides", "tokens": ["atreides_starting_1", "atreides_starting_5"]}}
    table = Table.scenario(
        {"turn": "harkonnen", "legions": legions, "zones": {EAST: "ornithopter", WEST: "ornithopter"}, "row": []}
    )
    table.pick("free(scouting)", f"pick_zone({EAST})")
    assert table.areas() == ["gara_kulon", "sihaya_ridge"]  # Areas of its two Sectors that hide something
    table.pick("pick_area(gara_kulon)")
    assert table.game.sietch_up.count(1) == 1
    assert table.legion("atreides", "gara_kulon") == {"regular": 3, "elite": 1}
    assert table.zone(EAST) == "none"
    table.pick("free(scouting)", f"pick_zone({WEST})", "pick_area(rock_outcroppings)")
    assert table.game.sietch_up.count(1) == 2 and table.ask() == "turn.ChooseDie"


@rule("R-12.7")
def test_prescience_cards_that_ask_for_a_deed_are_free_actions() -> None:
    table = Table.scenario(
        {
            "dice": {"atreides": ["mentat"], "harkonnen": ["mentat"]},
            "row": ["assumed_plans_laid_bare"],
            "hands": {"atreides": ["crysknife", "thumpers", "hieregs"]},
        }
    )
    table.pick("claim(assumed_plans_laid_bare)", "card(crysknife)", "card(thumpers)")
    assert table.ask() == "turn.ChooseDie" and table.dice("atreides") == {"mentat": 1}
    assert table.marker("kwisatz_haderach") == 1


# --- chapter 13


@rule("R-13.1", "R-13.5")
def test_drawing_and_empty_decks() -> None:
    content = Table.scenario({}).game.content
    fremen = [
        n for k, n in enumerate(content.card_ids) if content.card_deck[k] == 1 for _ in range(content.card_copies[k])
    ]
    table = atreides("mentat", discards=fremen[:17])
    table.pick("action(draw)", "deck(fremen_ally)").draw(fremen[17])
    assert table.seat() == "harkonnen" and table.hand("atreides") == [fremen[17]]  # one was left, discards stay
    table = atreides("mentat", discards=fremen).pick("action(draw)")
    assert table.options() == ["deck(house_atreides)"]
    table = Table.scenario({"phase": "start", "discards": fremen, "row": []}).until("start.RevealPrescience")
    assert table.game.hand_size == [1, 0, 1, 1]


@rule("R-13.2")
def test_cards_are_played_in_action_resolution_only() -> None:
    for phase in ("vehicle_placement", "spice_harvesting", "end_of_round"):
        table = Table.scenario(
            {
                "phase": phase,
                "hands": {"harkonnen": ["sandmasters"], "atreides": ["crysknife"]},
                "harvesters": ["north_east_6", "north_east_8"],
                "legions": {"carthag": {"side": "harkonnen", "regular": 1, "leaders": ["baron_harkonnen"]}},
                "row": [],
            }
        )
        assert table.phase() == phase
        assert not any(name.startswith("card(") for name in table.options())


@rule("R-13.3", "R-13.4", "R-13.6")
def test_cards_are_discarded_for_dice_openly() -> None:
    table = harkonnen(
        "strategy",
        hands={"harkonnen": ["sandmasters", "hunter_seeker"], "atreides": ["crysknife"]},
        legions={
            "shield_wall_east": {"side": "harkonnen", "regular": 2},
            "gara_kulon": {"side": "atreides", "regular": 1},
        },
        sietches={},
    )
    view = table.game.view(ATREIDES)
    assert sum(view.hand[k] for k in range(len(view.hand)) if view.content.card_deck[k : k + 1] in ([2], [3])) == 0
    assert view.hand_size[HARKONNEN * 2] == 2
    table.pick("action(attack)", "pick_area(shield_wall_east)", "pick_area(gara_kulon)", "card(hunter_seeker)", "done")
    kind = table.game.content.card_ids.index("hunter_seeker")
    assert table.game.view(ATREIDES).discards[kind] == 1
    assert table.seat() == "atreides" and table.offers("card(crysknife)", "done")
    table.pick("card(crysknife)").roll("3hit", "2shield")
