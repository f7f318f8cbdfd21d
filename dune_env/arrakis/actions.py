"""Phase 2: the dice pool, Bene Gesserit tokens, alternating turns and what a die buys (chapters 7-9, 11, 32)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.battle import MUST_ATTACK, SURPRISE, attackers, push_attack
from dune_env.arrakis.deployment import can_deploy, mentat_slots, replaceable_areas
from dune_env.arrakis.dice import action_outcomes, draw_action_roll
from dune_env.arrakis.movement import HAS_LEADER, MUST, movers, push_move
from dune_env.arrakis.names import (
    ACTION_RESOLUTION,
    ATREIDES,
    DEPLOYMENT,
    DESERT_POWER_BOX,
    FACEUP,
    HARKONNEN,
    HOUSE,
    LEADERSHIP,
    MENTAT,
    SPENT,
    STRATEGY,
)
from dune_env.arrakis.pieces import advance_tank, expire_effects, in_play, in_tank, rested, worm_areas
from dune_env.arrakis.planning import playable_kinds, push_play
from dune_env.arrakis.prescience import claimable, claims_of_kind, push_claim
from dune_env.arrakis.programs import (
    ACTION_RESOLUTION as ACTION_PROGRAM,
)
from dune_env.arrakis.programs import (
    ATREIDES_DEPLOYMENT,
    CLAIM_WINDOW,
    COUNT,
    HARKONNEN_DEPLOYMENT,
    HARKONNEN_REPLACE,
    HARKONNEN_VEHICLES,
    LEADER,
    MAHDI_TURN,
    MENTAT_ACTION,
    RESULT,
    SIDE,
    SPECIAL_ACTION,
    TURN,
)
from dune_env.arrakis.slots import (
    ACTION,
    ACTION_ROLLS,
    ATTACK,
    BENE_GESSERIT_TOKEN,
    C_ACTION,
    CARD,
    CLAIM,
    DEPLOY,
    DIE,
    DRAW,
    LEAD,
    MOVE,
    MOVE_WORMS,
    PASS,
    PICK_LEADER,
    REPLACE,
    SURPRISE_ATTACK,
    VEHICLES,
    WORM_ATTACK,
    WORMSIGNS,
)
from dune_env.arrakis.state import E_DIE_SPENT, N_LEADERS, PROGRAMS, State
from dune_env.arrakis.worms import (
    push_move_worms,
    push_signs,
    push_worm_attack,
    sign_areas,
    signs_in_supply,
    worm_moves,
    worm_targets,
)
from dune_env.engine.steps import NO_SLOTS, NONE, SEAT, STEP, Chance, Step

# --- the dice pool


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
            game.dice[self.side * 5 : self.side * 5 + 5] = ACTION_ROLLS[slot - C_ACTION]
        elif self.side == HARKONNEN and game.solo:
            game.unrolled = self._dice(game)


def overfull(game: State, side: int) -> int:
    """The first result with more dice than slots, NONE if all fit (R-7.5)."""
    for result in range(5):
        if game.dice[side * 5 + result] > game.content.result_slots[side]:
            return result
    return NONE


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
        dice = game.dice[side * 5 : side * 5 + 5]
        fewest = min(dice)
        return [DIE + result for result in range(5) if dice[result] == fewest]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == NONE:
            return
        stack = game.stack
        side = stack[frame + SIDE]
        game.dice[side * 5 + overfull(game, side)] -= 1
        game.dice[side * 5 + slot - DIE] += 1
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
        dice = game.dice[self.side * 5 : self.side * 5 + 5]
        fewest = min(dice)
        return [PASS, *[DIE + result for result in range(5) if dice[result] == fewest]]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= DIE:
            game.bene_gesserit[self.side] -= 1
            game.bene_gesserit_at[self.side] = slot - DIE
            game.note("bene_gesserit")


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
    game.flown.clear()
    game.moved.clear()
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
        game.effects.clear()  # Q-F12
        game.just_happened = 0
        game.moved.clear()
        game.flown.clear()
        for side in (ATREIDES, HARKONNEN):
            if game.bene_gesserit_at[side] != NONE and game.rules.unused_bene_gesserit_returns:
                game.bene_gesserit[side] += 1
            game.bene_gesserit_at[side] = NONE
        for at in range(10):
            game.dice[at] = 0
            game.used[at] = 0


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


def may_use_desert_power(game: State) -> bool:
    """The Atreides have strictly fewer unused dice than the Harkonnen (R-9.2)."""
    return game.unused_dice(ATREIDES) < game.unused_dice(HARKONNEN)


def desert_power_slots(game: State) -> list[int]:
    """The Desert Power Actions that can do something, special ones included (R-9.4 to R-9.8, R-30.18)."""
    slots: list[int] = []
    if signs_in_supply(game) and sign_areas(game):
        slots.append(ACTION + WORMSIGNS)
    worms = worm_areas(game)
    if any(worm_moves(game, area) for area in worms):
        slots.append(ACTION + MOVE_WORMS)
    if any(worm_targets(game, area) for area in worms):
        slots.append(ACTION + WORM_ATTACK)
    boxes = game.content.leader_box
    slots.extend([PICK_LEADER + x for x in range(N_LEADERS) if boxes[x] == DESERT_POWER_BOX and special_ready(game, x)])
    return slots


def push_desert_power(game: State, slot: int) -> None:
    """Carry out one Desert Power choice."""
    if slot == ACTION + WORMSIGNS:
        push_signs(game, 2)
    elif slot == ACTION + MOVE_WORMS:
        push_move_worms(game, 2)
    elif slot == ACTION + WORM_ATTACK:
        push_worm_attack(game)
    elif slot >= PICK_LEADER:
        push_special(game, ATREIDES, slot - PICK_LEADER)


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
        game.bene_gesserit_at[side] = NONE
        if not game.rules.used_bene_gesserit_leaves:
            game.bene_gesserit_reserve += 1  # Q-A7
    else:
        result = slot - DIE
        game.dice[side * 5 + result] -= 1
        game.used[side * 5 + result] += 1
    game.die_spent = 1
    game.event(E_DIE_SPENT, side, result)
    return result


SPECIALS: Final[list[int]] = [NONE] * N_LEADERS  # the Program of each Leader's special Action
NEEDS_FIGURE: Final[list[int]] = [0] * N_LEADERS  # 1 if it can be used only with the figure on the board (Q-E10)


def special_leaders(game: State, side: int, result: int) -> list[int]:
    """Leaders whose special Action a die of *result* buys (R-11.1 to R-11.3, Q-E1)."""
    content = game.content
    any_box = side == ATREIDES and result == HOUSE
    return [
        x
        for x in range(N_LEADERS)
        if content.leader_side[x] == side
        and 0 <= content.leader_box[x] <= HOUSE
        and (any_box or content.leader_box[x] == result)
        and special_ready(game, x)
    ]


def special_ready(game: State, leader: int) -> bool:
    """In play, not in the Tank, card faceup, and its special Action known (R-11.3, R-11.4)."""
    return (
        SPECIALS[leader] != NONE
        and game.leader_card[leader] == FACEUP
        and in_play(game, leader)
        and not in_tank(game, leader)
        and (game.leader_at[leader] >= 0 or not NEEDS_FIGURE[leader])
    )


def action_slots(game: State, side: int, result: int) -> list[int]:
    """What a die of *result* buys *side*, as far as it can be done (chapter 8)."""
    if side == ATREIDES and result == HOUSE:
        slots: list[int] = []
        for each in range(HOUSE):
            slots.extend(_result_actions(game, side, each))
        return slots
    return _result_actions(game, side, result)


def _result_actions(game: State, side: int, result: int) -> list[int]:
    slots: list[int] = []
    if result == LEADERSHIP:
        if movers(game, side, HAS_LEADER, NONE):
            slots.append(ACTION + LEAD)
        if attackers(game, side, HAS_LEADER, NONE):
            slots.append(ACTION + SURPRISE_ATTACK)
    elif result == STRATEGY:
        if movers(game, side, 0, NONE):
            slots.append(ACTION + MOVE)
        if attackers(game, side, 0, NONE):
            slots.append(ACTION + ATTACK)
    elif result == DEPLOYMENT:
        if can_deploy(game, side):
            slots.append(ACTION + DEPLOY)
    elif result == MENTAT:
        if mentat_slots(game, side):
            slots.append(ACTION + DRAW)
    else:
        if replaceable_areas(game):
            slots.append(ACTION + REPLACE)
        slots.append(ACTION + VEHICLES)
    return slots


def push_action(game: State, side: int, slot: int) -> None:
    """Carry out a standard Action."""
    action = slot - ACTION
    if action == LEAD:
        push_move(game, side, 2, HAS_LEADER, NONE, MUST)
    elif action == MOVE:
        push_move(game, side, 2, 0, NONE, MUST)
    elif action == SURPRISE_ATTACK:
        push_attack(game, side, HAS_LEADER, NONE, MUST_ATTACK | SURPRISE)
    elif action == ATTACK:
        push_attack(game, side, 0, NONE, MUST_ATTACK)
    elif action == DEPLOY:
        game.push(ATREIDES_DEPLOYMENT if side == ATREIDES else HARKONNEN_DEPLOYMENT, side)
    elif action == DRAW:
        game.push(MENTAT_ACTION, side)
    elif action == REPLACE:
        game.push(HARKONNEN_REPLACE, side)
    else:
        frame = game.push(HARKONNEN_VEHICLES, side)
        game.stack[frame + COUNT] = 2


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


def push_special(game: State, side: int, leader: int) -> None:
    """Carry out a special Action and spend its card (R-11.4)."""
    game.note("special_" + game.content.leader_ids[leader])
    frame = game.push(SPECIAL_ACTION, side)
    game.stack[frame + LEADER] = leader


class ResolveSpecial(Step[State]):
    """What the Leader's card says."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.push(SPECIALS[game.stack[frame + LEADER]], game.stack[frame + SEAT])


class SpendLeaderCard(Step[State]):
    """Once fully carried out the card is spent, wherever the Leader is by now (R-11.4, Q-E11)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.leader_card[game.stack[frame + LEADER]] = SPENT


PROGRAMS.define(SPECIAL_ACTION, [ResolveSpecial(), SpendLeaderCard()])


class EndTurn(Step[State]):
    """A die or token spent advances the Tank (R-24.3, R-9.9); every turn ends with a window for claims (Q-L1)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        side = game.stack[frame + SEAT]
        if game.die_spent:
            advance_tank(game, side)
        expire_effects(game, game.turns)
        game.push(CLAIM_WINDOW, ATREIDES)


PROGRAMS.define(TURN, [ChooseDie(), ChooseAction(), EndTurn()])
