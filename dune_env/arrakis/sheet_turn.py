"""What is going on, as an observation says it: the question, the Frames, the round, what has moved, the last events."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.codes import BITS, bits16, one_hot, write_digits
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
REGISTER_START: Final = [sum(FRAME_DIGITS[:register]) * N_FRAMES for register in range(USED_REGISTERS)]

_SEATS: Final[list[bytes]] = [bytes([1, 0, 0]), bytes([0, 1, 0]), bytes([1, 0, 1]), bytes([0, 1, 1])]  # seat + 2 * solo
_ASKED: Final[list[bytes]] = one_hot(4)
_PROGRAM: Final[list[bytes]] = one_hot(N_PROGRAMS)
_STEP: Final[list[bytes]] = one_hot(N_STEPS)
_PHASE: Final[list[bytes]] = one_hot(len(PHASE_NAMES))
_TURN: Final[list[bytes]] = one_hot(2)
_WINNER: Final[list[bytes]] = one_hot(2)
_REASON: Final[list[bytes]] = one_hot(3)
_OVER: Final[list[bytes]] = [bytes([0]), bytes([1])]
_EVENT_KIND: Final[list[bytes]] = one_hot(N_EVENT_KINDS)
_FRAMES_SIZE: Final = len(FRAME_ROWS) * N_FRAMES
_NOTHING_MOVED: Final = bytes(1 + len(MOVED_ROWS) * N_GROUPS)
_EVENTS_SIZE: Final = len(EVENT_ROWS) * N_EVENTS
_EVENT_INTS: Final = 3 * N_EVENTS
_MOST_INTS: Final = N_FRAMES * FRAME
_BLANK_COLUMN: Final = bytes(len(FRAME_ROWS))
_UNWRITTEN: Final[list[int]] = [NONE] * FRAME


class TurnSheet:
    """Pieces of an observation about the turn under way, some kept from one observation to the next."""

    def __init__(self) -> None:
        self.moved: list[int] = []
        self.moved_piece = _NOTHING_MOVED
        self.stack: list[int] = []
        self.frame_piece = bytearray(_FRAMES_SIZE)
        self.source: list[int] = []
        self.events: list[int] = []
        self.clock = NONE
        self.event_piece = bytearray(_EVENTS_SIZE)

    def add_question(self, view: View, parts: list[bytes]) -> None:
        """Blocks `seat` to `frames`."""
        parts.append(_SEATS[view.seat + 2 * int(view.solo)])
        asked = view.seat_to_act
        if asked == view.seat:
            parts.append(_ASKED[1])
        elif asked >= 0:
            parts.append(_ASKED[2])
        else:
            parts.append(_ASKED[3 if asked == CHANCE else 4])
        stack = view.stack
        if stack:
            parts.append(_PROGRAM[stack[len(stack) - FRAME + PROGRAM] + 1])
            parts.append(_STEP[stack[len(stack) - FRAME + STEP] + 1])
        else:
            parts.append(_PROGRAM[0])
            parts.append(_STEP[0])
        parts.append(bytes([len(stack) // FRAME]))
        parts.append(self._frames(stack))

    def _frames(self, stack: list[int]) -> bytes:
        """Block `frames`: columns move along as Frames come and go, and what has changed in one is written anew."""
        piece, kept = self.frame_piece, self.stack
        if len(stack) > _MOST_INTS:
            stack = stack[len(stack) - _MOST_INTS :]  # the deepest Frames are not shown
        while len(kept) > len(stack):
            del kept[len(kept) - FRAME :]
            del piece[0]
            piece.append(0)
            piece[N_FRAMES - 1 :: N_FRAMES] = _BLANK_COLUMN
        if not kept:
            kept.extend(_UNWRITTEN * (len(stack) // FRAME))
        while len(kept) < len(stack):
            kept.extend(_UNWRITTEN)
            piece.insert(0, 0)
            del piece[_FRAMES_SIZE]
            piece[0::N_FRAMES] = _BLANK_COLUMN
        column = len(stack) // FRAME
        for frame in range(0, len(stack), FRAME):
            column -= 1
            for at in range(frame, frame + USED_REGISTERS):
                value = stack[at]
                if value != kept[at]:
                    kept[at] = value
                    register = at - frame
                    write_digits(piece, REGISTER_START[register] + column, N_FRAMES, FRAME_DIGITS[register], value + 1)
        return bytes(piece)

    def add_round(self, view: View, parts: list[bytes]) -> None:
        """Blocks `phase` to `outcome`."""
        parts.append(_PHASE[view.phase + 1])
        parts.append(_TURN[0 if view.turn_side == NONE else 1 if view.turn_side == view.seat else 2])
        turns, clock = view.turns, view.clock
        parts.append(
            bytes(
                [
                    view.round,
                    turns & 255,
                    turns >> 8 & 255,
                    view.die_spent,
                    view.claims_made,
                    view.harvesters_lost,
                    view.signs_aside,
                    clock & 255,
                    clock >> 8 & 255,
                ]
            )
        )
        parts.append(BITS[view.just_happened])
        parts.append(bits16(view.windows_asked))
        parts.append(_OVER[int(view.over)])
        parts.append(_WINNER[0 if view.winner == NONE else 1 if view.winner == view.seat else 2])
        parts.append(_REASON[view.reason + 1])

    def add_moved(self, view: View, parts: list[bytes]) -> None:
        """Blocks `moved_length` and `moved`."""
        if view.moved is not self.moved:
            self.moved = view.moved
            self.moved_piece = _moved(view.moved) if view.moved else _NOTHING_MOVED
        parts.append(self.moved_piece)

    def add_events(self, view: View, parts: list[bytes]) -> None:
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
                self.event_piece[column::N_EVENTS] = _event(events, 3 * column)
        parts.append(bytes(self.event_piece))


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


def _event(events: list[int], at: int) -> bytes:
    """The column of the event at *at*."""
    first, second = events[at + 1] + EVENT_SHIFT, events[at + 2] + EVENT_SHIFT
    return _EVENT_KIND[events[at] + 1] + bytes([first & 255, first >> 8, second & 255, second >> 8])
