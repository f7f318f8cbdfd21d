"""A card of Mahdi's is discarded if it changed something and goes on the Reinforcements if not (R-40.11)."""

from __future__ import annotations

import random

import pytest

from dune_env.arrakis.game import Game, new_game
from dune_env.arrakis.mahdi.mentat import push_mahdi_card
from dune_env.arrakis.names import ACTION_RESOLUTION, HARKONNEN, HOUSE_HARKONNEN
from dune_env.arrakis.planning import KEPT, leave_deck
from dune_env.arrakis.ruleset import GameConfig
from dune_env.arrakis.state import PROGRAMS
from tests.offers import COUNTED

PILES = {"deck", "deck_left", "reinforcements"}
POSITION = [name for name in COUNTED if name not in PILES]
EACH = 0.25  # the share of the cards that is tried at each position looked at


def position(game: Game) -> list[object]:
    """What a card may change, and how many cards Mahdi has drawn."""
    values = [getattr(game, name) for name in POSITION]
    return [*[v if isinstance(v, int) else list(v) for v in values], game.rng.words(), len(game.reinforcements)]


def played_alone(game: Game, kind: int, picks: random.Random) -> tuple[Game, bool, bool]:
    """A copy in which Mahdi has played a card and nothing else; whether it was discarded, and whether it did anything.

    Harkonnen tokens turned up in search of Units to replace are no deed of the card (R-43.4).
    """
    twin = game.copy()
    twin.stack.clear()
    twin.turn_side = HARKONNEN
    leave_deck(twin, kind)
    before, discards, facedown = position(twin), twin.discards[kind], list(twin.token_at)
    push_mahdi_card(twin, kind)
    PROGRAMS.advance(twin)
    while twin.asked:
        twin.pick(picks.choice(twin.asked))
    discarded = twin.discards[kind] > discards
    after = position(twin)
    after[-1] = len(twin.reinforcements) - (not discarded)
    return twin, discarded, after != before and (discarded or twin.token_at == facedown)


@pytest.mark.parametrize("seeds", [range(8), range(8, 16)])
def test_what_mahdi_does_with_a_card_decides_where_it_goes(seeds: range) -> None:
    went: dict[bool, set[int]] = {True: set(), False: set()}
    for seed in seeds:
        picks = random.Random(seed)
        game = new_game(GameConfig(mode="solo"), seed)
        while not game.over and game.round <= 8:
            if game.phase == ACTION_RESOLUTION and picks.random() < 0.2:
                for kind, deck in enumerate(game.content.card_deck):
                    if deck >= HOUSE_HARKONNEN and kind not in KEPT and game.deck[kind] and picks.random() < EACH:
                        twin, discarded, changed = played_alone(game, kind, picks)
                        name = game.content.card_ids[kind]
                        assert twin.over or discarded == changed, f"{name}, seed {seed}, answer {len(game.history)}"
                        went[discarded].add(kind)
            game.pick(picks.choice(game.asked))
    assert len(went[True]) > 30
    assert went[False]
