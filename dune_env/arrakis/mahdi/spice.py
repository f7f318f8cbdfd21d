"""How Mahdi spends its spice (R-38.7 to R-38.11)."""

from __future__ import annotations

from dune_env.arrakis.mahdi.ties import keep
from dune_env.arrakis.programs import COUNT, MAHDI_SPICE, MASK
from dune_env.arrakis.slots import KEEP, RAISE
from dune_env.arrakis.spice import (
    BOTTOM_STEP,
    KEEP_COST,
    RAISE_COST,
    TOP_STEP,
    drop_marker,
    raise_marker,
)
from dune_env.arrakis.state import PROGRAMS, State
from dune_env.arrakis.victory import gain_supremacy
from dune_env.engine.steps import FRAME, NO_SLOTS, NONE, STEP, Step

POINT_FROM = 7  # spice that scores with all markers on top

# COUNT is the spice left. MASK holds a bit for each marker kept, and eight bits higher for each marker raised.
RAISED = 8


class BeginSpending(Step[State]):
    """The spice collected, the Reserve included, stands in the Frame below (R-38.7)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.stack[frame + COUNT] = game.stack[frame - FRAME + COUNT]
        game.stack[frame + MASK] = 0


class ScorePoint(Step[State]):
    """With all markers on top and 7 spice: 1 Supremacy, paid with all that the markers leave (R-38.9, Q-P38, Q-P39)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        if min(game.imperium) == TOP_STEP and game.stack[frame + COUNT] >= POINT_FROM:
            if game.rules.mahdi_point_takes_all_spice:
                game.stack[frame + COUNT] = 3 * KEEP_COST
            else:
                game.stack[frame + COUNT] -= 1
            game.note("R-38.9")
            gain_supremacy(game, 1)


def in_danger(game: State, kept: int) -> list[int]:
    """Markers that fall unless they are paid for; one on the bottom step cannot (R-15.8, Q-H3)."""
    return [m for m in range(3) if game.imperium[m] > BOTTOM_STEP and not kept >> m & 1]


class KeepMarker(Step[State]):
    """Which marker is kept next, the lowest first (R-38.7)."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + COUNT] < KEEP_COST:
            return NO_SLOTS
        left = in_danger(game, stack[frame + MASK])
        lowest = keep(game, "R-38.7", left, [-game.imperium[m] for m in left])
        enough = stack[frame + COUNT] >= KEEP_COST * len(lowest)
        return [KEEP + marker for marker in (lowest[:1] if enough else lowest)]

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot != NONE:
            stack[frame + COUNT] -= KEEP_COST
            stack[frame + MASK] |= 1 << (slot - KEEP)
            stack[frame + STEP] -= 1


def price(game: State, marker: int, kept: int) -> int:
    """What raising *marker* costs beyond what keeping it has cost (R-15.5, Q-P41)."""
    return RAISE_COST - (KEEP_COST if kept >> marker & 1 else 0)


class RaiseMarker(Step[State]):
    """Once all are safe: which marker rises next, the lowest first, each once (R-38.8, R-15.6)."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        mask, spice = stack[frame + MASK], stack[frame + COUNT]
        if in_danger(game, mask):
            return NO_SLOTS
        able = [
            m
            for m in range(3)
            if game.imperium[m] < TOP_STEP and not mask >> (RAISED + m) & 1 and price(game, m, mask) <= spice
        ]
        lowest = keep(game, "R-38.8", able, [-game.imperium[m] for m in able])
        enough = spice >= sum(price(game, m, mask) for m in lowest)
        return [RAISE + marker for marker in (lowest[:1] if enough else lowest)]

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot == NONE:
            return
        marker = slot - RAISE
        stack[frame + COUNT] -= price(game, marker, stack[frame + MASK])
        stack[frame + MASK] |= 1 << (RAISED + marker)
        stack[frame + STEP] -= 1
        game.note("R-38.8")


class MoveMarkers(Step[State]):
    """Raise and drop the markers, and save 1 spice that the criteria leave (R-38.10, R-38.11, Q-P40)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        mask = stack[frame + MASK]
        for marker in range(3):
            if mask >> (RAISED + marker) & 1:
                raise_marker(game, marker)
            elif not mask >> marker & 1 and drop_marker(game, marker):
                stack[frame - FRAME + MASK] |= 1 << marker
        if stack[frame + COUNT] > 0 and game.rules.mahdi_reserves_spice:
            game.spice_reserve = 1
            game.note("R-38.11")
        stack[frame - FRAME + COUNT] = 0


PROGRAMS.define(MAHDI_SPICE, [BeginSpending(), ScorePoint(), KeepMarker(), RaiseMarker(), MoveMarkers()])
