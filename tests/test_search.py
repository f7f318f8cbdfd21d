"""Chance handed out: probabilities that are right, names of answers, copies that switch, the examples of the docs."""

from __future__ import annotations

import copy
import math
import pickle
import random
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from dune_env.arrakis.game import Game, from_json, new_game
from dune_env.arrakis.names import ATREIDES, SANDWORM
from dune_env.arrakis.ruleset import GameConfig
from dune_env.arrakis.scenario import build
from dune_env.arrakis.slots import CHANCE_SLOTS, SLOTS
from dune_env.arrakis.state import PROGRAMS, SIGNS, WORMS
from dune_env.engine.steps import CHANCE, FRAME, PROGRAM, STEP, Chance, IllegalSlot
from tests.walker import differences

MODES = [GameConfig(), GameConfig(mode="solo"), GameConfig(mode="solo", ties="seeded")]
DOCS = Path(__file__).resolve().parent.parent / "docs" / "search.md"


def drawn(game: Game, picks: random.Random) -> int:
    """An answer: by its probability if chance is asked, any other one alike."""
    if game.seat_to_act != CHANCE:
        return picks.choice(game.asked)
    slots, weights = zip(*game.chance_outcomes(), strict=True)
    return int(picks.choices(slots, weights)[0])


@pytest.mark.parametrize("config", MODES, ids=["two_player", "solo", "solo seeded"])
def test_probabilities_sum_to_one_at_every_question(config: GameConfig) -> None:
    families: Counter[str] = Counter()
    for seed in range(3 if config.mode == "two_player" else 30):
        picks = random.Random(seed)
        game = new_game(config, seed, explicit_chance=True)
        while not game.over and game.round <= 12:
            if game.seat_to_act == CHANCE:
                outcomes = game.chance_outcomes()
                assert math.isclose(sum(p for _, p in outcomes), 1.0, rel_tol=1e-12), game.question()
                assert all(p > 0 for _, p in outcomes)
                assert [slot for slot, _ in outcomes] == game.options(), "what has a probability can be picked"
                names = [game.slot_name(slot) for slot, _ in outcomes]
                assert [game.slot_called(name) for name in names] == game.options()
                families[names[0].split("(")[0]] += 1
                if game.answer_space() is SLOTS:
                    assert len({p for _, p in outcomes}) == 1 and config.ties == "seeded"
                    families["tie"] += 1
            else:
                with pytest.raises(IllegalSlot, match="chance is not asked"):
                    game.chance_outcomes()
                assert game.slot_name(game.asked[0]) == SLOTS.name(game.asked[0])
            game.pick(drawn(game, picks))
    wanted = {"combat_roll", "action_roll", "draw_card", "draw_token", "sietch_rank", "station", "wormsign"}
    wanted |= {"draw_prescience", "draw_objective"}
    wanted |= {"draw_tactical", "roll_die"} if config.mode == "solo" else set()
    wanted |= {"tie"} if config.ties == "seeded" else set()
    assert wanted <= set(families), f"not met: {wanted - set(families)}"


# --- what the generator draws by itself has the probabilities that explicit chance tells

DRAWS = 600


def chance_questions() -> dict[str, Game]:
    """One question of each kind of draw, out of random games in both modes."""
    found: dict[str, Game] = {}
    for config in MODES:
        for seed in range(6):
            picks = random.Random(seed)
            game = new_game(config, seed, explicit_chance=True)
            while not game.over and game.round <= 8:
                if game.seat_to_act == CHANCE and len(game.asked) > 2:
                    tie = game.answer_space() is SLOTS
                    kind = "tie" if tie else game.slot_name(game.asked[0]).split("(")[0]
                    if kind not in found or (kind == "combat_roll" and len(game.asked) > len(found[kind].asked)):
                        found[kind] = game.copy()
                game.pick(drawn(game, picks))
    return found


def implicit_draw(game: Game) -> int:
    """What the generator of *game* answers to its question to chance."""
    frame = len(game.stack) - FRAME
    step = PROGRAMS.steps[game.stack[frame + PROGRAM]][game.stack[frame + STEP]]
    assert isinstance(step, Chance)
    return step.draw(game, frame)


def chi_square(counts: Counter[int], outcomes: list[tuple[int, float]]) -> tuple[float, int]:
    """The statistic and its degrees of freedom, rare outcomes taken together."""
    total = sum(counts.values())
    cells: list[tuple[float, float]] = []
    rare = [0.0, 0.0]
    for slot, probability in outcomes:
        if probability * total < 8:
            rare[0] += counts[slot]
            rare[1] += probability * total
        else:
            cells.append((counts[slot], probability * total))
    if rare[1] >= 1:
        cells.append((rare[0], rare[1]))
    return sum((seen - expected) ** 2 / expected for seen, expected in cells), len(cells) - 1


def test_the_generator_draws_with_these_probabilities() -> None:
    questions = chance_questions()
    wanted = {"combat_roll", "action_roll", "draw_card", "draw_token", "sietch_rank", "station", "wormsign"}
    assert wanted | {"draw_prescience", "draw_objective", "draw_tactical", "roll_die", "tie"} <= set(questions)
    for kind, game in questions.items():
        outcomes = game.chance_outcomes()
        counts: Counter[int] = Counter()
        twin = game.copy()
        twin.rng.seed(2027)
        for _ in range(DRAWS):
            if kind == "tie":
                counts[settled(game, twin.rng.next32())] += 1
            else:
                counts[implicit_draw(twin)] += 1
        assert set(counts) <= {slot for slot, _ in outcomes}, kind
        statistic, freedom = chi_square(counts, outcomes)
        # A fair draw passes this with a probability above 0.9999 (Wilson and Hilferty's approximation).
        limit = freedom * (1 - 2 / (9 * freedom) + 3.9 * math.sqrt(2 / (9 * freedom))) ** 3
        assert freedom >= 1 and statistic < limit, f"{kind}: {statistic:.1f} with {freedom} degrees of freedom"


def settled(game: Game, seed: int) -> int:
    """The answer that a copy of *game* gives by itself to its tie: the one that leads to the same position."""
    twin = game.copy()
    twin.rng.seed(seed)
    twin.explicit_chance = False
    PROGRAMS.advance(twin)
    fits = []
    for slot in game.asked:
        other = game.copy()
        other.rng.seed(seed)
        other.rng.below(len(game.asked))
        other.explicit_chance = False
        other.pick(slot)
        if other.digest() == twin.digest():
            fits.append(slot)
    assert len(fits) == 1
    return fits[0]


# --- copies


@pytest.mark.parametrize("config", MODES, ids=["two_player", "solo", "solo seeded"])
def test_copies_switch_chance_in_the_middle_of_anything(config: GameConfig) -> None:
    met: defaultdict[str, int] = defaultdict(int)
    for seed in range(2):
        picks = random.Random(seed)
        game = new_game(config, seed, explicit_chance=bool(seed))
        while not game.over and game.round <= 5:
            met[game.question()] += 1
            if met[game.question()] <= 2:
                before = (game.to_json(), game.rng.words())
                looked_at(game, picks)
                assert (game.to_json(), game.rng.words()) == before, "a copy changed its game"
            game.pick(drawn(game, picks))
    assert len(met) > 20


def looked_at(game: Game, picks: random.Random) -> None:
    same = game.copy(explicit_chance=game.explicit_chance)
    for twin in (same, game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert type(twin) is Game and twin is not game and not differences(twin, game)
    held = [game, {"again": game}]
    copied = copy.deepcopy(held)
    assert copied[0] is copied[1]["again"] and copied[0] is not game  # type: ignore[index]
    explicit, implicit = game.copy(explicit_chance=True), game.copy(explicit_chance=False)
    assert explicit.explicit_chance and not implicit.explicit_chance
    other = implicit if game.explicit_chance else explicit
    assert other.history == []
    assert implicit.seat_to_act != CHANCE, "it has drawn what was asked of chance"
    if game.seat_to_act != CHANCE:
        assert set(differences(other, game)) <= {"explicit_chance", "history"}
    for twin in (explicit, implicit):
        for _ in range(25):
            if twin.over:
                break
            twin.pick(drawn(twin, picks))
        assert not differences(from_json(twin.to_json()), twin)


def test_answers_by_name() -> None:
    game = new_game(seed=1, explicit_chance=True)
    assert game.asked_name() == "chance" and game.answer_space() is CHANCE_SLOTS
    name = game.slot_name(game.asked[0])
    assert game.slot_called(name) == game.asked[0] and name.startswith("sietch_rank(")
    with pytest.raises(IllegalSlot, match=r"no slot is called 'pass' where chance is asked setup.DealRank"):
        game.slot_called("pass")
    with pytest.raises(IllegalSlot, match="no slot -1: takes 0 to"):
        game.slot_name(-1)
    with pytest.raises(IllegalSlot, match=r"illegal slot 0 \(combat_roll\(none\)\): chance is asked"):
        game.pick(0)
    game = new_game(seed=1)
    assert game.asked_name() == "harkonnen" and game.answer_space() is SLOTS
    assert game.slot_called(game.slot_name(game.asked[-1])) == game.asked[-1]
    assert game.info_set(ATREIDES).sample(3).copy(explicit_chance=True).explicit_chance


# --- the examples in docs/search.md


def test_the_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    examples = re.findall(r"```python\n(.*?)```", DOCS.read_text(), re.DOTALL)
    assert len(examples) == 4
    for example in examples:
        space: dict[str, Any] = {"__name__": "example"}
        exec(compile(example, str(DOCS), "exec"), space)
        printed = capsys.readouterr().out.splitlines()
        game = space["game"]
        assert len(game.history) == 1 and printed
        if "slot" in space and "chance_outcomes" not in example.split("def ")[0]:
            assert printed == [SLOTS.name(space["slot"])] and game.history == [space["slot"]]


def test_expectimax_sees_through_chance() -> None:
    """Whatever the Wormsigns turn out to be, the Atreides win when the round ends; and a mean is a mean."""
    space: dict[str, Any] = {"__name__": "example"}
    examples = re.findall(r"```python\n(.*?)```", DOCS.read_text(), re.DOTALL)
    exec(compile(examples[1].split("\ngame = new_game")[0], str(DOCS), "exec"), space)
    position: dict[str, object] = {
        "prescience": {"kwisatz_haderach": 8, "sand_dwellers": 8, "jihad": 8},
        "phase": "desert_hazards",
        "wormsigns": ["north_east_7", "south_west_3"],
    }
    game = build(position, 1, explicit_chance=True)
    assert game.seat_to_act == CHANCE and len(game.chance_outcomes()) > 1 and not game.over
    assert space["value"](game, ATREIDES, 3, random.Random(0)) == 1.0
    assert space["value"](game, 1 - ATREIDES, 3, random.Random(0)) == -1.0

    space["guess"] = lambda game, seat: float(game.cells[WORMS:SIGNS].count(SANDWORM))
    del position["prescience"]
    game = build(position, 1, explicit_chance=True)
    expected = 0.0
    for slot, probability in game.chance_outcomes():
        twin = game.copy()
        twin.pick(slot)
        expected += probability * space["value"](twin, ATREIDES, 0, random.Random(0))
    assert 0 < expected == pytest.approx(space["value"](game, ATREIDES, 0, random.Random(0)))
