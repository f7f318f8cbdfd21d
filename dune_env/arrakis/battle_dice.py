"""How many dice each side rolls in a round of battle (chapter 19)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.attacks import BONUS_DIE, FEWER_DEFENDER_DICE
from dune_env.arrakis.names import HARKONNEN, LANDSRAAD
from dune_env.arrakis.pieces import strength
from dune_env.arrakis.planning import discard_from_hand, hand_kinds
from dune_env.arrakis.programs import AREA, CARDS, COUNT, FLAGS, KIND, OTHER_CARDS, ROUND_REGISTER, SIDE, TO_AREA
from dune_env.arrakis.slots import CARD, DONE
from dune_env.arrakis.state import SIETCHES, TOWNS, State
from dune_env.engine.steps import NO_SLOTS, NONE, STEP, Step

MOST_DICE: Final = 6
FEWER_DICE: Final = 4


def in_battle(game: State, frame: int) -> bool:
    """Whether both Legions still stand."""
    stack = game.stack
    side = stack[frame + SIDE]
    return strength(game, side, stack[frame + AREA]) > 0 and strength(game, 1 - side, stack[frame + TO_AREA]) > 0


def settlement_rank(game: State, side: int, area: int) -> int:
    """The rank of the settlement that *side* holds in *area*, 0 without one (R-19.9)."""
    if side == HARKONNEN:
        return game.cells[TOWNS + area]
    sietch = game.cells[SIETCHES + area]
    return game.sietch_rank[sietch - 1] if sietch else 0


def attacker_dice(game: State, frame: int) -> int:
    """Dice of the attacker: Units and cards, at most 6 (R-19.8, R-19.11)."""
    stack = game.stack
    units = strength(game, stack[frame + SIDE], stack[frame + AREA])
    bonus = 1 if stack[frame + FLAGS] & BONUS_DIE else 0
    return min(MOST_DICE, units + stack[frame + CARDS] + bonus)


def defender_dice(game: State, frame: int) -> int:
    """Dice of the defender: Units, cards and the rank of a settlement, at most 6 (R-19.8, R-19.9, R-19.11)."""
    stack = game.stack
    side, to = 1 - stack[frame + SIDE], stack[frame + TO_AREA]
    dice = strength(game, side, to) + stack[frame + OTHER_CARDS] + settlement_rank(game, side, to)
    fewer = stack[frame + FLAGS] & FEWER_DEFENDER_DICE and stack[frame + ROUND_REGISTER] == 1
    return min(FEWER_DICE if fewer else MOST_DICE, dice)


class DiscardForDice(Step[State]):
    """Discard Planning cards, +1 die each for this round, attacker first (R-19.7)."""

    def __init__(self, attacker: bool) -> None:
        super().__init__()
        self.attacker = attacker
        self.interruptible = True
        self.name = "DiscardForDice" if attacker else "DefenderDiscardForDice"

    def seat(self, game: State, frame: int) -> int:
        side = game.stack[frame + SIDE]
        return side if self.attacker else 1 - side

    def options(self, game: State, frame: int) -> list[int]:
        side = self.seat(game, frame)
        if not in_battle(game, frame) or (side == HARKONNEN and (game.solo or game.bans[LANDSRAAD])):
            return NO_SLOTS
        if self._capped(game, frame):
            return NO_SLOTS
        kinds = hand_kinds(game, side)
        return [DONE, *[CARD + kind for kind in kinds]] if kinds else NO_SLOTS

    def _most(self, game: State, frame: int) -> int:
        fewer = not self.attacker and game.stack[frame + FLAGS] & FEWER_DEFENDER_DICE
        return FEWER_DICE if fewer and game.stack[frame + ROUND_REGISTER] == 1 else MOST_DICE

    def _capped(self, game: State, frame: int) -> bool:
        dice = attacker_dice(game, frame) if self.attacker else defender_dice(game, frame)
        return dice >= self._most(game, frame)

    def apply(self, game: State, frame: int, slot: int) -> None:
        register = CARDS if self.attacker else OTHER_CARDS
        if slot >= CARD:
            discard_from_hand(game, slot - CARD)
            game.stack[frame + register] += 1
            game.stack[frame + STEP] -= 1
        elif slot == NONE and self.seat(game, frame) == HARKONNEN and in_battle(game, frame):
            dice = attacker_dice(game, frame) if self.attacker else defender_dice(game, frame)
            game.stack[frame + register] += game.mahdi_discards(self._most(game, frame) - dice)


class CountDice(Step[State]):
    """Fix how many dice each side rolls."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        fighting = in_battle(game, frame)
        stack[frame + COUNT] = attacker_dice(game, frame) if fighting else 0
        stack[frame + KIND] = defender_dice(game, frame) if fighting else 0
