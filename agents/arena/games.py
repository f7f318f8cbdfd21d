"""Games between agents on fixed seeds, over worker processes; what is done already is kept and not played again."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from multiprocessing import get_context
from pathlib import Path

from tqdm import tqdm

from agents import make_agent
from agents.base import Agent, policy_file
from agents.margin import atreides_margin
from dune_env.arrakis.game import Game, new_game
from dune_env.arrakis.names import ATREIDES, REASON_NAMES, SIDE_NAMES
from dune_env.arrakis.ruleset import GameConfig

BATCH = 32  # games that one process plays side by side, so that a learned agent answers in batches
SEARCH_BATCH = 4  # a search answers one by one, and its games take long


@dataclass(frozen=True)
class Match:
    """Who plays which games: *agent* for *side* against "mahdi" or another agent, on consecutive seeds."""

    agent: str
    opponent: str
    side: int
    config: GameConfig
    first_seed: int
    games: int

    @property
    def seeds(self) -> range:
        return range(self.first_seed, self.first_seed + self.games)

    @property
    def title(self) -> str:
        against = "Mahdi" if self.config.mode == "solo" else self.opponent
        seeds = f"seeds {self.first_seed}-{self.first_seed + self.games - 1}"
        return f"{SIDE_NAMES[self.side]} against {against}, {self.games} games, {seeds}"


def check_players(match: Match) -> None:
    """ValueError where an agent of *match* is not there or cannot play this game: told before anything is played."""
    players = [(match.agent, match.side)]
    if match.config.mode == "two_player":
        players.append((match.opponent, 1 - match.side))
    for name, side in players:
        agent = make_agent(name, side)
        learned = getattr(getattr(agent, "guide", None), "learned", agent)
        if match.config.mode == "two_player" and getattr(learned, "adviser", None) is not None:
            raise ValueError(f"agent: {name!r} hears advice on the game against Mahdi and plays no other")


@dataclass
class Result:
    """How one game ended, seen from the side that is measured."""

    seed: int
    won: bool
    reason: str
    rounds: int
    supremacy: int
    prescience: list[int]
    objective: list[int]
    margin: float
    decisions: int


@dataclass
class Played:
    """The results of a match in the order of seeds, and the processor seconds that its games took."""

    results: list[Result]
    seconds: float


def is_search(name: str) -> bool:
    """Whether an agent of this name plays games in its head."""
    return name.startswith(("mcts", "greedy"))


def result_of(game: Game, side: int, seed: int, decisions: int) -> Result:
    """The result of a game that is over or truncated, seen from *side*."""
    margin = atreides_margin(game)
    return Result(
        seed=seed,
        won=game.winner == side,
        reason=REASON_NAMES[game.reason] if game.over else "truncated",
        rounds=min(game.round, game.config.max_rounds),
        supremacy=game.supremacy,
        prescience=list(game.prescience),
        objective=list(game.content.objectives[game.objectives[0]]),
        margin=margin if side == ATREIDES else -margin,
        decisions=decisions,
    )


def play_batch(agents: dict[int, Agent], side: int, config: GameConfig, seeds: list[int]) -> list[Result]:
    """Play the games of *seeds* side by side; *agents* answers by seat."""
    games = {seed: new_game(config, seed) for seed in seeds}
    decisions = dict.fromkeys(seeds, 0)
    results: list[Result] = []
    while games:
        waiting: dict[int, list[int]] = {}
        for seed, game in list(games.items()):
            while not game.over and game.round <= config.max_rounds and len(game.asked) == 1:
                game.pick(game.asked[0])
            if game.over or game.round > config.max_rounds:
                results.append(result_of(game, side, seed, decisions[seed]))
                del games[seed]
            else:
                waiting.setdefault(game.seat_to_act, []).append(seed)
        for seat, asked in waiting.items():
            slots = agents[seat].act_many([games[seed].info_set(seat) for seed in asked])
            for seed, slot in zip(asked, slots, strict=True):
                decisions[seed] += seat == side
                games[seed].pick(slot)
    return results


def agents_of(match: Match, seed: int) -> dict[int, Agent]:
    """New agents by seat, their own randomness begun with *seed*."""
    agents = {match.side: make_agent(match.agent, match.side, seed)}
    if match.config.mode == "two_player":
        agents[1 - match.side] = make_agent(match.opponent, 1 - match.side, seed + 1)
    return agents


def play_task(match: Match, seeds: list[int]) -> Played:
    """One task of a worker: agents are made anew for each batch of games, so results do not depend on the workers."""
    one_thread(match.agent, match.opponent)
    agents = agents_of(match, seeds[0])
    began = time.process_time()
    results = play_batch(agents, match.side, match.config, seeds)
    return Played(sorted(results, key=lambda result: result.seed), time.process_time() - began)


def one_thread(*names: str) -> None:
    """One torch thread a process: workers would otherwise fight for the cores."""
    if any(policy_file(name) is not None for name in names):
        import torch

        torch.set_num_threads(1)


def tasks_of(match: Match) -> list[list[int]]:
    """The seeds in batches; where they begin depends on the match alone."""
    size = SEARCH_BATCH if is_search(match.agent) or is_search(match.opponent) else BATCH
    seeds = list(match.seeds)
    return [seeds[at : at + size] for at in range(0, len(seeds), size)]


def play_match(match: Match, workers: int = 1, store: Path | None = None) -> Played:
    """Play a match over *workers* processes.

    Args:
        match: what is played.
        workers: processes; the results are the same for any number.
        store: a file to which every finished batch is added and from which finished ones are taken, so that a match
            that was broken off goes on where it was.
    """
    done = stored(store)
    tasks = tasks_of(match)
    open_tasks = [task for task in tasks if task[0] not in done]
    with tqdm(total=match.games, initial=match.games - sum(map(len, open_tasks)), desc=match.agent, leave=False) as bar:
        for task, played in finished(match, open_tasks, workers):
            done[task[0]] = played
            keep(store, task[0], played)
            bar.update(len(task))
    results = [result for task in tasks for result in done[task[0]].results]
    return Played(results, sum(done[task[0]].seconds for task in tasks))


def finished(match: Match, tasks: list[list[int]], workers: int) -> Iterator[tuple[list[int], Played]]:
    """The tasks, each as it is done."""
    if workers <= 1 or len(tasks) <= 1:
        for task in tasks:
            yield task, play_task(match, task)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(play_task, match, task) for task in tasks]
        for task, job in zip(tasks, jobs, strict=True):
            yield task, job.result()


def stored(store: Path | None) -> dict[int, Played]:
    """Finished batches by their first seed; a line cut short when the run was broken off counts as not done."""
    done: dict[int, Played] = {}
    if store is None or not store.exists():
        return done
    for line in store.read_text().splitlines():
        try:
            data = json.loads(line)
        except ValueError:
            continue
        done[data["first"]] = Played([Result(**result) for result in data["results"]], data["seconds"])
    return done


def keep(store: Path | None, first: int, played: Played) -> None:
    """Add a finished batch to the file."""
    if store is None:
        return
    store.parent.mkdir(parents=True, exist_ok=True)
    line = {"first": first, "seconds": played.seconds, "results": [asdict(result) for result in played.results]}
    broken = store.exists() and not store.read_bytes().endswith(b"\n")
    with store.open("a") as file:
        file.write(("\n" if broken and store.stat().st_size else "") + json.dumps(line) + "\n")


def scaled(match: Match, scale: float) -> Match:
    """The match with fewer games, four at least, for trying out."""
    return match if scale == 1 else replace(match, games=min(match.games, max(4, round(match.games * scale))))
