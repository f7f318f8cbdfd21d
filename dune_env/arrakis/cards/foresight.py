"""Steps of cards that look ahead: Prescience cards and markers, objectives, the enemy's dice, Imperium markers."""

from __future__ import annotations

from dune_env.arrakis.atomics import atomics_left, atomics_slots, detonate
from dune_env.arrakis.board import N_ATOMICS
from dune_env.arrakis.cards.verbs import Condition, Draw, EnterPlay, Part
from dune_env.arrakis.lasting_effects import DIE_BOUND, add_effect
from dune_env.arrakis.names import BAN_NAMES, DEPLOYMENT, HARKONNEN, HOUSE, REMOVED
from dune_env.arrakis.pieces import in_play
from dune_env.arrakis.planning import playable_kinds, push_play
from dune_env.arrakis.prescience import attach, leave_row, may_leave, row
from dune_env.arrakis.programs import CARD_REGISTER, COUNT, KIND, ORDER
from dune_env.arrakis.slots import BENE_GESSERIT_TOKEN, C_OBJECTIVE, CARD, DIE, DONE, OPTION, PASS, PRESCIENCE
from dune_env.arrakis.spice import BOTTOM_STEP, drop_marker
from dune_env.arrakis.state import E_MARKER, N_CARDS, State
from dune_env.arrakis.victory import advance_marker
from dune_env.engine.lists import increased
from dune_env.engine.steps import FRAME, NO_SLOTS, NONE, SEAT, STEP, Chance, Step

MOST_STEPS = 11  # counts that the `option` slots can name


class EnterPlayBeside(EnterPlay):
    """A Leader enters play, but only with another one in play."""

    def __init__(self, leader: int, beside: int) -> None:
        super().__init__(leader)
        self.beside = beside

    def options(self, game: State, frame: int) -> list[int]:
        return super().options(game, frame) if in_play(game, self.beside) else NO_SLOTS


# --- Prescience cards


class Attach(Part):
    """Lay this card under a revealed Prescience card instead of discarding it."""

    def options(self, game: State, frame: int) -> list[int]:
        cards = row(game)
        return [*[PRESCIENCE + card for card in cards], PASS] if cards else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= PRESCIENCE:
            played = frame - FRAME
            attach(game, game.stack[played + CARD_REGISTER], slot - PRESCIENCE)
            game.stack[played + CARD_REGISTER] = NONE


class RemovePrescience(Part):
    """Take any of the revealed Prescience cards out of the game; COUNT is how many, for as many new ones."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        first = stack[frame + ORDER] == NONE
        cards = [card for card in row(game) if card > stack[frame + ORDER] and may_leave(game, card)]
        return [*[PRESCIENCE + card for card in cards], PASS if first else DONE] if cards else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if stack[frame + ORDER] == NONE:
            stack[frame + COUNT] = 0
        if slot >= PRESCIENCE:
            leave_row(game, slot - PRESCIENCE, REMOVED)
            stack[frame + ORDER] = slot - PRESCIENCE
            stack[frame + COUNT] += 1
            stack[frame + STEP] -= 1


# --- Prescience markers


class AdvanceAny(Part):
    """Any one marker advances *steps*."""

    def __init__(self, steps: int) -> None:
        super().__init__()
        self.steps = steps

    def options(self, game: State, frame: int) -> list[int]:
        markers = _short_of_the_end(game)
        return [*[OPTION + marker for marker in markers], PASS] if markers else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= OPTION:
            advance_marker(game, slot - OPTION, self.steps)


def _short_of_the_end(game: State) -> list[int]:
    return [marker for marker in range(3) if game.prescience[marker] < game.content.prescience_last]


class MarkerBack(Part):
    """Which marker goes back, another one being able to go forward."""

    def options(self, game: State, frame: int) -> list[int]:
        forward = _short_of_the_end(game)
        markers = [m for m in range(3) if game.prescience[m] and any(other != m for other in forward)]
        return [*[OPTION + marker for marker in markers], PASS] if markers else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.stack[frame + KIND] = slot - OPTION if slot >= OPTION else NONE


class HowFarBack(Step[State]):
    """How many steps."""

    def options(self, game: State, frame: int) -> list[int]:
        marker = game.stack[frame + KIND]
        if marker == NONE:
            return NO_SLOTS
        return [OPTION + steps for steps in range(1, min(MOST_STEPS, game.prescience[marker]) + 1)]

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.stack[frame + COUNT] = slot - OPTION if slot >= OPTION else 0


class MarkerForward(Step[State]):
    """Which other marker goes forward as far; the steps marked on its way count (R-2.18)."""

    def options(self, game: State, frame: int) -> list[int]:
        back = game.stack[frame + KIND]
        return [OPTION + m for m in _short_of_the_end(game) if m != back] if back != NONE else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == NONE:
            return
        back, steps = game.stack[frame + KIND], game.stack[frame + COUNT]
        game.prescience = increased(game.prescience, back, -steps)
        game.event(E_MARKER, back, game.prescience[back])
        advance_marker(game, slot - OPTION, steps)


class SecondObjective(Chance[State]):
    """Draw one more Secret Objective; either one wins."""

    def _left(self, game: State) -> list[int]:
        return [index for index in range(len(game.content.objectives)) if index not in game.objectives]

    def needed(self, game: State, frame: int) -> bool:
        return len(self._left(game)) > 0

    def draw(self, game: State, frame: int) -> int:
        left = self._left(game)
        return C_OBJECTIVE + left[game.rng.below(len(left))]

    def outcomes(self, game: State, frame: int) -> list[tuple[int, float]]:
        left = self._left(game)
        return [(C_OBJECTIVE + index, 1 / len(left)) for index in left]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            game.objectives = [*game.objectives, slot - C_OBJECTIVE]


# --- the enemy's dice and Bans


class BindDie(Part):
    """Pick an unused Harkonnen die or token, which they must use next (Q-F14, R-32.4); in solo a result (R-43.15)."""

    def options(self, game: State, frame: int) -> list[int]:
        if game.solo:
            results = [r for r in range(5) if game.used[HARKONNEN * 5 + r] < self._most(r)] if game.unrolled else []
        else:
            results = [result for result in range(5) if game.dice[HARKONNEN * 5 + result]]
        slots = [DIE + result for result in results]
        if game.bene_gesserit_at[HARKONNEN] != NONE:
            slots.append(BENE_GESSERIT_TOKEN)
        return [*slots, PASS] if slots else NO_SLOTS

    def _most(self, result: int) -> int:
        return 2 if result in (DEPLOYMENT, HOUSE) else 3

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot < DIE:
            return
        if game.solo:
            game.ordered_result = slot - DIE
        else:
            add_effect(game, DIE_BOUND, slot - DIE, game.turns + 1)


class DrawOrPlay(Draw):
    """Draw *count* cards OR play one."""

    def options(self, game: State, frame: int) -> list[int]:
        draws = [slot for slot in super().options(game, frame) if slot != PASS]
        plays = [CARD + kind for kind in playable_kinds(game, game.stack[frame + SEAT])]
        return [*plays, *draws, PASS] if plays or draws else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if CARD <= slot < CARD + N_CARDS:
            push_play(game, game.stack[frame + SEAT], slot - CARD)
        else:
            super().apply(game, frame, slot)


class LowerImperium(Part):
    """One Imperium marker goes down a step; its Ban is not activated by that."""

    def options(self, game: State, frame: int) -> list[int]:
        markers = [m for m in range(len(BAN_NAMES)) if game.imperium[m] > BOTTOM_STEP]
        return [*[OPTION + marker for marker in markers], PASS] if markers else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= OPTION:
            drop_marker(game, slot - OPTION)


# --- the Family Atomics by card


class Detonated(Condition):
    """The Family Atomics have been used."""

    def holds(self, game: State, side: int) -> bool:
        return not atomics_left(game)


class Detonate(Part):
    """The Family Atomics detonate now, if any marker stands at *step* or higher."""

    def __init__(self, step: int) -> None:
        super().__init__()
        self.step = step

    def options(self, game: State, frame: int) -> list[int]:
        if not atomics_left(game) or max(game.prescience) < self.step:
            return NO_SLOTS
        return [*atomics_slots(), PASS]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if OPTION <= slot < OPTION + N_ATOMICS and atomics_left(game):
            detonate(game, slot - OPTION + 1)
