"""The frame of both heuristics: each question of the game has a method that scores its answers; the best one is played.

Questions go by the name that the rules give them, `program.step`. What no method knows is scored by the kind of slot,
so that a new card is played sensibly if not well.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from agents.reading import Reading
from dune_env.arrakis import slots
from dune_env.arrakis.board import BORDERS
from dune_env.arrakis.names import ATREIDES, ELITE, GENERIC, REGULAR, SIDE_NAMES, SPECIAL
from dune_env.arrakis.programs import AREA, PICKED, SIDE, TO_AREA
from dune_env.arrakis.state import PROGRAMS
from dune_env.arrakis.view import InfoSet, View
from dune_env.engine.steps import FRAME

Score = Callable[[int], float]

CLAIM_SCORE: Final = 50.0
LOSE_LAST: Final = {slots.PICK_FIGURE + REGULAR: 5.0, slots.PICK_BASHAR: 4.0, slots.PICK_NAIB: 4.0}
LOSE_FIRST: Final = {slots.PICK_FIGURE + ELITE: 5.0, slots.PICK_FIGURE + SPECIAL: 4.0, slots.PICK_FIGURE + REGULAR: 3.5}
CARD_VALUE: Final = 0.55  # of playing a card about which nothing is known


def check_side(side: int, info_set: InfoSet) -> None:
    """ValueError where an agent that plays *side* is asked what the other side is asked."""
    if info_set.seat != side:
        raise ValueError(f"agent: plays {SIDE_NAMES[side]}, got a question to {SIDE_NAMES[info_set.seat]}")


class Heuristic:
    """Scores every answer and plays the best, ties broken by a seeded draw."""

    name = "heuristic"
    side = ATREIDES  # that it plays

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.questions: dict[str, Score] = {
            "turn.ChooseDie": self.choose_die,
            "turn.ChooseAction": self.choose_action,
            "move_legions.PickMover": self.pick_mover,
            "move_legions.PickDestination": self.pick_destination,
            "move_legions.PickFigures": self.pick_figures,
            "attack.PickAttacker": self.pick_attacker,
            "attack.PickTarget": self.pick_target,
            "battle.DiscardForDice": self.discard_for_dice,
            "battle.DefenderDiscardForDice": self.discard_for_dice,
            "battle.UseSpecials": self.use_special,
            "battle.DefenderUseSpecials": self.use_special,
            "battle.Continue": self.continue_battle,
            "battle.DefenderRetreat": self.retreat,
            "battle.AdvanceOrStay": self.advance,
            "casualties.AbsorbHit": self.absorb_hit,
            "trim.TrimUnit": self.trim,
            "discard_to_limit.DiscardToLimit": self.discard_card,
            "action_resolution.ChangeSurplusDie": self.place_die,
            "action_resolution.PlaceBeneGesserit": self.place_die,
            "mentat.PickDecks": self.pick_decks,
        }

    def act(self, info_set: InfoSet) -> int:
        options = info_set.options()
        if len(options) == 1:
            return options[0]
        scores = self.scores(info_set)
        return max(options, key=lambda slot: (scores[slot], self.random.random()))

    def act_many(self, info_sets: Sequence[InfoSet]) -> list[int]:
        """One slot for each question; the games are independent."""
        return [self.act(info_set) for info_set in info_sets]

    def scores(self, info_set: InfoSet) -> dict[int, float]:
        """How much the heuristic likes each answer; scores of one question can be compared, of two they cannot.

        Raises:
            ValueError: the other side is asked.
        """
        check_side(self.side, info_set)
        self.view: View = info_set.view
        self.read = Reading(info_set.view, self.side)
        self.options = info_set.options()
        self.frame = len(self.view.stack) - FRAME
        self.known: dict[tuple[str, int, int], float] = {}
        self.prepare()
        self.question = PROGRAMS.describe(self.view.stack)
        score = self.questions.get(self.question, self.by_kind_of_slot)
        return {slot: self.offered_beside(slot, score) for slot in self.options}

    def prepare(self) -> None:
        """Work out once what several scores need."""

    def register(self, register: int) -> int:
        """A register of the Frame that asks."""
        return self.view.stack[self.frame + register]

    def offered_beside(self, slot: int, score: Score) -> float:
        """Claims are taken and Free Actions left alone, whatever the question; other slots get the question's score."""
        if slots.CLAIM <= slot < slots.KEEP:
            return CLAIM_SCORE
        if slots.FREE <= slot < slots.OPTION:
            return -1.0
        return score(slot)

    def once(self, key: tuple[str, int, int], work: Callable[[int, int], float]) -> float:
        """A value that several scores of this question need, worked out the first time."""
        if key not in self.known:
            self.known[key] = work(key[1], key[2])
        return self.known[key]

    # --- turns

    def choose_die(self, slot: int) -> float:
        """A die is worth the best thing that it buys; PASS is a Desert Power Action without effect."""
        if slot == slots.PASS:
            return 0.0
        if slot < slots.ACTION:
            result = slot - slots.DIE if slot != slots.BENE_GESSERIT_TOKEN else self.view.bene_gesserit_at[self.side]
            return self.die_value(result)
        return self.action_value(slot)

    def die_value(self, result: int) -> float:
        raise NotImplementedError

    def choose_action(self, slot: int) -> float:
        if slot == slots.PASS:
            return -0.5
        if slots.CARD <= slot < slots.PRESCIENCE:
            return self.card_value(slot - slots.CARD)
        if slots.PICK_LEADER <= slot < slots.CARD:
            return self.special_value(slot - slots.PICK_LEADER)
        return self.action_value(slot)

    def action_value(self, slot: int) -> float:
        raise NotImplementedError

    def card_value(self, kind: int) -> float:
        return CARD_VALUE

    def special_value(self, leader: int) -> float:
        return 0.7

    # --- moving

    def pick_mover(self, slot: int) -> float:
        if slot < slots.PICK_AREA:
            return 0.0
        return self.best_move(slot - slots.PICK_AREA)

    def best_move(self, area: int) -> float:
        """The best move of the Legion in *area*, -1 if there is none."""
        values = [self.move_value(area, to) for to in self.steps_from(area)]
        return max(values) if values else -1.0

    def steps_from(self, area: int) -> list[int]:
        """Areas next to *area* that the side could enter."""
        return [to for to in BORDERS[area] if self.is_free(to)]

    def is_free(self, area: int) -> bool:
        enemy = 1 - self.side
        return not (self.read.units(enemy, area) or self.read.home_rank(enemy, area) or self.read.has_worm(area))

    def pick_destination(self, slot: int) -> float:
        if slot < slots.PICK_AREA:
            return 0.0
        return self.move_value(self.register(AREA), slot - slots.PICK_AREA)

    def move_value(self, area: int, to: int) -> float:
        raise NotImplementedError

    def pick_figures(self, slot: int) -> float:
        """Move everything, or leave `keep_behind` Regulars and take the rest."""
        keep = self.keep_behind(self.register(AREA), self.register(TO_AREA))
        if keep == 0:
            return 1.0 if slot == slots.ALL else 0.5 if slot != slots.DONE else 0.0
        if slot == slots.ALL:
            return 0.1
        return self.split_value(slot, keep)

    def split_value(self, slot: int, keep: int) -> float:
        """Take Leaders and the best Units along until *keep* Units are left."""
        taken = sum(max(0, self.register(PICKED + figure)) for figure in (REGULAR, ELITE, SPECIAL))
        left = self.read.units(self.side, self.register(AREA)) - taken
        if slot == slots.DONE:
            return 0.6
        is_unit = slots.PICK_FIGURE <= slot < slots.PICK_FIGURE + GENERIC
        if is_unit or slots.PICK_TOKEN <= slot < slots.PICK_LEADER:
            return 1.0 + (slot - slots.PICK_FIGURE) * -0.01 if left > keep else 0.2
        return 1.0

    def keep_behind(self, area: int, to: int) -> int:
        """Units to leave in *area*."""
        return 0

    # --- fighting

    def best_attack(self, area: int) -> float:
        """The best attack of the Legion in *area* on a neighbour."""
        values = [self.attack_value(area, to) for to in self.targets_of(area)]
        return max(values) if values else -1.0

    def targets_of(self, area: int) -> list[int]:
        """Enemy Legions and settlements next to *area*."""
        enemy = 1 - self.side
        return [
            to
            for to in BORDERS[area]
            if not self.read.has_worm(to) and (self.read.units(enemy, to) or self.read.home_rank(enemy, to))
        ]

    def attack_value(self, area: int, to: int) -> float:
        """What attacking promises: the prize times the chance, less what a defeat costs."""
        enemy = 1 - self.side
        chance = self.read.chance_to_win(area, to)
        prize = 1.6 * self.read.home_rank(enemy, to) + 0.35 * self.read.power(enemy, to)
        return prize * chance - 0.3 * self.read.power(self.side, area) * (1 - chance)

    def pick_attacker(self, slot: int) -> float:
        return self.best_attack(slot - slots.PICK_AREA) if slot >= slots.PICK_AREA else 0.0

    def pick_target(self, slot: int) -> float:
        return self.attack_value(self.register(AREA), slot - slots.PICK_AREA)

    def discard_for_dice(self, slot: int) -> float:
        """Cards become dice where a settlement is at stake."""
        at_stake = self.read.home_rank(1 - self.register(SIDE), self.register(TO_AREA))
        if slot == slots.DONE:
            return 0.5 if at_stake else 1.0
        return 0.6 - 0.1 * self.card_value(slot - slots.CARD)

    def use_special(self, slot: int) -> float:
        if slots.PICK_LEADER <= slot < slots.CARD:
            hits, shields = self.view.content.leader_strip[slot - slots.PICK_LEADER]
            return hits + 0.9 * shields
        return 1.0

    def continue_battle(self, slot: int) -> float:
        area, to = self.register(AREA), self.register(TO_AREA)
        return self.read.chance_to_win(area, to) if slot == slots.YES else self.enough_to_go_on(to)

    def enough_to_go_on(self, to: int) -> float:
        """The chance to take *to* for which a battle goes on."""
        raise NotImplementedError

    def retreat(self, slot: int) -> float:
        mine = self.read.defence(self.side, self.register(TO_AREA))
        theirs = self.read.power(1 - self.side, self.register(AREA))
        return theirs / (mine + 0.1) if slot == slots.YES else self.odds_to_flee()

    def odds_to_flee(self) -> float:
        """How many times as strong an attacker must be before the defender retreats."""
        raise NotImplementedError

    def advance(self, slot: int) -> float:
        to = self.register(TO_AREA)
        gain = 10.0 * self.read.home_rank(1 - self.side, to) + self.move_value(self.register(AREA), to)
        return gain if slot == slots.YES else 0.0

    def absorb_hit(self, slot: int) -> float:
        """What costs no die goes first: Elites become Regulars, Leaders but one fall; the last Unit goes last."""
        area = self.register(AREA)
        if slot == slots.PICK_FIGURE + REGULAR and self.read.units(self.side, area) == 1:
            return 0.5
        if slots.PICK_LEADER <= slot < slots.CARD:
            hits, shields = self.view.content.leader_strip[slot - slots.PICK_LEADER]
            return 2.0 - 0.2 * (hits + shields)
        if slot in (slots.PICK_BASHAR, slots.PICK_NAIB):
            return 4.5 if self.read.leaders(self.side, area) > 1 else 3.0
        return LOSE_FIRST.get(slot, 3.0)

    def trim(self, slot: int) -> float:
        return LOSE_LAST.get(slot, 3.0 if slot < slots.PICK_TOKEN else 1.0)

    # --- cards and dice

    def discard_card(self, slot: int) -> float:
        return -self.card_value(slot - slots.CARD) if slot >= slots.CARD else 0.0

    def place_die(self, slot: int) -> float:
        return self.die_value(slot - slots.DIE) if slot >= slots.DIE else 0.0

    def pick_decks(self, slot: int) -> float:
        return 1.0 if slot == slots.OPTION else 0.5

    # --- anything else

    def by_kind_of_slot(self, slot: int) -> float:
        """Answers of a question that nobody has thought of: do something rather than nothing, and do it well placed."""
        if slot in (slots.PASS, slots.NO):
            return 0.0
        if slot in (slots.DONE, slots.YES):
            return 0.1
        if slots.ACTION <= slot < slots.PICK_AREA:
            return self.action_value(slot)
        if slots.PICK_AREA <= slot < slots.PICK_ZONE:
            return 0.2 + self.area_value(slot - slots.PICK_AREA)
        if slots.PICK_LEADER <= slot < slots.CARD:
            hits, shields = self.view.content.leader_strip[slot - slots.PICK_LEADER]
            return 0.5 + hits + shields
        if slots.CARD <= slot < slots.PRESCIENCE:
            return self.card_value(slot - slots.CARD)
        return 0.4

    def area_value(self, area: int) -> float:
        """How good it is to add something in *area*, from 0 to 1."""
        return 0.5
