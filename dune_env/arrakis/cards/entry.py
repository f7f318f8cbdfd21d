"""An entry of a card or Leader: its parts in one Program, and the choice between two ways (R-7.17)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.content import load_content
from dune_env.arrakis.leaders.entering import LEADER_IDS
from dune_env.arrakis.names import OUT_OF_THE_GAME
from dune_env.arrakis.pieces import in_play
from dune_env.arrakis.planning import PLAYS
from dune_env.arrakis.special_actions import NEEDS_FIGURE, PARTS, SPECIALS
from dune_env.arrakis.state import PROGRAMS, State
from dune_env.engine.steps import PROGRAM, SEAT, STEP, Step

CARD_IDS: Final[list[str]] = load_content(None).card_ids


def card(card_id: str, *parts: Step[State]) -> None:
    """Register what playing the card *card_id* does, part after part."""
    program = PROGRAMS.add(card_id)
    PROGRAMS.define(program, laid_out(list(parts)))
    PLAYS[CARD_IDS.index(card_id)] = program


def special(leader: int, *parts: Step[State], needs_figure: bool = False) -> None:
    """Register a Leader's special Action, part after part; *needs_figure* if it speaks of his Legion (Q-E10)."""
    program = PROGRAMS.add("special_" + LEADER_IDS[leader])
    PROGRAMS.define(program, laid_out(list(parts)))
    SPECIALS[leader] = program
    PARTS[leader] = list(parts)
    NEEDS_FIGURE[leader] = int(needs_figure)


# --- either, or


class Condition:
    """What a card makes its parts depend on."""

    def holds(self, game: State, side: int) -> bool:
        raise NotImplementedError


class NotInPlay(Condition):
    """None of the versions of a person has entered play or is still in it; the Tank is in play (Q-K15)."""

    def __init__(self, *leaders: int) -> None:
        self.leaders = list(leaders)

    def holds(self, game: State, side: int) -> bool:
        return not any(in_play(game, leader) for leader in self.leaders)


class OutOfTheGame(Condition):
    """A Leader has left the game for good."""

    def __init__(self, leader: int) -> None:
        self.leader = leader

    def holds(self, game: State, side: int) -> bool:
        return game.leader_at[self.leader] == OUT_OF_THE_GAME


class Branch(Step[State]):
    """If *condition* holds the parts of *then*, otherwise those of *otherwise*; `laid_out` puts both behind it."""

    def __init__(self, condition: Condition, then: list[Step[State]], otherwise: list[Step[State]]) -> None:
        super().__init__()
        self.condition = condition
        self.parts = [otherwise, then]
        self.then = laid_out(then)
        self.otherwise = laid_out(otherwise)

    def possible(self, game: State, frame: int) -> bool:
        holds = self.condition.holds(game, game.stack[frame + SEAT])
        return any(part.possible(game, frame) for part in self.parts[int(holds)])

    def apply(self, game: State, frame: int, slot: int) -> None:
        holds = self.condition.holds(game, game.stack[frame + SEAT])
        if not holds:
            game.stack[frame + STEP] += len(self.then) + 1
        if game.trace is not None:
            game.note(f"{PROGRAMS.names[game.stack[frame + PROGRAM]]}:{'first' if holds else 'otherwise'}")


class SkipParts(Step[State]):
    """Jump over the branch not taken."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.stack[frame + STEP] += self.count


def laid_out(parts: list[Step[State]]) -> list[Step[State]]:
    """Parts as the Steps of one Program, both ways of every Branch one behind the other."""
    steps: list[Step[State]] = []
    for part in parts:
        steps.append(part)
        if isinstance(part, Branch):
            steps.extend(part.then)
            steps.append(SkipParts(len(part.otherwise)))
            steps.extend(part.otherwise)
    return steps


class Part(Step[State]):
    """A part of a card: its first question may be passed, and takes Free Actions beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.interruptible = True
