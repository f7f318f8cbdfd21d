"""Phase 4, Spice Harvesting: spice, Imperium markers, Stockpiling, Bans (chapter 15)."""

from __future__ import annotations

from dune_env.arrakis.legions import settle
from dune_env.arrakis.names import CHOAM, HARKONNEN
from dune_env.arrakis.pieces import areas_with, is_deep_desert, legion_areas
from dune_env.arrakis.programs import COUNT, MAHDI_SPICE, MASK, ROUND_REGISTER, SPICE_HARVESTING
from dune_env.arrakis.slots import KEEP, NO, PASS, RAISE, YES
from dune_env.arrakis.state import E_SPICE, HARVESTERS, PROGRAMS, State
from dune_env.arrakis.victory import gain_supremacy
from dune_env.engine.lists import increased, replaced
from dune_env.engine.steps import NO_SLOTS, NONE, STEP, Step

KEEP_COST = 2
RAISE_COST = 3
STOCKPILE_COST = 3
TOP_STEP = 5
BOTTOM_STEP = 1


class LapseBans(Step[State]):
    """Bans lapse except those whose marker lies on the bottom step (R-15.1)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.bans = [int(game.bans[ban] and game.imperium[ban] == BOTTOM_STEP) for ban in range(3)]
        game.stack[frame + ROUND_REGISTER] = 0
        game.stack[frame + MASK] = 0


class Harvest(Step[State]):
    """Every Harvester yields 1 spice, 2 in Deep Desert, and leaves; the Spice Reserve is added (R-15.2, R-15.14)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        spice = game.spice_reserve
        game.spice_reserve = 0
        for area in areas_with(game, HARVESTERS):
            game.cells[HARVESTERS + area] = 0
            spice += 2 if is_deep_desert(game, area) else 1
        game.stack[frame + COUNT] = spice
        game.event(E_SPICE, spice)
        if game.solo:
            game.push(MAHDI_SPICE, HARKONNEN)


class HarkonnenStep(Step[State]):
    """A question of the Harvesting, which only the Harkonnen answer."""

    def seat(self, game: State, frame: int) -> int:
        return HARKONNEN


class PayForMarker(HarkonnenStep):
    """Marker by marker: raise it, keep it, or let it fall (R-15.4 to R-15.8)."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        marker = stack[frame + ROUND_REGISTER]
        if game.solo or marker >= 3 or stack[frame + COUNT] < KEEP_COST:
            return NO_SLOTS
        slots = [PASS, KEEP + marker]
        if stack[frame + COUNT] >= RAISE_COST and game.imperium[marker] < TOP_STEP:
            slots.append(RAISE + marker)
        return slots

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        marker = stack[frame + ROUND_REGISTER]
        if game.solo or marker >= 3:
            return
        if slot >= RAISE:
            raise_marker(game, marker)
            stack[frame + COUNT] -= RAISE_COST
        elif slot >= KEEP:
            stack[frame + COUNT] -= KEEP_COST
        elif drop_marker(game, marker):
            stack[frame + MASK] |= 1 << marker
        stack[frame + ROUND_REGISTER] += 1
        stack[frame + STEP] -= 1


def raise_marker(game: State, marker: int) -> None:
    """One step up, never above the top (R-15.8)."""
    game.imperium = replaced(game.imperium, marker, min(TOP_STEP, game.imperium[marker] + 1))


def drop_marker(game: State, marker: int) -> bool:
    """One step down, never below the bottom; whether it moved (R-15.7, R-15.8, Q-H3)."""
    if game.imperium[marker] == BOTTOM_STEP:
        return False
    game.imperium = increased(game.imperium, marker, -1)
    return True


class Stockpile(HarkonnenStep):
    """At 5 Supremacy or less, 3 spice may buy 1 Supremacy, once (R-15.9 to R-15.11)."""

    def options(self, game: State, frame: int) -> list[int]:
        affordable = game.stack[frame + COUNT] >= STOCKPILE_COST
        if game.solo or not affordable or game.supremacy > game.content.stockpile_last_step:
            return NO_SLOTS
        return [YES, NO]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == YES:
            game.stack[frame + COUNT] -= STOCKPILE_COST
            game.note("stockpile")
            gain_supremacy(game, 1)


class Reserve(Step[State]):
    """One spice left over is saved, the rest is lost (R-15.12, R-15.13)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        if not game.solo and game.stack[frame + COUNT] > 0:
            game.spice_reserve = 1


class ChooseFallenBan(HarkonnenStep):
    """The 2023 text: the Harkonnen choose one Ban among the markers that fell, if it is not active anyway."""

    def options(self, game: State, frame: int) -> list[int]:
        if game.rules.every_fallen_ban:
            return NO_SLOTS
        fallen = game.stack[frame + MASK]
        return [KEEP + b for b in range(3) if fallen >> b & 1 and game.imperium[b] != BOTTOM_STEP]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            game.stack[frame + MASK] = 1 << (slot - KEEP)


class ActivateBans(Step[State]):
    """Exactly the Bans of bottom-step markers and of markers that fell are active (R-15.15 to R-15.21)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        fallen = game.stack[frame + MASK]
        game.bans = [int(game.imperium[ban] == BOTTOM_STEP or fallen >> ban & 1) for ban in range(3)]
        if game.bans[CHOAM]:
            for area in legion_areas(game, HARKONNEN):
                settle(game, HARKONNEN, area)


PROGRAMS.define(
    SPICE_HARVESTING,
    [LapseBans(), Harvest(), PayForMarker(), Stockpile(), Reserve(), ChooseFallenBan(), ActivateBans()],
)
