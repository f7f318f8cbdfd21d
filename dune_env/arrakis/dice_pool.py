"""The dice pool: rolled, surplus dice changed, Bene Gesserit tokens added (chapters 7 and 32)."""

from __future__ import annotations

from dune_env.arrakis.dice import action_outcomes, draw_action_roll
from dune_env.arrakis.names import HARKONNEN
from dune_env.arrakis.programs import SIDE
from dune_env.arrakis.slots import ACTION_ROLLS, C_ACTION, DIE, PASS
from dune_env.arrakis.state import State
from dune_env.engine.lists import increased, replaced
from dune_env.engine.steps import NO_SLOTS, NONE, STEP, Chance, Step


class RollActionDice(Chance[State]):
    """Roll the available Action dice of one side into its boxes (R-7.1 to R-7.4)."""

    def __init__(self, side: int) -> None:
        super().__init__()
        self.side = side

    def _dice(self, game: State) -> int:
        return game.content.action_dice[self.side] - (game.locked if self.side == HARKONNEN else 0)

    def needed(self, game: State, frame: int) -> bool:
        if self.side == HARKONNEN and game.solo:
            return False
        return self._dice(game) > 0

    def draw(self, game: State, frame: int) -> int:
        return draw_action_roll(game, self.side, self._dice(game))

    def outcomes(self, game: State, frame: int) -> list[tuple[int, float]]:
        return action_outcomes(game, self.side, self._dice(game))

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            first = self.side * 5
            game.dice = game.dice[:first] + ACTION_ROLLS[slot - C_ACTION] + game.dice[first + 5 :]
        elif self.side == HARKONNEN and game.solo:
            game.unrolled = self._dice(game)


def overfull(game: State, side: int) -> int:
    """The first result with more dice than slots, NONE if all fit (R-7.5)."""
    for result in range(5):
        if game.dice[side * 5 + result] > game.content.result_slots[side]:
            return result
    return NONE


def fewest_dice_slots(game: State, side: int) -> list[int]:
    """The results that have the fewest dice, as slots (R-7.6, R-32.2)."""
    dice = game.dice[side * 5 : side * 5 + 5]
    fewest = min(dice)
    return [DIE + result for result in range(5) if dice[result] == fewest]


class ChangeSurplusDie(Step[State]):
    """Change a die beyond the slots to a result with the most free ones; sides alternate, Harkonnen first (R-7.6-7)."""

    def seat(self, game: State, frame: int) -> int:
        return game.stack[frame + SIDE]

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        side = stack[frame + SIDE]
        if side == NONE:
            side = stack[frame + SIDE] = HARKONNEN
        if overfull(game, side) == NONE:
            side = stack[frame + SIDE] = 1 - side
            if overfull(game, side) == NONE:
                return NO_SLOTS
        return fewest_dice_slots(game, side)

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == NONE:
            return
        stack = game.stack
        side = stack[frame + SIDE]
        game.dice = increased(game.dice, side * 5 + overfull(game, side), -1)
        game.dice = increased(game.dice, side * 5 + slot - DIE, 1)
        game.note("surplus_die")
        if game.rules.alternate_surplus_dice:
            stack[frame + SIDE] = 1 - side
        stack[frame + STEP] -= 1


class PlaceBeneGesserit(Step[State]):
    """Add one token on a result with the fewest dice, or not (R-7.8, R-32.1, R-32.2)."""

    def __init__(self, side: int) -> None:
        super().__init__()
        self.side = side

    def seat(self, game: State, frame: int) -> int:
        return self.side

    def options(self, game: State, frame: int) -> list[int]:
        if not game.bene_gesserit[self.side]:
            return NO_SLOTS
        return [PASS, *fewest_dice_slots(game, self.side)]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= DIE:
            game.bene_gesserit = increased(game.bene_gesserit, self.side, -1)
            game.bene_gesserit_at = replaced(game.bene_gesserit_at, self.side, slot - DIE)
            game.note("bene_gesserit")
