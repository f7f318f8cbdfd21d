"""The tables of charts that cards and Leaders fill, and how a chart reports that it did something (R-39.1, R-40.11)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.cards.verbs import laid_out
from dune_env.arrakis.content import load_content
from dune_env.arrakis.leaders.entering import LEADER_IDS
from dune_env.arrakis.programs import RESULT
from dune_env.arrakis.state import N_CARDS, N_LEADERS, PROGRAMS, State
from dune_env.engine.steps import FRAME, NONE, PROGRAM, Step

MAHDI_CARD: Final = PROGRAMS.add("mahdi_card")
MAHDI_SPECIAL: Final = PROGRAMS.add("mahdi_special")

CARD_CHARTS: Final[list[int]] = [NONE] * N_CARDS  # the chart of each kind of card; NONE goes on the Reinforcements
SPECIAL_CHARTS: Final[list[int]] = [NONE] * N_LEADERS  # the chart of each Named Leader's special Action

CARD_IDS: Final[list[str]] = load_content(None).card_ids


def mark_done(game: State) -> None:
    """Tell the card or special Action being resolved that a part of it was done; nothing happens outside of one."""
    stack = game.stack
    for frame in range(len(stack) - FRAME, -1, -FRAME):
        if stack[frame + PROGRAM] == MAHDI_CARD or stack[frame + PROGRAM] == MAHDI_SPECIAL:
            stack[frame + RESULT] = 1
            return


def mahdi_card(card_id: str, *parts: Step[State]) -> None:
    """Register what Mahdi does with the card *card_id*, part after part; a Branch lays out as in `cards.verbs`."""
    program = PROGRAMS.add("mahdi_" + card_id)
    PROGRAMS.define(program, laid_out(list(parts)))
    CARD_CHARTS[CARD_IDS.index(card_id)] = program


def mahdi_special(leader: int, *parts: Step[State]) -> None:
    """Register what Mahdi does with the special Action of *leader*, part after part."""
    program = PROGRAMS.add("mahdi_special_" + LEADER_IDS[leader])
    PROGRAMS.define(program, laid_out(list(parts)))
    SPECIAL_CHARTS[leader] = program
