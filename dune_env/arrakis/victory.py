"""Supremacy, Prescience markers, lost settlements, and how the game is won (chapters 5, 23, 25)."""

from __future__ import annotations

from dune_env.arrakis.board import AREA_INDEX
from dune_env.arrakis.leaders.entering import marker_reached, supremacy_reached
from dune_env.arrakis.names import ATREIDES, HARKONNEN, OBJECTIVE, SUPREMACY
from dune_env.arrakis.state import E_MARKER, E_SETTLEMENT_LOST, E_SUPREMACY, SIETCHES, TOWNS, State
from dune_env.engine.lists import increased, replaced
from dune_env.engine.steps import NONE

ARRAKEEN = AREA_INDEX["arrakeen"]


def win(game: State, side: int, reason: int) -> None:
    """End the game; nothing that follows in the effect under way happens any more."""
    game.winner = side
    game.reason = reason
    game.over = True


def gain_supremacy(game: State, steps: int) -> None:
    """Advance the Supremacy marker; at its last step the Harkonnen win at once (R-5.4, Q-H9)."""
    before = game.supremacy
    game.supremacy = min(game.content.supremacy_last, before + steps)
    game.event(E_SUPREMACY, game.supremacy)
    for step in game.content.bene_gesserit_steps:
        if before < step <= game.supremacy:
            gain_bene_gesserit(game, ATREIDES)
    supremacy_reached(game, before, game.supremacy)
    if game.supremacy == game.content.supremacy_last:
        win(game, HARKONNEN, SUPREMACY)


def gain_bene_gesserit(game: State, side: int) -> None:
    """Take a Bene Gesserit token from the reserve if one is left (Q-N2); Mahdi's becomes something else (R-43.1)."""
    if game.bene_gesserit_reserve == 0:
        return
    if game.solo and side == HARKONNEN:
        game.note("R-43.1")
        if game.locked:
            game.locked -= 1
            game.unrolled += 1
        else:
            gain_supremacy(game, 1)
    else:
        game.bene_gesserit_reserve -= 1
        game.bene_gesserit = increased(game.bene_gesserit, side, 1)


def advance_marker(game: State, marker: int, steps: int) -> None:
    """Advance a Prescience marker, clamped at the end of the track (Q-L8), with its marked steps (R-2.18)."""
    before = game.prescience[marker]
    game.prescience = replaced(game.prescience, marker, min(game.content.prescience_last, before + steps))
    if game.prescience[marker] != before:
        game.event(E_MARKER, marker, game.prescience[marker])
        marker_reached(game, marker, before, game.prescience[marker])


def score_station(game: State, marker: int) -> None:
    """A Station advances the marker it shows by one step (R-29.2)."""
    advance_marker(game, marker, 1)


def objective_met(game: State) -> bool:
    """Whether the markers meet or exceed a Secret Objective held (R-5.5)."""
    for index in game.objectives:
        goal = game.content.objectives[index]
        if all(game.prescience[m] >= goal[m] for m in range(3)):
            return True
    return False


def check_objective(game: State) -> None:
    """The Atreides' win check (R-5.5, R-5.7); where it fails everybody learns which objectives are not held."""
    if game.over:
        return
    if objective_met(game):
        win(game, ATREIDES, OBJECTIVE)
        return
    for index, goal in enumerate(game.content.objectives):
        if all(game.prescience[m] >= goal[m] for m in range(3)):
            for drawn in range(len(game.objectives)):
                game.ruled_out = replaced(game.ruled_out, drawn, game.ruled_out[drawn] | 1 << index)


def lose_settlement(game: State, side: int, area: int) -> None:
    """Destroy the settlement of *side* in *area* and score its rank at once (R-23.9 to R-23.11)."""
    game.event(E_SETTLEMENT_LOST, area)
    if side == ATREIDES:
        sietch = game.cells[SIETCHES + area] - 1
        game.cells[SIETCHES + area] = 0
        game.sietch_at = replaced(game.sietch_at, sietch, NONE)
        game.sietch_up = replaced(game.sietch_up, sietch, 1)
        game.note("sietch_lost")
        game.sietch_lost(sietch)
        gain_supremacy(game, game.sietch_rank[sietch])
        return
    rank = game.cells[TOWNS + area]
    game.cells[TOWNS + area] = 0
    game.note("settlement_lost")
    for marker in range(3):
        advance_marker(game, marker, rank)
    if area == ARRAKEEN and game.rules.arrakeen_win_check:
        check_objective(game)
