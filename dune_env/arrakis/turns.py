"""Phase 2, turn by turn: a die or Desert Power, what it is spent on, the end of the turn (chapters 7, 9 and 11)."""

from __future__ import annotations

from dune_env.arrakis.actions import action_slots, push_action
from dune_env.arrakis.desert_power import desert_power_slots, may_use_desert_power, push_desert_power
from dune_env.arrakis.dice_pool import ChangeSurplusDie, PlaceBeneGesserit, RollActionDice
from dune_env.arrakis.lasting_effects import expire_effects
from dune_env.arrakis.names import ACTION_RESOLUTION, ATREIDES, HARKONNEN
from dune_env.arrakis.planning import playable_kinds, push_play
from dune_env.arrakis.prescience import claimable, claims_of_kind, push_claim
from dune_env.arrakis.programs import ACTION_RESOLUTION as ACTION_PROGRAM
from dune_env.arrakis.programs import CLAIM_WINDOW, MAHDI_TURN, RESULT, SIDE, TURN
from dune_env.arrakis.slots import ACTION, BENE_GESSERIT_TOKEN, CARD, CLAIM, DIE, PASS, PICK_LEADER
from dune_env.arrakis.special_actions import push_special, special_leaders
from dune_env.arrakis.state import E_DIE_SPENT, PROGRAMS, State
from dune_env.arrakis.tank import advance_tank, rested
from dune_env.engine.lists import increased, replaced
from dune_env.engine.steps import NO_SLOTS, NONE, SEAT, STEP, Step


class NextTurn(Step[State]):
    """Alternate turns, Atreides first, until the Harkonnen have used their last die (R-7.9, R-7.16, R-38.2, Q-A4)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        side = ATREIDES if stack[frame + SIDE] != ATREIDES else HARKONNEN
        if game.unused_dice(HARKONNEN) == 0:
            if game.rules.phase_ends_with_harkonnen or game.unused_dice(ATREIDES) == 0:
                return
            side = ATREIDES
        stack[frame + SIDE] = side
        stack[frame + STEP] -= 1
        begin_turn(game, side)
        if side == HARKONNEN and game.solo:
            game.push(MAHDI_TURN, side)
        else:
            game.push(TURN, side)


def begin_turn(game: State, side: int) -> None:
    """Reset what lasts for one turn."""
    game.turn_side = side
    game.turns += 1
    game.die_spent = 0
    game.tank_arrivals = 0
    game.flown = []
    game.moved = []
    rested(game, side)


class ClearPhase(Step[State]):
    """Counters of this phase start anew; the side that changes or moves first is not yet set."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.harvesters_lost = 0
        game.just_happened = 0
        game.windows_asked = 0
        game.stack[frame + SIDE] = NONE


class EndPhase(Step[State]):
    """Unspent Atreides dice and tokens are lost for the round or returned (Q-A4, Q-N1)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.turn_side = NONE
        game.effects = []  # Q-F12
        game.just_happened = 0
        game.moved = []
        game.flown = []
        for side in (ATREIDES, HARKONNEN):
            if game.bene_gesserit_at[side] != NONE and game.rules.unused_bene_gesserit_returns:
                game.bene_gesserit = increased(game.bene_gesserit, side, 1)
        game.bene_gesserit_at = [NONE, NONE]
        game.dice = [0] * 10
        game.used = [0] * 10


PROGRAMS.define(
    ACTION_PROGRAM,
    [
        ClearPhase(),
        RollActionDice(ATREIDES),
        RollActionDice(HARKONNEN),
        ChangeSurplusDie(),
        PlaceBeneGesserit(HARKONNEN),
        PlaceBeneGesserit(ATREIDES),
        ClearPhase(),
        NextTurn(),
        EndPhase(),
    ],
)


# --- one turn


class ChooseDie(Step[State]):
    """Spend a die or token, or use Desert Power; PASS is one without effect (R-7.10 to R-7.12, Q-D6, Q-D7)."""

    def __init__(self) -> None:
        super().__init__()
        self.interruptible = True

    def options(self, game: State, frame: int) -> list[int]:
        side = game.stack[frame + SEAT]
        slots = [DIE + result for result in range(5) if game.dice[side * 5 + result]]
        if game.bene_gesserit_at[side] != NONE:
            slots.append(BENE_GESSERIT_TOKEN)
        slots = game.allowed_dice(side, slots)
        if side == ATREIDES and may_use_desert_power(game):
            slots.extend(desert_power_slots(game))
            slots.append(PASS)
        return slots

    def apply(self, game: State, frame: int, slot: int) -> None:
        side = game.stack[frame + SEAT]
        if slot in (NONE, PASS) or slot >= ACTION:
            game.note("desert_power")
            push_desert_power(game, slot)
            return
        game.stack[frame + RESULT] = spend_die(game, side, slot)


def spend_die(game: State, side: int, slot: int) -> int:
    """Commit the die or token that *slot* names and return its result (Q-D8, R-32.6)."""
    if slot == BENE_GESSERIT_TOKEN:
        result = game.bene_gesserit_at[side]
        game.bene_gesserit_at = replaced(game.bene_gesserit_at, side, NONE)
        if not game.rules.used_bene_gesserit_leaves:
            game.bene_gesserit_reserve += 1  # Q-A7
    else:
        result = slot - DIE
        game.dice = increased(game.dice, side * 5 + result, -1)
        game.used = increased(game.used, side * 5 + result, 1)
    game.die_spent = 1
    game.event(E_DIE_SPENT, side, result)
    return result


class ChooseAction(Step[State]):
    """What the die is spent on: an Action of its result, a special Action, a card, a claim, or nothing (R-7.10-11)."""

    def __init__(self) -> None:
        super().__init__()
        self.interruptible = True

    def options(self, game: State, frame: int) -> list[int]:
        side, result = game.stack[frame + SEAT], game.stack[frame + RESULT]
        if result == NONE:
            return NO_SLOTS
        slots = action_slots(game, side, result)
        slots.extend([PICK_LEADER + leader for leader in special_leaders(game, side, result)])
        slots.extend([CARD + kind for kind in playable_kinds(game, side)])
        if side == ATREIDES:
            slots.extend([CLAIM + card for card in claims_of_kind(game, claimable(game, ACTION_RESOLUTION), True)])
        slots.append(PASS)
        return slots

    def apply(self, game: State, frame: int, slot: int) -> None:
        side = game.stack[frame + SEAT]
        if slot >= CLAIM:
            push_claim(game, slot - CLAIM, False)
        elif slot >= CARD:
            push_play(game, side, slot - CARD)
        elif slot >= PICK_LEADER:
            push_special(game, side, slot - PICK_LEADER)
        elif slot >= ACTION:
            push_action(game, side, slot)


class EndTurn(Step[State]):
    """A die or token spent advances the Tank (R-24.3, R-9.9); every turn ends with a window for claims (Q-L1)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        side = game.stack[frame + SEAT]
        if game.die_spent:
            advance_tank(game, side)
        expire_effects(game, game.turns)
        game.push(CLAIM_WINDOW, ATREIDES)


PROGRAMS.define(TURN, [ChooseDie(), ChooseAction(), EndTurn()])
