"""A part of the results: its matches played, or taken from what was played before, and kept as one JSON file."""

from __future__ import annotations

import datetime
import json
import os
import platform
from dataclasses import asdict
from pathlib import Path
from typing import Any

import dune_env
from agents.arena.fingerprints import content_digest, match_key, weights_of
from agents.arena.games import Played, Result, check_players, play_match
from agents.arena.insight import look_inside
from agents.arena.intervals import rate, summary
from agents.arena.plan import Plan, Row, rows_of
from agents.arena.ratings import Pairing, ratings
from dune_env.arrakis import game as rules
from dune_env.arrakis.names import SIDE_NAMES

FIELDS = ("seed", "won", "reason", "rounds", "supremacy", "prescience", "objective", "margin", "decisions")


def run_part(plan: Plan, folder: Path, scratch: Path, workers: int, scale: float = 1.0) -> dict[str, Any]:
    """Play what is not played yet and write `folder/NAME.json`; what the file then says.

    Args:
        plan: what is measured.
        folder: of the kept files; a match whose key stands in one of them is not played again.
        scratch: where batches are kept while a match is under way.
        workers: processes.
        scale: less than 1 for fewer games, to try it out.

    Raises:
        ValueError: an agent of the plan is not there or cannot play its games.
    """
    path = folder / f"{plan.name}.json"
    before = {row["key"]: row for row in json.loads(path.read_text())["rows"]} if path.exists() else {}
    elsewhere = games_of_other_parts(folder, path)
    rows = [(row, match_key(row.match)) for row in rows_of(plan, scale)]
    for row, key in rows:
        if key not in before and key not in elsewhere:
            check_players(row.match)
    kept: list[dict[str, Any]] = []
    for row, key in rows:
        known = before.get(key) or elsewhere.get(key)
        if known is None:
            played = play_match(row.match, workers, scratch / plan.name / f"{key}.jsonl")
            known = {**described(row, key), **made(), "seconds": round(played.seconds, 1), "games": columns(played)}
        kept.append({**known, **described(row, key)})
    for (row, _), data in zip(rows, kept, strict=True):
        if plan.explain and data.get("inside", {}).get("planned") != plan.explain:
            data["inside"] = {**look_inside(row.match, plan.explain, workers), "planned": plan.explain}
    add_figures(plan, kept)
    part = {
        "plan": asdict(plan),
        "scale": scale,
        "rows": kept,
        "ratings": rated(plan, kept),
        "duels": duels(plan, kept),
    }
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(written(part))
    return part


def games_of_other_parts(folder: Path, own: Path) -> dict[str, dict[str, Any]]:
    """The games that other parts have kept, by the key of the match: what was played, not what a part made of it."""
    found: dict[str, dict[str, Any]] = {}
    played = {*made(), "seconds", "games"}
    for path in folder.glob("*.json"):
        if path != own:
            for row in json.loads(path.read_text()).get("rows", []):
                found[row["key"]] = {name: row[name] for name in played if name in row}
    return found


def described(row: Row, key: str) -> dict[str, Any]:
    """What a match was, for readers of the file."""
    match = row.match
    return {
        "key": key,
        "agent": match.agent,
        "opponent": match.opponent,
        "side": SIDE_NAMES[match.side],
        "label": row.label,
        "first_seed": match.first_seed,
        "played": match.games,
        "content": content_digest(match.config),
        "weights": [found for found in map(weights_of, (match.agent, match.opponent)) if found],
    }


def made() -> dict[str, Any]:
    """When, with what and on what a match was played."""
    compiled = not str(rules.__file__).endswith(".py")
    return {
        "date": datetime.date.today().isoformat(),
        "version": dune_env.__version__,
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}",
        "compiled": compiled,
    }


def columns(played: Played) -> dict[str, list[Any]]:
    """The results of a match column by column, which keeps the files small."""
    found: dict[str, list[Any]] = {name: [getattr(r, name) for r in played.results] for name in FIELDS}
    found["margin"] = [round(margin, 4) for margin in found["margin"]]
    found["won"] = [int(won) for won in found["won"]]
    return found


def results_in(data: dict[str, Any]) -> list[Result]:
    """The results of a match as they stand in a kept file."""
    games = data["games"]
    rows = zip(*(games[name] for name in FIELDS), strict=True)
    return [Result(**{**dict(zip(FIELDS, row, strict=True)), "won": bool(row[1])}) for row in rows]


def add_figures(plan: Plan, rows: list[dict[str, Any]]) -> None:
    """Write each row's figures into it, compared with the plan's agent in the same setting."""
    for row in rows:
        first = None
        if plan.compare_with is not None and row["agent"] != plan.compare_with:
            same = [r for r in rows if r["agent"] == plan.compare_with and r["label"] == row["label"]]
            first = results_in(same[0])
        elif plan.compare_with is None and len(plan.settings) > 1 and row["label"] != plan.settings[0].label:
            same = [r for r in rows if r["agent"] == row["agent"] and r["label"] == plan.settings[0].label]
            first = results_in(same[0])
        row["figures"] = summary(row["agent"], results_in(row), first)


def rated(plan: Plan, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The ratings of a round-robin, the best first."""
    if plan.kind != "round_robin":
        return []
    pairings = [Pairing(row["agent"], row["opponent"], outcomes(row)) for row in rows]
    found = [
        {"side": side, "agent": agent, "mean": mean, "spread": spread}
        for (side, agent), (mean, spread) in ratings(pairings).items()
    ]
    return sorted(found, key=lambda each: (str(each["side"]), -float(str(each["mean"]))))


def duels(plan: Plan, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every two agents that meet on both sides of a round-robin: the games of both pairings together."""
    by_pair = {(row["agent"], row["opponent"]): outcomes(row) for row in rows}
    both = [name for name in plan.atreides if name in plan.harkonnen]
    found: list[dict[str, Any]] = []
    for at, second in enumerate(both):
        for first in both[at + 1 :]:
            wins = by_pair[first, second].count(1) + by_pair[second, first].count(-1)
            losses = by_pair[first, second].count(-1) + by_pair[second, first].count(1)
            games = len(by_pair[first, second]) + len(by_pair[second, first])
            share = rate(wins, games)
            found.append(
                {
                    "agent": first,
                    "opponent": second,
                    "games": games,
                    "wins": wins,
                    "losses": losses,
                    "win_rate": share.share,
                    "win_rate_95": [share.low, share.high],
                }
            )
    return found


def outcomes(row: dict[str, Any]) -> list[int]:
    """By seed 1 where the side measured won, -1 where it lost, 0 where the game was broken off."""
    results = results_in(row)
    return [1 if r.won else 0 if r.reason == "truncated" else -1 for r in results]


def written(part: dict[str, Any]) -> str:
    """The part as JSON, a line for each column of games."""
    text = json.dumps(part, indent=1)
    lines: list[str] = []
    depth = 0
    for line in text.splitlines():
        stripped = line.strip()
        if depth:
            lines[-1] += stripped + (" " if stripped.endswith(",") else "")
            depth += stripped.count("[") - stripped.count("]")
            continue
        lines.append(line)
        if (
            stripped.endswith("[")
            and '"rows"' not in stripped
            and stripped[:9] not in ('"rows": [', '"ratings"', '"duels": ')
        ):
            depth = 1
    return "\n".join(lines) + "\n"
