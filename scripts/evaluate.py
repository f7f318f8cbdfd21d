"""Measure agents: N games on fixed seeds against Mahdi or against another agent.

    python scripts/evaluate.py --agents random heuristic runs/quick/model.zip --games 200
    python scripts/evaluate.py --agents heuristic --opponent random --side harkonnen --games 200

Every agent plays the same seeds. Win rates carry a 95 % Wilson interval; the margin is what an agent's side has reached
of its goal at the end, less what the other side has (1 to -1), and is compared with the first agent seed by seed.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from scipy import stats
from tqdm import tqdm

from agents import make_agent
from agents.base import Agent
from dune_env.arrakis.game import Game, GameConfig, new_game
from dune_env.arrakis.names import ATREIDES, HARKONNEN, REASON_NAMES, SIDE_NAMES

BATCH = 32  # games that one process plays side by side, so that a learned agent answers in batches


@dataclass
class Result:
    """How one game ended."""

    seed: int
    won: bool
    reason: str
    rounds: int
    supremacy: int
    prescience: list[int]
    objective: list[int]
    margin: float
    decisions: int


def atreides_progress(game: Game) -> float:
    """How much of the nearest Secret Objective the markers have reached, 0 to 1."""
    best = 0.0
    for index in game.objectives:
        goal = game.content.objectives[index]
        best = max(best, sum(min(game.prescience[m], goal[m]) for m in range(3)) / sum(goal))
    return best


def result_of(game: Game, side: int, seed: int, decisions: int) -> Result:
    """The result of a game that is over or truncated, seen from *side*."""
    margin = atreides_progress(game) - game.supremacy / game.content.supremacy_last
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


def play_seeds(name: str, opponent: str, side: int, config: GameConfig, seeds: list[int]) -> list[Result]:
    """One task of a worker: agents are made anew for each batch of games, so results do not depend on the workers."""
    import_torch_quietly(name, opponent)
    agents = {side: make_agent(name, side, seeds[0])}
    if config.mode == "two_player":
        agents[1 - side] = make_agent(opponent, 1 - side, seeds[0] + 1)
    return play_batch(agents, side, config, seeds)


def import_torch_quietly(*names: str) -> None:
    """One torch thread a process: workers would otherwise fight for the cores."""
    if any(name.endswith(".zip") for name in names):
        import torch

        torch.set_num_threads(1)


def measure(
    name: str, opponent: str, side: int, config: GameConfig, games: int, first_seed: int, workers: int
) -> list[Result]:
    """Play *games* games of agent *name* on seeds first_seed, first_seed + 1, ... over *workers* processes."""
    seeds = list(range(first_seed, first_seed + games))
    tasks = [seeds[at : at + BATCH] for at in range(0, len(seeds), BATCH)]
    results: list[Result] = []
    with tqdm(total=games, desc=name, leave=False) as bar:
        if workers <= 1:
            for task in tasks:
                results.extend(play_seeds(name, opponent, side, config, task))
                bar.update(len(task))
        else:
            with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
                jobs = [pool.submit(play_seeds, name, opponent, side, config, task) for task in tasks]
                for job, task in zip(jobs, tasks, strict=True):
                    results.extend(job.result())
                    bar.update(len(task))
    return sorted(results, key=lambda result: result.seed)


def summary(name: str, results: list[Result], baseline: list[Result] | None) -> dict[str, object]:
    """The figures of one agent; *baseline* played the same seeds."""
    wins, games = sum(r.won for r in results), len(results)
    interval = stats.binomtest(wins, games).proportion_ci(method="wilson")
    row: dict[str, object] = {
        "agent": name,
        "games": games,
        "wins": wins,
        "win_rate": wins / games,
        "win_rate_95": [interval.low, interval.high],
        "margin": float(np.mean([r.margin for r in results])),
        "rounds": float(np.mean([r.rounds for r in results])),
        "supremacy": float(np.mean([r.supremacy for r in results])),
        "prescience": [float(x) for x in np.mean([r.prescience for r in results], axis=0)],
        "decisions": float(np.mean([r.decisions for r in results])),
        "ends": dict(Counter(r.reason for r in results)),
    }
    if baseline is not None:
        paired = paired_interval([r.margin for r in results], [r.margin for r in baseline])
        row["margin_over_first_95"] = paired
    return row


def paired_interval(ours: list[float], theirs: list[float]) -> list[float]:
    """95 % interval of the mean difference on the same seeds."""
    if np.allclose(ours, theirs):
        return [0.0, 0.0]
    interval = stats.ttest_rel(ours, theirs).confidence_interval(0.95)
    return [float(interval.low), float(interval.high)]


def table(rows: list[dict[str, object]], title: str) -> str:
    """The rows as text."""
    columns = ("agent", "wins", "win rate (95 %)", "margin", "over first (95 %)", "rounds")
    widths = (-28, 9, 22, 7, 18, 6)
    head = " ".join(f"{name:<{-w}}" if w < 0 else f"{name:>{w}}" for name, w in zip(columns, widths, strict=True))
    lines = [title, f"{head}  ends"]
    for row in rows:
        low, high = row["win_rate_95"]  # type: ignore[misc]
        rate = f"{row['win_rate']:.1%} ({low:.1%}-{high:.1%})"
        over = row.get("margin_over_first_95")
        gain = f"{over[0]:+.3f} {over[1]:+.3f}" if isinstance(over, list) else ""
        ends = ", ".join(f"{k} {v}" for k, v in sorted(row["ends"].items()))  # type: ignore[attr-defined]
        wins = f"{row['wins']}/{row['games']}"
        lines.append(
            f"{row['agent']!s:<28} {wins:>9} {rate:>22} {row['margin']:>+7.3f} {gain:>18} {row['rounds']:>6.1f}  {ends}"
        )
    return "\n".join(lines)


def by_objective(name: str, results: list[Result]) -> str:
    """Wins of one agent by the Secret Objective that the Atreides drew, as text."""
    groups: dict[tuple[int, ...], list[Result]] = {}
    for result in results:
        groups.setdefault(tuple(result.objective), []).append(result)
    cells: list[str] = []
    for goal, group in sorted(groups.items()):
        cells.append(f"{'-'.join(map(str, goal))}: {sum(r.won for r in group)}/{len(group)}")
    return f"  {name}, wins by objective (Kwisatz Haderach-Sand Dwellers-Jihad): {', '.join(cells)}"


def draw(rows: list[dict[str, object]], title: str, path: Path) -> None:
    """Win rates with their intervals as a PNG."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 0.6 * len(rows) + 1.6))
    for at, row in enumerate(rows):
        low, high = row["win_rate_95"]  # type: ignore[misc]
        rate = row["win_rate"]
        axes.barh(at, rate, color="#c8963e")  # type: ignore[arg-type]
        axes.errorbar(rate, at, xerr=[[rate - low], [high - rate]], color="#333333", capsize=4)  # type: ignore[operator, arg-type]
    axes.set_yticks(range(len(rows)), [str(row["agent"]) for row in rows])
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.set_xlabel("win rate, 95 % Wilson interval")
    axes.set_title(title)
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    plt.close(figure)


def evaluate(
    agents: list[str],
    opponent: str,
    side: int,
    config: GameConfig,
    games: int,
    first_seed: int,
    workers: int,
    out: Path | None,
    objectives: bool = False,
) -> list[dict[str, object]]:
    """Measure every agent on the same seeds, print the table, and write JSON and PNG into *out*."""
    groups: list[str] = []
    rows: list[dict[str, object]] = []
    first: list[Result] | None = None
    details: dict[str, list[dict[str, object]]] = {}
    for name in agents:
        results = measure(name, opponent, side, config, games, first_seed, workers)
        rows.append(summary(name, results, first))
        details[name] = [asdict(result) for result in results]
        groups.append(by_objective(name, results))
        first = first or results
    against = "Mahdi" if config.mode == "solo" else opponent
    title = f"{SIDE_NAMES[side]} against {against}, {games} games, seeds {first_seed}-{first_seed + games - 1}"
    print(table(rows, title))
    if objectives:
        print("\n".join(groups))
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        report = {"title": title, "rows": rows, "games": details, "config": asdict(config)}
        (out / "evaluation.json").write_text(json.dumps(report, indent=1))
        draw(rows, title, out / "evaluation.png")
        print(f"written: {out / 'evaluation.json'}, {out / 'evaluation.png'}")
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agents", nargs="+", default=["random", "heuristic"], help="names, or .zip files of models")
    parser.add_argument("--opponent", default="mahdi", help="mahdi, or the name of an agent for the two-player game")
    parser.add_argument("--side", default="atreides", choices=SIDE_NAMES)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1_000_000, help="the first seed")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--max-rounds", type=int, default=20)
    parser.add_argument("--ties", default="ask", choices=["ask", "seeded"], help="who settles Mahdi's ties")
    parser.add_argument("--content", default=None, help="a JSON file that overrides shipped content")
    parser.add_argument("--by-objective", action="store_true", help="also list wins by Secret Objective")
    parser.add_argument("--out", type=Path, default=None, help="folder for evaluation.json and evaluation.png")
    options = parser.parse_args()
    side = SIDE_NAMES.index(options.side)
    mode = "solo" if options.opponent == "mahdi" else "two_player"
    if mode == "solo" and side == HARKONNEN:
        parser.error("Mahdi plays the Harkonnen: --side must be atreides, or name another --opponent")
    config = GameConfig(mode=mode, content=options.content, max_rounds=options.max_rounds, ties=options.ties)
    if options.games < 1 or options.workers < 1:
        parser.error("--games and --workers take 1 or more")
    try:
        for name in options.agents:
            make_agent(name, side)  # a wrong name is told before anything is played
        if mode == "two_player":
            make_agent(options.opponent, 1 - side)
    except ValueError as error:
        parser.error(str(error))
    evaluate(
        options.agents,
        options.opponent,
        side,
        config,
        options.games,
        options.seed,
        options.workers,
        options.out,
        options.by_objective,
    )


if __name__ == "__main__":
    main()
