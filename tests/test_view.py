"""A View holds what its seat may know, and nothing else."""

from __future__ import annotations

import copy
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable

import pytest
from positions import ALIKE, BOXES, SOLO, TWO_PLAYER, config_of, editable, positions

from dune_env.arrakis.game import Game, new_game
from dune_env.arrakis.layout import LAYOUT, Watch, encode
from dune_env.arrakis.names import (
    ATREIDES,
    ATREIDES_TOKENS,
    HARKONNEN,
    MAHDI,
    STARTING_TOKENS,
    SUPPLY,
    TOKEN_GONE,
    TOKEN_GONE_UNSEEN,
    TOKEN_IN_HAND,
    TOKENS,
)
from dune_env.arrakis.programs import CARD_REGISTER, MOVE_LEGIONS, PICKED_TOKENS, PLAY_PLANNING_CARD, TOKEN
from dune_env.arrakis.sight import card_range
from dune_env.arrakis.slots import C_CARD, C_OBJECTIVE, C_RANK, C_TOKEN, CARD, PICK_TOKEN
from dune_env.arrakis.state import KNOWN_FACE, PROGRAMS, State
from dune_env.arrakis.token_backs import TOKEN_SETS
from dune_env.arrakis.view import HIDDEN_RANK, HIDDEN_TOKEN, InfoSet, View
from dune_env.engine.steps import FRAME, PROGRAM

SEATS = [ATREIDES, HARKONNEN]

# What a View has no field for: hidden from everybody, or no part of the position.
NOT_SHOWN = {
    "rng", "seed", "history", "answers", "answer_count", "trace", "asked", "extras", "rules", "deck", "token_laid",
}  # fmt: skip
# Fields of a View that a game keeps in another form.
DERIVED = {
    "options", "seat", "unseen", "unseen_older", "hidden_ranks", "facedown", "tokens_left", "tokens_in_hand",
    "tokens_gone_unseen", "mahdi_laid", "objectives_held",
}  # fmt: skip


def written(view: View) -> bytes:
    """The observation of a View."""
    buffer = bytearray(LAYOUT.size)
    encode(view, buffer)
    return bytes(buffer)


def attributes(thing: object) -> set[str]:
    """The names of what an object holds, compiled or not."""
    return {name for name in dir(thing) if not name.startswith("_") and not callable(getattr(thing, name))}


def test_every_attribute_of_a_game_is_shown_or_known_to_be_hidden() -> None:
    game = new_game()
    shown = attributes(game.view(ATREIDES)) - DERIVED
    assert attributes(game) == shown | NOT_SHOWN
    assert not shown & NOT_SHOWN


@pytest.mark.parametrize("box", BOXES)
def test_a_view_used_again_shows_what_a_new_one_does(box: str) -> None:
    games = positions(box)
    for seat in SEATS:
        watch = Watch(games[0].config, games[0].content, seat)
        for game in games:
            observation = watch.observation(game)
            fresh = game.view(seat)
            assert watch.view.facts() == fresh.facts(), game.question()
            assert observation == written(fresh), game.question()


@pytest.mark.parametrize("box", BOXES)
def test_a_view_kept_through_a_game_shows_what_a_new_one_does(box: str) -> None:
    for seed in range(3):
        chooser = random.Random(seed)
        game = new_game(config_of(box), seed)
        watches = [Watch(game.config, game.content, seat) for seat in SEATS]
        while not game.over and len(game.history) < 400:
            seat = chooser.choice(SEATS)
            assert watches[seat].observation(game) == written(game.view(seat)), game.question()
            assert watches[seat].view == game.view(seat), game.question()
            game.pick(chooser.choice(game.asked))


@pytest.mark.parametrize("box", BOXES)
def test_a_view_holds_no_list_of_the_game(box: str) -> None:
    for game in positions(box):
        held = [value for name in attributes(game) if isinstance(value := getattr(game, name), list)]
        for seat in SEATS:
            view = game.view(seat)
            for name in attributes(view) - {"config", "content"}:
                value = getattr(view, name)
                assert not any(value is each for each in held), name


def test_no_view_for_a_seat_that_nobody_takes() -> None:
    with pytest.raises(ValueError, match="seat: got 2"):
        new_game().view(MAHDI)


@pytest.mark.parametrize("box", BOXES)
def test_only_the_seat_to_act_is_given_options(box: str) -> None:
    for game in positions(box):
        for seat in SEATS:
            assert game.view(seat).options == (game.asked if game.seat_to_act == seat else [])


def test_a_view_stays_as_it_was_when_the_game_goes_on() -> None:
    chooser = random.Random(3)
    for position in positions(TWO_PLAYER)[::20]:
        game = position.copy()
        views = [game.view(seat) for seat in SEATS]
        before = [written(view) for view in views]
        facts = [repr(view.facts()) for view in views]
        for _ in range(30):
            if not game.over:
                game.pick(chooser.choice(game.asked))
        assert [repr(view.facts()) for view in views] == facts
        assert [written(view) for view in views] == before


@pytest.mark.parametrize("box", [TWO_PLAYER, SOLO])
def test_views_and_information_sets_pickle_and_copy(box: str) -> None:
    for game in positions(box)[::10]:
        for seat in SEATS:
            view = game.view(seat)
            for twin in (pickle.loads(pickle.dumps(view)), copy.copy(view), copy.deepcopy(view)):
                assert twin == view and twin.digest() == view.digest() and written(twin) == written(view)
                assert all(type(getattr(twin, name)) is type(getattr(view, name)) for name in attributes(view))
            info_set = pickle.loads(pickle.dumps(game.info_set(seat)))
            assert info_set.view == view and info_set.seat == seat and info_set.options() == view.options


def test_an_information_set_holds_no_game() -> None:
    game = new_game(seed=4)
    info = game.info_set(game.seat_to_act)
    assert isinstance(info, InfoSet)
    assert attributes(info) == {"view", "seat"}
    assert not any(isinstance(getattr(info.view, name), State) for name in attributes(info.view))
    assert info.options() == info.view.options != []
    info.options().clear()
    assert info.options() != []


@pytest.mark.parametrize("box", BOXES)
def test_harkonnen_views_name_no_hidden_rank_token_objective_or_card(box: str) -> None:
    for game in positions(box):
        view = game.view(HARKONNEN)
        assert view.objectives == []
        for sietch in range(8):
            assert view.sietch_rank[sietch] == (game.sietch_rank[sietch] if game.sietch_up[sietch] else HIDDEN_RANK)
        for token in range(ATREIDES_TOKENS):
            assert view.token_at[token] == (TOKEN_GONE if game.token_at[token] == TOKEN_GONE else HIDDEN_TOKEN)
        first, last = card_range(game.content, ATREIDES)
        assert not any(view.hand[first:last])


@pytest.mark.parametrize("box", BOXES)
def test_unseen_cards_are_those_that_lie_open_nowhere(box: str) -> None:
    for game in positions(box):
        if game.over:
            continue  # the Frame of a card in whose midst the game was won is gone
        for seat in SEATS:
            view = game.view(seat)
            content = game.content
            for kind in range(len(content.card_ids)):
                open_cards = view.discards[kind] + view.hand[kind] + view.attached[0::2].count(kind)
                open_cards += sum(1 for x in view.reinforcements if x & KNOWN_FACE and x % KNOWN_FACE == kind)
                for frame in range(0, len(game.stack), FRAME):
                    name = PROGRAMS.names[game.stack[frame + PROGRAM]]
                    held = game.stack[frame + PROGRAM] == PLAY_PLANNING_CARD or name == "mahdi_card"
                    open_cards += int(held and game.stack[frame + CARD_REGISTER] == kind)
                older = sum(1 for x in view.unseen_older if x % KNOWN_FACE == kind)
                parked = game.parked_scheming if content.card_ids[kind] == "hawats_scheming" else 0
                assert view.unseen[kind] + older + open_cards + parked == content.card_copies[kind], (
                    game.question(),
                    content.card_ids[kind],
                )


# --- turning one hidden fact over at a time


def swapped(first: int, second: int, values: list[int]) -> None:
    values[first], values[second] = values[second], values[first]


def other_ranks(game: Game) -> Game | None:
    """Two facedown Sietches of different rank exchanged."""
    down = [i for i in range(8) if not game.sietch_up[i]]
    for i in down:
        for j in down:
            if game.sietch_rank[i] != game.sietch_rank[j]:
                twin = editable(game)
                swapped(i, j, twin.sietch_rank)
                return twin
    return None


def other_objective(game: Game) -> Game | None:
    """Another Secret Objective."""
    twin = editable(game)
    free = [x for x in range(6) if x not in twin.objectives and not twin.ruled_out[0] >> x & 1]
    if not free:
        return None
    twin.objectives[0] = free[0]
    return twin


def other_card(side: int) -> Callable[[Game], Game | None]:
    """A card in the hand of *side* exchanged for another one of the same deck."""

    def change(game: Game) -> Game | None:
        decks = game.content.card_deck
        first, last = card_range(game.content, side)
        for held in range(first, last):
            for other in range(first, last):
                if held != other and game.hand[held] and game.deck[other] and decks[held] == decks[other]:
                    twin = editable(game)
                    twin.hand[held] -= 1
                    twin.hand[other] += 1
                    twin.deck[other] -= 1
                    twin.deck[held] += 1
                    return twin
        return None

    return change


def other_token(where: int) -> Callable[[Game], Game | None]:
    """A token that lies facedown at *where* (0 for any Area) exchanged for another one of its set."""

    def fits(at: int) -> bool:
        return at >= 0 if where == 0 else at == where

    def change(game: Game) -> Game | None:
        moved = 0
        for at in range(6, len(game.moved), 7):
            moved |= game.moved[at]
        for a in range(ATREIDES_TOKENS):
            for b in range(ATREIDES_TOKENS):
                if TOKEN_SETS[a] != TOKEN_SETS[b] or not fits(game.token_at[a]) or game.token_at[b] == TOKEN_GONE:
                    continue
                if game.token_at[a] == game.token_at[b] or (moved >> a | moved >> b) & 1 or _picked(game):
                    continue
                twin = editable(game)
                swapped(a, b, twin.token_at)
                for frame in range(0, len(twin.stack), FRAME):
                    if twin.stack[frame + TOKEN] in (a, b):
                        twin.stack[frame + TOKEN] = a + b - twin.stack[frame + TOKEN]
                return twin
        return None

    return change


def other_back(game: Game) -> Game | None:
    """A Starting and a standard token on the board exchanged."""
    for a in range(STARTING_TOKENS):
        for b in range(STARTING_TOKENS, ATREIDES_TOKENS):
            apart = game.token_at[a] != game.token_at[b] and min(game.token_at[a], game.token_at[b]) >= 0
            if apart and not game.moved and not _picked(game):
                twin = editable(game)
                swapped(a, b, twin.token_at)
                return twin
    return None


def _picked(game: Game) -> bool:
    """Whether tokens are picked for a move under way: exchanging one would be another move."""
    for frame in range(0, len(game.stack), FRAME):
        if game.stack[frame + PROGRAM] == MOVE_LEGIONS and game.stack[frame + PICKED_TOKENS] > 0:
            return True
    return False


def other_mahdi_token(game: Game) -> Game | None:
    """A facedown token of Mahdi's exchanged for one of the pool with the same back and never revealed since."""
    for a in range(ATREIDES_TOKENS, TOKENS):
        for b in range(ATREIDES_TOKENS, TOKENS):
            if game.token_at[a] < 0 or game.token_at[b] != SUPPLY or TOKEN_SETS[a] != TOKEN_SETS[b]:
                continue
            if game.token_seen[b] <= game.token_laid[a] and not game.moved:
                twin = editable(game)
                swapped(a, b, twin.token_at)
                swapped(a, b, twin.token_laid)
                return twin
    return None


def other_reinforcement(game: Game) -> Game | None:
    """A facedown Reinforcements card exchanged for one left in its deck."""
    decks = game.content.card_deck
    for at, entry in enumerate(game.reinforcements):
        for kind in range(len(decks)):
            if entry < KNOWN_FACE and kind != entry and game.deck[kind] and decks[kind] == decks[entry]:
                twin = editable(game)
                twin.reinforcements[at] = kind
                twin.deck[kind] -= 1
                twin.deck[entry] += 1
                return twin
    return None


def other_dice(game: Game) -> Game | None:
    """Another generator, seed and history: other dice and draws to come."""
    twin = editable(game)
    twin.rng.seed(987654321)
    twin.seed += 1
    twin.history = [*twin.history, 0]
    return twin


HIDDEN_FROM: list[tuple[str, str, int, Callable[[Game], Game | None]]] = [
    (TWO_PLAYER, "Sietch ranks", HARKONNEN, other_ranks),
    (TWO_PLAYER, "Secret Objective", HARKONNEN, other_objective),
    (TWO_PLAYER, "Atreides hand", HARKONNEN, other_card(ATREIDES)),
    (TWO_PLAYER, "Harkonnen hand", ATREIDES, other_card(HARKONNEN)),
    (TWO_PLAYER, "token on the board", HARKONNEN, other_token(0)),
    (TWO_PLAYER, "token in supply", HARKONNEN, other_token(SUPPLY)),
    (TWO_PLAYER, "token in hand", HARKONNEN, other_token(TOKEN_IN_HAND)),
    (TWO_PLAYER, "token gone unseen", HARKONNEN, other_token(TOKEN_GONE_UNSEEN)),
    (ALIKE, "back of a token", HARKONNEN, other_back),
    (TWO_PLAYER, "dice to come", ATREIDES, other_dice),
    (TWO_PLAYER, "dice to come", HARKONNEN, other_dice),
    (SOLO, "Mahdi's token", ATREIDES, other_mahdi_token),
    (SOLO, "Reinforcements", ATREIDES, other_reinforcement),
    (SOLO, "dice to come", ATREIDES, other_dice),
]


@pytest.mark.parametrize(
    ("box", "fact", "seat", "change"), HIDDEN_FROM, ids=[f"{box}-{fact}-{seat}" for box, fact, seat, _ in HIDDEN_FROM]
)
def test_a_hidden_fact_turned_over_shows_nowhere(
    box: str, fact: str, seat: int, change: Callable[[Game], Game | None]
) -> None:
    changed = 0
    for game in positions(box):
        twin = change(game)
        if twin is None:
            continue
        changed += 1
        view = game.view(seat)
        if game.seat_to_act == seat:
            PROGRAMS.advance(twin)  # ask again, now with the other fact
            assert twin.asked == game.asked, game.question()
        assert twin.view(seat) == view, game.question()
        assert written(twin.view(seat)) == written(view), game.question()
        assert fact == "dice to come" or twin.digest() != game.digest()
    assert changed >= 5, f"only {changed} positions had such a fact to turn over"


# --- two games that differ in one hidden fact, played side by side


class Twins:
    """Two games under explicit chance, the second with two hidden things exchanged from the start.

    Every slot that names one of the two is answered in the second game by the one that names the other.
    """

    def __init__(self, box: str, seed: int, exchange: dict[int, int], chance: dict[int, int]) -> None:
        self.first = new_game(config_of(box), seed, explicit_chance=True)
        self.second = new_game(config_of(box), seed, explicit_chance=True)
        self.exchange = exchange
        self.chance = chance
        self.chooser = random.Random(seed)

    def step(self) -> bool:
        """Give both the same answer; False when the second cannot give it."""
        slot = self.chooser.choice(self.first.asked)
        table = self.exchange if self.first.seat_to_act >= 0 else self.chance
        other = table.get(slot, slot)
        if other not in self.second.asked:
            return False
        self.first.pick(slot)
        self.second.pick(other)
        return True

    def compare(self, revealed: Callable[[Game], bool], watcher: int, most: int) -> int:
        """Play until the fact comes to light; how many positions looked the same to *watcher*."""
        for steps in range(most):
            if self.first.over or revealed(self.first):
                return steps
            assert self.first.view(watcher) == self.second.view(watcher), self.first.question()
            if not self.step():
                return steps
        return most


def both_ways(base: int, a: int, b: int) -> dict[int, int]:
    return {base + a: base + b, base + b: base + a}


@pytest.mark.parametrize("box", [TWO_PLAYER, SOLO])
def test_games_with_two_atreides_tokens_exchanged_look_alike_until_one_is_revealed(box: str) -> None:
    alike = 0
    for seed in range(24):
        a, b = random.Random(seed).sample(range(8) if seed % 2 else range(8, 16), 2)
        twins = Twins(box, seed, both_ways(PICK_TOKEN, a, b), both_ways(C_TOKEN, a, b))

        def revealed(game: Game, a: int = a, b: int = b) -> bool:
            return TOKEN_GONE in (game.token_at[a], game.token_at[b])

        alike += twins.compare(revealed, HARKONNEN, 800)
    assert alike > 1500


def test_games_with_two_cards_exchanged_look_alike_until_one_is_played_or_discarded() -> None:
    alike = 0
    content = new_game().content
    for seed in range(32):
        deck = seed % 4
        single = [k for k, copies in enumerate(content.card_copies) if copies == 1 and content.card_deck[k] == deck]
        a, b = random.Random(seed).sample(single, 2)
        twins = Twins(TWO_PLAYER, seed, both_ways(CARD, a, b), both_ways(C_CARD, a, b))
        watcher = HARKONNEN if deck < 2 else ATREIDES

        def revealed(game: Game, a: int = a, b: int = b, watcher: int = watcher) -> bool:
            unseen = game.view(watcher).unseen
            return unseen[a] + unseen[b] < 2

        alike += twins.compare(revealed, watcher, 800)
    assert alike > 1500


def test_games_with_two_ranks_or_objectives_exchanged_look_alike_to_the_harkonnen() -> None:
    alike = 0
    for seed in range(20):
        chance = both_ways(C_RANK, 1, 2) if seed % 2 else both_ways(C_OBJECTIVE, 0, 3)
        twins = Twins(TWO_PLAYER, seed, {}, chance)

        def revealed(game: Game, ranks: int = seed % 2) -> bool:
            return bool(ranks) and 1 in game.sietch_up

        alike += twins.compare(revealed, HARKONNEN, 800)
    assert alike > 3000


# --- digests


def test_digests_tell_positions_and_views_apart() -> None:
    found = positions(TWO_PLAYER)[::15]
    assert len({game.digest() for game in found}) == len({repr((g.history, g.seed)) for g in found})
    for seat in SEATS:
        views = [game.view(seat) for game in found]
        assert len({view.digest() for view in views}) == len({repr(view.facts()) for view in views})
    game = found[3]
    assert game.copy().digest() == game.digest()
    assert game.view(ATREIDES).digest() != game.view(HARKONNEN).digest()


def test_the_digest_speaks_of_the_position_alone() -> None:
    game = new_game(seed=5)
    other = game.copy()
    other.history = [*other.history, 1]
    other.rng.next32()
    assert other.digest() == game.digest()
    other.supremacy += 1
    assert other.digest() != game.digest()


DIGESTS = """
import random
from dune_env.arrakis.game import new_game
game = new_game(seed=11)
chooser = random.Random(1)
for _ in range(300):
    game.pick(chooser.choice(game.asked))
print(game.digest(), game.view(0).digest(), game.view(1).digest())
"""


def test_digests_are_the_same_in_every_process() -> None:
    lines = {
        subprocess.run(
            [sys.executable, "-c", DIGESTS],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(lines) == 1
    assert len(lines.pop().split()) == 3
