"""Mahdi's turn, die by die: roll, special Action or Action of the result, end of turn (R-38.1 to R-38.4, R-39.1)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.attacks import SURPRISE
from dune_env.arrakis.dice import face_weights, from_weights
from dune_env.arrakis.mahdi.attack import push_fight
from dune_env.arrakis.mahdi.charts import MAHDI_SPECIAL, SPECIAL_CHARTS
from dune_env.arrakis.mahdi.deploy import ANY_LEADER, push_deploy
from dune_env.arrakis.mahdi.house import push_house
from dune_env.arrakis.mahdi.mentat import push_mentat
from dune_env.arrakis.movers import HAS_LEADER
from dune_env.arrakis.names import DEPLOYMENT, FACEUP, HARKONNEN, LEADERSHIP, MENTAT, SPENT, STRATEGY
from dune_env.arrakis.pieces import in_play, in_tank
from dune_env.arrakis.programs import COUNT, LEADER, MAHDI_TURN, MASK, RESULT
from dune_env.arrakis.slots import C_DIE, PICK_LEADER
from dune_env.arrakis.state import E_DIE_SPENT, N_LEADERS, PROGRAMS, State
from dune_env.arrakis.turns import EndTurn
from dune_env.engine.lists import increased, replaced
from dune_env.engine.steps import FRAME, NO_SLOTS, NONE, STEP, Chance, Step

SPENT_LIMIT: Final = 3  # spent dice that show one result before it is rerolled (R-38.4, Q-D3)

MOVES_OF_AN_ACTION: Final = 2  # Q-P13


def spent_dice(game: State, result: int) -> int:
    """Spent Harkonnen dice of this round that show *result*."""
    return game.used[HARKONNEN * 5 + result]


class RollDie(Chance[State]):
    """Roll one unused die; a result already on three spent dice is rolled again (R-38.2, R-38.4).

    A result ordered by Truthtrance takes the place of the roll (R-43.15).
    """

    def _weights(self, game: State) -> list[int]:
        weights = face_weights(game, HARKONNEN)
        return [w if spent_dice(game, result) < SPENT_LIMIT else 0 for result, w in enumerate(weights)]

    def needed(self, game: State, frame: int) -> bool:
        return game.unrolled > 0 and game.ordered_result == NONE and sum(self._weights(game)) > 0

    def draw(self, game: State, frame: int) -> int:
        faces = game.content.action_faces[HARKONNEN]
        while True:
            result = faces[game.rng.below(len(faces))]
            if spent_dice(game, result) < SPENT_LIMIT:
                return C_DIE + result
            game.note("R-38.4")

    def outcomes(self, game: State, frame: int) -> list[tuple[int, float]]:
        return from_weights(C_DIE, self._weights(game))

    def apply(self, game: State, frame: int, slot: int) -> None:
        result = slot - C_DIE if slot != NONE else game.ordered_result
        game.ordered_result = NONE
        if result == NONE or game.unrolled == 0:
            return
        game.stack[frame + MASK] = 0
        game.stack[frame + RESULT] = result
        game.unrolled -= 1
        game.used = increased(game.used, HARKONNEN * 5 + result, 1)
        game.die_spent = 1
        game.event(E_DIE_SPENT, HARKONNEN, result)
        game.note("R-38.2")


def possible_specials(game: State, result: int, tried: int) -> list[int]:
    """Leaders with a chart whose special Action a die of *result* buys and has not tried yet (R-11.3, R-39.1)."""
    content = game.content
    return [
        x
        for x in range(N_LEADERS)
        if SPECIAL_CHARTS[x] != NONE
        and content.leader_side[x] == HARKONNEN
        and content.leader_box[x] == result
        and game.leader_card[x] == FACEUP
        and in_play(game, x)
        and not in_tank(game, x)
        and not tried >> x & 1
    ]


class PickSpecial(Step[State]):
    """Whose special Action is used, before any regular Action (R-39.1, Q-P52, Q-P53)."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + RESULT] == NONE:
            return NO_SLOTS
        return [PICK_LEADER + x for x in possible_specials(game, stack[frame + RESULT], stack[frame + MASK])]

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        stack[frame + COUNT] = 0
        if slot != NONE:
            leader = slot - PICK_LEADER
            stack[frame + MASK] |= 1 << leader
            stack[frame + LEADER] = leader
            special = game.push(MAHDI_SPECIAL, HARKONNEN)
            game.stack[special + LEADER] = leader
            game.stack[special + RESULT] = 0
        else:
            stack[frame + LEADER] = NONE


class ResolveSpecialChart(Step[State]):
    """What the Leader's chart says."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.push(SPECIAL_CHARTS[game.stack[frame + LEADER]], HARKONNEN)


class SpendMahdiLeader(Step[State]):
    """A special Action that did something spends its card; otherwise it was not possible (R-11.4, R-39.1)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if stack[frame + RESULT] == 1:
            leader = stack[frame + LEADER]
            game.leader_card = replaced(game.leader_card, leader, SPENT)
            game.note("special_" + game.content.leader_ids[leader])
            game.note("R-39.1")
            stack[frame - FRAME + COUNT] = 1


PROGRAMS.define(MAHDI_SPECIAL, [ResolveSpecialChart(), SpendMahdiLeader()])


class TakeAction(Step[State]):
    """The Action of the result, unless a special Action took its place (R-39.2, Q-P48)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        result = stack[frame + RESULT]
        if result == NONE or stack[frame + COUNT] == 1:
            return
        if stack[frame + LEADER] != NONE:  # tried in vain
            stack[frame + STEP] = SPECIAL_STEP
            return
        take_action(game, result)


def take_action(game: State, result: int) -> None:
    """Mahdi's Action for a die of *result*; Leadership attacks are Surprise Attacks (R-39.3, Q-P11, Q-P70)."""
    if result == LEADERSHIP:
        kind = HAS_LEADER if game.rules.mahdi_leads_with_leaders else 0
        push_fight(game, kind, NONE, SURPRISE, MOVES_OF_AN_ACTION, NONE)
    elif result == STRATEGY:
        push_fight(game, 0, NONE, 0, MOVES_OF_AN_ACTION, NONE)
    elif result == DEPLOYMENT:
        push_deploy(game, [3, 0, 0], ANY_LEADER)
    elif result == MENTAT:
        push_mentat(game)
    else:
        push_house(game)


class EndMahdiTurn(EndTurn):
    """The temporary target goes with the turn (R-41.4, R-41.13); then as for a human, the Tank included (R-38.3)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.temporary_target = NONE
        game.ornithopter_used = 0
        super().apply(game, frame, slot)


SPECIAL_STEP: Final = 1
PROGRAMS.define(MAHDI_TURN, [RollDie(), PickSpecial(), TakeAction(), EndMahdiTurn()])
