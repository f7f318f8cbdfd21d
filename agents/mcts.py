"""Information-set Monte Carlo tree search: one tree over what can be seen, every simulation in a game drawn anew.

At the root the likeliest answers compete: each of them is tried in the same drawn games with the same dice, and those
that fall clearly behind the best are left out, until one is left or the budget is spent. An answer that the guide finds
less likely has to be better by so much more. Below the root PUCT picks the answers of both seats, in the order of their
priors, more of them the more often a node is visited, up to the end of the turn under way. There the guide takes over
and plays on to where it values the position, the same point of the game for all.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Final

from agents.greedy import SMALL, TRUST
from agents.guides import TEMPERATURE, Guide
from agents.heuristic import check_side
from agents.race import SearchGuide
from dune_env.arrakis.game import Game
from dune_env.arrakis.names import ATREIDES
from dune_env.arrakis.state import PROGRAMS
from dune_env.arrakis.view import InfoSet
from dune_env.engine.steps import FRAME, PROGRAM, STEP

SIMULATIONS: Final = 64  # at most
ROOT_ANSWERS: Final = 6  # that compete
BATCH: Final = 4  # drawn games between two looks at who has fallen behind
CLEARLY: Final = 1.5  # standard errors of the mean difference to the best
# Little: a mean over answers tried out of curiosity would make every answer look bad that asks further questions.
EXPLORATION: Final = 0.1
CAUTION: Final = 8.0  # times what the root asks for, before an answer below it is preferred to a likelier one
FIRST_ANSWERS: Final = 4.0  # that a node considers at its first visit
MORE_ANSWERS: Final = 1.0  # times the square root of its visits come on top
NEW_PRIOR: Final = 0.02  # of an answer that was not possible when the node was made
LEAST_PRIOR: Final = 1e-9
LEAST_SPREAD: Final = 0.05  # of values, so that a search without differences does not magnify them


class Node:
    """A question as reached by one course of answers, whatever the dice and hidden cards were."""

    def __init__(self, seat: int, value: float = 0.0) -> None:
        self.seat = seat
        self.value = value  # of the Atreides, as the guide saw the first game here
        self.priors: dict[int, float] = {}  # known from the second visit on: most nodes see no other
        self.order: list[int] = []
        self.visits = 0
        self.count: dict[int, int] = {}
        self.total: dict[int, float] = {}  # of values for the seat that answers
        self.next: dict[tuple[int, int, int], Node] = {}

    def learn_priors(self, priors: dict[int, float]) -> None:
        self.priors = priors
        self.order = sorted(priors, key=lambda slot: (-priors[slot], slot))

    def considered(self, asked: list[int]) -> list[int]:
        """The answers among *asked* that this visit may pick: the most likely ones, and those tried before."""
        most = int(FIRST_ANSWERS + MORE_ANSWERS * math.sqrt(self.visits))
        if len(asked) <= most:
            return asked
        possible = set(asked)
        found = [slot for slot in self.order if slot in possible][:most]
        return found or asked[:most]

    def lean(self, slot: int) -> float:
        """What its prior speaks for an answer, 0 or less, in the measure of values."""
        return TRUST * TEMPERATURE * math.log(max(LEAST_PRIOR, self.priors.get(slot, NEW_PRIOR)))

    def worth(self, slot: int) -> float:
        """The mean value of an answer that was tried, and what its prior speaks for it."""
        return self.total[slot] / self.count[slot] + self.lean(slot)

    def best(self) -> int:
        """The worthiest of the answers tried most."""
        return max(self.count, key=lambda slot: (self.count[slot], self.worth(slot), -slot))


class Mcts:
    """Tree search with a budget of simulations a decision.

    Raises:
        ValueError: the budget is less than 1.
    """

    name = "mcts"

    def __init__(self, side: int, seed: int, simulations: int = SIMULATIONS, guide: Guide | None = None) -> None:
        if simulations < 1:
            raise ValueError(f"simulations: got {simulations}, takes 1 or more")
        self.side = side
        self.simulations = simulations
        self.random = random.Random(seed)
        self.heuristic = SearchGuide(seed)
        self.guide: Guide = guide or self.heuristic
        self.worst = 1.0
        self.most = -1.0
        self.turn = 0
        self.phase = 0

    def act(self, info_set: InfoSet) -> int:
        check_side(self.side, info_set)
        options = info_set.options()
        if len(options) == 1:
            return options[0]
        if self.searches(info_set):
            return self.search(info_set).best()
        self.heuristic.begin(info_set)
        return self.heuristic.of(self.side).act(info_set)

    def searches(self, info_set: InfoSet) -> bool:
        """Whether the question is worth a search."""
        return PROGRAMS.describe(info_set.view.stack) not in SMALL

    def act_many(self, info_sets: Sequence[InfoSet]) -> list[int]:
        """One slot for each question; the games are independent."""
        return [self.act(info_set) for info_set in info_sets]

    def search(self, info_set: InfoSet) -> Node:
        """The tree's root after the simulations, for its counts and values."""
        self.worst, self.most = 1.0, -1.0
        self.turn, self.phase = info_set.view.turns, info_set.view.phase
        root = Node(info_set.seat)
        self.guide.begin(info_set)
        root.learn_priors(self.guide.priors(info_set))
        left = root.order[: max(1, min(ROOT_ANSWERS, self.simulations // BATCH))]
        values: dict[int, list[float]] = {slot: [] for slot in left}
        budget = self.simulations
        while budget >= len(left) and (len(left) > 1 or not root.visits):
            for _ in range(min(BATCH, budget // len(left))):
                drawn = info_set.sample(self.random.randrange(1 << 30))
                dice = self.random.randrange(1 << 30)
                for slot in left:
                    game = drawn.copy(history=False)
                    game.rng.seed(dice)
                    value = self.simulate(root, game, slot)
                    values[slot].append(value if root.seat == ATREIDES else -value)
                budget -= len(left)
            best = root.best()
            left = [slot for slot in left if slot == best or not is_behind(root, values, slot, best)]
        return root

    def simulate(self, root: Node, game: Game, slot: int) -> float:
        """One walk down the tree in *game* from the answer *slot*, and its value noted all the way."""
        path: list[tuple[Node, int]] = []
        leaf: Node | None = None
        node = root
        while True:
            path.append((node, slot))
            game.pick(slot)
            while len(game.asked) == 1 and not self.turn_is_over(game):
                game.pick(game.asked[0])
            if self.turn_is_over(game):
                break
            key = question_key(game, slot)
            child = node.next.get(key)
            if child is None:
                leaf = Node(game.seat_to_act)
                node.next[key] = leaf
                break
            node = child
            if not node.order:
                node.learn_priors(self.guide.priors(game.info_set(node.seat)))
            slot = self.select(node, game.asked)
        if leaf is None:
            value = self.guide.value(game)
        else:
            value, priors = self.guide.look(game)
            leaf.value = value
            leaf.learn_priors(priors)
        self.back_up(path, value)
        return value

    def turn_is_over(self, game: Game) -> bool:
        """Whether the turn or phase in which the search began has ended."""
        return game.over or game.turns != self.turn or game.phase != self.phase

    def select(self, node: Node, asked: list[int]) -> int:
        """The answer of the highest upper bound; values are stretched to the range that this search has seen.

        An answer not tried yet is taken to be worth what the guide's own line of play came to. Values of one or two
        games are little to go by, so a node leans on the guide more than the root does.
        """
        sign = 1.0 if node.seat == ATREIDES else -1.0
        spread = max(LEAST_SPREAD, self.most - self.worst)
        explore = EXPLORATION * math.sqrt(node.visits + 1.0)
        best, chosen = -math.inf, asked[0]
        for slot in node.considered(asked):
            count = node.count.get(slot, 0)
            value = node.total[slot] / count if count else sign * node.value
            leant = value + CAUTION * node.lean(slot)
            bound = leant / spread + explore * node.priors.get(slot, NEW_PRIOR) / (1 + count)
            if bound > best:
                best, chosen = bound, slot
        return chosen

    def back_up(self, path: list[tuple[Node, int]], value: float) -> None:
        self.worst, self.most = min(self.worst, value), max(self.most, value)
        for node, slot in path:
            node.visits += 1
            node.count[slot] = node.count.get(slot, 0) + 1
            node.total[slot] = node.total.get(slot, 0.0) + (value if node.seat == ATREIDES else -value)


def is_behind(root: Node, values: dict[int, list[float]], slot: int, best: int) -> bool:
    """Whether *slot* is worth less than *best* by more than the chance of the games drawn for both explains."""
    number = len(values[slot])
    if number < 2:
        return False
    differences = [values[best][at] - values[slot][at] for at in range(number)]
    mean = sum(differences) / number
    variance = sum([(difference - mean) ** 2 for difference in differences]) / (number - 1)
    return root.worth(best) - root.worth(slot) > CLEARLY * math.sqrt(variance / number)


def question_key(game: Game, slot: int) -> tuple[int, int, int]:
    """Tells apart the questions that dice or hidden cards may lead to after the answer *slot*."""
    frame = len(game.stack) - FRAME
    return slot, game.stack[frame + PROGRAM] * 64 + game.stack[frame + STEP], game.seat_to_act
