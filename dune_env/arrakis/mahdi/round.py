"""Tactical cards: the Harvesting Sector, the Target Sietch, the end of Mahdi's round (R-36.8 to R-36.11, R-38.12)."""

from __future__ import annotations

from dune_env.arrakis.dice import from_weights
from dune_env.arrakis.programs import MAHDI_END, MAHDI_NEW_TARGET, MAHDI_ROUND, MASK
from dune_env.arrakis.slots import C_TACTICAL
from dune_env.arrakis.state import PROGRAMS, State
from dune_env.arrakis.victory import gain_supremacy
from dune_env.engine.lists import replaced
from dune_env.engine.steps import NONE, STEP, Chance, Step

N_TACTICAL = 8
RESHUFFLED = 1  # in MASK: the deck has run out and been made anew


def deck_of_tactical(game: State) -> list[int]:
    """One for each Tactical card that has not been drawn since the last shuffle."""
    return [int(not seen) for seen in game.tactical_seen]


class DrawTactical(Chance[State]):
    """Draw the top Tactical card."""

    def needed(self, game: State, frame: int) -> bool:
        return 0 in game.tactical_seen

    def draw(self, game: State, frame: int) -> int:
        return C_TACTICAL + game.rng.weighted(deck_of_tactical(game))

    def outcomes(self, game: State, frame: int) -> list[tuple[int, float]]:
        return from_weights(C_TACTICAL, deck_of_tactical(game))

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            game.tactical_seen = replaced(game.tactical_seen, slot - C_TACTICAL, 1)


class DrawHarvestCard(DrawTactical):
    """The first card: the Harvesting Sector of the round (R-36.8)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        super().apply(game, frame, slot)
        if slot != NONE:
            game.harvest_card = slot - C_TACTICAL


def stands(game: State, card: int) -> bool:
    """Whether the Sietch of a Tactical card still stands."""
    return game.sietch_at[game.content.tactical[card][1]] != NONE


def other_sector(game: State, card: int) -> bool:
    """Whether a Tactical card names another Sector than the Harvesting Sector's card (R-36.10, Q-P64)."""
    if game.harvest_card == NONE:
        return True
    tactical = game.content.tactical
    return not tactical[card][0] & tactical[game.harvest_card][0]


class DrawTarget(DrawTactical):
    """The Target Sietch: drawn until its Sector differs and its Sietch stands (R-36.9, R-36.10, Q-P25).

    With the deck used up its discards are shuffled, but for the harvest card and cards of destroyed Sietches; if no
    card qualifies then, the Sector does not matter (Q-P24, Q-P72).
    """

    def needed(self, game: State, frame: int) -> bool:
        if game.target_card != NONE:
            return False
        if 0 not in game.tactical_seen:
            if not game.rules.mahdi_reshuffles_for_target or game.stack[frame + MASK] == RESHUFFLED:
                return False
            game.stack[frame + MASK] = RESHUFFLED
            for card in self._shuffled(game):
                game.tactical_seen = replaced(game.tactical_seen, card, 0)
                game.note("Q-P24")
        return super().needed(game, frame)

    def _shuffled(self, game: State) -> list[int]:
        return [card for card in range(N_TACTICAL) if stands(game, card) and card != game.harvest_card]

    def _qualifies(self, game: State, frame: int, card: int) -> bool:
        if not stands(game, card):
            return False
        if other_sector(game, card):
            return True
        left = self._shuffled(game) if game.stack[frame + MASK] == RESHUFFLED else []
        return card in left and not any(other_sector(game, each) for each in left)

    def apply(self, game: State, frame: int, slot: int) -> None:
        super().apply(game, frame, slot)
        if slot == NONE:
            return
        if self._qualifies(game, frame, slot - C_TACTICAL):
            game.target_card = slot - C_TACTICAL
        else:
            game.note("R-36.10")
            game.stack[frame + STEP] -= 1


PROGRAMS.define(MAHDI_ROUND, [DrawHarvestCard(), DrawTarget()])


class DropTarget(Step[State]):
    """The card of the destroyed Target Sietch is discarded (R-36.11)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.target_card = NONE
        game.note("R-36.11")


PROGRAMS.define(MAHDI_NEW_TARGET, [DropTarget(), DrawTarget()])


class AdvanceSupremacy(Step[State]):
    """The Supremacy marker advances 1, which may win (R-38.12, Q-P50, Q-P56)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.note("R-38.12")
        gain_supremacy(game, 1)


class ShuffleTactical(Step[State]):
    """All 8 Tactical cards form a new deck (R-38.13)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.harvest_card = NONE
        game.target_card = NONE
        game.temporary_target = NONE
        game.tactical_seen = [0] * N_TACTICAL


PROGRAMS.define(MAHDI_END, [AdvanceSupremacy(), ShuffleTactical()])
