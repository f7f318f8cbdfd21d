"""A look inside the games of a match: means over games won and lost, and how well an agent knew what would come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
from tqdm import tqdm

from agents.arena.games import Match, agents_of, one_thread
from agents.arena.stories import MARKER_SOURCES, SUPREMACY_SOURCES, Story, Teller
from agents.base import Agent, policy_file
from agents.evaluation import win_value
from agents.race import search_value
from dune_env.arrakis.game import Game, new_game
from dune_env.arrakis.names import ATREIDES

EVERY = 4  # decisions from one estimate to the next
BINS = 10
Estimate = Callable[[Game], float]
VALUES: dict[str, Estimate] = {"greedy": win_value, "mcts": search_value}  # of the Atreides, by agent


def look_inside(match: Match, games: int, workers: int = 1) -> dict[str, Any]:
    """The first *games* games of a match, each played by new agents, as figures for a report."""
    seeds = list(match.seeds)[:games]
    jobs = [(match, seed) for seed in seeds]
    with tqdm(total=len(seeds), desc=f"inside {match.agent}", leave=False) as bar:
        stories: list[Story] = []
        if workers <= 1:
            for job in jobs:
                stories.append(story_of(job))
                bar.update()
        else:
            with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
                for story in pool.map(story_of, jobs):
                    stories.append(story)
                    bar.update()
    return report(stories)


def story_of(job: tuple[Match, int]) -> Story:
    """Play one game of a match and tell it."""
    match, seed = job
    one_thread(match.agent, match.opponent)
    agents = agents_of(match, seed)
    game = new_game(match.config, seed)
    teller = Teller(game, seed)
    estimate = estimate_of(agents[match.side], match, seed)
    decisions = 0
    while not game.over and game.round <= match.config.max_rounds:
        seat = game.seat_to_act
        if len(game.asked) == 1:
            teller.pick(game.asked[0])
            continue
        if seat == match.side:
            if estimate is not None and decisions % EVERY == 0:
                teller.story.expected.append(estimate(game))
            decisions += 1
        teller.pick(agents[seat].act(game.info_set(seat)))
    return teller.finish(match.side)


# --- what an agent expects


def estimate_of(agent: Agent, match: Match, seed: int) -> Estimate | None:
    """The agent's own estimate of the result, -1 to 1, from what its seat knows; None for an agent without one."""
    if policy_file(match.agent) is not None:
        return _policy_estimate(agent, match.side)
    if agent.name in VALUES:
        return _searched_by(VALUES[agent.name], match.side, seed)
    return None


def _policy_estimate(agent: Agent, side: int) -> Estimate:
    """The result that a trained policy expects."""
    from agents.learned import LearnedAgent
    from agents.learned_guide import LearnedGuide
    from agents.mcts import Mcts

    learned = agent.guide.learned if isinstance(agent, Mcts) and isinstance(agent.guide, LearnedGuide) else agent
    assert isinstance(learned, LearnedAgent)
    return lambda game: learned.expected_result(game.info_set(side))


def _searched_by(value: Estimate, side: int, seed: int) -> Estimate:
    """What the value that an agent searches by says of a game drawn from what the seat knows."""
    sign = 1.0 if side == ATREIDES else -1.0
    return lambda game: sign * value(game.info_set(side).sample(seed))


def calibration(stories: list[Story]) -> dict[str, Any] | None:
    """Estimates against results: by bins of what was expected, with the mean squared error; None without estimates."""
    expected = np.asarray([value for story in stories for value in story.expected])
    came = np.asarray([story.result for story in stories for _ in story.expected])
    if not len(expected):
        return None
    bins: list[dict[str, float]] = []
    edges = np.linspace(-1.0, 1.0, BINS + 1)
    places = np.clip(np.digitize(expected, edges) - 1, 0, BINS - 1)
    for at in range(BINS):
        here = places == at
        if here.any():
            bins.append(
                {
                    "from": round(float(edges[at]), 3),
                    "to": round(float(edges[at + 1]), 3),
                    "positions": int(here.sum()),
                    "expected": round(float(expected[here].mean()), 4),
                    "came": round(float(came[here].mean()), 4),
                }
            )
    base = float(np.mean((came - came.mean()) ** 2))
    return {
        "bins": bins,
        "positions": len(expected),
        "squared_error": round(float(np.mean((came - expected) ** 2)), 4),
        "squared_error_of_the_mean": round(base, 4),
    }


# --- the report


def report(stories: list[Story]) -> dict[str, Any]:
    """Means a game, over all games and over those won and lost."""
    groups = {
        "all": stories,
        "won": [story for story in stories if story.result > 0],
        "lost": [story for story in stories if story.result < 0],
    }
    return {
        "games": {name: len(group) for name, group in groups.items()},
        "means": {name: _means(group) for name, group in groups.items() if group},
        "calibration": calibration(stories),
    }


def _means(stories: list[Story]) -> dict[str, Any]:
    count = len(stories)
    found: dict[str, Any] = {"rounds": round(sum(story.rounds for story in stories) / count, 3)}
    for name in ("markers", "supremacy", "sietches_lost", "claims", "cards", "dice", "actions", "deeds"):
        total: Counter[Any] = Counter()
        for story in stories:
            for key, number in getattr(story, name).items():
                total[key] += number
        order = {"markers": MARKER_SOURCES, "supremacy": SUPREMACY_SOURCES}.get(name) or sorted(total)
        found[name] = {str(key): round(total[key] / count, 3) for key in order}
    return found


def told(inside: dict[str, Any], title: str) -> str:
    """The report as text: a line for each thing counted, a column each for all games, games won and games lost."""
    groups = list(inside["means"])
    head = "".join(f"{label:>14}" for label in [f"{group} ({inside['games'][group]})" for group in groups])
    lines = [title, f"{'means a game':<46}{head}"]
    for name in inside["means"]["all"]:
        first = inside["means"]["all"][name]
        if not isinstance(first, dict):
            lines.append(_line(name, [inside["means"][group][name] for group in groups]))
            continue
        lines.append(TITLES[name])
        keys = list(dict.fromkeys(key for group in groups for key in inside["means"][group][name]))
        for key in keys:
            lines.append(_line(f"  {key}", [inside["means"][group][name].get(key, 0.0) for group in groups]))
    found = inside["calibration"]
    if found:
        lines.append(
            f"estimates at {found['positions']} decisions: squared error {found['squared_error']:.3f}, "
            f"that of the mean result {found['squared_error_of_the_mean']:.3f}"
        )
        for each in found["bins"]:
            lines.append(
                f"  {each['from']:+.1f} to {each['to']:+.1f}: {each['positions']:>6} positions, "
                f"expected {each['expected']:+.2f}, came {each['came']:+.2f}"
            )
    return "\n".join(lines)


TITLES = {
    "markers": "Prescience steps by source",
    "supremacy": "Supremacy steps by source",
    "sietches_lost": "Sietches lost by round",
    "claims": "claims",
    "cards": "Planning cards played by deck",
    "dice": "dice spent",
    "actions": "Actions and Free Actions picked",
    "deeds": "deeds",
}


def _line(name: str, numbers: list[float]) -> str:
    return f"{name:<46}" + "".join(f"{number:>14.2f}" for number in numbers)
