"""Setting up the game, every blind draw a question to CHANCE (chapter 4)."""

from __future__ import annotations

from dune_env.arrakis.board import SIETCH_AREAS, STATION_AREAS, TOWN_AREAS, TOWN_RANK
from dune_env.arrakis.dice import from_weights
from dune_env.arrakis.leaders.entering import STARTING, enter_play
from dune_env.arrakis.legions import settle
from dune_env.arrakis.names import (
    ATREIDES,
    ATREIDES_TOKENS,
    BLACK_TOKENS,
    GENERIC,
    HARKONNEN,
    SILVER_TOKENS,
    STARTING_TOKENS,
    SUPPLY,
    TOKEN_IN_HAND,
    TOKENS,
)
from dune_env.arrakis.pieces import add_figures
from dune_env.arrakis.programs import GAME, ROUND, SETUP
from dune_env.arrakis.slots import C_OBJECTIVE, C_RANK, C_TOKEN
from dune_env.arrakis.state import PROGRAMS, SIETCHES, STATIONS, TOWNS, State
from dune_env.arrakis.tokens import lay_token
from dune_env.engine.lists import replaced
from dune_env.engine.steps import NONE, STEP, Chance, Step


def set_up_board(game: State) -> None:
    """Everything of the set-up that no chance decides (R-4.6 to R-4.19)."""
    content = game.content
    game.figure_supply = content.figures[0][:] + content.figures[1][:]
    game.stations_left = content.stations[:]
    game.signs_left = content.wormsigns[:]
    game.bene_gesserit_reserve = content.bene_gesserit - 1
    game.bene_gesserit[ATREIDES] = 1
    for kind in range(len(content.card_ids)):
        game.deck[kind] = content.card_copies[kind]
        game.deck_left[content.card_deck[kind]] += content.card_copies[kind]
    for area in TOWN_AREAS:
        game.cells[TOWNS + area] = TOWN_RANK[area]
    for area in STATION_AREAS:
        game.cells[STATIONS + area] = 1
    for sietch in range(8):
        game.sietch_at[sietch] = SIETCH_AREAS[sietch]
        game.cells[SIETCHES + SIETCH_AREAS[sietch]] = sietch + 1
        add_figures(game, ATREIDES, SIETCH_AREAS[sietch], GENERIC, 1)
    for leader in STARTING:
        enter_play(game, leader)


class DealRank(Chance[State]):
    """Put a Sietch token facedown on each Sietch Area (R-4.1)."""

    def _left(self, game: State) -> list[int]:
        left = [0] * 6
        for rank in game.content.sietch_ranks:
            left[rank] += 1
        for rank in game.sietch_rank:
            if rank:
                left[rank] -= 1
        return left

    def needed(self, game: State, frame: int) -> bool:
        return 0 in game.sietch_rank

    def draw(self, game: State, frame: int) -> int:
        return C_RANK + game.rng.weighted(self._left(game))

    def outcomes(self, game: State, frame: int) -> list[tuple[int, float]]:
        return from_weights(C_RANK, self._left(game))

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            game.sietch_rank = replaced(game.sietch_rank, game.sietch_rank.index(0), slot - C_RANK)
            game.stack[frame + STEP] -= 1


class DealToken(Chance[State]):
    """Deal the tokens of one set over a side's settlements, one each (R-4.2, R-4.5)."""

    def __init__(self, side: int, first: int, last: int) -> None:
        super().__init__()
        self.side = side
        self.first = first
        self.last = last

    def needed(self, game: State, frame: int) -> bool:
        return SUPPLY in game.token_at[self.first : self.last]

    def draw(self, game: State, frame: int) -> int:
        left = [t for t in range(self.first, self.last) if game.token_at[t] == SUPPLY]
        return C_TOKEN + left[game.rng.below(len(left))]

    def outcomes(self, game: State, frame: int) -> list[tuple[int, float]]:
        weights = [int(game.token_at[t] == SUPPLY and self.first <= t < self.last) for t in range(TOKENS)]
        return from_weights(C_TOKEN, weights)

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == NONE:
            return
        token = slot - C_TOKEN
        dealt = self.last - self.first - game.token_at[self.first : self.last].count(SUPPLY)
        if self.side == ATREIDES:
            lay_token(game, token, SIETCH_AREAS[dealt])
        else:
            game.token_at = replaced(game.token_at, token, TOKEN_IN_HAND)
            turn_into_figures(game, token, TOWN_AREAS[dealt])
        game.stack[frame + STEP] -= 1


def turn_into_figures(game: State, token: int, area: int) -> None:
    """A Harkonnen Starting token is at once turned into what it shows (R-4.5)."""
    shown = game.content.tokens[token]
    for figure in range(4):
        add_figures(game, HARKONNEN, area, figure, min(shown[figure], game.figure_supply[HARKONNEN * 4 + figure]))


class PoolTokens(Step[State]):
    """The Harkonnen tokens go to the pool that Mahdi draws garrisons from (R-43.2)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        for token in range(ATREIDES_TOKENS, TOKENS):
            game.token_at = replaced(game.token_at, token, SUPPLY)
        for area in TOWN_AREAS:
            settle(game, HARKONNEN, area)


class DealObjective(Chance[State]):
    """The Atreides draw a Secret Objective and keep it hidden (R-4.16)."""

    def draw(self, game: State, frame: int) -> int:
        return C_OBJECTIVE + game.rng.below(len(game.content.objectives))

    def outcomes(self, game: State, frame: int) -> list[tuple[int, float]]:
        return from_weights(C_OBJECTIVE, [1] * len(game.content.objectives))

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.objectives = [*game.objectives, slot - C_OBJECTIVE]


PROGRAMS.define(
    SETUP,
    [
        DealRank(),
        DealToken(ATREIDES, 0, STARTING_TOKENS),
        DealToken(HARKONNEN, BLACK_TOKENS, SILVER_TOKENS),
        DealToken(HARKONNEN, SILVER_TOKENS, TOKENS),
        PoolTokens(),
        DealObjective(),
    ],
)


class RunSetup(Step[State]):
    def apply(self, game: State, frame: int, slot: int) -> None:
        game.push(SETUP, ATREIDES)


class RunRound(Step[State]):
    """One round after the other until somebody wins (R-5.19)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.stack[frame + STEP] -= 1
        game.push(ROUND, ATREIDES)


PROGRAMS.define(GAME, [RunSetup(), RunRound()])
