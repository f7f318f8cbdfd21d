"""Mahdi in battle: cards for dice, casualties, ceasing, no retreat (chapter 42)."""

from __future__ import annotations

import pytest

from dune_env.engine import steps
from dune_env.engine.steps import Frames, Programs, Step
from tests.mahdi import after_die, atreides, harkonnen, ruled, solo
from tests.rules import rule
from tests.table import Table

CARDS = ["hunter_seeker", "shigawire", "sandmasters", "troop_carriers"]


def fight(mine: dict[str, object], theirs: dict[str, object], **more: object) -> Table:
    """Mahdi attacks an Atreides Legion in the open, the target Sietch being too strong."""
    legions = {"gara_kulon": atreides(4, generic=4), "north_east_8": mine, "north_east_5": theirs}
    return after_die("strategy", {"legions": legions, **more})


@rule("R-42.1", "R-43.12")
def test_reinforcements_are_discarded_for_dice_up_to_six() -> None:
    talk = fight(harkonnen(4), atreides(2), reinforcements=CARDS)
    assert talk.offers("combat_roll(6hit)") and len(talk.game.reinforcements) == 2 and ruled(talk, "R-42.1")
    assert sum(talk.game.discards) == 2
    talk.roll("6shield", "2shield").pick("no")  # no retreat; every round anew
    assert talk.offers("combat_roll(6hit)") and talk.game.reinforcements == []

    talk = fight(harkonnen(4), atreides(2), reinforcements=CARDS, bans=["landsraad"])
    assert talk.offers("combat_roll(4hit)") and len(talk.game.reinforcements) == 4 and ruled(talk, "R-43.12")


def test_the_top_card_goes_first_and_its_deck_is_the_last_discard() -> None:
    """Q-P30, Q-P31."""
    talk = fight(harkonnen(5), atreides(2), reinforcements=CARDS)
    assert [talk.game.content.card_ids[k % 128] for k in talk.game.reinforcements] == CARDS[:3]
    assert talk.game.last_discard == 3 and talk.game.next_deck == -1


def test_as_defender_too() -> None:
    """Q-P54."""
    talk = solo(
        {
            "turn": "atreides",
            "dice": {"atreides": ["strategy"]},
            "unrolled": 1,
            "legions": {"north_east_8": harkonnen(2), "north_east_5": atreides(4)},
            "reinforcements": CARDS,
            "hands": {"atreides": []},
        }
    )
    talk.pick("die(strategy)", "action(attack)", "pick_area(north_east_5)", "pick_area(north_east_8)")
    talk.roll("4shield")
    assert talk.offers("combat_roll(6hit)") and talk.game.reinforcements == []


def cost(mine: dict[str, object], hits: int) -> dict[str, object]:
    """What *hits* of a Coriolis storm leave of a Legion on a Plateau, which is the same for every Hit (R-38.5)."""
    talk = solo({"phase": "desert_hazards", "legions": {"pasty_mesa": mine}, "wormsigns": []})
    talk.roll(f"{hits}hit" + (f"_{2 - hits}shield" if hits < 2 else ""))
    return talk.legion("harkonnen", "pasty_mesa")


@rule("R-42.2", "R-38.5")
def test_leaders_first_down_to_one_then_elites_then_sardaukar() -> None:
    led = harkonnen(2, elite=1, special_elite=1, generic=1, leaders=["beast_rabban"])
    assert cost(led, 1) == {"regular": 2, "elite": 1, "special_elite": 1, "leaders": ["beast_rabban"]}
    assert cost(led, 2) == {"regular": 3, "special_elite": 1, "leaders": ["beast_rabban"]}
    assert cost(harkonnen(1, special_elite=2), 1) == {"regular": 2, "special_elite": 1}
    assert cost(harkonnen(3, generic=2), 2) == {"regular": 2, "generic": 1}


@rule("R-42.3")
def test_the_last_leader_before_the_last_regular() -> None:
    assert cost(harkonnen(2, leaders=["beast_rabban"]), 1) == {"regular": 1, "leaders": ["beast_rabban"]}
    assert cost(harkonnen(2, leaders=["beast_rabban"]), 2) == {"regular": 1}
    assert cost(harkonnen(1, elite=1), 1) == {"regular": 2}


def test_which_of_several_named_leaders_falls_is_a_choice() -> None:
    """Q-P18."""
    talk = solo(
        {
            "phase": "desert_hazards",
            "legions": {"pasty_mesa": harkonnen(2, leaders=["beast_rabban", "baron_harkonnen"])},
        }
    )
    talk.roll("1hit_1shield")
    assert talk.ask() == "casualties.AbsorbHit" and talk.seat() == "atreides"
    assert talk.options() == ["pick_leader(baron_harkonnen)", "pick_leader(beast_rabban)"]
    talk.pick("pick_leader(baron_harkonnen)")
    assert talk.leader("baron_harkonnen") == "tank_1"


@rule("R-42.5")
def test_ceases_at_half_power_only() -> None:
    # 3 Regulars and 2 Naibs are worth 8 in detail; 2 Regulars 4, exactly half.
    talk = fight(harkonnen(6), atreides(3, generic=2), reinforcements=[])
    talk.roll("6special", "3hit")
    assert talk.units("harkonnen", "north_east_8") == 3 and not talk.noted("cease")  # 6 are more than half of 8
    talk.pick("no").roll("3special", "1hit_2shield")
    assert talk.units("harkonnen", "north_east_8") == 2 and talk.noted("cease") == 1 and ruled(talk, "R-42.5")
    assert talk.seat() == "atreides" and talk.ask() == "turn.ChooseDie"


@rule("R-42.4")
def test_never_retreats() -> None:
    talk = solo(
        {
            "turn": "atreides",
            "dice": {"atreides": ["strategy"]},
            "unrolled": 1,
            "legions": {"north_east_8": harkonnen(2), "north_east_5": atreides(4)},
            "hands": {"atreides": []},
        }
    )
    talk.pick("die(strategy)", "action(attack)", "pick_area(north_east_5)", "pick_area(north_east_8)")
    talk.roll("4shield", "2shield").pick("yes")
    assert ruled(talk, "R-42.4") and talk.units("harkonnen", "north_east_8") == 2
    assert talk.offers("combat_roll(4hit)")


@rule("R-42.6")
def test_continuing_against_a_sietch_costs_no_hit() -> None:
    legions = {"gara_kulon": atreides(2), "north_east_11": harkonnen(5)}
    talk = after_die("strategy", {"legions": legions, "reinforcements": []})
    talk.roll("5shield", "4shield")  # rank 2 adds two dice
    assert talk.ask() == "battle.DefenderRetreat" and talk.seat() == "atreides"
    talk.pick("no")
    assert talk.units("harkonnen", "north_east_11") == 5 and talk.offers("combat_roll(5hit)")


@rule("R-42.7")
def test_the_atreides_retreat_where_they_like_empty_areas_first() -> None:
    legions = {
        "gara_kulon": atreides(2),
        "north_east_11": harkonnen(5),
        "north_east_12": atreides(1),
        "north_east_14": atreides(1),
    }
    talk = after_die("strategy", {"legions": legions, "reinforcements": [], "harvesters": ["north_east_16"]})
    talk.roll("5shield", "4shield").pick("yes")
    assert talk.ask() == "retreat.PickRetreat" and talk.seat() == "atreides"
    assert talk.areas() == ["central_north_east_9", "north_east_15", "shield_wall_east"]
    talk.pick("pick_area(north_east_15)")
    assert talk.units("atreides", "north_east_15") == 2 and not talk.has("sietch", "gara_kulon")


def test_mahdi_advances() -> None:
    """Q-P47."""
    talk = fight(harkonnen(5), atreides(1), reinforcements=[]).roll("5hit", "1shield")
    assert talk.units("harkonnen", "north_east_8") == 0 and talk.units("harkonnen", "north_east_5") == 5


def test_criteria_that_leave_no_answer_are_an_error() -> None:
    if not steps.__file__.endswith(".py"):
        pytest.skip("compiled classes take no subclasses of a test")

    class Asked(Step[Frames]):
        """A question with two answers."""

        def options(self, game: Frames, frame: int) -> list[int]:
            return [1, 2]

    class Silenced(Frames):
        """An automatic seat whose rules leave nothing, which must not pass unnoticed."""

        def asks(self, seat: int) -> int:
            return 1 - seat

        def narrowed(self, seat: int, frame: int, options: list[int]) -> list[int]:
            return []

    programs: Programs[Frames] = Programs(["question"])
    programs.define(0, [Asked()])
    game = Silenced()
    game.push(0, 0)
    with pytest.raises(RuntimeError, match=r"seat 0 at question\.Asked"):
        programs.advance(game)
