"""Free Actions and claims that are offered beside the answers of a question on one's own turn (chapter 12)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.battle import reveal_sietch
from dune_env.arrakis.board import ZONE_AREAS
from dune_env.arrakis.legions import settle
from dune_env.arrakis.names import ACTION_RESOLUTION, ATREIDES, ATREIDES_TOKENS, HARKONNEN, ORNITHOPTER, SPACING_GUILD
from dune_env.arrakis.prescience import claimable, claims_of_kind, claims_offered, push_claim
from dune_env.arrakis.programs import AREA, ATTACK, BATTLE, GUERRILLA_TRAINING, SCOUTING, ZONE
from dune_env.arrakis.slots import ALL, CLAIM, FREE, OPTION, PICK_AREA, PICK_TOKEN, PICK_ZONE
from dune_env.arrakis.slots import GUERRILLA_TRAINING as FREE_GUERRILLA
from dune_env.arrakis.slots import SCOUTING as FREE_SCOUTING
from dune_env.arrakis.state import FACEDOWN_TOKENS, PROGRAMS, SIETCHES, State
from dune_env.arrakis.tokens import reveal_all_tokens, reveal_token
from dune_env.engine.lists import replaced
from dune_env.engine.steps import FRAME, NO_SLOTS, PROGRAM, Step


class FreeAction:
    """A Free Action that a card or Leader brings (R-12.7): *name* is its number in the `free` slots."""

    def __init__(self, name: int, side: int, program: int) -> None:
        self.slot = FREE + name
        self.side = side
        self.program = program

    def ready(self, game: State) -> bool:
        """Whether it may be taken now."""
        raise NotImplementedError


FREE_ACTIONS: Final[list[FreeAction]] = []  # cards and Leaders add theirs


def battle_under_way(game: State) -> bool:
    """Whether an attack has been opened and its battle is not over: then nobody is moved or removed (Q-F10)."""
    stack = game.stack
    return any(stack[at] == ATTACK or stack[at] == BATTLE for at in range(PROGRAM, len(stack), FRAME))


def free_slots(game: State, seat: int) -> list[int]:
    """Free Actions and claims that *seat* may take now; only on its own turn (R-12.3, Q-C12, Q-L17)."""
    if game.phase != ACTION_RESOLUTION or seat != game.turn_side:
        return NO_SLOTS
    brought = [action.slot for action in FREE_ACTIONS if action.side == seat and action.ready(game)]
    if seat == HARKONNEN:
        return [FREE + FREE_SCOUTING, *brought] if scouting_zones(game) else brought
    cards = claims_of_kind(game, claimable(game, ACTION_RESOLUTION), False)
    slots = [CLAIM + card for card in cards]
    if guerrilla_tokens(game):
        slots.append(FREE + FREE_GUERRILLA)
    return slots + brought


def take_free_slot(game: State, seat: int, slot: int) -> None:
    """Push what a free slot starts."""
    if slot < FREE:
        push_claim(game, slot - CLAIM, False)
    elif slot == FREE + FREE_GUERRILLA:
        game.push(GUERRILLA_TRAINING, seat)
    elif slot == FREE + FREE_SCOUTING:
        game.push(SCOUTING, seat)
    else:
        for action in FREE_ACTIONS:
            if action.slot == slot:
                game.push(action.program, seat)


def own_question_answered(game: State, seat: int) -> None:
    """What has just happened was offered beside an own question and lapses with its answer (Q-L1)."""
    if seat == ATREIDES and seat == game.turn_side and game.phase == ACTION_RESOLUTION:
        claims_offered(game)


# --- Guerrilla Training


def guerrilla_tokens(game: State) -> list[int]:
    """Atreides tokens on the board that may be flipped (R-12.4); Mahdi's Ornithopters bar some (R-43.10)."""
    return [
        t for t in range(ATREIDES_TOKENS) if game.token_at[t] >= 0 and game.may_train(game.token_at[t])
    ]


class FlipToken(Step[State]):
    """Which token becomes Units."""

    def options(self, game: State, frame: int) -> list[int]:
        return [PICK_TOKEN + token for token in guerrilla_tokens(game)]

    def apply(self, game: State, frame: int, slot: int) -> None:
        area = game.token_at[slot - PICK_TOKEN]
        reveal_token(game, slot - PICK_TOKEN)
        game.note("guerrilla_training")
        game.voluntary_reveal()
        settle(game, ATREIDES, area)


PROGRAMS.define(GUERRILLA_TRAINING, [FlipToken()])


# --- Scouting


def hidden_areas(game: State, zone: int) -> list[int]:
    """Areas connected to *zone* with an unrevealed Sietch or a facedown token (R-12.5, Q-F3)."""
    cells = game.cells
    found: list[int] = []
    for area in ZONE_AREAS[zone]:
        sietch = cells[SIETCHES + area]
        if cells[FACEDOWN_TOKENS + area] or (sietch and not game.sietch_up[sietch - 1]):
            found.append(area)
    return found


def scouting_zones(game: State) -> list[int]:
    """Air Zones whose Ornithopter could scout something; none under the Spacing Guild Ban (R-15.19)."""
    if game.bans[SPACING_GUILD]:
        return []
    return [zone for zone in range(8) if game.zones[zone] == ORNITHOPTER and hidden_areas(game, zone)]


class PickScout(Step[State]):
    """Which Ornithopter is spent (R-12.5, R-12.6)."""

    def options(self, game: State, frame: int) -> list[int]:
        return [PICK_ZONE + zone for zone in scouting_zones(game)]

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.stack[frame + ZONE] = slot - PICK_ZONE


class PickScoutedArea(Step[State]):
    """Which Area is scouted (R-12.5)."""

    def options(self, game: State, frame: int) -> list[int]:
        return [PICK_AREA + area for area in hidden_areas(game, game.stack[frame + ZONE])]

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.stack[frame + AREA] = slot - PICK_AREA
        game.zones = replaced(game.zones, game.stack[frame + ZONE], 0)
        game.note("scouting")


THE_SIETCH: Final = OPTION
THE_TOKENS: Final = OPTION + 1


class RevealScouted(Step[State]):
    """The Sietch and all tokens of the Area are revealed, or by the 2023 text one or both (R-3.10, Q-A8, Q-F4)."""

    def options(self, game: State, frame: int) -> list[int]:
        area = game.stack[frame + AREA]
        sietch = game.cells[SIETCHES + area]
        both = sietch and not game.sietch_up[sietch - 1] and game.cells[FACEDOWN_TOKENS + area]
        return [THE_SIETCH, THE_TOKENS, ALL] if both and not game.rules.scouting_reveals_all else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        area = game.stack[frame + AREA]
        if slot != THE_TOKENS and game.cells[SIETCHES + area]:
            reveal_sietch(game, area)
        if slot != THE_SIETCH and reveal_all_tokens(game, ATREIDES, area):
            settle(game, ATREIDES, area)


PROGRAMS.define(SCOUTING, [PickScout(), PickScoutedArea(), RevealScouted()])
