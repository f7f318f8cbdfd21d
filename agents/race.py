"""What a two-player position is worth to a tree search: the evaluation's features, and how the race stands.

Both sides race for their own end. Steps made count most at the start, since they save rounds; what promises steps
counts more from round to round, and most near the end. The linear evaluation that greedy goes by cannot say that.
"""

from __future__ import annotations

import math
from typing import Final

from agents.evaluation import PLAYED_HARKONNEN, WEIGHTS, WON, advantage, features, win_value
from agents.guides import HeuristicGuide
from dune_env.arrakis.game import Game
from dune_env.arrakis.state import State

LAST_ROUND: Final = 10.0  # rounds beyond it are not told apart
MOST_NEED: Final = 24.0
MOST_SUPREMACY: Final = 12.0
MOST_ASSAULT: Final = 4.0

# Fitted like the weights of the evaluation, on 13,742 two-player games of the heuristics (126,000 choices of a die), as
# `scripts/fit_evaluation.py --value race` does it. Of the variance of the targets in games left out of the fit it
# explains 14.7 %, the evaluation 13.6 %. The Harkonnen of these games still had weights put down by hand and won 30 %.
# The present one wins more than half, so that the value expects too much for the Atreides; differences between answers
# hold: a fit on 4,000 games of the present one, which explains 13.8 % of them, won no more in 100 games. Nothing good
# for a side may count against it, at any round: the weights of the goods are held at 0 or more. Free products of the
# same features explain more (15.0 %), but with them Supremacy was worth nothing to the Harkonnen in some positions.
RACE_WEIGHTS: Final = (
    ("one", -0.1558),
    ("need", 0.0000),
    ("last_steps", 0.0000),
    ("supremacy", 0.0000),
    ("supremacy_squared", -0.1102),
    ("round", -0.0220),
    ("standing", 0.0000),
    ("ranks", 0.0000),
    ("homes", 0.0000),
    ("row_hope", 0.0092),
    ("campaign", 0.0000),
    ("stations_near", 0.0839),
    ("regulars", 0.0000),
    ("elites", 0.0122),
    ("fedaykin", 0.0127),
    ("naibs", 0.0172),
    ("tokens", 0.0019),
    ("named", 0.0000),
    ("cards", 0.0034),
    ("leadership_dice", 0.0390),
    ("strategy_dice", 0.0418),
    ("deployment_dice", 0.0489),
    ("mentat_dice", 0.0230),
    ("house_dice", 0.0534),
    ("bene_gesserit", 0.0253),
    ("worms", 0.0114),
    ("signs", 0.0000),
    ("stations", -0.0674),
    ("enemy_regulars", -0.0012),
    ("enemy_elites", -0.0011),
    ("enemy_sardaukar", -0.0139),
    ("enemy_bashars", -0.0101),
    ("enemy_named", -0.0005),
    ("enemy_cards", 0.0000),
    ("enemy_dice", 0.0000),
    ("harvesters", -0.0093),
    ("ornithopters", -0.0002),
    ("carryalls", -0.0155),
    ("locked", 0.0068),
    ("imperium", -0.0020),
    ("towns", -0.0030),
    ("threats", 0.0000),
    ("enemy_leadership_dice", -0.0443),
    ("enemy_strategy_dice", -0.0646),
    ("enemy_deployment_dice", -0.0278),
    ("enemy_mentat_dice", -0.0136),
    ("enemy_house_dice", -0.0223),
    ("assault", 0.0000),
    ("second_assault", -0.0311),
    ("late_assault", -0.0256),
)

# What a good is worth for each round gone, for each round left, and times the good itself. Progress, room and calm are
# what is missing to the MOST of need, Supremacy and the best assault.
GOODS: Final = (
    ("progress", 0.00000, 0.00485, 0.00000),
    ("room", 0.00000, 0.00070, 0.00000),
    ("row_hope", 0.01965, 0.00103, 0.00000),
    ("campaign", 0.00599, 0.00000, 0.00071),
    ("last_steps", 0.00796, 0.00000, 0.01102),
    ("standing", 0.00000, 0.00115, 0.00000),
    ("calm", 0.00000, 0.00689, 0.00000),
)


NAMES: Final = [name for name, *_ in WEIGHTS] + [name for name, _ in PLAYED_HARKONNEN]
NEED: Final = NAMES.index("need")
SUPREMACY: Final = NAMES.index("supremacy")
ROUND: Final = NAMES.index("round")
ASSAULT: Final = NAMES.index("assault")
PLAIN: Final = [NAMES.index(name) for name in ("row_hope", "campaign", "last_steps", "standing")]
LATE: Final = [late for _, late, _, _ in GOODS]
EARLY: Final = [early for _, _, early, _ in GOODS]
SQUARED: Final = [squared for _, _, _, squared in GOODS]
RACE: Final = [weight for _, weight in RACE_WEIGHTS] + LATE + EARLY + SQUARED


def race_features(found: list[float]) -> list[float]:
    """The `features` *found* of a two-player game, and the goods by rounds gone, by rounds left and squared behind."""
    goods = [
        max(0.0, MOST_NEED - found[NEED]),
        max(0.0, MOST_SUPREMACY - found[SUPREMACY]),
        *[found[at] for at in PLAIN],
        max(0.0, MOST_ASSAULT - found[ASSAULT]),
    ]
    gone = min(LAST_ROUND, found[ROUND])
    left = LAST_ROUND - gone
    return [
        *found,
        *[good * gone for good in goods],
        *[good * left for good in goods],
        *[good * good for good in goods],
    ]


def race_value(game: State) -> float:
    """The expected result of the Atreides in a two-player game, -1 to 1; `math.tanh` of what the features add up to."""
    if game.over:
        return math.tanh(advantage(game))
    found = race_features(features(game))
    total = 0.0
    for at in range(len(RACE)):
        total += RACE[at] * found[at]
    return math.tanh(max(-WON, min(WON, total)))


def search_value(game: State) -> float:
    """The value by which a search goes: `race_value` between two players, the evaluation against Mahdi."""
    return win_value(game) if game.solo else race_value(game)


class SearchGuide(HeuristicGuide):
    """The heuristics' scores as priors; their play to the next turn and `search_value` as the value."""

    def worth(self, game: Game) -> float:
        return search_value(game)
