"""How much an Atreides likes what it can have: once against Mahdi, once against a player.

In useful steps of a Prescience marker, where nothing else is said.
"""

from __future__ import annotations

from typing import Final


class Taste:
    """The weights of `heuristic_atreides.py` and of what it goes by.

    Those against Mahdi were tuned in 30,000 games, each played with weights of its own drawn around the best so far,
    two games with opposite draws on each seed. Those between players come from fewer games; there the Atreides
    would win about 8 games of 100 fewer with the weights against Mahdi.
    """

    def __init__(self, solo: bool) -> None:
        # Sietches
        self.rank = 0.55 if solo else 0.42  # of a step of Supremacy
        self.arrival = 0.59 if solo else 1.0  # times the chance that a Legion comes to a Sietch and attacks
        # Claims, Stations, Units
        self.station = 2.7 if solo else 3.91
        self.unit = 0.18 if solo else 0.24
        self.token = 0.47 if solo else 0.33  # of a Deployment token on the board, beside what it guards
        self.missing = 0.36 if solo else 0.3  # what each missing Area takes away from the hope of a ground claim
        self.paul = 1.2 if solo else 0.76  # of having him on a Sietch, for cards to come
        self.jessica = 1.4 if solo else 1.27
        self.meeting = 1.6 if solo else 1.32  # times a claim for which Paul or Jessica is to be deployed
        # Moves
        self.moving = 0.12 if solo else 0.1  # what a move costs
        self.harvester = 0.7 if solo else 0.5  # of an Area with one
        self.exposed = 1.4 if solo else 1.5  # Units that a stand beside a Harkonnen Legion costs
        self.errand = 0.52 if solo else 0.75  # times what waits at the end of an errand, for coming nearer
        self.haste = 0.52 if solo else 0.64  # what is left of an errand for every border that is still to be crossed
        # Attacks
        self.razed = 1.1 if solo else 1.0  # times the steps of a settlement
        self.threat = 1.1 if solo else 1.0  # times what the Legion attacked threatens
        self.stake = 0.97 if solo else 1.0  # times what a defeat costs
        self.go_on_at_town = 0.43 if solo else 0.4  # chance to raze a settlement for which a battle goes on
        self.flee = 1.2 if solo else 1.9  # times as strong an attacker
        # The march on the settlements
        self.die = 1.1  # useful steps that a die buys otherwise
        self.keenness = 1.4 if solo else 1.3  # times the steps that razed settlements bring
        self.victory = 5.7 if solo else 5.0  # of completing the objective, beside its steps
        self.zeal = 0.45 if solo else 0.5  # how much the worth of a plan adds to the worth of its next deed
        self.joining = 0.76 if solo else 0.6  # dice for every border between the spearhead and a Legion that is to join
        self.march = 1.2 if solo else 1.0  # times what a move gains the plan
        # Worms
        self.signs = 5.3 if solo else 1.76  # of laying Wormsigns, wherever
        self.hunt = 1.8 if solo else 2.39  # of an attack with worms, whatever the prey
        self.hunted = 0.78 if solo else 1.0  # times the losses of the prey
        self.hunted_threat = 1.3 if solo else 1.0  # times what the prey threatens
        self.hunted_harvester = 0.54 if solo else 0.6
        # Cards and Leaders
        self.card_in_hand = 0.26 if solo else 0.27  # of one that a die draws
        self.drawn = 0.26 if solo else 0.37  # of one that a card draws
        self.desert_power = 0.34 if solo else 0.53  # of a Desert Power Action that a card brings
        self.card = 0.77 if solo else 1.0  # times the worth of a card
        self.die_for_card = 0.3  # of what a die buys otherwise is taken off the worth of a card
        self.alia = 0.53 if solo else 0.5  # of her Special Action, beside what it repeats


AGAINST_MAHDI: Final = Taste(True)
BETWEEN_PLAYERS: Final = Taste(False)
