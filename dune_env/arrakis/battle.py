"""The battle: declaration, rounds, continue or cease, advance (chapters 19, 22, 23)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.attacks import FREE_CONTINUE, WON_UNOPPOSED
from dune_env.arrakis.battle_dice import CountDice, DiscardForDice, in_battle
from dune_env.arrakis.battle_hits import CountHits, TallyRolls, UseSpecials
from dune_env.arrakis.casualties import push_casualties
from dune_env.arrakis.dice import RollCombatDice
from dune_env.arrakis.legions import move_whole_legion, settle
from dune_env.arrakis.movement import arrive
from dune_env.arrakis.names import ATREIDES, HARKONNEN
from dune_env.arrakis.pieces import WON_AS_ATTACKER, is_settlement, strength
from dune_env.arrakis.programs import (
    AREA,
    BATTLE,
    CARDS,
    CLAIM_WINDOW,
    COUNT,
    FLAGS,
    KIND,
    OTHER_CARDS,
    OTHER_ROLL,
    RESULT,
    RETREAT,
    ROLL,
    ROUND_REGISTER,
    SIDE,
    TO_AREA,
)
from dune_env.arrakis.retreat import retreat_areas
from dune_env.arrakis.slots import NO, YES
from dune_env.arrakis.state import E_ADVANCED, E_ATTACKED, E_REVEALED, PROGRAMS, SIETCHES, State
from dune_env.arrakis.tokens import reveal_all_tokens
from dune_env.arrakis.victory import lose_settlement
from dune_env.engine.lists import replaced
from dune_env.engine.steps import NO_SLOTS, STEP, Step


class Declare(Step[State]):
    """Flip an unrevealed Sietch, then all Deployment tokens of both sides (R-19.5, R-19.6)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        side, area, to = stack[frame + SIDE], stack[frame + AREA], stack[frame + TO_AREA]
        game.event(E_ATTACKED, area, to)
        if side == HARKONNEN and game.cells[SIETCHES + to]:
            reveal_sietch(game, to)
        if not strength(game, 1 - side, to):
            stack[frame + FLAGS] |= WON_UNOPPOSED
        reveal_all_tokens(game, 1 - side, to)
        reveal_all_tokens(game, side, area)
        settle(game, 1 - side, to)
        settle(game, side, area)


def reveal_sietch(game: State, area: int) -> None:
    """Turn the Sietch of *area* faceup; it stays so (R-2.19)."""
    sietch = game.cells[SIETCHES + area] - 1
    if not game.sietch_up[sietch]:
        game.sietch_up = replaced(game.sietch_up, sietch, 1)
        game.event(E_REVEALED, area, game.sietch_rank[sietch])


class ClaimWindow(Step[State]):
    """A window on the Harkonnen turn in which the Atreides may claim (R-25.4, Q-J25)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        if game.turn_side == HARKONNEN:
            game.push(CLAIM_WINDOW, ATREIDES)


class BeginRound(Step[State]):
    """Reset what counts for one round only."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        stack[frame + CARDS] = 0
        stack[frame + OTHER_CARDS] = 0
        if game.solo and game.ceases(frame):
            game.note("cease")
            stack[frame + RESULT] = 0
            stack[frame + STEP] = BATTLE_STEPS.index("DecideWinner")


class Continue(Step[State]):
    """The attacker goes on, at the price of a Hit against a settlement, or ceases (R-22.1 to R-22.5)."""

    def __init__(self) -> None:
        super().__init__()
        self.interruptible = True

    def options(self, game: State, frame: int) -> list[int]:
        return [YES, NO] if in_battle(game, frame) else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        side, to = stack[frame + SIDE], stack[frame + TO_AREA]
        stack[frame + RESULT] = int(slot == YES)
        if slot != YES:
            if slot == NO:
                game.note("cease")
            return
        free = stack[frame + FLAGS] & FREE_CONTINUE or (game.solo and side == HARKONNEN)
        if is_settlement(game, 1 - side, to) and not free:
            push_casualties(game, side, stack[frame + AREA], 1)


class DefenderRetreat(Step[State]):
    """If the attacker continues the defender may retreat, whole (R-22.6, R-22.10, Q-J15)."""

    def __init__(self) -> None:
        super().__init__()
        self.interruptible = True

    def seat(self, game: State, frame: int) -> int:
        return 1 - game.stack[frame + SIDE]

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + RESULT] != 1 or not in_battle(game, frame):
            return NO_SLOTS
        side = 1 - stack[frame + SIDE]
        return [NO, YES] if retreat_areas(game, side, stack[frame + TO_AREA]) else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot == YES:
            retreat = game.push(RETREAT, 1 - stack[frame + SIDE])
            game.stack[retreat + AREA] = stack[frame + TO_AREA]
            game.stack[retreat + SIDE] = 1 - stack[frame + SIDE]


class NextRound(Step[State]):
    """Another round while both stand and the attacker continues."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if stack[frame + RESULT] == 1 and in_battle(game, frame):
            stack[frame + ROUND_REGISTER] += 1
            stack[frame + STEP] = BATTLE_STEPS.index("BeginRound")


class DecideWinner(Step[State]):
    """The attacker wins if the defender is gone while it survives (R-22.12 to R-22.14)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        side, area, to = stack[frame + SIDE], stack[frame + AREA], stack[frame + TO_AREA]
        won = strength(game, side, area) > 0 and strength(game, 1 - side, to) == 0
        stack[frame + RESULT] = int(won)
        if won and side == ATREIDES and not stack[frame + FLAGS] & WON_UNOPPOSED:
            game.just_happened |= WON_AS_ATTACKER
        game.note("attacker_won" if won else "attacker_repelled")


class AdvanceOrStay(Step[State]):
    """The winner may move in with everything, or stay (R-23.1, R-23.2)."""

    def __init__(self) -> None:
        super().__init__()
        self.interruptible = True

    def options(self, game: State, frame: int) -> list[int]:
        if game.stack[frame + RESULT] != 1 or not game.rules.advance_is_optional:
            return NO_SLOTS
        return [YES, NO]

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if stack[frame + RESULT] == 1 and slot != NO:
            advance(game, stack[frame + SIDE], stack[frame + AREA], stack[frame + TO_AREA])


def advance(game: State, side: int, area: int, to: int) -> None:
    """Move the winner into the attacked Area: settlement first, then Harvester or Station, then Wormsign (Q-J28)."""
    left_settlement = is_settlement(game, side, area)
    move_whole_legion(game, side, area, to)
    game.event(E_ADVANCED, area, to)
    game.note("advance")
    if left_settlement:
        game.left_settlement(side, area)
    arrive(game, side, to)
    if is_settlement(game, 1 - side, to):
        lose_settlement(game, 1 - side, to)


_BATTLE: Final[list[Step[State]]] = [
    Declare(),
    ClaimWindow(),
    BeginRound(),
    DiscardForDice(True),
    DiscardForDice(False),
    CountDice(),
    RollCombatDice(COUNT, ROLL),
    RollCombatDice(KIND, OTHER_ROLL),
    TallyRolls(),
    UseSpecials(True),
    UseSpecials(False),
    CountHits(),
    ClaimWindow(),
    Continue(),
    DefenderRetreat(),
    NextRound(),
    DecideWinner(),
    AdvanceOrStay(),
]
BATTLE_STEPS: Final[list[str]] = [step.name for step in _BATTLE]
PROGRAMS.define(BATTLE, _BATTLE)
