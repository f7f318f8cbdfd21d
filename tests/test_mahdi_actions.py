"""Mahdi's Deployment, Mentat and House Actions, and the die-by-die turn (chapters 38 and 40)."""

from __future__ import annotations

from dune_env.arrakis.board import AREA_IDS
from dune_env.arrakis.mahdi.charts import CARD_CHARTS, CARD_IDS
from dune_env.arrakis.names import CORRINO_ALLY, HOUSE_HARKONNEN
from dune_env.arrakis.state import KNOWN_FACE
from tests.mahdi import NORTH_EAST, SPENT, after_die, atreides, battle, first_answers, harkonnen, ruled, solo, turn
from tests.rules import rule
from tests.table import Table

# --- Deployment


@rule("R-40.1", "R-40.2")
def test_deploys_with_the_strongest_settlement_and_rabban_first() -> None:
    talk = after_die(
        "deployment",
        {"legions": {"carthag": harkonnen(2), "arsunt": harkonnen(0, elite=2), "north_pole": harkonnen(1)}},
    )
    assert talk.legion("harkonnen", "arsunt") == {"regular": 3, "elite": 2, "leaders": ["beast_rabban"]}
    assert ruled(talk, "R-40.1", "R-39.12") and not talk.noted("R-36.3")


def test_equal_settlements_the_one_closer_to_the_target() -> None:
    talk = after_die("deployment", {"legions": {"carthag": harkonnen(2), "imperial_basin": harkonnen(2)}})
    assert talk.units("harkonnen", "imperial_basin") == 5 and ruled(talk, "R-40.2")

    talk = after_die("deployment", {"legions": {"carthag": harkonnen(2), "arsunt": harkonnen(2)}})
    assert talk.ask() == "mahdi_deploy.PickTown" and talk.seat() == "atreides"
    assert talk.options() == ["pick_area(carthag)", "pick_area(arsunt)"]
    talk.pick("pick_area(arsunt)")
    assert talk.legion("harkonnen", "arsunt") == {"regular": 5, "leaders": ["beast_rabban"]}


def test_other_named_leaders_are_a_choice_and_bashars_come_last() -> None:
    position: dict[str, object] = {"legions": {"carthag": harkonnen(1, leaders=["beast_rabban"])}}
    talk = after_die("deployment", position)
    assert talk.ask() == "mahdi_deploy.PickLeaderToDeploy" and talk.seat() == "atreides"
    assert talk.options() == ["pick_leader(baron_harkonnen)", "pick_leader(captain_aramsham)"]
    talk.pick("pick_leader(captain_aramsham)")
    assert talk.leader("captain_aramsham") == "carthag"

    talk = after_die("deployment", {"legions": {"carthag": harkonnen(1, leaders=list(SPENT))}})
    assert talk.legion("harkonnen", "carthag")["generic"] == 1


@rule("R-40.3")
def test_a_surplus_goes_to_the_next_settlement() -> None:
    talk = after_die(
        "deployment", {"legions": {"carthag": harkonnen(5), "arsunt": harkonnen(2), "north_pole": harkonnen(1)}}
    )
    assert talk.legion("harkonnen", "carthag") == {"regular": 6, "leaders": ["beast_rabban"]}
    assert talk.legion("harkonnen", "arsunt") == {"regular": 4} and ruled(talk, "R-40.3")

    talk = after_die(
        "deployment",
        {
            "bans": ["choam"],
            "legions": {"carthag": harkonnen(5), "arsunt": harkonnen(2)},
        },
    )
    assert talk.legion("harkonnen", "carthag") == {"regular": 5}  # its limit is 5: full
    assert talk.legion("harkonnen", "arsunt") == {"regular": 5, "leaders": ["beast_rabban"]}


@rule("R-40.4")
def test_a_missing_unit_is_replaced_by_the_next_stronger() -> None:
    crowd: dict[str, object] = {area: harkonnen(6) for area in ("hagga_basin", "arrakeen", "north_pole")}
    talk = after_die("deployment", {"legions": {**crowd, "imperial_basin": harkonnen(5), "carthag": harkonnen(1)}})
    assert talk.supply("harkonnen", "regular") == 0
    assert talk.legion("harkonnen", "imperial_basin") == {"regular": 5, "elite": 1, "leaders": ["beast_rabban"]}
    assert talk.legion("harkonnen", "carthag") == {"regular": 1, "elite": 2} and ruled(talk, "R-40.4")


# --- Mentat


def mentat(position: dict[str, object] | None = None) -> Table:
    return after_die("mentat", {"legions": {"carthag": harkonnen(2)}, **(position or {})})


def test_every_harkonnen_card_has_a_chart() -> None:
    decks = solo({}).game.content.card_deck
    missing = [card for kind, card in enumerate(CARD_IDS) if decks[kind] >= HOUSE_HARKONNEN and CARD_CHARTS[kind] < 0]
    assert missing == []


@rule("R-40.5")
def test_decks_alternate_beginning_opposite_to_the_top_discard() -> None:
    def first_deck(last: int) -> list[int]:
        talk = turn({"legions": {"carthag": harkonnen(2)}})
        talk.game.last_discard = last
        talk.pick("roll_die(mentat)")
        content = talk.game.content
        kinds = [CARD_IDS.index(name[len("draw_card(") : -1]) for name in talk.options()]
        return sorted({content.card_deck[kind] for kind in kinds})

    assert first_deck(-1) == [HOUSE_HARKONNEN]
    assert first_deck(HOUSE_HARKONNEN) == [CORRINO_ALLY]
    assert first_deck(CORRINO_ALLY) == [HOUSE_HARKONNEN]


@rule("R-40.11")
def test_a_card_of_which_nothing_can_be_done_goes_on_the_reinforcements() -> None:
    talk = mentat()  # nobody is there to be hunted
    talk.draw("hunter_seeker")
    assert talk.game.reinforcements == [CARD_IDS.index("hunter_seeker") + KNOWN_FACE]
    assert ruled(talk, "R-40.11") and talk.game.discards[CARD_IDS.index("hunter_seeker")] == 0
    # The Corrino deck is next.
    assert talk.offers("draw_card(shigawire)") and talk.refuses("draw_card(hunter_seeker)")


@rule("R-40.8", "R-40.9")
def test_cards_that_draw_and_cards_that_play() -> None:
    talk = mentat()
    talk.draw("workhorse_of_arrakis")
    first_answers_but_draws(talk)
    before = len(talk.game.reinforcements)
    talk.draw("shigawire").draw("sandmasters")  # Corrino first: this card was the other deck's turn
    assert len(talk.game.reinforcements) == before + 2 and ruled(talk, "R-40.8")
    assert talk.game.reinforcements[-1] < KNOWN_FACE  # drawn unseen

    talk = mentat()
    talk.draw("hunter_seeker").draw("breeding_program")
    assert ruled(talk, "R-43.1") and talk.ask().startswith("mahdi_plays")  # one more card is drawn and played
    talk.draw("arsunt_legion")
    assert ruled(talk, "play_arsunt_legion")


def first_answers_but_draws(talk: Table) -> Table:
    while talk.ask().startswith("mahdi") and not talk.options()[0].startswith("draw_card"):
        talk.pick(talk.options()[0])
    return talk


@rule("R-43.8")
def test_an_empty_deck_is_made_anew_from_its_discards() -> None:
    talk = turn({"legions": {"carthag": harkonnen(2)}})
    game = talk.game
    for kind, deck in enumerate(game.content.card_deck):
        if deck == HOUSE_HARKONNEN:
            game.deck[kind] = 0
    game.deck_left[HOUSE_HARKONNEN] = 0
    game.discards[CARD_IDS.index("hunter_seeker")] = 1
    talk.pick("roll_die(mentat)")
    assert talk.options() == ["draw_card(hunter_seeker)"] and ruled(talk, "R-43.8")


@rule("R-40.6")
def test_cards_that_move_or_attack_follow_the_criteria_of_the_actions() -> None:
    def corrino(card: str, legions: dict[str, object]) -> Table:
        talk = turn({"legions": legions, "reinforcements": []})
        talk.game.last_discard = HOUSE_HARKONNEN
        return talk.pick("roll_die(mentat)").draw(card)

    strong: dict[str, object] = {"gara_kulon": atreides(1), "north_east_12": harkonnen(1, special_elite=1)}
    near = {**strong, "shield_wall_east": harkonnen(4)}
    assert battle(corrino("sardaukars_manner", near)) == ("north_east_12", "gara_kulon")  # not with the larger margin
    far: dict[str, object] = {"gara_kulon": atreides(1), "north_east_7": harkonnen(1, special_elite=1)}
    talk = corrino("sardaukars_manner", far)
    assert talk.units("harkonnen", "shield_wall_east") == 2 and ruled(talk, "R-41.7")
    weak: dict[str, object] = {"gara_kulon": atreides(6), "north_east_12": harkonnen(1, special_elite=1)}
    assert ruled(corrino("sardaukars_manner", weak), "R-40.11")  # neither: on the Reinforcements


# --- House


@rule("R-40.13")
def test_upgrades_the_legion_closest_to_a_sietch_then_the_strongest_against_it_then_near_the_target() -> None:
    two = {"gara_kulon": {"rank": 2}, "tasmin_sink": {"rank": 2}}
    talk = after_die("house", {"legions": {"pasty_mesa": harkonnen(1), "north_east_8": harkonnen(4)}, "sietches": two})
    assert talk.legion("harkonnen", "pasty_mesa") == {"elite": 1}  # beside tasmin_sink; the next Legion gets the other
    assert talk.legion("harkonnen", "north_east_8") == {"regular": 3, "elite": 1} and ruled(talk, "R-40.12")

    talk = after_die(
        "house",
        {
            "sietches": two,
            "legions": {
                "gara_kulon": atreides(1),
                "tasmin_sink": atreides(3),
                "north_east_11": harkonnen(2),  # 1 more than gara_kulon's defenders
                "pasty_mesa": harkonnen(3),  # as many as tasmin_sink's
            },
        },
    )
    assert talk.legion("harkonnen", "north_east_11") == {"elite": 2} and talk.units("harkonnen", "pasty_mesa") == 3

    even: dict[str, object] = {"north_east_11": harkonnen(2), "south_east_6": harkonnen(2)}
    talk = after_die("house", {"legions": even, "sietches": two})
    assert talk.legion("harkonnen", "north_east_11") == {"elite": 2}  # closer to the target
    talk = after_die("house", {"legions": {"north_east_11": harkonnen(2), "north_east_14": harkonnen(2)}})
    assert talk.ask() == "mahdi_replace.ReplaceUnit" and talk.areas() == ["north_east_11", "north_east_14"]


@rule("R-43.4")
def test_tokens_are_revealed_where_an_upgrade_needs_it() -> None:
    talk = after_die(
        "house",
        {"legions": {"north_east_11": harkonnen(0, tokens=["harkonnen_black_4"]), "north_east_8": harkonnen(3)}},
    )
    # The token shows 1 Regular and 1 Elite; the second upgrade goes to the next Legion.
    assert talk.legion("harkonnen", "north_east_11") == {"elite": 2}
    assert talk.legion("harkonnen", "north_east_8") == {"regular": 2, "elite": 1} and ruled(talk, "R-43.4")


def test_no_elite_left_makes_sardaukar() -> None:
    """Q-P68."""
    elites: dict[str, object] = {"arrakeen": harkonnen(0, elite=6), "hagga_basin": harkonnen(0, elite=6)}
    talk = after_die("house", {"legions": {**elites, "north_east_11": harkonnen(3)}})
    assert talk.legion("harkonnen", "north_east_11") == {"regular": 1, "special_elite": 2} and ruled(talk, "R-40.4")


@rule("R-40.12", "R-40.14")
def test_house_upgrades_and_then_places_a_harvester_and_an_ornithopter() -> None:
    talk = after_die("house", {"legions": {"carthag": harkonnen(3)}})
    assert talk.ask() == "mahdi_vehicles.PlaceHarvester"
    assert talk.legion("harkonnen", "carthag") == {"regular": 1, "elite": 2}
    first_answers(talk)
    assert sum(talk.has("harvester", area) for area in AREA_IDS) == 1
    assert talk.zone(NORTH_EAST) == "ornithopter"  # the one Zone connected to the target's Sector


# --- die by die


@rule("R-38.1", "R-38.2", "R-38.4")
def test_a_result_on_three_spent_dice_is_rolled_again() -> None:
    talk = turn({"legions": {"carthag": harkonnen(1)}, "used": {"harkonnen": ["strategy"] * 3}, "locked": 3})
    assert talk.game.dice[5:] == [0] * 5  # none lies rolled in advance
    assert talk.refuses("roll_die(strategy)") and len(talk.options()) == 4
    talk.pick("roll_die(mentat)")
    assert talk.game.used[5:] == [0, 3, 0, 1, 0] and talk.game.unrolled == 1


@rule("R-38.3")
def test_each_die_advances_the_tank() -> None:
    talk = turn({"legions": {"carthag": harkonnen(1)}, "tank": {"harkonnen": ["beast_rabban"]}})
    assert talk.leader("beast_rabban") == "tank_1"
    first_answers(talk.pick("roll_die(deployment)"))
    assert talk.leader("beast_rabban") == "tank_2"


@rule("R-43.9")
def test_unrolled_dice_count_for_desert_power() -> None:
    talk = solo({"turn": "atreides", "dice": {"atreides": ["mentat", "mentat"]}, "unrolled": 3, "locked": 5})
    assert talk.offers("action(wormsigns)")
    talk = solo({"turn": "atreides", "dice": {"atreides": ["mentat", "mentat"]}, "unrolled": 2, "locked": 6})
    assert talk.refuses("action(wormsigns)")
