"""Chapters 19 and 20: how a battle starts, and the Combat roll."""

from __future__ import annotations

from dune_env.arrakis.board import AREA_INDEX, SIETCH_AREAS
from dune_env.arrakis.names import HARKONNEN, SANDWORM
from dune_env.arrakis.reach import targets
from dune_env.arrakis.state import WORMS
from tests.battles import battle, dice_rolled
from tests.rules import rule
from tests.table import Table

GARA_KULON = SIETCH_AREAS.index(AREA_INDEX["gara_kulon"])
SIETCH2 = {"gara_kulon": {"rank": 2}}


@rule("R-19.1", "R-19.2")
def test_what_may_be_attacked() -> None:
    legions = {
        "shield_wall_east": {"side": "harkonnen", "regular": 1},
        "gara_kulon": {"side": "atreides", "regular": 1},
        "north_east_12": {"side": "atreides", "regular": 1},
    }
    position: dict[str, object] = {"turn": "harkonnen", "row": [], "legions": legions, "sietches": {}}
    table = Table.scenario({**position, "dice": {"harkonnen": ["strategy"], "atreides": []}})
    table.pick("die(strategy)", "action(attack)", "pick_area(shield_wall_east)")
    assert table.areas() == ["gara_kulon"]  # adjacent, and an enemy Legion
    for face in ("deployment", "mentat", "house"):
        table = Table.scenario({**position, "dice": {"harkonnen": [face], "atreides": []}})
        assert table.pick(f"die({face})").refuses("action(attack)", "action(surprise_attack)")
    undefended = Table.scenario(
        {**position, "sietches": {"gara_kulon": {}}, "legions": {"shield_wall_east": legions["shield_wall_east"]},
         "dice": {"harkonnen": ["strategy"], "atreides": []}}
    )  # fmt: skip
    undefended.pick("die(strategy)", "action(attack)", "pick_area(shield_wall_east)")
    assert undefended.areas() == ["gara_kulon"]  # an enemy settlement


@rule("R-19.3", "R-19.4", "R-19.10")
def test_the_whole_legion_attacks_from_where_it_stands() -> None:
    table = battle({"regular": 2, "elite": 1, "generic": 2, "leaders": ["baron_harkonnen"]}, {"regular": 1})
    assert table.ask() == "battle.RollCombatDice"  # nobody was asked to choose figures
    assert dice_rolled(table) == 3  # Units only
    table.roll("3shield", "1shield")
    assert table.units("harkonnen", "shield_wall_east") == 3


@rule("R-19.5", "R-19.6")
def test_sietch_and_tokens_are_revealed_first() -> None:
    tokens = ["atreides_starting_5", "atreides_standard_8"]
    table = battle({"regular": 1}, {"tokens": tokens}, sietches=SIETCH2)
    assert table.game.sietch_up[GARA_KULON] == 1
    assert table.legion("atreides", "gara_kulon") == {"regular": 1, "elite": 2, "special_elite": 1}
    mine = battle({"tokens": tokens}, {"regular": 1}, side="atreides")
    assert mine.legion("atreides", "gara_kulon") == {"regular": 1, "elite": 2, "special_elite": 1}


@rule("R-19.7", "R-19.8")
def test_cards_for_dice_every_round() -> None:
    hands = {"harkonnen": ["sandmasters", "hunter_seeker"], "atreides": ["crysknife"]}
    table = battle({"regular": 2}, {"regular": 2}, hands=hands)
    assert table.ask() == "battle.DiscardForDice" and table.seat() == "harkonnen"  # the attacker first
    table.pick("card(sandmasters)", "done")
    assert table.seat() == "atreides"
    table.pick("done")
    assert dice_rolled(table) == 3
    table.roll("3shield")
    assert dice_rolled(table) == 2
    table.roll("2shield").pick("yes", "no")
    table.until("battle.RollCombatDice")
    assert dice_rolled(table) == 2  # the card counted for one round


@rule("R-19.9", "R-19.12")
def test_rank_and_check_case() -> None:
    table = battle({"regular": 5}, {"regular": 3}, sietches=SIETCH2, hands={"harkonnen": ["sandmasters"]})
    table.pick("card(sandmasters)")
    assert dice_rolled(table) == 6  # 5 Units and a card
    table.roll("6shield")
    assert dice_rolled(table) == 5  # 3 Units in a rank 2 Sietch
    table.roll("5shield").pick("yes", "pick(regular)").until("battle.RollCombatDice")
    assert dice_rolled(table) == 4
    table.roll("4shield")
    assert dice_rolled(table) == 5  # in every round


@rule("R-19.11")
def test_never_more_than_six_dice() -> None:
    hands = {"harkonnen": ["sandmasters"], "atreides": ["crysknife"]}
    table = battle({"regular": 6}, {"regular": 5}, sietches={"gara_kulon": {"rank": 3}}, hands=hands)
    assert table.seat() == "chance"  # cards would be useless (Q-J1)
    assert dice_rolled(table) == 6
    table.roll("6shield")
    assert dice_rolled(table) == 6


@rule("R-19.13", "R-19.14")
def test_surprise_attack() -> None:
    table = battle({"regular": 2, "generic": 1}, {"regular": 4}, die="leadership")
    assert dice_rolled(table) == 2  # a result, not a die
    table.roll("2shield", "4shield")
    # The Bashar uses the added Special for a Hit, which a Shield cancels; without Shields it lands.
    table.pick("yes").until("battle.RollCombatDice").roll("2shield", "4special")
    assert table.ask() == "battle.Continue"  # no Special is added in the second round
    table = battle({"regular": 2, "generic": 1}, {"regular": 4}, die="leadership").roll("2shield", "4special")
    assert table.ask() == "casualties.AbsorbHit" and table.seat() == "atreides"
    table.pick("pick(regular)")
    assert table.ask() == "battle.Continue"


@rule("R-19.15")
def test_casualties_then_the_decision_to_go_on() -> None:
    table = battle({"regular": 2}, {"regular": 2}).roll("1hit_1special", "2special")
    assert table.ask() == "casualties.AbsorbHit"
    table.pick("pick(regular)")
    assert table.ask() == "battle.Continue" and table.seat() == "harkonnen"


@rule("R-19.16")
def test_no_attack_where_a_worm_is() -> None:
    legions = {
        "shield_wall_east": {"side": "harkonnen", "regular": 1},
        "gara_kulon": {"side": "atreides", "regular": 1},
    }
    game = Table.scenario({"turn": "harkonnen", "legions": legions, "sietches": {}}).game
    attacker, target = AREA_INDEX["shield_wall_east"], AREA_INDEX["gara_kulon"]
    assert targets(game, HARKONNEN, attacker) == [target]
    game.cells[WORMS + target] = SANDWORM  # put there by hand: no rule leaves a worm on a Legion
    assert targets(game, HARKONNEN, attacker) == []


@rule("R-19.17")
def test_undefended_settlements_fall_without_a_roll() -> None:
    table = battle({"regular": 1}, {}, sietches=SIETCH2)
    assert table.ask() == "battle.AdvanceOrStay"
    assert table.has("sietch", "gara_kulon")  # it falls with the advance
    stay = Table(table.game.copy())
    stay.pick("no")
    assert stay.has("sietch", "gara_kulon") and stay.game.supremacy == 0
    assert stay.game.sietch_up[GARA_KULON] == 1
    table.pick("yes")
    assert not table.has("sietch", "gara_kulon") and table.game.supremacy == 2


@rule("R-19.18")
def test_rides_and_flights_reach_undefended_settlements() -> None:
    zone = "air_north_east__central_north_east"
    table = Table.scenario(
        {
            "turn": "harkonnen",
            "row": [],
            "zones": {zone: "ornithopter"},
            "dice": {"harkonnen": ["strategy"], "atreides": []},
            "sietches": {"gara_kulon": {"rank": 1}},
            "legions": {"north_east_7": {"side": "harkonnen", "regular": 1}},
        }
    )
    table.pick(
        "die(strategy)", "action(attack)", "pick_area(north_east_7)", "pick_area(gara_kulon)", f"pick_zone({zone})"
    )
    assert table.ask() == "battle.AdvanceOrStay" and table.zone(zone) == "none"
    ride = Table.scenario(
        {
            "row": [],
            "sietches": {},
            "wormsigns": ["wind_pass"],
            "dice": {"atreides": ["strategy"], "harkonnen": ["mentat"]},
            "legions": {"central_north_west_4": {"side": "atreides", "regular": 1}},
        }
    )
    ride.pick("die(strategy)", "action(attack)", "pick_area(central_north_west_4)", "pick_area(north_pole)")
    assert ride.ask() == "battle.AdvanceOrStay"


# --- chapter 20


@rule("R-20.1", "R-20.2", "R-20.13")
def test_hits_and_shields() -> None:
    table = battle({"regular": 5}, {"regular": 5}).roll("3hit_2shield", "1hit_4shield")
    assert table.ask() == "battle.Continue"  # 3 - 4 and 1 - 2: never below 0
    table = battle({"regular": 5}, {"regular": 5}).roll("3hit_2shield", "3hit_2shield")
    table.pick("pick(regular)")
    assert table.seat() == "atreides"  # one Hit each: 3 - 2
    table.pick("pick(regular)")
    assert table.units("harkonnen", "shield_wall_east") == table.units("atreides", "gara_kulon") == 4


@rule("R-20.3", "R-20.4", "R-20.7")
def test_specials_need_leaders() -> None:
    table = battle({"regular": 3}, {"regular": 3}).roll("3special", "3special")
    assert table.ask() == "battle.Continue"
    table = battle({"regular": 3, "generic": 2}, {"regular": 3}).roll("3special", "3special")
    for _ in range(2):  # two Bashars make two Hits, the third Special is a miss
        assert table.ask() == "casualties.AbsorbHit" and table.seat() == "atreides"
        table.pick("pick(regular)")
    assert table.ask() == "battle.Continue"


@rule("R-20.5", "R-20.14")
def test_what_named_leaders_make_of_a_special() -> None:
    table = battle({"regular": 2, "leaders": ["baron_harkonnen"]}, {"regular": 4}).roll(
        "1special_1hit", "3hit_1special"
    )
    # Baron: 2 Shields against 3 Hits.
    table.pick("pick(regular)")
    assert table.seat() == "atreides"
    content = table.game.content
    strips = {name: content.leader_strip[x] for x, name in enumerate(content.leader_ids)}
    assert strips["baron_harkonnen"] == [0, 2] and strips["paul_muaddib"] == [2, 1]
    table = battle({"regular": 4}, {"regular": 3, "leaders": ["paul_muaddib"]}, prescience={"kwisatz_haderach": 3})
    table.roll("1hit_3special", "1special_2shield")
    table.pick("pick(regular)", "pick(regular)")  # 2 Hits; his Shield is one more
    assert table.ask() == "battle.Continue"


@rule("R-20.6", "R-20.8")
def test_the_owner_picks_which_abilities() -> None:
    attacker = {"regular": 3, "generic": 1, "leaders": ["baron_harkonnen", "beast_rabban"]}
    table = battle(attacker, {"regular": 4}).roll("2special_1shield", "4special")
    assert table.ask() == "battle.UseSpecials" and table.seat() == "harkonnen"
    assert table.options() == ["pick(bashar)", "pick_leader(baron_harkonnen)", "pick_leader(beast_rabban)"]
    table.pick("pick_leader(beast_rabban)")
    assert table.refuses("pick_leader(beast_rabban)")  # once a round
    table.pick("pick(bashar)")
    for _ in range(3):
        table.pick("pick(regular)")
    assert table.units("atreides", "gara_kulon") == 1


@rule("R-20.9")
def test_the_attacker_picks_first() -> None:
    legion = {"regular": 2, "generic": 2}
    table = battle({**legion, "leaders": ["baron_harkonnen"]}, {**legion, "leaders": ["stilgar"]})
    table.roll("1special_1shield", "1special_1shield")
    assert (table.ask(), table.seat()) == ("battle.UseSpecials", "harkonnen")
    table.pick("pick(bashar)")
    assert (table.ask(), table.seat()) == ("battle.DefenderUseSpecials", "atreides")


@rule("R-20.10", "R-20.11", "R-20.12")
def test_special_elites_cancel_shields() -> None:
    # Two Sardaukar cancel a rolled Shield and one that Jessica makes.
    table = battle({"regular": 1, "special_elite": 2}, {"regular": 2, "leaders": ["lady_jessica"]})
    table.roll("2hit_1special", "1shield_1special")
    table.pick("pick(regular)", "pick(regular)")
    assert table.units("atreides", "gara_kulon") == 0
    # They cancel neither Hits nor Specials.
    table = battle({"regular": 1, "special_elite": 2}, {"regular": 3, "generic": 1}).roll("3shield", "1hit_2special")
    assert table.ask() == "battle.Continue"  # 1 Hit and the Naib's against 3 Shields
    table = battle({"regular": 1, "special_elite": 2}, {"regular": 3, "generic": 1}).roll("3special", "1hit_2special")
    table.pick("pick(regular)", "pick(special_elite)")
    assert table.ask() == "battle.Continue"


@rule("R-20.15")
def test_the_printed_example() -> None:
    attacker = {"regular": 5, "special_elite": 1, "generic": 1, "leaders": ["baron_harkonnen"]}
    defender = {"regular": 4, "special_elite": 1}
    table = battle(attacker, defender).roll("3special_2hit_1shield", "5hit")
    hits = {"harkonnen": 0, "atreides": 0}
    while table.ask() == "casualties.AbsorbHit":
        hits[table.seat()] += 1
        table.pick("pick(regular)")
    assert hits == {"harkonnen": 3, "atreides": 3}
