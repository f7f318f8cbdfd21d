"""Frames, Steps and Programs: the only control flow.

A Program is a list of stateless Steps. A Frame is a slice of one flat int stack: the Program, the Step it has reached,
the seat it belongs to, and registers. Sub-effects and interruptions push Frames, so a game can be copied, saved and
hashed in the middle of any effect.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from dune_env.engine.chance import Generator

NONE: Final = -1
CHANCE: Final = -2  # the seat that answers for dice, draws and shuffles

FRAME: Final = 32  # ints in a Frame
PROGRAM: Final = 0
STEP: Final = 1
SEAT: Final = 2
FIRST_REGISTER: Final = 3

NO_SLOTS: Final[list[int]] = []


class IllegalSlot(ValueError):
    """Raised when the picked slot is not among the options of the question asked."""


class Frames:
    """The part of a game that the engine drives: the stack, the question asked, the generator and the history.

    The history holds the answers given from outside; with the seed they replay the game.
    """

    def __init__(self, like: Frames | None = None) -> None:
        if like is None:
            self.stack: list[int] = []
            self.asked: list[int] = []  # the answers to the question asked, extras included
            self.extras: list[int] = []  # those of them that interrupt the question instead of answering it
            self.seat_to_act = NONE
            self.over = False
            self.explicit_chance = False
            self.rng = Generator()
        else:
            self.stack = like.stack[:]
            self.asked = like.asked
            self.extras = like.extras
            self.seat_to_act = like.seat_to_act
            self.over = like.over
            self.explicit_chance = like.explicit_chance
            self.rng = like.rng.copy()
        self.answers: list[int] = []  # copies go on with one list for as long as only one of them adds to it
        self.answer_count = 0  # how many of them are this game's

    @property
    def history(self) -> list[int]:
        """The answers given from outside, in a list of one's own."""
        return self.answers[: self.answer_count]

    @history.setter
    def history(self, answers: list[int]) -> None:
        self.answers = answers
        self.answer_count = len(answers)

    def remember(self, slot: int) -> None:
        """Add the answer *slot* to the history."""
        if len(self.answers) != self.answer_count:
            self.answers = self.answers[: self.answer_count]
        self.answers.append(slot)
        self.answer_count += 1

    def share_history(self, like: Frames) -> None:
        """Begin with the history of *like*."""
        self.answers = like.answers
        self.answer_count = like.answer_count

    def push(self, program: int, seat: int) -> int:
        """Put a Frame of *program* on top and return where it begins; its registers read NONE."""
        base = len(self.stack)
        self.stack.extend(BLANK)
        self.stack[base + PROGRAM] = program
        self.stack[base + SEAT] = seat
        return base

    def extra_slots(self, seat: int) -> list[int]:
        """Slots offered beside the answers of an interruptible question of *seat*."""
        return NO_SLOTS

    def interrupt(self, seat: int, slot: int) -> None:
        """Push what an extra slot starts; the question is asked again afterwards."""
        raise NotImplementedError

    def answered(self, seat: int, slot: int) -> None:
        """Called when *seat* has answered an interruptible question."""

    def narrowed(self, seat: int, frame: int, options: list[int]) -> list[int]:
        """The options left once the rules that bind an automatic *seat* have spoken."""
        return options

    def asks(self, seat: int) -> int:
        """Who really answers for *seat*: the seat itself, another one, or CHANCE."""
        return seat


G = TypeVar("G", bound=Frames)


class Step(Generic[G]):
    """One sentence of the rules or of a card: what may be picked, and what a pick does. Memory lives in the Frame."""

    def __init__(self) -> None:
        self.interruptible = False
        self.is_chance = False
        self.name = type(self).__name__

    def options(self, game: G, frame: int) -> list[int]:
        """Slots that may be picked; empty when there is nothing to decide."""
        return NO_SLOTS

    def apply(self, game: G, frame: int, slot: int) -> None:
        """Carry it out with the picked slot, or NONE if there was nothing to decide."""

    def possible(self, game: G, frame: int) -> bool:
        """Whether it could change anything if *frame* began with it; asks without changing the game."""
        return len(self.options(game, frame)) > 0

    def seat(self, game: G, frame: int) -> int:
        """Who is asked: the Frame's owner unless the rules say otherwise."""
        return game.stack[frame + SEAT]


class Chance(Step[G]):
    """A die, a draw or a shuffle: one question to CHANCE, in a slot space of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.is_chance = True

    def needed(self, game: G, frame: int) -> bool:
        """Whether there is anything to draw; if not, `apply` gets NONE."""
        return True

    def possible(self, game: G, frame: int) -> bool:
        return self.needed(game, frame)

    def draw(self, game: G, frame: int) -> int:
        """An outcome drawn with the game's generator."""
        raise NotImplementedError

    def outcomes(self, game: G, frame: int) -> list[tuple[int, float]]:
        """Every outcome with its probability; they sum to 1."""
        raise NotImplementedError


BLANK: Final[list[int]] = [NONE, 0] + [NONE] * (FRAME - 2)


class Programs(Generic[G]):
    """The table of Programs of one game, by number and by name."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.steps: list[list[Step[G]]] = [[] for _ in names]

    def add(self, name: str) -> int:
        """Reserve a number for one more Program."""
        self.names.append(name)
        self.steps.append([])
        return len(self.names) - 1

    def define(self, program: int, steps: list[Step[G]]) -> None:
        """Give *program* its Steps, once."""
        if self.steps[program]:
            raise ValueError(f"program {self.names[program]!r} is defined twice")
        self.steps[program] = steps

    def describe(self, stack: list[int]) -> str:
        """The question on top of *stack*, as `program.step`."""
        if not stack:
            return "nothing"
        frame = len(stack) - FRAME
        program = stack[frame + PROGRAM]
        steps = self.steps[program]
        at = stack[frame + STEP]
        return f"{self.names[program]}.{steps[at].name if at < len(steps) else 'end'}"

    def asks_chance_step(self, game: G) -> bool:
        """Whether the question asked is a die, draw or shuffle, answered in the slot space of CHANCE."""
        return bool(game.stack) and game.seat_to_act == CHANCE and self._top_step(game).is_chance

    def outcomes(self, game: G) -> list[tuple[int, float]]:
        """The answers of CHANCE to the question asked, each with its probability: ties of a bot are uniform."""
        step = self._top_step(game)
        if step.is_chance:
            assert isinstance(step, Chance)
            return step.outcomes(game, len(game.stack) - FRAME)
        return [(slot, 1.0 / len(game.asked)) for slot in game.asked]

    def _top_step(self, game: G) -> Step[G]:
        frame = len(game.stack) - FRAME
        return self.steps[game.stack[frame + PROGRAM]][game.stack[frame + STEP]]

    def advance(self, game: G) -> None:
        """Resolve all that asks nobody; stop at the next question or at the end of the game."""
        stack = game.stack
        while stack:
            if game.over:
                stack.clear()
                break
            frame = len(stack) - FRAME
            steps = self.steps[stack[frame + PROGRAM]]
            at = stack[frame + STEP]
            if at >= len(steps):
                del stack[frame:]
                continue
            step = steps[at]
            if step.is_chance:
                if self._chance(game, step, frame):
                    return
                continue
            options = step.options(game, frame)
            if not options:
                stack[frame + STEP] = at + 1  # first, so that apply may rewind, jump or push
                step.apply(game, frame, NONE)
                continue
            seat = step.seat(game, frame)
            asked = game.asks(seat)
            if asked != seat:
                options = game.narrowed(seat, frame, options)
                if not options:
                    raise RuntimeError(f"no answer was left to the automatic seat {seat} at {self.describe(stack)}")
                if len(options) == 1:
                    stack[frame + STEP] = at + 1
                    step.apply(game, frame, options[0])
                    continue
                if asked == CHANCE and not game.explicit_chance:
                    slot = options[game.rng.below(len(options))]
                    stack[frame + STEP] = at + 1
                    step.apply(game, frame, slot)
                    continue
            elif step.interruptible:
                game.extras = game.extra_slots(seat)
                game.asked = options + game.extras if game.extras else options
                game.seat_to_act = asked
                return
            game.extras = NO_SLOTS
            game.asked = options
            game.seat_to_act = asked
            return
        game.asked = NO_SLOTS
        game.extras = NO_SLOTS
        game.seat_to_act = NONE

    def _chance(self, game: G, step: Step[G], frame: int) -> bool:
        """Answer a question to CHANCE, or hand it out: True if it now waits for an answer."""
        assert isinstance(step, Chance)
        slot = NONE
        if step.needed(game, frame):
            if game.explicit_chance:
                game.extras = NO_SLOTS
                game.asked = [outcome for outcome, _ in step.outcomes(game, frame)]
                game.seat_to_act = CHANCE
                return True
            slot = step.draw(game, frame)
        game.stack[frame + STEP] += 1
        step.apply(game, frame, slot)
        return False

    def answer(self, game: G, slot: int) -> None:
        """Give the question asked the answer *slot*, which must be one of `game.asked`, and advance."""
        game.remember(slot)
        if slot in game.extras:
            game.interrupt(game.seat_to_act, slot)
        else:
            frame = len(game.stack) - FRAME
            step = self.steps[game.stack[frame + PROGRAM]][game.stack[frame + STEP]]
            game.stack[frame + STEP] += 1
            if step.interruptible:
                game.answered(game.seat_to_act, slot)
            step.apply(game, frame, slot)
        self.advance(game)
