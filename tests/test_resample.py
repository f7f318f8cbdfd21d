"""Resampled games look the same to their seat, and what is hidden is drawn uniformly."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Hashable, Iterable

import pytest
from positions import ALIKE, BOXES, SOLO, TWO_PLAYER, config_of, positions

from dune_env.arrakis.game import Game, game_from_view, new_game
from dune_env.arrakis.layout import LAYOUT, encode
from dune_env.arrakis.names import (
    ATREIDES,
    ATREIDES_TOKENS,
    BLACK_TOKENS,
    CORRINO_ALLY,
    HARKONNEN,
    HOUSE_HARKONNEN,
    SILVER_TOKENS,
    STARTING_TOKENS,
    SUPPLY,
    TOKEN_IN_HAND,
    TOKENS,
)
from dune_env.arrakis.planning import reform_deck
from dune_env.arrakis.ruleset import ConfigError
from dune_env.arrakis.state import KNOWN_FACE, OLDER_DRAW, PROGRAMS
from dune_env.arrakis.tokens import lay_token, take_token
from dune_env.arrakis.victory import check_objective
from dune_env.engine.steps import CHANCE

SEATS = [ATREIDES, HARKONNEN]
DRAWS = 1500


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("seat", SEATS)
def test_a_resampled_game_looks_the_same_to_its_seat(box: str, seat: int) -> None:
    before, after = bytearray(LAYOUT.size), bytearray(LAYOUT.size)
    asked = 0
    for seed, game in enumerate(positions(box)):
        view = game.view(seat)
        sample = game.resample(seat, seed)
        assert sample.view(seat) == view, game.question()
        encode(view, before)
        encode(sample.view(seat), after)
        assert after == before
        assert (sample.question(), sample.seat_to_act, sample.over) == (game.question(), game.seat_to_act, game.over)
        if game.seat_to_act == seat:
            asked += 1
            assert sample.asked == game.asked, game.question()
            assert sample.extras == game.extras
    assert asked or (seat == HARKONNEN and "solo" in box)


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("seat", SEATS)
def test_the_sample_depends_on_the_view_and_the_seed_alone(box: str, seat: int) -> None:
    for seed, game in enumerate(positions(box)[::5]):
        sample = game.resample(seat, seed)
        assert sample.history == []
        assert sample.seed == seed
        assert sample.rng.words() != game.rng.words()
        other = sample.copy()  # looks the same to the seat, with other hidden facts and another generator
        other.rng.seed(77)
        again = other.resample(seat, seed)
        assert again.digest() == sample.digest(), game.question()
        assert again.rng.words() == sample.rng.words()
        assert game.info_set(seat).sample(seed).digest() == sample.digest()
        assert game_from_view(game.view(seat), seed).digest() == sample.digest()


def test_the_resampled_game_plays_on() -> None:
    chooser = random.Random(8)
    for box in (TWO_PLAYER, SOLO):
        for seed, game in enumerate(positions(box)[::12]):
            for seat in SEATS:
                sample = game.resample(seat, seed)
                for _ in range(60):
                    if sample.over:
                        break
                    sample.pick(chooser.choice(sample.asked))
                    _check_pieces(sample)


def _check_pieces(game: Game) -> None:
    """Ranks, tokens and cards are all there, and the counters agree with them."""
    assert sorted(game.sietch_rank) == sorted(game.content.sietch_ranks)
    decks = game.content.card_deck
    for deck in range(4):
        kinds = [kind for kind in range(len(decks)) if decks[kind] == deck]
        assert sum(game.deck[kind] for kind in kinds) == game.deck_left[deck]
        assert sum(game.hand[kind] for kind in kinds) == game.hand_size[deck]
        assert min(game.deck[kind] for kind in kinds) >= 0
    for side, first, last in ((ATREIDES, 0, ATREIDES_TOKENS), (HARKONNEN, ATREIDES_TOKENS, TOKENS)):
        lying = Counter(at for at in game.token_at[first:last] if at >= 0)
        cells = game.cells[808 + side * 101 : 808 + (side + 1) * 101]
        assert dict(lying) == {area: count for area, count in enumerate(cells) if count}


def test_seeds_that_are_no_seeds_are_refused() -> None:
    game = new_game()
    with pytest.raises(ConfigError, match="seed: got -1"):
        game.resample(ATREIDES, -1)
    with pytest.raises(ValueError, match="seat: got 7"):
        game.resample(7, 1)


def test_games_under_explicit_chance_can_be_resampled_at_a_question_to_chance() -> None:
    chooser = random.Random(5)
    chance = 0
    for seed in range(4):
        game = new_game(seed=seed, explicit_chance=True)
        for step in range(300):
            if game.over:
                break
            for seat in SEATS:
                sample = game.resample(seat, step)
                assert sample.view(seat) == game.view(seat), game.question()
                assert sample.explicit_chance
            chance += int(game.seat_to_act == CHANCE)
            game.pick(chooser.choice(game.asked))
    assert chance > 100


# --- uniform


def chi_square(found: Iterable[Hashable], expected: dict[Hashable, float]) -> float:
    """Pearson's statistic of what was found against expected shares; what was not expected fails."""
    counts = Counter(found)
    total = sum(counts.values())
    assert set(counts) <= set(expected), set(counts) - set(expected)
    return sum((counts[key] - total * share) ** 2 / (total * share) for key, share in expected.items())


def assert_fits(found: Iterable[Hashable], expected: dict[Hashable, float]) -> None:
    """The statistic stays below its mean by five standard deviations at most: one false alarm in many thousand runs."""
    assert abs(sum(expected.values()) - 1) < 1e-9
    degrees = len(expected) - 1
    assert chi_square(found, expected) < degrees + 5 * (2 * degrees) ** 0.5 + 5


def assert_uniform(found: Iterable[Hashable], outcomes: Iterable[Hashable]) -> None:
    each = list(outcomes)
    assert_fits(found, {outcome: 1 / len(each) for outcome in each})


def midgame(box: str, steps: int, seed: int) -> Game:
    """A game after that many random answers."""
    chooser = random.Random(seed)
    game = new_game(config_of(box), seed)
    for _ in range(steps):
        game.pick(chooser.choice(game.asked))
    assert not game.over
    return game


def test_the_chi_square_test_can_fail() -> None:
    with pytest.raises(AssertionError):
        assert_uniform([0] * 560 + [1] * 440, [0, 1])
    with pytest.raises(AssertionError):
        assert_uniform([0, 1, 2], [0, 1])
    assert_uniform([0] * 510 + [1] * 490, [0, 1])


def test_sietch_ranks_are_drawn_uniformly() -> None:
    game = new_game(seed=1)
    game.sietch_up[2] = 1  # one is known
    hidden = sorted(game.content.sietch_ranks)
    hidden.remove(game.sietch_rank[2])
    samples = [game.resample(HARKONNEN, seed) for seed in range(DRAWS)]
    assert {sample.sietch_rank[2] for sample in samples} == {game.sietch_rank[2]}
    for sietch in (0, 7):
        assert_fits(
            [sample.sietch_rank[sietch] for sample in samples],
            {rank: hidden.count(rank) / 7 for rank in set(hidden)},
        )
    pairs = list(itertools.permutations(hidden, 2))
    assert_fits(
        [(sample.sietch_rank[0], sample.sietch_rank[1]) for sample in samples],
        {pair: pairs.count(pair) / len(pairs) for pair in set(pairs)},
    )


def test_objectives_are_drawn_uniformly_from_those_not_ruled_out() -> None:
    game = new_game(seed=1)
    assert_uniform([game.resample(HARKONNEN, seed).objectives[0] for seed in range(DRAWS)], range(6))
    game.objectives = [0, 4]
    game.ruled_out = [0b000110, 0b000010]  # the first cannot be 1 or 2, the second not 1
    pairs = [(a, b) for a in (0, 3, 4, 5) for b in (0, 2, 3, 4, 5) if a != b]
    assert_uniform([tuple(game.resample(HARKONNEN, seed).objectives) for seed in range(DRAWS)], pairs)


def test_a_failed_win_check_rules_the_objectives_out_that_it_would_have_shown() -> None:
    game = new_game(seed=1)
    game.objectives = [0]
    check_objective(game)
    assert game.ruled_out == [0, 0]
    game.prescience = game.content.objectives[5][:]
    check_objective(game)
    assert game.ruled_out == [1 << 5, 0]
    game.objectives = [0, 1]
    game.prescience = game.content.objectives[3][:]
    check_objective(game)
    assert game.ruled_out == [1 << 5 | 1 << 3, 1 << 3]
    assert not game.over
    assert game.view(HARKONNEN).ruled_out == game.ruled_out
    game.objectives = [3, 1]
    check_objective(game)
    assert bool(game.over)
    assert game.winner == ATREIDES


@pytest.mark.parametrize("seat", SEATS)
def test_the_other_hand_is_drawn_uniformly_from_the_unseen_cards(seat: int) -> None:
    game = midgame(TWO_PLAYER, 260, 6)
    view = game.view(seat)
    decks = game.content.card_deck
    samples = [game.resample(seat, s) for s in range(DRAWS)]
    mine, theirs = ([0, 1], [2, 3]) if seat == ATREIDES else ([2, 3], [0, 1])
    for deck in theirs:
        unseen = [k for k in range(len(decks)) if decks[k] == deck for _ in range(view.unseen[k])]
        assert game.hand_size[deck] and len(unseen) == game.hand_size[deck] + game.deck_left[deck]
        found = [k for sample in samples for k in set(unseen) for _ in range(sample.hand[k]) if decks[k] == deck]
        assert_fits(found, {k: unseen.count(k) / len(unseen) for k in set(unseen)})
    for sample in samples:
        assert [sample.hand[k] for k in range(len(decks)) if decks[k] in mine] == [
            game.hand[k] for k in range(len(decks)) if decks[k] in mine
        ]


def test_two_cards_of_a_hand_are_drawn_independently() -> None:
    game = new_game(seed=3)
    deck = HOUSE_HARKONNEN
    decks = game.content.card_deck
    for kind in range(len(decks)):  # two cards in hand, whatever else has been drawn
        game.deck[kind] += game.hand[kind] if decks[kind] == deck else 0
        game.hand[kind] = 0 if decks[kind] == deck else game.hand[kind]
    first, second = [k for k in range(len(decks)) if decks[k] == deck][:2]
    for kind in (first, second):
        game.hand[kind] += 1
        game.deck[kind] -= 1
    game.hand_size[deck] = 2
    game.deck_left[deck] = 16
    PROGRAMS.advance(game)
    view = game.view(ATREIDES)
    unseen = [k for k in range(len(decks)) if decks[k] == deck for _ in range(view.unseen[k])]
    assert game.hand_size[deck] == 2
    hands = list(itertools.combinations(sorted(unseen), 2))
    samples = [game.resample(ATREIDES, seed) for seed in range(4 * DRAWS)]
    found = [tuple(k for k in sorted(set(unseen)) for _ in range(sample.hand[k])) for sample in samples]
    assert_fits(found, {hand: hands.count(hand) / len(hands) for hand in set(hands)})


def test_atreides_tokens_are_dealt_uniformly_over_the_places_of_their_set() -> None:
    game = new_game(seed=2)
    lay_token(game, 9, 40)
    take_token(game, 12, TOKEN_IN_HAND)
    PROGRAMS.advance(game)
    starting = [t for t in range(STARTING_TOKENS) if game.token_at[t] >= 0]
    samples = [game.resample(HARKONNEN, seed) for seed in range(DRAWS)]
    area = game.token_at[starting[0]]
    standard = range(STARTING_TOKENS, ATREIDES_TOKENS)
    assert len(starting) == 8
    assert_uniform([_tokens_at(s, area) for s in samples], [(t,) for t in starting])
    assert_uniform([_tokens_at(s, 40) for s in samples], [(t,) for t in standard])
    assert_uniform(
        [(_tokens_at(s, 40)[0], _tokens_at(s, TOKEN_IN_HAND)[0]) for s in samples], itertools.permutations(standard, 2)
    )


def _tokens_at(game: Game, place: int) -> tuple[int, ...]:
    return tuple(t for t in range(ATREIDES_TOKENS) if game.token_at[t] == place)


def test_with_backs_alike_any_unseen_token_may_lie_anywhere_but_in_supply() -> None:
    game = new_game(config_of(ALIKE), seed=2)
    lay_token(game, 9, 40)
    PROGRAMS.advance(game)
    samples = [game.resample(HARKONNEN, seed) for seed in range(DRAWS)]
    for sample in samples:
        assert all(t >= STARTING_TOKENS for t in _tokens_at(sample, SUPPLY))
        assert len(_tokens_at(sample, SUPPLY)) == 7
    # Nine places, eight Starting tokens and one of eight standard ones, which may lie in any of them.
    expected: dict[Hashable, float] = {(t,): 1 / 9 for t in range(STARTING_TOKENS)}
    expected |= {(t,): 1 / 72 for t in range(STARTING_TOKENS, ATREIDES_TOKENS)}
    assert_fits([_tokens_at(sample, 40) for sample in samples], expected)


def test_mahdis_tokens_are_drawn_uniformly_from_all_that_the_dates_allow() -> None:
    game = new_game(config_of(SOLO), seed=1)
    black = list(range(BLACK_TOKENS, SILVER_TOKENS))
    for token, area, date in ((black[0], 40, 10), (black[1], 41, 20), (black[2], 41, 20), (SILVER_TOKENS, 40, 10)):
        lay_token(game, token, area)
        game.token_laid[token] = date
    game.token_seen[black[3]] = 15  # so it is not the one of date 10
    game.token_seen[black[4]] = 25  # so it is none of them
    game.clock = 30
    PROGRAMS.advance(game)
    view = game.view(ATREIDES)
    assert view.mahdi_laid == [40 * 4 + 2, 10, 40 * 4 + 3, 10, 41 * 4 + 2, 20, 41 * 4 + 2, 20]
    samples = [game.resample(ATREIDES, seed) for seed in range(2 * DRAWS)]
    fits = [
        (first, frozenset((second, third)))
        for first, second, third in itertools.permutations(black, 3)
        if first not in (black[3], black[4]) and black[4] not in (second, third) and second < third
    ]
    found = [(_black_at(s, black, 40)[0], frozenset(_black_at(s, black, 41))) for s in samples]
    assert_uniform(found, fits)
    silver = range(SILVER_TOKENS, TOKENS)
    assert_uniform([next(t for t in silver if s.token_at[t] == 40) for s in samples], silver)
    for sample in samples[:50]:
        for token in range(ATREIDES_TOKENS, TOKENS):
            if sample.token_at[token] >= 0:
                assert sample.token_seen[token] <= sample.token_laid[token]


def _black_at(game: Game, black: list[int], area: int) -> list[int]:
    return [token for token in black if game.token_at[token] == area]


def test_facedown_reinforcements_are_drawn_uniformly_with_the_decks() -> None:
    game = midgame(SOLO, 12, 3)
    decks = game.content.card_deck
    view = game.view(ATREIDES)
    facedown = [at for at, entry in enumerate(game.reinforcements) if not entry & KNOWN_FACE]
    assert facedown
    at = facedown[0]
    deck = decks[game.reinforcements[at]]
    unseen = [k for k in range(len(decks)) if decks[k] == deck for _ in range(view.unseen[k])]
    found = [game.resample(ATREIDES, seed).reinforcements[at] for seed in range(DRAWS)]
    assert_fits(found, {kind: unseen.count(kind) / len(unseen) for kind in set(unseen)})


def test_cards_drawn_before_a_deck_was_formed_anew_are_none_of_those_mixed_in() -> None:
    game = new_game(config_of(SOLO), seed=3)
    decks = game.content.card_deck
    corrino = [k for k in range(len(decks)) if decks[k] == CORRINO_ALLY]
    game.reinforcements = [*corrino[:3], corrino[3] + KNOWN_FACE]
    for kind in corrino:
        game.deck[kind] = 0
        game.discards[kind] = int(kind not in corrino[:4])
    game.deck_left[CORRINO_ALLY] = 0
    reform_deck(game, CORRINO_ALLY)
    assert game.reinforcements == [*[kind + OLDER_DRAW for kind in corrino[:3]], corrino[3] + KNOWN_FACE]
    game.reinforcements.append(corrino[4])
    game.deck[corrino[4]] = 0
    game.deck_left[CORRINO_ALLY] -= 1
    samples = [game.resample(ATREIDES, seed) for seed in range(DRAWS)]
    older = [tuple(kind % KNOWN_FACE for kind in sample.reinforcements[:3]) for sample in samples]
    assert_uniform(older, itertools.permutations(corrino[:3]))
    assert {sample.reinforcements[3] for sample in samples} == {corrino[3] + KNOWN_FACE}
    assert_uniform([sample.reinforcements[4] for sample in samples], corrino[4:])
