"""The Planning deck of the Corrino ally: 18 cards, each of its own kind."""

from __future__ import annotations

from dune_env.arrakis.attacks import FREE_CONTINUE, SURPRISE
from dune_env.arrakis.battle import reveal_sietch
from dune_env.arrakis.board import MOUNTAIN
from dune_env.arrakis.cards.place import AnyLegion, AnySettlement, FreeGround, Place
from dune_env.arrakis.cards.verbs import (
    Attack,
    AttackThis,
    Branch,
    Draw,
    EnterPlay,
    LeaderNextToIt,
    Move,
    MoveOrAttack,
    MoveThis,
    NotInPlay,
    OpponentDiscards,
    Part,
    PlaceVehicles,
    PlayCard,
    Upgrade,
    card,
)
from dune_env.arrakis.lasting_effects import LEADER_BARRED, add_effect
from dune_env.arrakis.leaders.entering import CAPTAIN_ARAMSHAM, PAULS, SHADDAM_IV
from dune_env.arrakis.legions import settle
from dune_env.arrakis.movement import CarryOutMove, PickFigures
from dune_env.arrakis.movers import HAS_SPECIAL, IN_SETTLEMENT, legion_fits
from dune_env.arrakis.names import ATREIDES, ELITE, HOUSE, IN_DECK, ORNITHOPTER, SPECIAL
from dune_env.arrakis.pieces import legion_areas, settlements, tokens
from dune_env.arrakis.prescience import leave_row, may_leave, row
from dune_env.arrakis.programs import AREA, COUNT, FLAGS, KIND, SIDE, TO_AREA
from dune_env.arrakis.slots import BENE_GESSERIT_TOKEN, DIE, PASS, PICK_AREA, PRESCIENCE
from dune_env.arrakis.state import SIETCHES, State
from dune_env.arrakis.tokens import reveal_all_tokens
from dune_env.arrakis.victory import gain_bene_gesserit
from dune_env.engine.lists import increased, replaced
from dune_env.engine.steps import NO_SLOTS, NONE, SEAT, Step

# Rage Overcame Shaddam IV, three cards: each brings him and another card, and does something of its own later.
# He and 4 Regular in a settlement.
card(
    "rage_overcame_shaddam_iv_settlement",
    Branch(
        NotInPlay(SHADDAM_IV),
        [EnterPlay(SHADDAM_IV), PlayCard()],
        [Place(AnySettlement(), regular=4, named=[SHADDAM_IV])],
    ),
)

# He and 2 Sardaukar join a Legion.
card(
    "rage_overcame_shaddam_iv_legion",
    Branch(
        NotInPlay(SHADDAM_IV),
        [EnterPlay(SHADDAM_IV), PlayCard()],
        [Place(AnyLegion(), special=2, named=[SHADDAM_IV])],
    ),
)

# He joins a Legion with a Sardaukar, which moves and makes a Surprise Attack.
card(
    "rage_overcame_shaddam_iv_assault",
    Branch(
        NotInPlay(SHADDAM_IV),
        [EnterPlay(SHADDAM_IV), PlayCard()],
        [Place(AnyLegion(with_special=True), named=[SHADDAM_IV], chooses=True), MoveThis(), AttackThis(SURPRISE)],
    ),
)

# The opponent picks and discards 2 cards; one draws 2.
card("manipulation_of_others", OpponentDiscards(2), Draw(2))


class GainBeneGesserit(Step[State]):
    """One Bene Gesserit token from the reserve (R-32.8, Q-N2)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        gain_bene_gesserit(game, game.stack[frame + SEAT])


# A Bene Gesserit token, and another card.
card("breeding_program", GainBeneGesserit(), PlayCard())


class PickCarried(Part):
    """Which Legion in a settlement is carried."""

    def options(self, game: State, frame: int) -> list[int]:
        side = game.stack[frame + SEAT]
        game.moved = []
        if len(legion_areas(game, side)) < 2:
            return NO_SLOTS
        areas = [area for area in settlements(game, side) if legion_fits(game, side, area, IN_SETTLEMENT, NONE)]
        return [*[PICK_AREA + area for area in areas], PASS] if areas else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        stack[frame + COUNT] = int(slot >= PICK_AREA)
        stack[frame + SIDE] = stack[frame + SEAT]
        stack[frame + KIND] = stack[frame + FLAGS] = 0
        stack[frame + AREA] = slot - PICK_AREA


class PickLanding(Step[State]):
    """Which other Legion it joins, however far and whatever lies between."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if not stack[frame + COUNT]:
            return NO_SLOTS
        return [PICK_AREA + to for to in legion_areas(game, stack[frame + SIDE]) if to != stack[frame + AREA]]

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.stack[frame + TO_AREA] = slot - PICK_AREA


# A Legion, or a part of it, moves from a settlement straight to another Legion.
card("troop_carriers", PickCarried(), PickLanding(), PickFigures(), CarryOutMove())

# A Legion with a Sardaukar moves; then an enemy Leader next to it goes to the Tank.
card("shigawire", Move(kind=HAS_SPECIAL), LeaderNextToIt(HAS_SPECIAL))


def leaving_cards(game: State) -> list[int]:
    """Revealed Prescience cards that nothing attached keeps in the row."""
    return [each for each in row(game) if may_leave(game, each)]


class ShuffleBack(Part):
    """A revealed Prescience card goes back into its deck."""

    def options(self, game: State, frame: int) -> list[int]:
        cards = leaving_cards(game)
        return [*[PRESCIENCE + each for each in cards], PASS] if cards else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= PRESCIENCE:
            leave_row(game, slot - PRESCIENCE, IN_DECK)


# A revealed Prescience card goes back into its deck.
card("hope_clouds_observation", ShuffleBack())


def house_dice(game: State, side: int) -> list[int]:
    """The unused die and Bene Gesserit token of *side* on House, as slots; a token counts as a die (R-32.4)."""
    slots = [DIE + HOUSE] if game.dice[side * 5 + HOUSE] else []
    return [*slots, BENE_GESSERIT_TOKEN] if game.bene_gesserit_at[side] == HOUSE else slots


def lose_house_die(game: State, side: int, slot: int) -> None:
    """Discard it: it is gone for the round but not spent, and moves no Tank (Q-D9)."""
    if slot == BENE_GESSERIT_TOKEN:
        game.bene_gesserit_at = replaced(game.bene_gesserit_at, side, NONE)
    else:
        game.dice = increased(game.dice, side * 5 + HOUSE, -1)
        game.used = increased(game.used, side * 5 + HOUSE, 1)


class DiscardHouseDie(Part):
    """Which of the enemy's."""

    def options(self, game: State, frame: int) -> list[int]:
        slots = house_dice(game, 1 - game.stack[frame + SEAT])
        return [*slots, PASS] if slots else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot > PASS:
            lose_house_die(game, 1 - game.stack[frame + SEAT], slot)


# The enemy loses an unused die that shows House.
card("reports_of_traitors", DiscardHouseDie())

# 3 Legions with a Sardaukar move.
card("sardaukar_pogrom", Move(3, HAS_SPECIAL))

# A Legion with a Sardaukar moves or makes a Surprise Attack.
card("sardaukars_manner", MoveOrAttack(SURPRISE, HAS_SPECIAL))


class RevealSietch(Part):
    """Any one unrevealed Sietch is turned up."""

    def options(self, game: State, frame: int) -> list[int]:
        areas = [a for a in settlements(game, ATREIDES) if not game.sietch_up[game.cells[SIETCHES + a] - 1]]
        return [*[PICK_AREA + area for area in areas], PASS] if areas else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= PICK_AREA:
            reveal_sietch(game, slot - PICK_AREA)


class RevealTokens(Part):
    """All Deployment tokens of any one Area become Units (R-3.12)."""

    def options(self, game: State, frame: int) -> list[int]:
        areas = [area for area in legion_areas(game, ATREIDES) if tokens(game, ATREIDES, area)]
        return [*[PICK_AREA + area for area in areas], PASS] if areas else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= PICK_AREA:
            reveal_all_tokens(game, ATREIDES, slot - PICK_AREA)
            settle(game, ATREIDES, slot - PICK_AREA)


# A Sietch and the tokens of an Area are revealed; 2 cards.
card("spies_all_over_arrakis", RevealSietch(), RevealTokens(), Draw(2))

# 2 Ornithopters; then a Legion moves.
card("full_control_of_the_air", PlaceVehicles(ORNITHOPTER, 2), Move())

# 2 Elite and a Bashar in a free Mountain Area.
card("moving_the_battle_group", Place(FreeGround(MOUNTAIN), elite=2, generic=1))

# A Legion with a Sardaukar attacks; continuing the battle costs it no Hit.
card("killers_without_mercy", Attack(FREE_CONTINUE, HAS_SPECIAL))

# 2 Elite become Sardaukar; then 2 Legions with a Sardaukar move.
card("sardaukar_disguised", Upgrade(2, ELITE, SPECIAL), Move(2, HAS_SPECIAL))

# Aramsham joins a Legion with a Sardaukar, which moves or makes a Surprise Attack.
card(
    "i_decide_what_best_serves_his_majesty",
    Place(AnyLegion(with_special=True), named=[CAPTAIN_ARAMSHAM], chooses=True),
    MoveOrAttack(SURPRISE, this=True),
)


def bar_paul(game: State) -> None:
    """Through the next turn Paul is neither placed nor deployed and his Legion does nothing (Q-F11 to Q-F13)."""
    for leader in PAULS:
        add_effect(game, LEADER_BARRED, leader, game.turns + 1)


class BarPaul(Step[State]):
    """Either version of Paul, through the next turn of the opponent."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        bar_paul(game)


# A Legion moves; Paul is held where he is through the opponent's next turn.
card("seek_out_the_mahdi", Move(), BarPaul())
