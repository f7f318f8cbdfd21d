"""Nothing is offered that cannot be done, and nothing withheld that can (R-7.17, R-11.3)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from dune_env.arrakis.board import AREA_IDS, AREA_INDEX, GROUND
from dune_env.arrakis.content import load_content
from dune_env.arrakis.game import Game, new_game
from dune_env.arrakis.leaders.entering import GURNEY_HALLECK
from dune_env.arrakis.names import CORRINO_ALLY, HOUSE_HARKONNEN
from dune_env.arrakis.ruleset import MODES, PRESETS, GameConfig
from dune_env.arrakis.scenario import build
from dune_env.arrakis.slots import SLOTS
from scripts.rare_positions import RARE
from tests.harkonnen_turn import at_the_table, atreides, harkonnen, on_the_table
from tests.offers import does_something, offers, tried
from tests.rules import rule
from tests.table import Table

CONTENT = load_content(None)
ROUNDS = 45  # by then decks and figures have run out

# Worms in every Area around this one leave a Harkonnen Legion nowhere to go and nothing to attack.
HEMMED_IN = "north_east_13"
AROUND = [AREA_IDS[area] for area in GROUND[AREA_INDEX[HEMMED_IN]]]


# --- random games


@pytest.fixture(scope="module")
def tries() -> Counter[str]:
    """What a few long games of two players tried."""
    counts: Counter[str] = Counter()
    for preset in sorted(PRESETS):
        for seed in range(3):
            counts += tried(new_game(GameConfig(ruleset=preset), seed), random.Random(seed), ROUNDS, 12)
    return counts


def test_every_special_action_was_tried(tries: Counter[str]) -> None:
    leaders = [name for x, name in enumerate(CONTENT.leader_ids) if x != GURNEY_HALLECK]
    assert [name for name in leaders if not tries[f"pick_leader({name})"]] == []
    assert sum(tries[f"withheld pick_leader({name})"] > 0 for name in leaders) >= 4


def test_every_action_and_free_action_was_tried(tries: Counter[str]) -> None:
    names = [name for name in SLOTS.names if name.startswith(("action(", "free(")) and "reserved" not in name]
    assert [name for name in names if not tries[name]] in ([], ["free(family_atomics)"])


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_solo_games(preset: str) -> None:
    counts: Counter[str] = Counter()
    for seed in range(25):
        config = GameConfig(mode="solo", ruleset=preset)
        counts += tried(new_game(config, seed), random.Random(seed), 12, 4)
    assert counts["pick_leader(stilgar)"] > 10
    assert counts["card(kitab_al_ibar)"] + counts["card(stillsuits)"] > 0


@pytest.mark.parametrize("note", sorted(RARE))
def test_from_rare_positions(note: str) -> None:
    hands = RARE[note].get("hands", {})
    assert isinstance(hands, dict)
    for mode in ("two_player",) if "harkonnen" in hands else MODES:  # Mahdi holds no hand
        game = build({**RARE[note], "mode": mode}, 1)
        tried(game, random.Random(1), game.round, 2)


# --- the harness itself


def at_a_choice(**fields: object) -> Game:
    table = Table.scenario({"turn": "atreides", "dice": {"atreides": ["house"]}, "row": [], **fields})
    return table.pick("die(house)").game


def test_an_offer_of_nothing_is_found() -> None:
    """A card without effect, and a special Action forced on a Leader who can do nothing."""
    game = at_a_choice(legions={}, hands={"atreides": ["crysknife"]})
    card = SLOTS.slots["card(crysknife)"]
    assert card in offers(game)
    assert not does_something(game, card)
    chani = SLOTS.slots["pick_leader(chani)"]
    assert chani not in offers(game)
    assert not does_something(game, chani)
    legions = {"gara_kulon": {"side": "atreides", "special_elite": 1}}
    assert does_something(at_a_choice(legions=legions, hands={"atreides": ["crysknife"]}), card)


# --- one by one


def test_the_baron_is_not_offered_without_a_regular() -> None:
    assert at_the_table("house", legions={"carthag": harkonnen(elite=2)}).refuses("pick_leader(baron_harkonnen)")


def test_the_baron_is_not_offered_without_an_elite_figure() -> None:
    legions = {
        "carthag": harkonnen(elite=6),
        "arsunt": harkonnen(elite=6),
        "hagga_basin": harkonnen(regular=2),
    }
    assert at_the_table("house", legions=legions).refuses("pick_leader(baron_harkonnen)")


@pytest.mark.parametrize(("leader", "deck"), [("thufir_hawat", HOUSE_HARKONNEN), ("gaius_helen_mohiam", CORRINO_ALLY)])
def test_who_draws_is_not_offered_without_a_deck(leader: str, deck: int) -> None:
    position = {"turn": "harkonnen", "leaders": {leader: "off_board"}, "dice": {"harkonnen": ["mentat", "strategy"]}}
    for left in (1, 0):
        table = Table.scenario({**position, "hands": {}, "row": []})
        table.game.deck_left[deck] = left
        assert table.pick("die(mentat)").offers(f"pick_leader({leader})") == bool(left)


@rule("R-7.17")
def test_one_part_that_can_be_done_is_enough() -> None:
    """Paul's Legion has nowhere to go, but something to attack."""
    legions = {"gara_kulon": atreides(regular=2, leaders=["paul_atreides"])}
    legions |= {AREA_IDS[area]: harkonnen(regular=1) for area in GROUND[AREA_INDEX["gara_kulon"]]}
    table = Table.scenario({"turn": "atreides", "dice": {"atreides": ["leadership"]}, "legions": legions, "row": []})
    table.pick("die(leadership)", "pick_leader(paul_atreides)")
    assert table.options()[:2] == ["action(surprise_attack)", "pass"]


def test_a_legion_that_a_card_can_neither_join_nor_use_is_not_offered() -> None:
    """Aramsham is in the Tank, so that his card has nobody to place, and one of two Legions cannot move either."""
    for worms, areas in ((AROUND, ["carthag"]), (AROUND[:-1], ["carthag", HEMMED_IN])):
        table = on_the_table(
            "i_decide_what_best_serves_his_majesty",
            tank={"harkonnen": ["captain_aramsham"]},
            legions={HEMMED_IN: harkonnen(special_elite=1), "carthag": harkonnen(special_elite=1)},
            worms=worms,
        )
        assert table.areas() == areas
