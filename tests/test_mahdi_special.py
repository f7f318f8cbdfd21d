"""Tactical cards and the round's end (chapter 36, R-38.12 to R-38.15), garrison tokens and reveals (chapter 43)."""

from __future__ import annotations

from dune_env.arrakis.board import AREA_INDEX
from dune_env.arrakis.game import new_game
from dune_env.arrakis.names import ATREIDES, ATREIDES_TOKENS, HARKONNEN, SUPPLY, TOKENS
from dune_env.arrakis.pieces import tokens
from dune_env.arrakis.ruleset import GameConfig
from dune_env.arrakis.state import FACEDOWN_TOKENS, N_AREAS
from dune_env.arrakis.victory import gain_bene_gesserit
from tests.mahdi import NORTH_EAST, SPENT, after_die, atreides, harkonnen, ruled, solo, turn
from tests.rules import rule
from tests.table import Table

# The Tactical cards by number: 0, 1 North-West; 2, 3 North-East; 4 South-East; 5 South-West; 6 windgap, 7 hobars_gap.
GARA_KULON = 3


def start(position: dict[str, object]) -> Table:
    """A round at the first Tactical card."""
    talk = solo({"phase": "start", **position})
    while not talk.options()[0].startswith("draw_tactical"):
        talk.pick(talk.options()[0])
    return talk


def drawn(talk: Table) -> list[str]:
    return [name[len("draw_tactical(") : -1] for name in talk.options()]


@rule("R-36.1", "R-36.6")
def test_the_human_executes_the_bot_and_keeps_everything_facedown() -> None:
    game = new_game(GameConfig(mode="solo"), 5)
    assert game.sietch_up == [0] * 8 and game.view(ATREIDES).sietch_rank == game.sietch_rank
    assert sum(game.cells[FACEDOWN_TOKENS : FACEDOWN_TOKENS + N_AREAS]) == 8
    while not game.over:
        assert game.seat_to_act == ATREIDES
        game.pick(game.asked[game.rng.below(len(game.asked))])


@rule("R-36.4", "R-36.8", "R-36.9")
def test_two_tactical_cards() -> None:
    talk = start({"sietches": {"gara_kulon": {}, "tasmin_sink": {}}})
    assert drawn(talk) == [str(i) for i in range(8)]
    talk.pick("draw_tactical(5)")
    assert talk.game.harvest_card == 5 and len(drawn(talk)) == 7
    talk.pick("draw_tactical(3)")
    assert talk.game.target_card == GARA_KULON and not talk.noted("R-36.10")


@rule("R-36.5", "R-36.10")
def test_the_target_is_drawn_until_its_sector_differs_and_its_sietch_stands() -> None:
    talk = start({"sietches": {"gara_kulon": {}, "hobars_gap": {}, "windgap": {}}})
    talk.pick("draw_tactical(6)", "draw_tactical(7)")  # both Central: one Sector
    assert talk.game.target_card == -1 and talk.noted("R-36.10") == 1
    talk.pick("draw_tactical(0)")  # destroyed
    assert talk.game.target_card == -1 and talk.noted("R-36.10") == 2 and "7" not in drawn(talk)
    talk.pick("draw_tactical(3)")
    assert talk.game.target_card == GARA_KULON


@rule("R-36.7", "R-36.12", "R-36.13")
def test_the_start_of_a_round() -> None:
    talk = start({"sietches": {"gara_kulon": {}}})
    decks = [talk.game.content.card_deck[kind] for kind in talk.game.reinforcements]
    assert sorted(decks) == [2, 3] and talk.hand("harkonnen") == []
    assert talk.game.prescience_at.count(1) == 2


def test_the_deck_is_made_anew_when_it_runs_out() -> None:
    """Q-P24, Q-P72: without the harvest card and the cards of destroyed Sietches."""
    talk = start({"sietches": {"gara_kulon": {}, "sihaya_ridge": {}, "habbanya_ridge": {}}})
    talk.pick("draw_tactical(3)")  # North-East; only habbanya_ridge qualifies
    talk.pick(*[f"draw_tactical({i})" for i in (0, 1, 2, 4, 6, 7)])
    talk.pick("draw_tactical(5)")
    assert talk.game.target_card == 5

    talk = start({"sietches": {"gara_kulon": {}, "sihaya_ridge": {}}})
    talk.pick("draw_tactical(3)", *[f"draw_tactical({i})" for i in (0, 1, 2, 4, 6, 7, 5)])
    assert drawn(talk) == ["2"]  # the harvest card's own Sietch is no target; the Sector does not matter any more
    talk.pick("draw_tactical(2)")
    assert talk.game.target_card == 2 and ruled(talk, "Q-P24")


@rule("R-36.11")
def test_a_destroyed_target_is_replaced_at_once() -> None:
    talk = after_die(
        "strategy",
        {
            "sietches": {"gara_kulon": {"rank": 1}, "tasmin_sink": {}, "habbanya_ridge": {}},
            "legions": {"north_east_11": harkonnen(2)},
        },
    )
    assert not talk.has("sietch", "gara_kulon") and ruled(talk, "R-36.11")
    assert len(drawn(talk)) == 6  # neither the harvest card nor the discarded one
    talk.pick("draw_tactical(4)")
    assert talk.game.target_card == 4


@rule("R-38.12", "R-38.13", "R-38.14")
def test_the_end_of_a_round() -> None:
    kept = ["shigawire", "arsunt_legion", "sandmasters", "troop_carriers", "hunter_seeker", "polar_cap_factories"]
    talk = solo({"phase": "end_of_round", "supremacy": 2, "round": 3, "reinforcements": [*kept, "spotter_control"]})
    assert talk.game.supremacy == 3 and talk.game.round == 4
    assert talk.game.reinforcements[:7] == [talk.game.content.card_index[card] for card in [*kept, "spotter_control"]]
    assert talk.game.tactical_seen.count(1) == 0 and talk.game.target_card == -1


@rule("R-38.15")
def test_mahdi_never_exchanges_its_leaders() -> None:
    legions = {"carthag": harkonnen(2, leaders=list(SPENT))}
    talk = solo({"phase": "end_of_round", "round": 3, "legions": legions})
    assert talk.leader("beast_rabban") == "carthag" and not talk.noted("leader_exchanged")


def test_the_last_step_wins_in_round_ten() -> None:
    """Q-P51, Q-P56."""
    talk = solo({"phase": "end_of_round", "round": 10, "supremacy": 9})
    assert talk.winner() == "harkonnen"
    talk = solo({"phase": "end_of_round", "round": 5, "supremacy": 3})
    assert talk.game.bene_gesserit[0] == 1  # step 4 gives the Atreides a token


# --- garrisons


@rule("R-43.2", "R-43.3")
def test_two_tokens_are_put_where_a_legion_has_left() -> None:
    talk = after_die("strategy", {"legions": {"gara_kulon": atreides(4), "imperial_basin": harkonnen(5)}})
    while not talk.options()[0].startswith("draw_token"):
        talk.pick(talk.options()[0])
    assert talk.options() == [f"draw_token(harkonnen_black_{i})" for i in range(1, 7)]
    talk.pick("draw_token(harkonnen_black_2)", "draw_token(harkonnen_silver_5)")
    assert talk.legion("harkonnen", "imperial_basin") == {"tokens": 2} and talk.noted("R-43.2") == 2
    assert talk.units("harkonnen", "imperial_basin") == 2


def test_a_part_that_leaves_is_enough_and_the_weakest_make_room() -> None:
    """Q-P20, Q-P21: 6 Units in Arrakeen, 1 of which joins a Legion of 5; 5 and two tokens are 1 too many."""
    talk = after_die(
        "leadership",
        {
            "target": "hobars_gap",
            "sietches": {"hobars_gap": {"rank": 1}},
            "legions": {
                "hobars_gap": atreides(4),
                "imperial_basin": harkonnen(4, elite=2, generic=1),
                "central_north_east_4": harkonnen(5),
            },
        },
    )
    while talk.ask() != "trim.TrimUnit":
        talk.pick(talk.options()[0])
    assert talk.seat() == "atreides"
    assert talk.options() == ["pick(regular)", "pick_token(harkonnen_black_1)", "pick_token(harkonnen_silver_1)"]
    talk.pick("pick_token(harkonnen_black_1)")
    assert talk.units("harkonnen", "imperial_basin") == 6 and talk.legion("harkonnen", "imperial_basin")["tokens"] == 1
    assert ruled(talk, "R-43.5")


@rule("R-43.5", "R-43.6")
def test_revealed_tokens_return_to_the_pool_and_the_weakest_surplus_falls() -> None:
    talk = after_die(
        "strategy",
        {
            "legions": {
                "gara_kulon": atreides(1),
                "shield_wall_east": harkonnen(0, elite=4, tokens=["harkonnen_black_1", "harkonnen_silver_5"]),
            },
            "reinforcements": [],
        },
    )
    # 2 Regulars, an Elite and a Sardaukar come to 4 Elites: 2 surplus Units, the Regulars.
    assert talk.legion("harkonnen", "shield_wall_east") == {"elite": 5, "special_elite": 1}
    assert ruled(talk, "R-43.5") and set(talk.game.token_at[ATREIDES_TOKENS:TOKENS]) == {SUPPLY}


@rule("R-43.7")
def test_without_tokens_in_the_pool_two_on_the_board_are_revealed() -> None:
    black = [f"harkonnen_black_{i}" for i in range(1, 7)]
    talk = after_die(
        "strategy",
        {
            "legions": {
                "gara_kulon": atreides(1),
                "imperial_basin": harkonnen(3),
                "carthag": harkonnen(0, tokens=black[:2]),
                "arsunt": harkonnen(0, tokens=black[2:3]),
                "hagga_basin": harkonnen(0, tokens=black[3:]),
            }
        },
    )
    while talk.ask() != "mahdi_tokens.PickRevealed":
        talk.pick(talk.options()[0])
    assert talk.seat() == "atreides" and talk.areas() == ["arsunt", "carthag", "hagga_basin"]
    talk.pick("pick_area(hagga_basin)")
    assert talk.ask() == "mahdi_tokens.PickAmongAlike" and talk.options() == ["option(0)", "option(1)", "option(2)"]
    talk.pick("option(1)")
    assert talk.legion("harkonnen", "hagga_basin")["tokens"] == 2 and ruled(talk, "R-43.7")
    assert len(talk.options()) == 1 and talk.options()[0].startswith("draw_token(harkonnen_black")
    talk.pick(talk.options()[0])
    assert len(tokens(talk.game, HARKONNEN, AREA_INDEX["imperial_basin"])) == 1 and len(talk.options()) == 6


@rule("R-43.2", "R-43.7")
def test_both_tokens_are_revealed_before_either_is_laid() -> None:
    """The two come at once: between them nobody is asked about an Area that holds too many Units."""
    black, silver = ([f"harkonnen_{back}_{i}" for i in range(1, 7)] for back in ("black", "silver"))
    talk = after_die(
        "leadership",
        {
            "target": "hobars_gap",
            "sietches": {"hobars_gap": {"rank": 1}},
            "legions": {
                "hobars_gap": atreides(4),
                "imperial_basin": harkonnen(3, elite=2, generic=1, tokens=black[:1]),
                "central_north_east_4": harkonnen(5),
                "carthag": harkonnen(0, tokens=[*black[1:4], *silver[:2]]),
                "arsunt": harkonnen(0, tokens=[*black[4:], *silver[2:]]),
            },
        },
    )
    while talk.ask() != "mahdi_tokens.PickRevealed":
        talk.pick(talk.options()[0])
    assert talk.units("harkonnen", "imperial_basin") == 5
    talk.pick("pick_area(imperial_basin)")
    assert talk.ask() == "mahdi_tokens.PickRevealed" and talk.areas() == ["arsunt", "carthag"]
    assert talk.units("harkonnen", "imperial_basin") == 6 and "tokens" not in talk.legion("harkonnen", "imperial_basin")
    talk.pick("pick_area(carthag)")
    while talk.ask() != "trim.TrimUnit":
        talk.pick(talk.options()[0])
    assert talk.units("harkonnen", "imperial_basin") == 8 and talk.noted("R-43.2") == 2


@rule("R-43.17")
def test_a_garrison_is_a_legion_for_the_atreides() -> None:
    position: dict[str, object] = {
        "turn": "atreides",
        "dice": {"atreides": ["strategy"]},
        "unrolled": 1,
        "legions": {"north_east_8": harkonnen(0, tokens=["harkonnen_black_1"]), "north_east_5": atreides(2)},
    }
    talk = solo(position).pick("die(strategy)", "action(move)", "pick_area(north_east_5)")
    assert "north_east_8" not in talk.areas() and "north_east_7" in talk.areas()
    talk = solo(position).pick("die(strategy)", "action(attack)", "pick_area(north_east_5)", "pick_area(north_east_8)")
    assert talk.legion("harkonnen", "north_east_8") == {"regular": 2}


# --- reveals


def training(position: dict[str, object]) -> Table:
    return solo(
        {
            "turn": "atreides",
            "dice": {"atreides": ["strategy", "mentat"]},
            "unrolled": 2,
            "legions": {
                "gara_kulon": atreides(0, tokens=["atreides_starting_1", "atreides_starting_2"]),
                "tasmin_sink": atreides(0, tokens=["atreides_starting_3"]),
            },
            "reinforcements": [],
            **position,
        }
    )


@rule("R-43.10")
def test_no_guerrilla_training_under_an_ornithopter() -> None:
    talk = training({"zones": {NORTH_EAST: "ornithopter"}}).pick("free(guerrilla_training)")
    assert talk.options() == ["pick_token(atreides_starting_3)"]
    talk = training({"zones": {NORTH_EAST: "carryall"}}).pick("free(guerrilla_training)")
    assert len(talk.options()) == 3


@rule("R-43.11")
def test_each_voluntary_reveal_adds_a_card_deck_after_deck() -> None:
    talk = training({})
    for token in ("atreides_starting_1", "atreides_starting_2", "atreides_starting_3"):
        talk.pick("free(guerrilla_training)", f"pick_token({token})")
        assert talk.ask() == "draw_cards.DrawCard"
        talk.pick(talk.options()[0])
    decks = [talk.game.content.card_deck[kind] for kind in talk.game.reinforcements]
    assert decks == [2, 3, 2]  # House Harkonnen first, nothing being discarded

    talk = training({"bans": ["spacing_guild"]}).pick("free(guerrilla_training)", "pick_token(atreides_starting_1)")
    assert talk.game.reinforcements == [] and talk.ask() == "turn.ChooseDie"


@rule("R-43.1")
def test_a_bene_gesserit_token_frees_a_die_or_scores() -> None:
    talk = turn({"legions": {"carthag": harkonnen(1)}})
    reserve = talk.game.bene_gesserit_reserve
    gain_bene_gesserit(talk.game, HARKONNEN)
    assert (talk.game.locked, talk.game.unrolled, talk.game.supremacy) == (5, 3, 0)
    talk.game.locked = 0
    gain_bene_gesserit(talk.game, HARKONNEN)
    assert talk.game.supremacy == 1 and talk.game.bene_gesserit_reserve == reserve


# --- changed cards and Leaders


def first_answers_but_draws(talk: Table) -> Table:
    """Give Mahdi's questions their first answers until a card is to be drawn."""
    while talk.ask().startswith("mahdi") and not talk.options()[0].startswith("draw_card"):
        talk.pick(talk.options()[0])
    return talk


@rule("R-43.13", "R-43.14")
def test_hawat_and_mohiam_draw_three_cards_of_their_deck_and_play_them() -> None:
    draws = {
        "thufir_hawat": ["hunter_seeker", "carthag_the_former_capital", "forced_recruitment"],
        "gaius_helen_mohiam": ["shigawire", "reports_of_traitors", "hope_clouds_observation"],
    }
    for leader, cards in draws.items():
        talk = after_die(
            "mentat", {"leaders": {leader: "off_board"}, "legions": {"carthag": harkonnen(2)}, "reinforcements": []}
        )
        for card in cards:
            assert len(talk.options()) >= 14  # that deck and no other
            first_answers_but_draws(talk.draw(card))
            assert talk.noted("play_" + card) == 1
        assert talk.card_is_spent(leader) and talk.ask() == "turn.ChooseDie"


@rule("R-43.16")
def test_hawats_scheming_is_parked_until_a_second_one_is_played() -> None:
    talk = after_die("mentat", {"leaders": {"thufir_hawat": "off_board"}, "legions": {"carthag": harkonnen(2)}})
    talk.draw("hawats_scheming")
    assert talk.game.parked_scheming == 1 and talk.leader("thufir_hawat") == "off_board"
    talk.draw("hawats_scheming")
    assert talk.game.parked_scheming == 0 and talk.leader("thufir_hawat") == "out_of_the_game"
    assert talk.leader("gaius_helen_mohiam") == "off_board"
    assert talk.game.discards[talk.game.content.card_index["hawats_scheming"]] == 2


def test_a_solo_game_ends_by_round_ten() -> None:
    talk = Table.new(3, GameConfig(mode="solo"))
    while not talk.game.over:
        asked = talk.game.asked
        talk.game.pick(asked[talk.game.rng.below(len(asked))] if talk.seat() == "chance" else asked[-1])
    assert talk.game.round <= 10
