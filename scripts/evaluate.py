"""Measure agents: N games on fixed seeds against Mahdi or against another agent.

    python scripts/evaluate.py --agents random heuristic runs/quick/model.zip --games 200
    python scripts/evaluate.py --agents heuristic --opponent random --side harkonnen --games 200
    python scripts/evaluate.py --agents heuristic --games 200 --explain
    python scripts/evaluate.py --config configs/eval_mahdi.yaml --scale 0.05

Every agent plays the same seeds. Win rates carry a 95 % Wilson interval; the margin is what an agent's side has reached
of its goal at the end, less what the other side has (1 to -1), and is compared with the first agent seed by seed.
`--explain` shows what games were won and lost by. `--config` takes the settings from a plan instead and keeps its
results in runs/results, so that a run that was broken off goes on; scripts/results.py makes the page of all plans.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from agents.arena.games import Match, Result, check_players, play_match
from agents.arena.insight import look_inside, told
from agents.arena.intervals import by_objective, summary, table
from agents.arena.page import part_page
from agents.arena.parts import run_part
from agents.arena.plan import PlanError, read_plan
from agents.files import check_folder
from dune_env.arrakis.game import new_game
from dune_env.arrakis.names import HARKONNEN, SIDE_NAMES
from dune_env.arrakis.ruleset import GameConfig

KEPT = Path(__file__).resolve().parent.parent / "docs" / "results"


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
    explain: bool = False,
) -> list[dict[str, Any]]:
    """Measure every agent on the same seeds, print the table, and write JSON and PNG into *out*."""
    groups: list[str] = []
    rows: list[dict[str, Any]] = []
    first: list[Result] | None = None
    details: dict[str, list[dict[str, Any]]] = {}
    inside: dict[str, dict[str, Any]] = {}
    title = ""
    for name in agents:
        match = Match(name, opponent, side, config, first_seed, games)
        title = match.title
        results = play_match(match, workers).results
        rows.append(summary(name, results, first))
        details[name] = [asdict(result) for result in results]
        groups.append(by_objective(name, results))
        first = first or results
        if explain:
            inside[name] = look_inside(match, games, workers)
    print(table(rows, title))
    if objectives:
        print("\n".join(groups))
    for name, found in inside.items():
        print("\n" + told(found, f"{name}: {title}"))
    if out is not None:
        report = {"title": title, "rows": rows, "games": details, "config": asdict(config), "inside": inside}
        write(report, rows, out)
    return rows


def write(report: dict[str, Any], rows: list[dict[str, Any]], out: Path) -> None:
    """The report as JSON and its pictures into a folder."""
    from agents.arena.plots import draw_calibration, draw_rates

    out.mkdir(parents=True, exist_ok=True)
    (out / "evaluation.json").write_text(json.dumps(report, indent=1))
    draw_rates([row["agent"] for row in rows], rows, report["title"], out / "evaluation.png")
    written = [out / "evaluation.json", out / "evaluation.png"]
    for at, (name, found) in enumerate(report["inside"].items()):
        if found["calibration"]:
            written.append(out / f"calibration_{at}.png")
            draw_calibration(found["calibration"]["bins"], name, written[-1])
    print(f"written: {', '.join(map(str, written))}")


def evaluate_plan(path: Path, out: Path | None, workers: int, scale: float) -> None:
    """Run one plan and print its part of the page; *out* is the folder of the kept files."""
    plan = read_plan(path)
    scratch = Path("runs/results")
    folder = out or scratch / ("kept" if scale == 1 else f"kept_{scale:g}")
    print(part_page(run_part(plan, folder, scratch, workers, scale), pictures=False))
    print(f"written: {folder / (plan.name + '.json')}")


def read_arguments() -> tuple[argparse.ArgumentParser, argparse.Namespace]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", type=Path, default=None, help="a plan; then only --workers, --scale, --out count")
    parser.add_argument("--scale", type=float, default=1.0, help="with --config: this share of its games, to try out")
    parser.add_argument("--agents", nargs="+", default=["random", "heuristic"], help="names, or files of models")
    parser.add_argument("--opponent", default="mahdi", help="mahdi, or the name of an agent for the two-player game")
    parser.add_argument("--side", default="atreides", choices=SIDE_NAMES)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1_000_000, help="the first seed")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--max-rounds", type=int, default=20)
    parser.add_argument("--ties", default="ask", choices=["ask", "seeded"], help="who settles Mahdi's ties")
    parser.add_argument("--content", default=None, help="a shipped pack, or a JSON file that overrides content")
    parser.add_argument("--by-objective", action="store_true", help="also list wins by Secret Objective")
    parser.add_argument("--explain", action="store_true", help="also show what the games were won and lost by")
    parser.add_argument("--out", type=Path, default=None, help="folder for evaluation.json and evaluation.png")
    return parser, parser.parse_args()


def main() -> None:
    parser, options = read_arguments()
    if options.games < 1 or options.workers < 1:
        parser.error("--games and --workers take 1 or more")
    if options.seed < 0:
        parser.error(f"--seed takes 0 or more, got {options.seed}")
    if options.scale != 1 and options.config is None:
        parser.error("--scale takes --config as well: it is a share of a plan's games")
    if options.out is not None:
        try:
            check_folder("--out", options.out)
        except ValueError as error:
            parser.error(str(error))
    if not 0 < options.scale <= 1:
        parser.error(f"--scale takes a number above 0, 1 at most, got {options.scale:g}")
    if options.scale < 1 and options.out is not None and options.out.resolve() == KEPT:
        parser.error("--scale takes another folder as --out: a part of the games must not replace the kept results")
    if options.config is not None:
        if not options.config.is_file():
            parser.error(f"there is no file {str(options.config)!r}")
        try:
            evaluate_plan(options.config, options.out, options.workers, options.scale)
        except (PlanError, ValueError) as error:
            parser.error(str(error))
        return
    side = SIDE_NAMES.index(options.side)
    mode = "solo" if options.opponent == "mahdi" else "two_player"
    if mode == "solo" and side == HARKONNEN:
        parser.error("Mahdi plays the Harkonnen: --side must be atreides, or name another --opponent")
    try:
        config = GameConfig(mode=mode, content=options.content, max_rounds=options.max_rounds, ties=options.ties)
        new_game(config, options.seed)
        for name in options.agents:
            check_players(Match(name, options.opponent, side, config, options.seed, options.games))
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
        options.explain,
    )


if __name__ == "__main__":
    main()
