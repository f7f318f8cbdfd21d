"""Information-set Monte Carlo tree search: one tree over what can be seen, every simulation in a game drawn anew.

A simulation draws a game that looks the same to the seat, walks down the tree by PUCT (each seat picks what is good for
it, dice fall as the drawn game has them), adds one node, and takes the guide's value of the position there. Answers
come into play in the order of their priors, more of them the more often a node is visited.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Final

from agents.greedy import SMALL
from agents.guides import Guide, HeuristicGuide
from dune_env.arrakis.game import Game
from dune_env.arrakis.names import ATREIDES
from dune_env.arrakis.state import PROGRAMS
from dune_env.arrakis.view import InfoSet
from dune_env.engine.steps import FRAME, PROGRAM, STEP

SIMULATIONS: Final = 64
SHARED: Final = 4  # simulations that begin in the same drawn game, each with dice of its own
EXPLORATION: Final = 1.2
FIRST_ANSWERS: Final = 4.0  # that a node considers at its first visit
MORE_ANSWERS: Final = 1.0  # times the square root of its visits come on top
NEW_PRIOR: Final = 0.02  # of an answer that was not possible when the node was made


class Node:
    """A question as reached by one course of answers, whatever the dice and hidden cards were."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
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

    def best(self) -> int:
        """The answer tried most, the better one of two tried as often."""
        return max(self.count, key=lambda slot: (self.count[slot], self.total[slot], self.priors.get(slot, 0.0)))


class Mcts:
    """Tree search with a budget of simulations a decision."""

    name = "mcts"

    def __init__(self, side: int, seed: int, simulations: int = SIMULATIONS, guide: Guide | None = None) -> None:
        self.side = side
        self.simulations = simulations
        self.random = random.Random(seed)
        self.heuristic = HeuristicGuide(seed)
        self.guide: Guide = guide or self.heuristic
        self.worst = 1.0
        self.most = -1.0

    def act(self, info_set: InfoSet) -> int:
        options = info_set.options()
        if len(options) == 1:
            return options[0]
        if PROGRAMS.describe(info_set.view.stack) in SMALL:
            self.heuristic.begin()
            return self.heuristic.of(self.side).act(info_set)
        return self.search(info_set).best()

    def act_many(self, info_sets: Sequence[InfoSet]) -> list[int]:
        """One slot for each question; the games are independent."""
        return [self.act(info_set) for info_set in info_sets]

    def search(self, info_set: InfoSet) -> Node:
        """The tree's root after all simulations, for its counts and values."""
        self.worst, self.most = 1.0, -1.0
        root = Node(info_set.seat)
        self.guide.begin()
        root.learn_priors(self.guide.priors(info_set))
        drawn = info_set.sample(self.random.randrange(1 << 30))
        for count in range(self.simulations):
            if count % SHARED == 0 and count:
                drawn = info_set.sample(self.random.randrange(1 << 30))
            game = drawn.copy(history=False)
            game.rng.seed(self.random.randrange(1 << 30))
            self.simulate(root, game)
        return root

    def simulate(self, root: Node, game: Game) -> None:
        """One walk down the tree in *game*, and its result noted all the way."""
        path: list[tuple[Node, int]] = []
        leaf: Node | None = None
        node = root
        while True:
            if not node.order:
                node.learn_priors(self.guide.priors(game.info_set(node.seat)))
            slot = self.select(node, game.asked)
            path.append((node, slot))
            game.pick(slot)
            while not game.over and len(game.asked) == 1:
                game.pick(game.asked[0])
            if game.over:
                break
            key = question_key(game, slot)
            child = node.next.get(key)
            if child is None:
                leaf = Node(game.seat_to_act)
                node.next[key] = leaf
                break
            node = child
        value, priors = self.guide.look(game)
        if leaf is not None:
            leaf.learn_priors(priors)
        self.back_up(path, value)

    def select(self, node: Node, asked: list[int]) -> int:
        """The answer of the highest upper bound; values are stretched to the range that this search has seen."""
        spread = max(1e-6, self.most - self.worst)
        explore = EXPLORATION * math.sqrt(node.visits + 1.0)
        best, chosen = -1.0, asked[0]
        for slot in node.considered(asked):
            count = node.count.get(slot, 0)
            if count:
                mean = node.total[slot] / count
                value = (mean - self.worst) / spread if node.seat == ATREIDES else (mean + self.most) / spread
            else:
                value = 0.4
            bound = value + explore * node.priors.get(slot, NEW_PRIOR) / (1 + count)
            if bound > best:
                best, chosen = bound, slot
        return chosen

    def back_up(self, path: list[tuple[Node, int]], value: float) -> None:
        self.worst, self.most = min(self.worst, value), max(self.most, value)
        for node, slot in path:
            node.visits += 1
            node.count[slot] = node.count.get(slot, 0) + 1
            node.total[slot] = node.total.get(slot, 0.0) + (value if node.seat == ATREIDES else -value)


def question_key(game: Game, slot: int) -> tuple[int, int, int]:
    """Tells apart the questions that dice or hidden cards may lead to after the answer *slot*."""
    frame = len(game.stack) - FRAME
    return slot, game.stack[frame + PROGRAM] * 64 + game.stack[frame + STEP], game.seat_to_act
