"""Make docs/results.md: run every evaluation plan as far as it is not done, draw the plots, write the page.

    python scripts/results.py                        # all of configs/eval_*.yaml
    python scripts/results.py --only mahdi ties      # these parts, the others as they are kept
    python scripts/results.py --scale 0.01 --out /tmp/tried   # a hundredth of the games, to try it out
    python scripts/results.py --page                 # the page and plots alone, from what is kept
    python scripts/results.py --list                 # the parts, and how much of each is kept

Results are kept in docs/results/NAME.json. A match is played again only if its key has changed: its plan, the agents'
code or weights, the content or the rules. A run that was broken off goes on from the batches in runs/results. Without
its kept file and its folder there a part is played anew.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from agents.arena.fingerprints import match_key
from agents.arena.page import label_of, page, readme_block, with_block
from agents.arena.parts import run_part
from agents.arena.plan import Plan, PlanError, read_plan, rows_of
from agents.arena.plots import draw_calibration, draw_rates, draw_round_robin
from agents.files import check_folder

ROOT = Path(__file__).resolve().parent.parent
README_PART = "mahdi"


def plans(only: list[str] | None) -> list[Plan]:
    """The plans of configs/eval_*.yaml in their order; PlanError names a part that is not among them."""
    found = sorted(map(read_plan, (ROOT / "configs").glob("eval_*.yaml")), key=lambda plan: (plan.order, plan.name))
    names = [plan.name for plan in found]
    for name in only or []:
        if name not in names:
            raise PlanError(f"--only: got {name!r}, takes some of {', '.join(names)}")
    return found


def kept_parts(folder: Path, found: list[Plan]) -> list[dict[str, Any]]:
    """The parts that are there, in the order of the plans."""
    paths = [folder / f"{plan.name}.json" for plan in found]
    return [json.loads(path.read_text()) for path in paths if path.exists()]


def draw(part: dict[str, Any], folder: Path) -> None:
    """The pictures of one part."""
    plan, rows = part["plan"], part["rows"]
    path = folder / f"{plan['name']}.png"
    if plan["kind"] == "round_robin":
        rates = {(row["agent"], row["opponent"]): row["figures"]["win_rate"] for row in rows}
        shares = [[rates[ours, theirs] for theirs in plan["harkonnen"]] for ours in plan["atreides"]]
        draw_round_robin(shares, plan["atreides"], plan["harkonnen"], plan["title"], path)
    else:
        draw_rates([label_of(row) for row in rows], [row["figures"] for row in rows], plan["title"], path)
    for at, row in enumerate(rows):
        found = row.get("inside", {}).get("calibration")
        if found:
            draw_calibration(found["bins"], label_of(row), folder / f"{plan['name']}_{at}_calibration.png")


def write_page(out: Path, found: list[Plan], readme: bool) -> None:
    """Page and pictures from the kept files, and the README's table where it is asked for."""
    parts = kept_parts(out / "results", found)
    if not parts:
        raise PlanError(f"there are no results in {str(out / 'results')!r} to make a page of")
    for part in parts:
        draw(part, out / "results")
    (out / "results.md").write_text(page(parts), encoding="utf-8")
    if readme:
        for part in parts:
            if part["plan"]["name"] == README_PART:
                path = ROOT / "README.md"
                path.write_text(with_block(path.read_text(encoding="utf-8"), readme_block(part)), encoding="utf-8")


def show_state(folder: Path, found: list[Plan], scale: float) -> None:
    """How many matches of each plan are kept and up to date."""
    for plan in found:
        path = folder / f"{plan.name}.json"
        keys = {row["key"] for row in json.loads(path.read_text())["rows"]} if path.exists() else set()
        rows = rows_of(plan, scale)
        done = sum(match_key(row.match) in keys for row in rows)
        print(f"{plan.name:<16} {done} of {len(rows)} matches kept, {rows[0].match.games} games each")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", default=None, help="names of parts; the others stay as they are kept")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--scale", type=float, default=1.0, help="this share of the games, to try it out")
    parser.add_argument("--out", type=Path, default=None, help="folder of results.md and results/, docs unless given")
    parser.add_argument("--page", action="store_true", help="write page and plots from what is kept, play nothing")
    parser.add_argument("--list", action="store_true", help="say what is kept, play nothing")
    options = parser.parse_args()
    if options.workers < 1:
        parser.error("--workers takes 1 or more")
    if not 0 < options.scale <= 1:
        parser.error(f"--scale takes a number above 0, 1 at most, got {options.scale:g}")
    out = (options.out or ROOT / "docs").resolve()
    if options.scale < 1 and out == ROOT / "docs" and not options.list:
        parser.error("--scale takes another folder as --out: a part of the games must not replace the kept results")
    try:
        check_folder("--out", out)
        found = plans(options.only)
        if options.list:
            show_state(out / "results", found, options.scale)
            return
        for plan in found:
            if not options.page and (options.only is None or plan.name in options.only):
                print(f"{plan.name}: {plan.title}", flush=True)
                run_part(plan, out / "results", ROOT / "runs" / "results", options.workers, options.scale)
                write_page(out, found, readme=out == ROOT / "docs")
        write_page(out, found, readme=out == ROOT / "docs")
    except ValueError as error:
        parser.error(str(error))
    print(f"written: {out / 'results.md'}")


if __name__ == "__main__":
    main()
