"""The Steps that cards and special Actions share: move, attack, place, replace, draw, play, send to the Tank.

A card is a list of parts. Each part begins with a question that may be passed (R-7.17), and a part about "this Legion"
speaks of the Area in the card's AREA register, where the part before it placed figures or moved a Legion. Entries and
branches stand in `entry.py`, moves and attacks in `moves.py`, placing in `place.py`; the first two are found here too.
"""

from __future__ import annotations

from dune_env.arrakis.board import GROUND
from dune_env.arrakis.cards.entry import (
    CARD_IDS,
    Branch,
    Condition,
    NotInPlay,
    OutOfTheGame,
    Part,
    SkipParts,
    card,
    laid_out,
    special,
)
from dune_env.arrakis.cards.moves import (
    MOVED,
    NOBODY,
    Attack,
    AttackThis,
    Move,
    MoveOrAttack,
    MoveThis,
    standing,
    this_legion,
)
from dune_env.arrakis.desert_power import desert_power_slots, push_desert_power
from dune_env.arrakis.leaders.entering import enter_play
from dune_env.arrakis.movers import legion_fits
from dune_env.arrakis.names import NOT_ENTERED
from dune_env.arrakis.pieces import figures, is_settlement, legion_areas, strength, upgrade
from dune_env.arrakis.planning import (
    discard_from_hand,
    hand_kinds,
    playable_kinds,
    push_draw,
    push_play,
    side_decks,
)
from dune_env.arrakis.programs import COUNT
from dune_env.arrakis.slots import ACTION, ALL, CARD, DECK, OPTION, PASS, PICK_AREA, PICK_LEADER, YES
from dune_env.arrakis.state import E_DEPLOYED, N_AREAS, N_LEADERS, SIGNS, State
from dune_env.arrakis.tank import send_to_tank
from dune_env.arrakis.vehicles import MAY_PASS, push_vehicles
from dune_env.arrakis.wormsigns import set_aside_sign
from dune_env.engine.steps import NO_SLOTS, NONE, SEAT, STEP, Step

__all__ = [
    "CARD_IDS",
    "MOVED",
    "NOBODY",
    "Attack",
    "AttackThis",
    "Branch",
    "Condition",
    "DesertPower",
    "DiscardWormsigns",
    "Draw",
    "EnemyLeaderToTank",
    "EnterPlay",
    "LeaderNextToIt",
    "Move",
    "MoveOrAttack",
    "MoveThis",
    "NotInPlay",
    "OpponentDiscards",
    "OutOfTheGame",
    "Part",
    "PlaceVehicles",
    "PlayCard",
    "SkipParts",
    "Upgrade",
    "card",
    "laid_out",
    "special",
    "standing",
    "this_legion",
]

# --- replacing Units


class Upgrade(Part):
    """Anywhere on the board replace up to *count* Units of one grade by Units of a better one."""

    def __init__(self, count: int, grade: int, to: int) -> None:
        super().__init__()
        self.count = count
        self.grade = grade
        self.to = to

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        side = stack[frame + SEAT]
        if stack[frame + COUNT] == NONE:
            stack[frame + COUNT] = self.count
        if stack[frame + COUNT] == 0 or not game.figure_supply[side * 4 + self.to]:
            return NO_SLOTS
        areas = [area for area in legion_areas(game, side) if figures(game, side, area, self.grade)]
        return [*[PICK_AREA + area for area in areas], PASS] if areas else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot < PICK_AREA:
            stack[frame + COUNT] = NONE
            return
        upgrade(game, stack[frame + SEAT], slot - PICK_AREA, self.grade, self.to)
        game.event(E_DEPLOYED, slot - PICK_AREA, self.to)
        stack[frame + COUNT] -= 1
        stack[frame + STEP] -= 1


# --- Leaders, Vehicles, Wormsigns and what is hidden


class EnterPlay(Part):
    """A Leader enters play, card faceup, figure off the board (R-30.2); whom he ousts leaves the game (R-30.10)."""

    def __init__(self, leader: int) -> None:
        super().__init__()
        self.leader = leader

    def options(self, game: State, frame: int) -> list[int]:
        return [YES, PASS] if game.leader_at[self.leader] == NOT_ENTERED else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == YES:
            enter_play(game, self.leader)


class PlaceVehicles(Step[State]):
    """Place up to *count* Vehicles of one kind; they may be relocated (R-10.3, Q-E4)."""

    def __init__(self, vehicle: int, count: int) -> None:
        super().__init__()
        self.vehicle = vehicle
        self.count = count

    def apply(self, game: State, frame: int, slot: int) -> None:
        push_vehicles(game, self.vehicle, self.count, MAY_PASS)


class DiscardWormsigns(Part):
    """Discard up to *count* Wormsigns, unseen, or all of those next to the settlement of *beside* while it stands."""

    def __init__(self, count: int = 0, beside: int = NONE) -> None:
        super().__init__()
        self.count = count
        self.beside = beside

    def _areas(self, game: State, side: int) -> list[int]:
        if self.beside == NONE:
            return [area for area in range(N_AREAS) if game.cells[SIGNS + area]]
        near = GROUND[self.beside] if is_settlement(game, side, self.beside) else []
        return [area for area in near if game.cells[SIGNS + area]]

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        areas = self._areas(game, stack[frame + SEAT])
        if self.beside != NONE:
            return [ALL, PASS] if areas else NO_SLOTS
        if stack[frame + COUNT] == NONE:
            stack[frame + COUNT] = self.count
        return [*[PICK_AREA + area for area in areas], PASS] if areas and stack[frame + COUNT] else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot == ALL:
            for area in self._areas(game, stack[frame + SEAT]):
                set_aside_sign(game, area)
        elif slot >= PICK_AREA:
            set_aside_sign(game, slot - PICK_AREA)
            stack[frame + COUNT] -= 1
            stack[frame + STEP] -= 1
        else:
            stack[frame + COUNT] = NONE


# --- Planning cards


class Draw(Step[State]):
    """Draw *count* cards, split over one's two decks as one likes before drawing (Q-F5), or all from *deck*."""

    def __init__(self, count: int, deck: int = NONE) -> None:
        super().__init__()
        self.count = count
        self.deck = deck
        self.interruptible = True

    def options(self, game: State, frame: int) -> list[int]:
        side = game.stack[frame + SEAT]
        decks = [self.deck] if self.deck != NONE else side_decks(side)
        slots = [DECK + deck for deck in decks if game.deck_left[deck]]
        if len(slots) == 2 and self.count == 2:
            slots.append(OPTION)
        return [*slots, PASS] if slots else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == OPTION:
            for deck in side_decks(game.stack[frame + SEAT]):
                push_draw(game, deck, 1)
        elif slot >= DECK:
            push_draw(game, slot - DECK, self.count)


class PlayCard(Part):
    """Then play one Planning card, to any depth."""

    def options(self, game: State, frame: int) -> list[int]:
        kinds = playable_kinds(game, game.stack[frame + SEAT])
        return [*[CARD + kind for kind in kinds], PASS] if kinds else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= CARD:
            push_play(game, game.stack[frame + SEAT], slot - CARD)


class OpponentDiscards(Step[State]):
    """The opponent picks *count* of their own cards and discards them; not elective for them."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count

    def seat(self, game: State, frame: int) -> int:
        return 1 - game.stack[frame + SEAT]

    def options(self, game: State, frame: int) -> list[int]:
        if game.stack[frame + COUNT] == NONE:
            game.stack[frame + COUNT] = self.count
        if game.stack[frame + COUNT] == 0:
            return NO_SLOTS
        return [CARD + kind for kind in hand_kinds(game, self.seat(game, frame))]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == NONE:
            game.stack[frame + COUNT] = NONE
            return
        discard_from_hand(game, slot - CARD)
        game.stack[frame + COUNT] -= 1
        game.stack[frame + STEP] -= 1


# --- Desert Power and enemy Leaders


class DesertPower(Part):
    """*count* Desert Power Actions in a row, without the dice condition (R-9.3, Q-D12)."""

    def __init__(self, count: int = 1) -> None:
        super().__init__()
        self.count = count

    def options(self, game: State, frame: int) -> list[int]:
        if game.stack[frame + COUNT] == NONE:
            game.stack[frame + COUNT] = self.count
        if game.stack[frame + COUNT] == 0:
            return NO_SLOTS
        slots = desert_power_slots(game)
        return [*slots, PASS] if slots else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot < ACTION:
            game.stack[frame + COUNT] = NONE
            return
        game.stack[frame + COUNT] -= 1
        game.stack[frame + STEP] -= 1
        push_desert_power(game, slot)


class EnemyLeaderToTank(Part):
    """Pick one enemy Named Leader whom *candidates* allows, to the Tank (R-24.2)."""

    def candidates(self, game: State, side: int, area: int, frame: int) -> bool:
        """Whether an enemy Leader standing in *area* may be picked by *side*."""
        return True

    def options(self, game: State, frame: int) -> list[int]:
        side = game.stack[frame + SEAT]
        sides = game.content.leader_side
        slots = [
            PICK_LEADER + x
            for x in range(N_LEADERS)
            if game.leader_at[x] >= 0 and sides[x] != side and self.candidates(game, side, game.leader_at[x], frame)
        ]
        return [*slots, PASS] if slots else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= PICK_LEADER:
            send_to_tank(game, slot - PICK_LEADER)


class LeaderNextToIt(EnemyLeaderToTank):
    """A Leader in an Area next to the Legion that has just moved; if none has, next to any Legion that fits *kind*."""

    def __init__(self, kind: int) -> None:
        super().__init__()
        self.kind = kind

    def candidates(self, game: State, side: int, area: int, frame: int) -> bool:
        if game.moved:
            return game.moved[0] in GROUND[area] and strength(game, side, game.moved[0]) > 0
        return any(legion_fits(game, side, near, self.kind, NOBODY) for near in GROUND[area])
