"""Mahdi's special rules: garrison tokens, a fallen Target Sietch, voluntary reveals (chapter 43, R-36.11)."""

from __future__ import annotations

from dune_env.arrakis.board import ZONES_OF
from dune_env.arrakis.dice import from_weights
from dune_env.arrakis.legions import settle
from dune_env.arrakis.mahdi.mentat import take_turn_of_deck
from dune_env.arrakis.mahdi.ties import tokens_with_back
from dune_env.arrakis.names import (
    BLACK_TOKENS,
    HARKONNEN,
    ORNITHOPTER,
    SILVER_TOKENS,
    SPACING_GUILD,
    SUPPLY,
    TOKENS,
)
from dune_env.arrakis.pieces import is_free, legion_areas
from dune_env.arrakis.planning import push_draw
from dune_env.arrakis.programs import AREA, MAHDI_NEW_TARGET, MAHDI_TOKENS, TO_AREA
from dune_env.arrakis.slots import C_TOKEN, OPTION, PICK_AREA, PICK_TOKEN
from dune_env.arrakis.state import E_DEPLOYED, PROGRAMS, State
from dune_env.arrakis.tokens import lay_token, reveal_token
from dune_env.engine.lists import replaced
from dune_env.engine.steps import NO_SLOTS, NONE, Chance, Step

# --- garrisons


def push_garrison(game: State, area: int) -> None:
    """A Legion has left the settlement of *area*: put a black and a silver token there, facedown (R-43.2, Q-P20)."""
    frame = game.push(MAHDI_TOKENS, HARKONNEN)
    game.stack[frame + AREA] = area


def pool(game: State, back: int) -> list[int]:
    """Tokens with one back that lie in the pool (R-43.6)."""
    last = SILVER_TOKENS if back == BLACK_TOKENS else TOKENS
    return [token for token in range(back, last) if game.token_at[token] == SUPPLY]


class PickRevealed(Step[State]):
    """With no token of one back in the pool: in which Area one is revealed to be used again (R-43.7, Q-P22)."""

    def __init__(self, back: int) -> None:
        super().__init__()
        self.back = back

    def options(self, game: State, frame: int) -> list[int]:
        game.stack[frame + TO_AREA] = NONE
        if pool(game, self.back):
            return NO_SLOTS
        areas = legion_areas(game, HARKONNEN)
        return [PICK_AREA + area for area in areas if tokens_with_back(game, area, self.back)]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            game.stack[frame + TO_AREA] = slot - PICK_AREA


class PickAmongAlike(Step[State]):
    """Which of several alike in that Area, counted from the one laid first."""

    def __init__(self, back: int) -> None:
        super().__init__()
        self.back = back

    def options(self, game: State, frame: int) -> list[int]:
        area = game.stack[frame + TO_AREA]
        if area == NONE:
            return NO_SLOTS
        return [OPTION + i for i in range(len(tokens_with_back(game, area, self.back)))]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == NONE:
            return
        area = game.stack[frame + TO_AREA]
        game.note("R-43.7")
        reveal_token(game, tokens_with_back(game, area, self.back)[slot - OPTION])
        settle(game, HARKONNEN, area)


class LayGarrison(Chance[State]):
    """Draw a token from the pool and lay it; nobody sees what it shows (R-43.2)."""

    def __init__(self, back: int) -> None:
        super().__init__()
        self.back = back

    def needed(self, game: State, frame: int) -> bool:
        return len(pool(game, self.back)) > 0 and is_free(game, HARKONNEN, game.stack[frame + AREA])

    def draw(self, game: State, frame: int) -> int:
        tokens = pool(game, self.back)
        return C_TOKEN + tokens[game.rng.below(len(tokens))]

    def outcomes(self, game: State, frame: int) -> list[tuple[int, float]]:
        tokens = pool(game, self.back)
        return from_weights(C_TOKEN, [int(token in tokens) for token in range(TOKENS)])

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == NONE:
            return
        area = game.stack[frame + AREA]
        game.event(E_DEPLOYED, area, PICK_TOKEN + self.back)
        lay_token(game, slot - C_TOKEN, area)
        game.token_laid = replaced(game.token_laid, slot - C_TOKEN, game.clock)
        game.note("R-43.2")


class SettleGarrison(Step[State]):
    """Units that stayed behind and two tokens may be too many (Q-P21)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        settle(game, HARKONNEN, game.stack[frame + AREA])


PROGRAMS.define(
    MAHDI_TOKENS,
    [
        PickRevealed(BLACK_TOKENS),
        PickAmongAlike(BLACK_TOKENS),
        PickRevealed(SILVER_TOKENS),
        PickAmongAlike(SILVER_TOKENS),
        LayGarrison(BLACK_TOKENS),  # both are put there at once: nobody is asked while only one lies there
        LayGarrison(SILVER_TOKENS),
        SettleGarrison(),
    ],
)


# --- the Target Sietch falls


def forget_sietch(game: State, sietch: int) -> None:
    """With the Target Sietch destroyed another is drawn at once (R-36.11)."""
    if game.temporary_target == sietch:
        game.temporary_target = NONE
    if game.target_card != NONE and game.content.tactical[game.target_card][1] == sietch:
        game.push(MAHDI_NEW_TARGET, HARKONNEN)


# --- voluntary reveals


def ornithopter_above(game: State, area: int) -> bool:
    """Whether an Air Zone connected to *area* holds an Ornithopter (R-43.10)."""
    return any(game.zones[zone] == ORNITHOPTER for zone in ZONES_OF[area])


def pay_for_reveal(game: State) -> None:
    """A voluntary reveal puts a card on the Reinforcements, except under the Spacing Guild Ban (R-43.11)."""
    if game.bans[SPACING_GUILD]:
        return
    game.note("R-43.11")
    push_draw(game, take_turn_of_deck(game), 1)
