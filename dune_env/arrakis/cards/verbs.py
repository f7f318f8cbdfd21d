"""The Steps that cards and special Actions share: move, attack, place, replace, draw, play, send to the Tank.

A card is a list of parts. Each part begins with a question that may be passed (R-7.17), and a part about "this Legion"
speaks of the Area in the card's AREA register, where the part before it placed figures or moved a Legion.
"""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.actions import NEEDS_FIGURE, SPECIALS, desert_power_slots, push_desert_power
from dune_env.arrakis.battle import MUST_ATTACK, SURPRISE, attackers, push_attack
from dune_env.arrakis.board import GROUND
from dune_env.arrakis.content import load_content
from dune_env.arrakis.leaders.entering import LEADER_IDS, enter_play
from dune_env.arrakis.movement import (
    MUST,
    THIS_LEGION,
    destinations,
    legion_fits,
    movers,
    push_move,
    targets,
)
from dune_env.arrakis.names import NOT_ENTERED, OUT_OF_THE_GAME
from dune_env.arrakis.pieces import (
    figures,
    in_play,
    is_settlement,
    legion_areas,
    send_to_tank,
    strength,
    upgrade,
)
from dune_env.arrakis.planning import (
    PLAYS,
    discard_from_hand,
    hand_kinds,
    playable_kinds,
    push_draw,
    push_play,
    side_decks,
)
from dune_env.arrakis.programs import AREA, COUNT, RESULT
from dune_env.arrakis.slots import (
    ACTION,
    ALL,
    ATTACK,
    CARD,
    DECK,
    MOVE,
    OPTION,
    PASS,
    PICK_AREA,
    PICK_LEADER,
    SURPRISE_ATTACK,
    YES,
)
from dune_env.arrakis.state import E_DEPLOYED, N_AREAS, N_LEADERS, PROGRAMS, SIGNS, State
from dune_env.arrakis.vehicles import MAY_PASS, push_vehicles
from dune_env.arrakis.worms import set_aside_sign
from dune_env.engine.steps import NO_SLOTS, NONE, SEAT, STEP, Step

NOBODY: Final = NONE

CARD_IDS: Final[list[str]] = load_content(None).card_ids


def card(card_id: str, *parts: Step[State]) -> None:
    """Register what playing the card *card_id* does, part after part."""
    program = PROGRAMS.add(card_id)
    PROGRAMS.define(program, laid_out(list(parts)))
    PLAYS[CARD_IDS.index(card_id)] = program


def special(leader: int, *parts: Step[State], needs_figure: bool = False) -> None:
    """Register a Leader's special Action, part after part; *needs_figure* if it speaks of his Legion (Q-E10)."""
    program = PROGRAMS.add("special_" + LEADER_IDS[leader])
    PROGRAMS.define(program, laid_out(list(parts)))
    SPECIALS[leader] = program
    NEEDS_FIGURE[leader] = int(needs_figure)


# --- either, or


class Condition:
    """What a card makes its parts depend on."""

    def holds(self, game: State, side: int) -> bool:
        raise NotImplementedError


class NotInPlay(Condition):
    """None of the versions of a person has entered play or is still in it; the Tank is in play (Q-K15)."""

    def __init__(self, *leaders: int) -> None:
        self.leaders = list(leaders)

    def holds(self, game: State, side: int) -> bool:
        return not any(in_play(game, leader) for leader in self.leaders)


class OutOfTheGame(Condition):
    """A Leader has left the game for good."""

    def __init__(self, leader: int) -> None:
        self.leader = leader

    def holds(self, game: State, side: int) -> bool:
        return game.leader_at[self.leader] == OUT_OF_THE_GAME


class Branch(Step[State]):
    """If *condition* holds the parts of *then*, otherwise those of *otherwise*; `laid_out` puts both behind it."""

    def __init__(self, condition: Condition, then: list[Step[State]], otherwise: list[Step[State]]) -> None:
        super().__init__()
        self.condition = condition
        self.then = laid_out(then)
        self.otherwise = laid_out(otherwise)

    def apply(self, game: State, frame: int, slot: int) -> None:
        if not self.condition.holds(game, game.stack[frame + SEAT]):
            game.stack[frame + STEP] += len(self.then) + 1


class SkipParts(Step[State]):
    """Jump over the branch not taken."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.stack[frame + STEP] += self.count


def laid_out(parts: list[Step[State]]) -> list[Step[State]]:
    """Parts as the Steps of one Program, both ways of every Branch one behind the other."""
    steps: list[Step[State]] = []
    for part in parts:
        steps.append(part)
        if isinstance(part, Branch):
            steps.extend(part.then)
            steps.append(SkipParts(len(part.otherwise)))
            steps.extend(part.otherwise)
    return steps


class Part(Step[State]):
    """A part of a card: its first question may be passed, and takes Free Actions beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.interruptible = True


# --- moving and attacking


class Move(Part):
    """Move up to *count* different Legions that hold or stand in what *kind* says, or the Legion of *leaders*."""

    def __init__(self, count: int = 1, kind: int = 0, leaders: list[int] | None = None) -> None:
        super().__init__()
        self.count = count
        self.kind = kind
        self.leaders = leaders
        self.interruptible = False

    def apply(self, game: State, frame: int, slot: int) -> None:
        push_move(game, game.stack[frame + SEAT], self.count, self.kind, standing(game, self.leaders), 0)


def standing(game: State, leaders: list[int] | None) -> int:
    """The one of *leaders*, versions of one person, who stands on the board; NOBODY if none is named."""
    if leaders is None:
        return NOBODY
    for leader in leaders:
        if game.leader_at[leader] >= 0:
            return leader
    return leaders[0]


def this_legion(game: State, frame: int) -> int:
    """Where the Legion that the card speaks of is by now: moved, driven away by a worm, or as it was placed."""
    if game.stack[frame + RESULT] == MOVED and game.moved:
        return game.moved[0]
    return game.stack[frame + AREA]


MOVED: Final = 1  # RESULT of a card whose Legion has moved in the part before


class MoveThis(Step[State]):
    """This Legion moves; the moving part is what the card speaks of from then on. *again*: only if it just has."""

    def __init__(self, kind: int = 0, leaders: list[int] | None = None, again: bool = False) -> None:
        super().__init__()
        self.kind = kind
        self.leaders = leaders
        self.again = again

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        side = stack[frame + SEAT]
        if self.again and not (stack[frame + RESULT] == MOVED and game.moved):
            return
        leader = standing(game, self.leaders)
        area = game.leader_at[leader] if leader != NOBODY else this_legion(game, frame)
        if self.again and not game.rules.transport_adds_an_area:
            if area in game.flown:
                return  # Q-A10: the flight's two Areas are all
            game.flown.append(area)
        stack[frame + RESULT] = NONE
        game.moved.clear()
        if area < 0 or not legion_fits(game, side, area, self.kind, leader) or not destinations(game, side, area):
            return
        stack[frame + RESULT] = MOVED
        stack[frame + AREA] = area
        move = push_move(game, side, 1, self.kind, leader, THIS_LEGION)
        stack[move + AREA] = area


class AttackThis(Step[State]):
    """This Legion attacks, if it has something to attack; whether it does may be passed."""

    def __init__(self, flags: int = 0, kind: int = 0, leaders: list[int] | None = None) -> None:
        super().__init__()
        self.flags = flags
        self.kind = kind
        self.leaders = leaders
        self.interruptible = True

    def _area(self, game: State, frame: int) -> int:
        leader = standing(game, self.leaders)
        return game.leader_at[leader] if leader != NOBODY else this_legion(game, frame)

    def options(self, game: State, frame: int) -> list[int]:
        side, area = game.stack[frame + SEAT], self._area(game, frame)
        game.stack[frame + AREA] = area
        game.stack[frame + RESULT] = NONE
        game.moved.clear()
        if area < 0 or not legion_fits(game, side, area, self.kind, NOBODY) or not targets(game, side, area):
            return NO_SLOTS
        return [ACTION + (SURPRISE_ATTACK if self.flags & SURPRISE else ATTACK), PASS]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= ACTION:
            attack = push_attack(game, game.stack[frame + SEAT], 0, NOBODY, self.flags | MUST_ATTACK)
            game.stack[attack + AREA] = game.stack[frame + AREA]


class Attack(Step[State]):
    """Attack with any one Legion that holds what *kind* says."""

    def __init__(self, flags: int = 0, kind: int = 0) -> None:
        super().__init__()
        self.flags = flags
        self.kind = kind

    def apply(self, game: State, frame: int, slot: int) -> None:
        push_attack(game, game.stack[frame + SEAT], self.kind, NOBODY, self.flags)


class MoveOrAttack(Part):
    """One Legion moves OR attacks: any that fits, this one, or that of *leaders*."""

    def __init__(
        self, flags: int = 0, kind: int = 0, this: bool = False, leaders: list[int] | None = None, at: int = NONE
    ) -> None:
        super().__init__()
        self.flags = flags
        self.kind = kind
        self.this = this
        self.leaders = leaders
        self.at = at

    def _area(self, game: State, frame: int) -> int:
        """The Area of the one Legion meant; NONE where any will do, -2 where it is nowhere."""
        if self.at != NONE:
            return self.at
        if self.leaders is not None:
            area = game.leader_at[standing(game, self.leaders)]
            return area if area >= 0 else -2
        if self.this:
            area = this_legion(game, frame)
            return area if area >= 0 else -2
        return NONE

    def options(self, game: State, frame: int) -> list[int]:
        side, area = game.stack[frame + SEAT], self._area(game, frame)
        if self.this:
            game.stack[frame + AREA] = area
            game.stack[frame + RESULT] = NONE
        game.moved.clear()
        if area == NONE:
            moves = len(movers(game, side, self.kind, NOBODY)) > 0
            attacks = len(attackers(game, side, self.kind, NOBODY)) > 0
        else:
            leader = standing(game, self.leaders)  # he takes part in a move, and in an attack the Legion is whole
            moves = area >= 0 and legion_fits(game, side, area, self.kind, leader)
            moves = moves and len(destinations(game, side, area)) > 0
            attacks = area >= 0 and legion_fits(game, side, area, self.kind, NOBODY)
            attacks = attacks and len(targets(game, side, area)) > 0
        slots = [ACTION + MOVE] if moves else []
        if attacks:
            slots.append(ACTION + (SURPRISE_ATTACK if self.flags & SURPRISE else ATTACK))
        return [*slots, PASS] if slots else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot < ACTION:
            return
        side, area = game.stack[frame + SEAT], self._area(game, frame)
        if slot == ACTION + MOVE:
            pushed = push_move(game, side, 1, self.kind, standing(game, self.leaders), MUST)
        else:
            pushed = push_attack(game, side, self.kind, NOBODY, self.flags | MUST_ATTACK)
        if area != NONE:
            game.stack[pushed + AREA] = area


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
