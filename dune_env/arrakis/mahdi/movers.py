"""Which of Mahdi's Legions move, merge and head where: the criteria of his movement (chapter 41)."""

from __future__ import annotations

from dune_env.arrakis.board import BORDERS, DISTANCE
from dune_env.arrakis.mahdi.paths import merged_power, path_ends
from dune_env.arrakis.mahdi.power import adjacent, card_target, defenders, move_target, power, rank, sietches, stronger
from dune_env.arrakis.mahdi.ties import keep, keep_power
from dune_env.arrakis.movers import legion_fits
from dune_env.arrakis.names import HARKONNEN
from dune_env.arrakis.pieces import legion_areas, stacking_limit, strength, tokens
from dune_env.arrakis.programs import KIND, LEADER, MEMO, ORDER
from dune_env.arrakis.state import State
from dune_env.engine.steps import NONE

# --- which Legions


def has_moved(game: State, area: int) -> bool:
    """Whether figures in *area* have moved in this Action: Mahdi moves whole Legions only (Q-P12)."""
    moved = game.moved
    return any(moved[at] == area for at in range(0, len(moved), 7))


def unmoved(game: State, frame: int) -> list[int]:
    """Areas whose Legion this Action may still move."""
    stack = game.stack
    only = stack[frame + ORDER]
    return [
        area
        for area in legion_areas(game, HARKONNEN)
        if (only == NONE or area == only)
        and not has_moved(game, area)
        and (game.rules.mahdi_moves_new_tokens or not _just_laid(game, area, stack[frame + MEMO]))
        and legion_fits(game, HARKONNEN, area, stack[frame + KIND], stack[frame + LEADER])
    ]


def _just_laid(game: State, area: int, since: int) -> bool:
    return any(game.token_laid[token] > since for token in tokens(game, HARKONNEN, area))


def qualified(game: State, frame: int, target: int) -> list[int]:
    """Legions that exceed the defenders of *target*; beside it they stay put (R-41.3, R-41.12, Q-P15)."""
    theirs = defenders(game, target)
    return [
        area
        for area in unmoved(game, frame)
        if not adjacent(game, area, target) and stronger(game, power(game, HARKONNEN, area), theirs)
    ]


# --- merges beside the target


def merges(game: State, frame: int) -> list[int]:
    """Merges into one Legion beside the target that is stronger than both, the strongest only (R-41.12, Q-P66)."""
    target = move_target(game)
    if target == NONE:
        return []
    found: list[int] = []
    powers: list[int] = []
    sources = unmoved(game, frame)
    limit = stacking_limit(game, HARKONNEN)
    for to in legion_areas(game, HARKONNEN):
        if not adjacent(game, to, target) or strength(game, HARKONNEN, to) >= limit:
            continue
        for area in BORDERS[to]:
            if area in sources:
                merged = merged_power(game, area, to)
                if merged > max(power(game, HARKONNEN, area), power(game, HARKONNEN, to)):
                    found.append(to * 128 + area)
                    powers.append(merged)
    return keep_power(game, "R-41.12", found, powers)


# --- the target of the turn


def temporary_targets(game: State, frame: int) -> list[int]:
    """Sietches that some Legion could exceed: the closest to the Target Sietch, then of highest rank (R-41.4)."""
    target = card_target(game)
    found = [area for area in sietches(game) if area != target and qualified(game, frame, area)]
    if target != NONE:
        found = keep(game, "R-41.4", found, [-DISTANCE[area][target] for area in found])
    return keep(game, "R-41.4", found, [rank(game, area) for area in found])


# --- Legion by Legion


def able_to_move(game: State, frame: int, target: int) -> list[int]:
    """Legions that may move toward *target*; by one reading all, if none exceeds any Sietch's defenders (Q-P14)."""
    able = qualified(game, frame, target)
    if able or game.rules.mahdi_stays_when_too_weak or temporary_targets(game, frame):
        return able
    return [area for area in unmoved(game, frame) if not adjacent(game, area, target)]


def next_movers(game: State, frame: int, target: int, steps: list[int]) -> list[int]:
    """The Legion closest to the target, then the strongest, of those that qualify and have a way (R-41.1, R-41.2)."""
    able = able_to_move(game, frame, target)
    found = [area for area in able if path_ends(game, area, steps)]
    if not game.rules.mahdi_skips_blocked_legions:  # Q-P6: a blocked Legion that is closer loses the move
        reached = min([steps[area] for area in found], default=len(steps))
        if any(DISTANCE[area][target] < reached for area in able if area not in found):
            return []
    found = keep(game, "R-41.1", found, [-steps[area] for area in found])
    return keep_power(game, "R-41.2", found, [power(game, HARKONNEN, area) for area in found])
