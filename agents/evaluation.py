"""What a position is worth to the Atreides, and so, with the sign turned, to the Harkonnen.

A position is put down as a list of `features`, and a table of weights says what each is worth in either mode. The
position is a game drawn from what a seat knows, so nothing hidden from it is used.
"""

from __future__ import annotations

import math
from typing import Final

from agents.atreides_aims import Aims
from agents.campaign import Campaign
from agents.harkonnen_aims import Assaults
from agents.reading import Reading
from dune_env.arrakis.board import GROUND_DISTANCE, STATION_AREAS
from dune_env.arrakis.names import ATREIDES, CARRYALL, HARKONNEN, ORNITHOPTER, RESULT_NAMES
from dune_env.arrakis.state import FIGURES, HARVESTERS, N_AREAS, NAMED, SIGNS, STATIONS, WORMS, State
from dune_env.arrakis.view import View

STATION_FAR: Final = 0.75  # what is left of a Station's promise for every border to the nearest Legion beyond the first
WON: Final = 10.0
LAST_STEPS: Final = 8.0  # of the objective count more

# What each feature is worth in the solo and in the two-player game. Fitted by logistic regression with ridge on games
# of the heuristics with random answers here and there: 9,000 solo games (222,000 choices of a die; target: the final
# margin and 0.3 for a victory; the Atreides had all weights of the two-player game then) and 4,000 two-player games
# (121,000, every second choice of a die; target: 0.7 of the victory and 0.3 of the margin). Of the variance of the
# targets it explains 33 % and 13 % in games that it was not fitted on; the Harkonnen of the two-player games still had
# weights put down by hand. Nothing that a side holds may count against it: it would only tell how the game went so far,
# and a search would throw it away. An unused die is the exception: what it is worth depends on its result, and without
# that a search would spend the best die first. `scripts/fit_evaluation.py` makes such fits.
WEIGHTS: Final = (
    ("one", 0.4766, 1.3217),
    ("need", -0.0544, -0.0400),
    ("last_steps", 0.0115, 0.0836),
    ("supremacy", -0.0401, -0.0102),
    ("supremacy_squared", -0.0058, -0.0921),
    ("round", 0.0017, -0.1205),
    ("standing", 0.0005, 0.0004),
    ("ranks", 0.0000, 0.0000),
    ("homes", 0.0000, 0.0000),
    ("row_hope", 0.0396, 0.0483),
    ("campaign", 0.0000, 0.0184),
    ("stations_near", 0.0552, 0.0539),
    ("regulars", 0.0005, 0.0000),
    ("elites", 0.0023, 0.0141),
    ("fedaykin", 0.0058, 0.0000),
    ("naibs", 0.0117, 0.0249),
    ("tokens", 0.0069, 0.0078),
    ("named", 0.0000, 0.0000),
    ("cards", 0.0042, 0.0059),
    ("leadership_dice", 0.0116, 0.0487),
    ("strategy_dice", 0.0184, 0.0688),
    ("deployment_dice", 0.0096, 0.0589),
    ("mentat_dice", -0.0077, 0.0180),
    ("house_dice", 0.0194, 0.0619),
    ("bene_gesserit", 0.0000, 0.0161),
    ("worms", 0.0024, 0.0178),
    ("signs", 0.0030, 0.0000),
    ("stations", -0.0259, -0.0626),
    ("enemy_regulars", 0.0000, -0.0020),
    ("enemy_elites", -0.0048, -0.0066),
    ("enemy_sardaukar", -0.0002, -0.0129),
    ("enemy_bashars", 0.0000, -0.0071),
    ("enemy_named", 0.0000, 0.0000),
    ("enemy_cards", 0.0000, -0.0012),
    ("enemy_dice", -0.0112, 0.0000),
    ("harvesters", -0.0040, -0.0248),
    ("ornithopters", -0.0051, -0.0110),
    ("carryalls", -0.0025, 0.0000),
    ("locked", 0.0109, 0.0108),
    ("imperium", -0.0029, -0.0001),
    ("towns", -0.0172, 0.0000),
    ("threats", -0.0242, 0.0000),
)
# What comes on top where a player has the Harkonnen: the results of their dice, which a search must not spend best
# first either, and what their best two assaults promise (`harkonnen_aims.py`).
PLAYED_HARKONNEN: Final = (
    ("enemy_leadership_dice", -0.0606),
    ("enemy_strategy_dice", -0.0581),
    ("enemy_deployment_dice", -0.0181),
    ("enemy_mentat_dice", -0.0205),
    ("enemy_house_dice", -0.0330),
    ("assault", -0.0546),
    ("second_assault", -0.0287),
    ("late_assault", -0.0254),
)
SOLO: Final = [solo for _, solo, _ in WEIGHTS]
TWO_PLAYER: Final = [two_player for _, _, two_player in WEIGHTS] + [weight for _, weight in PLAYED_HARKONNEN]


def features(game: State | View) -> list[float]:
    """The position of *game* as numbers, in the order of `WEIGHTS`, in a two-player game `PLAYED_HARKONNEN` behind."""
    read = Reading(game, ATREIDES)
    aims = Aims(read)
    need = float(sum(aims.need))
    steps = float(game.supremacy)
    found = [1.0, need, max(0.0, LAST_STEPS - need), steps, steps * steps / 10.0, float(game.round)]
    homes = read.homes(ATREIDES)
    standing = ranks = 0.0
    for area in homes:
        standing += aims.standing(area)
        ranks += read.home_rank(ATREIDES, area)
    plan = 0.0 if game.solo else Campaign(aims).worth
    found += [standing, ranks, float(len(homes)), aims.row_hope(), plan, stations_near(read, aims)]
    found += [*pieces(game), float(len(read.homes(HARKONNEN))), threats(aims)]
    return found if game.solo else found + played_harkonnen(game)


def threats(aims: Aims) -> float:
    total = 0.0
    for enemy in aims.enemies:
        total += aims.threat(enemy)
    return total


def stations_near(read: Reading, aims: Aims) -> float:
    """Stations next to a Legion count one, others less by their distance."""
    found = 0.0
    for station in STATION_AREAS:
        if read.has_station(station):
            near = GROUND_DISTANCE[station]
            nearest = 99
            for area in aims.army:
                nearest = min(nearest, near[area])
            if nearest < 99:
                found += STATION_FAR ** (nearest - 1)
    return found


def pieces(game: State | View) -> list[float]:
    """Counts of figures, tokens, cards, dice and vehicles of both sides."""
    cells = bytes(game.cells)
    figures = [float(sum(cells[FIGURES + at * N_AREAS : FIGURES + (at + 1) * N_AREAS])) for at in range(8)]
    named = [float(sum(cells[NAMED + side * N_AREAS : NAMED + (side + 1) * N_AREAS])) for side in range(2)]
    hands = game.hand_size
    return [
        *figures[:4],
        float(sum([at >= 0 for at in game.token_at[:16]])),
        named[0],
        float(hands[0] + hands[1]),
        *dice_by_result(game, ATREIDES),
        float(game.bene_gesserit[0]),
        float(N_AREAS - cells[WORMS : WORMS + N_AREAS].count(0)),
        float(N_AREAS - cells[SIGNS : SIGNS + N_AREAS].count(0)),
        float(N_AREAS - cells[STATIONS : STATIONS + N_AREAS].count(0)),
        *figures[4:],
        named[1],
        float(hands[2] + hands[3] + len(game.reinforcements)),
        float(sum(dice_by_result(game, HARKONNEN)) + game.unrolled),
        float(sum(cells[HARVESTERS : HARVESTERS + N_AREAS])),
        float(game.zones.count(ORNITHOPTER)),
        float(game.zones.count(CARRYALL)),
        float(game.locked),
        float(sum(game.imperium)),
    ]


def dice_by_result(game: State | View, side: int) -> list[float]:
    """Unused dice of *side* for each result, the Bene Gesserit token placed as one counted like a die."""
    results = len(RESULT_NAMES)
    placed = game.bene_gesserit_at[side]
    return [float(game.dice[side * results + result] + (placed == result)) for result in range(results)]


def played_harkonnen(game: State | View) -> list[float]:
    """The Harkonnen dice by result, what their two best assaults promise, and the best one times their Supremacy."""
    read = Reading(game, HARKONNEN)
    assaults = Assaults(read)
    best = second = 0.0
    for area in read.legions(HARKONNEN):
        promise = assaults.prospect(read.force(HARKONNEN, area), area)
        if promise > best:
            best, second = promise, best
        else:
            second = max(second, promise)
    return [*dice_by_result(game, HARKONNEN), best, second, best * game.supremacy]


def advantage(game: State) -> float:
    """How far the Atreides are ahead in *game*, from -WON to WON; `math.tanh` of it is the result to be expected."""
    if game.over:
        return WON if game.winner == ATREIDES else -WON if game.winner == HARKONNEN else 0.0
    weights = SOLO if game.solo else TWO_PLAYER
    found = features(game)
    total = 0.0
    for at in range(len(weights)):
        total += weights[at] * found[at]
    return max(-WON, min(WON, total))


def win_value(game: State) -> float:
    """The advantage as an expected result of the Atreides, -1 to 1."""
    return math.tanh(advantage(game))
