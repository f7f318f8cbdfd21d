"""What is going on, as an observation says it: the question, the Frames, the round, what has moved, the last events."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.codes import BITS, ONE_BYTE, Piece, bits16, one_hot, write_digits
from dune_env.arrakis.features import (
    EVENT_ROWS,
    EVENT_SHIFT,
    FRAME_DIGITS,
    FRAME_ROWS,
    MOVED_ROWS,
    N_EVENT_KINDS,
    N_FRAMES,
    N_GROUPS,
    N_PROGRAMS,
    N_STEPS,
)
from dune_env.arrakis.names import PHASE_NAMES
from dune_env.arrakis.state import N_EVENTS
from dune_env.arrakis.token_backs import is_groups
from dune_env.arrakis.view import View
from dune_env.engine.steps import CHANCE, FRAME, NONE, PROGRAM, STEP

USED_REGISTERS: Final = len(FRAME_DIGITS)
REGISTER_ROW: Final = [sum(FRAME_DIGITS[:register]) for register in range(USED_REGISTERS)]

_ASKED: Final[list[bytes]] = one_hot(4)
_PROGRAM: Final[list[bytes]] = one_hot(N_PROGRAMS)
_STEP: Final[list[bytes]] = one_hot(N_STEPS)
_PHASE: Final[list[bytes]] = one_hot(len(PHASE_NAMES))
_TURN: Final[list[bytes]] = one_hot(2)
_WINNER: Final[list[bytes]] = one_hot(2)
_REASON: Final[list[bytes]] = one_hot(3)
_OVER: Final[list[bytes]] = [bytes([0]), bytes([1])]
_FIRST_ROW: Final = N_EVENT_KINDS  # of the arguments of events
_FRAMES_SIZE: Final = len(FRAME_ROWS) * N_FRAMES
_NOTHING_MOVED: Final = bytes(1 + len(MOVED_ROWS) * N_GROUPS)
_EVENTS_SIZE: Final = len(EVENT_ROWS) * N_EVENTS
_EVENT_INTS: Final = 3 * N_EVENTS
_MOST_INTS: Final = N_FRAMES * FRAME
_BLANK_COLUMN: Final = bytearray(len(FRAME_ROWS))
_BLANK_EVENT: Final = bytearray(len(EVENT_ROWS))


def _seats() -> list[bytes]:
    """Blocks `seat` and `asked` by 4 * (seat + 2 * solo) + who is asked: the observer, the other, chance, nobody."""
    seats = [bytes([1, 0, 0]), bytes([0, 1, 0]), bytes([1, 0, 1]), bytes([0, 1, 1])]
    return [seat + asked for seat in seats for asked in _ASKED[1:]]


_SEATS: Final[list[bytes]] = _seats()


class TurnSheet:
    """Pieces of an observation about the turn under way, kept until what they were made from is another."""

    def __init__(self) -> None:
        self.moved: list[int] = []
        self.moved_piece = _NOTHING_MOVED
        self.frames: list[list[int]] = []
        self.columns: list[bytearray] = []  # of each Frame
        self.frame_piece = bytearray(_FRAMES_SIZE)
        self.phase = self.turn_side = self.round = self.turns = NONE
        self.die_spent = self.claims_made = self.harvesters_lost = self.signs_aside = NONE
        self.round_piece = b""
        self.just_happened = self.windows_asked = self.winner = self.reason = NONE
        self.over = False
        self.outcome_piece = b""
        self.source: list[int] = []
        self.events: list[int] = []
        self.clock = NONE
        self.event_piece = bytearray(_EVENTS_SIZE)

    def add_question(self, view: View, parts: list[Piece]) -> None:
        """Blocks `seat` to `frames`."""
        asked = view.seat_to_act
        whom = 0 if asked == view.seat else 1 if asked >= 0 else 2 if asked == CHANCE else 3
        parts.append(_SEATS[4 * (view.seat + 2 * int(view.solo)) + whom])
        stack = view.stack
        if stack:
            parts.append(_PROGRAM[stack[len(stack) - FRAME + PROGRAM] + 1])
            parts.append(_STEP[stack[len(stack) - FRAME + STEP] + 1])
        else:
            parts.append(_PROGRAM[0])
            parts.append(_STEP[0])
        parts.append(ONE_BYTE[len(stack) // FRAME])
        parts.append(self._frames(stack))

    def _frames(self, stack: list[int]) -> bytearray:
        """Block `frames`: a column for each Frame, written anew where it has changed or moved."""
        if len(stack) > _MOST_INTS:
            stack = stack[len(stack) - _MOST_INTS :]  # the deepest Frames are not shown
        depth = len(stack) // FRAME
        same = len(self.frames)
        if depth != same:
            self.frame_piece = bytearray(_FRAMES_SIZE)
            same = 0
        for at in range(depth):
            frame = stack[at * FRAME : at * FRAME + FRAME]
            if at == len(self.frames):
                self.frames.append(frame)
                self.columns.append(_column(frame))
            elif frame != self.frames[at]:
                self.frames[at] = frame
                self.columns[at] = _column(frame)
            elif at < same:
                continue
            self.frame_piece[depth - 1 - at :: N_FRAMES] = self.columns[at]
        if depth < len(self.frames):
            del self.frames[depth:]
            del self.columns[depth:]
        return self.frame_piece

    def add_round(self, view: View, parts: list[Piece]) -> None:
        """Blocks `phase` to `outcome`."""
        if (
            view.die_spent != self.die_spent
            or view.turns != self.turns
            or view.turn_side != self.turn_side
            or view.phase != self.phase
            or view.round != self.round
            or view.claims_made != self.claims_made
            or view.harvesters_lost != self.harvesters_lost
            or view.signs_aside != self.signs_aside
        ):
            self._see_round(view)
        if (
            view.just_happened != self.just_happened
            or view.windows_asked != self.windows_asked
            or view.over != self.over
            or view.winner != self.winner
            or view.reason != self.reason
        ):
            self._see_outcome(view)
        parts.append(self.round_piece)
        parts.append(ONE_BYTE[view.clock & 255])
        parts.append(ONE_BYTE[view.clock >> 8 & 255])
        parts.append(self.outcome_piece)

    def _see_round(self, view: View) -> None:
        self.phase, self.turn_side, self.round, self.turns = view.phase, view.turn_side, view.round, view.turns
        self.die_spent, self.claims_made = view.die_spent, view.claims_made
        self.harvesters_lost, self.signs_aside = view.harvesters_lost, view.signs_aside
        turn = _TURN[0 if view.turn_side == NONE else 1 if view.turn_side == view.seat else 2]
        counters = [view.die_spent, view.claims_made, view.harvesters_lost, view.signs_aside]
        numbers = bytes([view.round, view.turns & 255, view.turns >> 8 & 255, *counters])
        self.round_piece = _PHASE[view.phase + 1] + turn + numbers

    def _see_outcome(self, view: View) -> None:
        self.just_happened, self.windows_asked = view.just_happened, view.windows_asked
        self.over, self.winner, self.reason = view.over, view.winner, view.reason
        winner = _WINNER[0 if view.winner == NONE else 1 if view.winner == view.seat else 2]
        outcome = _OVER[int(view.over)] + winner + _REASON[view.reason + 1]
        self.outcome_piece = BITS[view.just_happened] + bits16(view.windows_asked) + outcome

    def add_moved(self, view: View, parts: list[Piece]) -> None:
        """Blocks `moved_length` and `moved`."""
        if view.moved is not self.moved:
            self.moved = view.moved
            self.moved_piece = _moved(view.moved) if view.moved else _NOTHING_MOVED
        parts.append(self.moved_piece)

    def add_events(self, view: View, parts: list[Piece]) -> None:
        """Block `events`: the columns of those seen before move on, new ones are added behind them."""
        events = view.events
        fresh = view.clock - self.clock
        at = 3 * fresh
        if not 0 <= fresh < N_EVENTS or (events is not self.source and events[: _EVENT_INTS - at] != self.events[at:]):
            self.event_piece = bytearray(_EVENTS_SIZE)
            at = _EVENT_INTS
        self.source = events
        if at:
            self.clock = view.clock
            self.events = events[:]
            if at < _EVENT_INTS:
                del self.event_piece[:fresh]
                self.event_piece.extend(bytes(fresh))
            for column in range(N_EVENTS - at // 3, N_EVENTS):
                self.event_piece[column::N_EVENTS] = _BLANK_EVENT
                _write_event(events, column, self.event_piece)
        parts.append(self.event_piece)


def _column(frame: list[int]) -> bytearray:
    """The column of a Frame: each register from 1, in digits of base 256."""
    column = _BLANK_COLUMN.copy()
    for register, value in enumerate(frame):
        if value == NONE or register >= USED_REGISTERS:
            continue
        if NONE < value < 255:
            column[REGISTER_ROW[register]] = value + 1
        else:
            write_digits(column, REGISTER_ROW[register], 1, FRAME_DIGITS[register], value + 1)
    return column


def _moved(moved: list[int]) -> bytes:
    out = bytearray(1 + len(MOVED_ROWS) * N_GROUPS)
    out[0] = len(moved)
    if not is_groups(moved):
        for at in range(min(len(moved), N_GROUPS)):
            out[1 + at] = moved[at] + 1
        return bytes(out)
    for group in range(min(len(moved) // 7, N_GROUPS)):
        base = group * 7
        out[1 + group] = moved[base] + 1
        for figure in range(1, 5):
            out[1 + figure * N_GROUPS + group] = moved[base + figure]
        write_digits(out, 1 + 5 * N_GROUPS + group, N_GROUPS, 2, moved[base + 5])
        write_digits(out, 1 + 7 * N_GROUPS + group, N_GROUPS, 4, moved[base + 6])
    return bytes(out)


def _write_event(events: list[int], column: int, piece: bytearray) -> None:
    """Write the event of *column* over zeros."""
    kind = events[3 * column]
    if kind != NONE:
        piece[kind * N_EVENTS + column] = 1
    at = _FIRST_ROW * N_EVENTS + column
    for argument in range(2):
        value = events[3 * column + 1 + argument] + EVENT_SHIFT
        piece[at + 2 * N_EVENTS * argument] = value & 255
        if value > 255:
            piece[at + 2 * N_EVENTS * argument + N_EVENTS] = value >> 8
