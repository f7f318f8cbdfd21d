"""The Family Atomics: one Mountain Area becomes Desert for good (chapter 26)."""

from __future__ import annotations

from dune_env.arrakis.board import ATOMICS_AREA
from dune_env.arrakis.free_actions import FREE_ACTIONS, FreeAction, battle_under_way
from dune_env.arrakis.legions import destroy_legion, move_whole_legion
from dune_env.arrakis.movement import arrive
from dune_env.arrakis.names import ATREIDES, HARKONNEN, SUPPLY, TOKEN_GONE_UNSEEN
from dune_env.arrakis.pieces import is_free, strength, tokens
from dune_env.arrakis.programs import AREA, SIDE
from dune_env.arrakis.retreat import ways_out
from dune_env.arrakis.slots import FAMILY_ATOMICS, OPTION, PICK_AREA
from dune_env.arrakis.state import E_RETREATED, PROGRAMS, State
from dune_env.arrakis.tokens import take_token
from dune_env.engine.steps import FRAME, NO_SLOTS, NONE, SEAT, Step

TARGETS = len(ATOMICS_AREA)  # the tokens are 1 to 3


def atomics_left(game: State) -> bool:
    """Whether nothing has detonated yet (R-26.2)."""
    return not game.atomics_spent


def atomics_slots() -> list[int]:
    """One slot for each of the three tokens, in the order of `board.ATOMICS_IDS`."""
    return [OPTION + token - 1 for token in range(1, TARGETS)]


def detonate(game: State, token: int) -> None:
    """Turn the Mountain Area of *token* (1 to 3) into Desert and drive the Legion there away (R-26.3 to R-26.5)."""
    game.atomics = token
    game.atomics_spent = 1
    area = ATOMICS_AREA[token]
    game.note("atomics")
    for side in (ATREIDES, HARKONNEN):
        if strength(game, side, area):
            frame = game.push(DISPLACE, side)
            game.stack[frame + SIDE] = side
            game.stack[frame + AREA] = area


class PickAtomics(Step[State]):
    """Which of the three tokens detonates."""

    def options(self, game: State, frame: int) -> list[int]:
        return atomics_slots()

    def apply(self, game: State, frame: int, slot: int) -> None:
        detonate(game, slot - OPTION + 1)


class Displace(Step[State]):
    """The opponent moves the Legion whole into an adjacent free Area; in solo the Atreides do (Q-L10 to L12, Q-P42)."""

    def seat(self, game: State, frame: int) -> int:
        return ATREIDES if game.solo else 1 - game.stack[frame + SIDE]

    def options(self, game: State, frame: int) -> list[int]:
        side, area = game.stack[frame + SIDE], game.stack[frame + AREA]
        if not strength(game, side, area):
            return NO_SLOTS
        return [PICK_AREA + to for to in ways_out(game, side, area) if is_free(game, side, to)]

    def apply(self, game: State, frame: int, slot: int) -> None:
        side, area = game.stack[frame + SIDE], game.stack[frame + AREA]
        if slot != NONE:
            self._move(game, side, area, slot - PICK_AREA)
        elif strength(game, side, area):
            game.note("atomics_destroy")
            for token in tokens(game, side, area):
                take_token(game, token, TOKEN_GONE_UNSEEN if side == ATREIDES else SUPPLY)
            destroy_legion(game, side, area)  # Q-L16

    def _move(self, game: State, side: int, area: int, to: int) -> None:
        move_whole_legion(game, side, area, to)
        follow(game, side, area, to)
        game.event(E_RETREATED, area, to)
        game.note("atomics_displace")
        arrive(game, side, to, game.rules.retreat_takes_station)


def follow(game: State, side: int, area: int, to: int) -> None:
    """The Legion moves whole (R-26.5), so a card of *side* that speaks of it in its next part finds it in *to*."""
    stack = game.stack
    for frame in range(0, len(stack), FRAME):
        if stack[frame + SEAT] == side and stack[frame + AREA] == area:
            stack[frame + AREA] = to


DISPLACE = PROGRAMS.add("atomics_displace")
DETONATE = PROGRAMS.add("atomics_detonate")
PROGRAMS.define(DISPLACE, [Displace()])
PROGRAMS.define(DETONATE, [PickAtomics()])


class FreeAtomics(FreeAction):
    """With a marker far enough, once a game, in one's own turn and not inside a battle (R-26.1, R-26.2, Q-F10)."""

    def ready(self, game: State) -> bool:
        return (
            atomics_left(game) and max(game.prescience) >= game.content.atomics_step and not battle_under_way(game)
        )


FREE_ACTIONS.append(FreeAtomics(FAMILY_ATOMICS, ATREIDES, DETONATE))
