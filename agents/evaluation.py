"""What a position is worth to the Atreides, and so, with the sign turned, to the Harkonnen.

The unit is one useful step of a Prescience marker. What is counted, and for how much, stands in the table of weights;
what a Legion, a Sietch or a claim promises comes from the aims that the heuristic plays by. The position is a game
drawn from what a seat knows, so nothing hidden from it is used.
"""

from __future__ import annotations

import math

from agents.atreides_aims import Aims
from agents.campaign import Campaign
from agents.reading import Reading
from dune_env.arrakis.board import GROUND_DISTANCE, STATION_AREAS
from dune_env.arrakis.names import ATREIDES, HARKONNEN
from dune_env.arrakis.state import FIGURES, HARVESTERS, N_AREAS, NAMED, WORMS, State

GOAL_STEPS = 18.0  # of a usual Secret Objective
SUPREMACY = 1.7  # a step of the Supremacy marker
SIETCH = 1.5  # a step of rank of a Sietch that stands, times the chance that it holds
CLAIMS = 0.9  # a step that the revealed cards promise this round
CAMPAIGN = 0.35  # of what the march on the settlements promises
STATION = 0.6  # a Station next to a Legion
STATION_FAR = 0.75  # what is left of that for every border more
UNIT = (0.2, 0.28, 0.32, 0.18)  # Atreides Regular, Elite, Fedaykin, Naib
TOKEN = 0.45
NAMED_LEADER = 0.3
CARD = 0.3
DIE = 0.7  # an unused die, so that it is not thrown away
BENE_GESSERIT = 0.7
WORM = 0.3
ENEMY_UNIT = (0.1, 0.15, 0.18, 0.1)
ENEMY_NAMED = 0.15
ENEMY_CARD = 0.1
HARVESTER = 0.3
LOCKED_DIE = 0.4
IMPERIUM = 0.15  # a step of an Imperium marker
WON = 40.0

SPREAD = 7.0  # how many useful steps ahead make a position as good as 76 % won


def advantage(game: State) -> float:
    """How far the Atreides are ahead in *game*, in useful steps of a marker."""
    if game.over:
        return WON if game.winner == ATREIDES else -WON if game.winner == HARKONNEN else 0.0
    read = Reading(game, ATREIDES)
    aims = Aims(read)
    value = GOAL_STEPS - sum(aims.need) - SUPREMACY * game.supremacy
    value += SIETCH * sum(aims.standing(area) for area in read.homes(ATREIDES))
    value += CLAIMS * aims.row_hope()
    value += CAMPAIGN * Campaign(aims).worth
    value += _stations(read, aims)
    return value + _atreides_material(game) - _harkonnen_material(game)


def win_value(game: State) -> float:
    """The advantage as an expected result of the Atreides, -1 to 1."""
    return math.tanh(advantage(game) / (2.0 * SPREAD))


def _stations(read: Reading, aims: Aims) -> float:
    if not aims.army:
        return 0.0
    value = 0.0
    for station in STATION_AREAS:
        if read.has_station(station):
            near = min(GROUND_DISTANCE[station][area] for area in aims.army)
            value += STATION * STATION_FAR ** (near - 1)
    return value * min(1.0, sum(aims.need) / 6)


def _figures(game: State, side: int, weights: tuple[float, ...]) -> float:
    cells = game.cells
    total = 0.0
    for figure in range(4):
        start = FIGURES + (side * 4 + figure) * N_AREAS
        total += weights[figure] * sum(cells[start : start + N_AREAS])
    return total


def _atreides_material(game: State) -> float:
    cells = game.cells
    value = _figures(game, ATREIDES, UNIT)
    value += TOKEN * sum(1 for at in game.token_at[:16] if at >= 0)
    value += NAMED_LEADER * sum(cells[NAMED : NAMED + N_AREAS])
    value += CARD * (game.hand_size[0] + game.hand_size[1])
    value += DIE * sum(game.dice[:5]) + BENE_GESSERIT * (game.bene_gesserit[0] + (game.bene_gesserit_at[0] >= 0))
    worms = cells[WORMS : WORMS + N_AREAS]
    return value + WORM * (N_AREAS - worms.count(0))


def _harkonnen_material(game: State) -> float:
    cells = game.cells
    value = _figures(game, HARKONNEN, ENEMY_UNIT)
    value += 2 * ENEMY_UNIT[0] * sum(1 for at in game.token_at[16:] if at >= 0)
    value += ENEMY_NAMED * sum(cells[NAMED + N_AREAS : NAMED + 2 * N_AREAS])
    value += ENEMY_CARD * (game.hand_size[2] + game.hand_size[3] + len(game.reinforcements))
    value += DIE * (sum(game.dice[5:]) + game.unrolled + (game.bene_gesserit_at[1] >= 0))
    value += BENE_GESSERIT * game.bene_gesserit[1]
    value += HARVESTER * sum(cells[HARVESTERS : HARVESTERS + N_AREAS])
    return value - LOCKED_DIE * game.locked + IMPERIUM * sum(game.imperium)


