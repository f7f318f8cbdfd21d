"""The round: its six phases, the Start and the End of the Round (chapter 5)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.names import (
    ACTION_RESOLUTION,
    ATREIDES,
    CARRYALL,
    DESERT_HAZARDS,
    END_OF_ROUND,
    FACEUP,
    GENERIC,
    HARKONNEN,
    OFF_BOARD,
    ORNITHOPTER,
    SPICE_HARVESTING,
    START,
    VEHICLE_PLACEMENT,
)
from dune_env.arrakis.pieces import add_figures
from dune_env.arrakis.planning import push_draw, side_decks
from dune_env.arrakis.prescience import ROW, SOLO_ROW, DiscardOrShuffle, DropAttached, EndClaims, RevealPrescience
from dune_env.arrakis.programs import ACTION_RESOLUTION as ACTION_PROGRAM
from dune_env.arrakis.programs import CARD_REGISTER, COUNT, DISCARD_TO_LIMIT, MAHDI_END, MAHDI_ROUND, MASK, ROUND
from dune_env.arrakis.programs import DESERT_HAZARDS as HAZARDS_PROGRAM
from dune_env.arrakis.programs import END_OF_ROUND as END_PROGRAM
from dune_env.arrakis.programs import SPICE_HARVESTING as SPICE_PROGRAM
from dune_env.arrakis.programs import START as START_PROGRAM
from dune_env.arrakis.programs import VEHICLE_PLACEMENT as VEHICLE_PROGRAM
from dune_env.arrakis.slots import DONE, PICK_LEADER
from dune_env.arrakis.state import E_LEADER, N_LEADERS, PROGRAMS, State
from dune_env.arrakis.tank import lift
from dune_env.arrakis.victory import check_objective
from dune_env.engine.lists import replaced
from dune_env.engine.steps import NO_SLOTS, STEP, Step


class Phase(Step[State]):
    """Enter a phase and run its Program (R-5.1)."""

    def __init__(self, phase: int, program: int) -> None:
        super().__init__()
        self.phase = phase
        self.program = program

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.phase = self.phase
        game.push(self.program, ATREIDES)


class CountRound(Step[State]):
    def apply(self, game: State, frame: int, slot: int) -> None:
        game.round += 1
        game.claims_made = 0


PROGRAMS.define(
    ROUND,
    [
        CountRound(),
        Phase(START, START_PROGRAM),
        Phase(VEHICLE_PLACEMENT, VEHICLE_PROGRAM),
        Phase(ACTION_RESOLUTION, ACTION_PROGRAM),
        Phase(DESERT_HAZARDS, HAZARDS_PROGRAM),
        Phase(SPICE_HARVESTING, SPICE_PROGRAM),
        Phase(END_OF_ROUND, END_PROGRAM),
    ],
)


class StartDraw(Step[State]):
    """One card from each of a side's decks (R-5.2, Q-F6); Mahdi's two go on the Reinforcements (R-36.12, R-36.13)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        for side in (HARKONNEN, ATREIDES):
            for deck in reversed(side_decks(side)):
                push_draw(game, deck, 1)
        game.stack[frame + COUNT] = SOLO_ROW if game.solo else ROW


class MahdiStart(Step[State]):
    """In solo two Tactical cards set the Harvesting Sector and the Target Sietch (R-36.8, R-36.9)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        if game.solo:
            game.push(MAHDI_ROUND, HARKONNEN)


PROGRAMS.define(START_PROGRAM, [StartDraw(), RevealPrescience(), MahdiStart()])


# --- End of the Round


class CheckObjective(Step[State]):
    """The Atreides win check, every round (R-5.5, R-5.6, R-5.9)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        check_objective(game)


class ClearAirZones(Step[State]):
    """Every Ornithopter and Carryall leaves the board (R-5.10)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        for zone in range(8):
            if game.zones[zone] in (ORNITHOPTER, CARRYALL):
                game.zones = replaced(game.zones, zone, 0)


class ExchangeLeaders(Step[State]):
    """A side may take Named Leaders off the board, a Generic in the place of each (R-5.11, R-5.12, Q-K7)."""

    def __init__(self, side: int) -> None:
        super().__init__()
        self.side = side

    def seat(self, game: State, frame: int) -> int:
        return self.side

    def options(self, game: State, frame: int) -> list[int]:
        if game.solo and self.side == HARKONNEN:
            return NO_SLOTS
        sides = game.content.leader_side
        standing = [x for x in range(N_LEADERS) if game.leader_at[x] >= 0 and sides[x] == self.side]
        return [DONE, *[PICK_LEADER + x for x in standing]] if standing else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot < PICK_LEADER:
            return
        leader = slot - PICK_LEADER
        area = game.leader_at[leader]
        lift(game, leader, OFF_BOARD)
        if game.figure_supply[self.side * 4 + GENERIC]:
            add_figures(game, self.side, area, GENERIC, 1)
        game.event(E_LEADER, leader, area)
        game.note("leader_exchanged")
        game.stack[frame + STEP] -= 1


EXCHANGES: Final[list[int]] = []  # Programs of Leaders that may be exchanged for something else (R-30.17, Q-M10)


class OtherExchanges(Step[State]):
    """What else may be exchanged with the Leaders."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        for program in EXCHANGES:
            game.push(program, ATREIDES)


class RefreshCards(Step[State]):
    """Spent Leader cards are turned faceup, those of Leaders in the Tank too (R-5.13, R-5.14)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.leader_card = [FACEUP] * N_LEADERS


class HandLimits(Step[State]):
    def apply(self, game: State, frame: int, slot: int) -> None:
        game.push(DISCARD_TO_LIMIT, ATREIDES)
        game.push(DISCARD_TO_LIMIT, HARKONNEN)


class MahdiEnd(Step[State]):
    """In solo the Supremacy marker advances 1 and the Tactical cards are shuffled (R-38.12, R-38.13)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        if game.solo:
            game.push(MAHDI_END, HARKONNEN)


class BeginEnd(Step[State]):
    def apply(self, game: State, frame: int, slot: int) -> None:
        game.stack[frame + MASK] = 0
        game.stack[frame + CARD_REGISTER] = -1


PROGRAMS.define(
    END_PROGRAM,
    [
        BeginEnd(),
        EndClaims(),
        CheckObjective(),
        ClearAirZones(),
        ExchangeLeaders(HARKONNEN),
        ExchangeLeaders(ATREIDES),
        OtherExchanges(),
        RefreshCards(),
        HandLimits(),
        DropAttached(),
        DiscardOrShuffle(),
        MahdiEnd(),
    ],
)
