"""Attacks and battles: declaration, dice, casualties, continue or cease, retreat, advance (chapters 19-23)."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.casualties import generic_slot, push_casualties, wipe_out
from dune_env.arrakis.dice import DrawStation, RollCombatDice
from dune_env.arrakis.movement import (
    arrive,
    flight_zones,
    legion_fits,
    needs_flight,
    targets,
)
from dune_env.arrakis.names import ATREIDES, GENERIC, HARKONNEN, LANDSRAAD, SPECIAL
from dune_env.arrakis.pieces import (
    WON_AS_ATTACKER,
    figures,
    is_empty,
    is_settlement,
    legion_areas,
    move_whole_legion,
    named_leaders,
    reveal_all_tokens,
    settle,
    strength,
)
from dune_env.arrakis.planning import discard_from_hand, hand_kinds
from dune_env.arrakis.programs import (
    AREA,
    ATTACK,
    BATTLE,
    CARDS,
    CLAIM_WINDOW,
    COUNT,
    FLAGS,
    HITS,
    KIND,
    LEADER,
    ORDER,
    OTHER_CARDS,
    OTHER_HITS,
    OTHER_ROLL,
    PICKED,
    PICKED_LEADERS,
    RESULT,
    RETREAT,
    ROLL,
    ROUND_REGISTER,
    SIDE,
    TAKE_STATION,
    TO_AREA,
    ZONE,
)
from dune_env.arrakis.slots import (
    C_STATION,
    CARD,
    COMBAT_ROLLS,
    DONE,
    NO,
    PASS,
    PICK_AREA,
    PICK_LEADER,
    PICK_ZONE,
    YES,
)
from dune_env.arrakis.state import (
    E_ADVANCED,
    E_ATTACKED,
    E_RETREATED,
    E_REVEALED,
    E_ROLLED,
    PROGRAMS,
    SIETCHES,
    STATIONS,
    TOWNS,
    State,
)
from dune_env.arrakis.victory import lose_settlement, score_station
from dune_env.arrakis.worms import retreat_areas
from dune_env.engine.steps import NO_SLOTS, NONE, STEP, Step

MOST_DICE: Final = 6
FEWER_DICE: Final = 4

# Flags of an attack and its battle.
SURPRISE: Final = 1
MUST_ATTACK: Final = 2  # the turn option was chosen for it
BONUS_DIE: Final = 4  # the attacker rolls one die more in each round
FEWER_DEFENDER_DICE: Final = 8  # the defender rolls at most 4 in the first round
FREE_CONTINUE: Final = 16  # continuing costs no Hit
WON_UNOPPOSED: Final = 32


# --- declaring an attack


def push_attack(game: State, side: int, kind: int, leader: int, flags: int) -> int:
    """Let *side* attack with a Legion that fits; the Frame's base is returned."""
    game.moved.clear()
    frame = game.push(ATTACK, side)
    stack = game.stack
    stack[frame + SIDE] = side
    stack[frame + KIND] = kind
    stack[frame + LEADER] = leader
    stack[frame + FLAGS] = flags
    return frame


def attackers(game: State, side: int, kind: int, leader: int) -> list[int]:
    """Areas whose Legion fits and has something to attack."""
    return [
        area
        for area in legion_areas(game, side)
        if legion_fits(game, side, area, kind, leader) and targets(game, side, area)
    ]


class PickAttacker(Step[State]):
    """Which Legion attacks, whole (R-19.3)."""

    def __init__(self) -> None:
        super().__init__()
        self.interruptible = True

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + AREA] != NONE:
            return NO_SLOTS
        slots = [
            PICK_AREA + area
            for area in attackers(game, stack[frame + SIDE], stack[frame + KIND], stack[frame + LEADER])
        ]
        if slots and not stack[frame + FLAGS] & MUST_ATTACK:
            slots.append(PASS)
        return slots

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= PICK_AREA:
            game.stack[frame + AREA] = slot - PICK_AREA


class PickTarget(Step[State]):
    """Which enemy Legion or settlement is attacked (R-19.2)."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + AREA] == NONE or stack[frame + TO_AREA] != NONE:
            return NO_SLOTS
        return [PICK_AREA + to for to in targets(game, stack[frame + SIDE], stack[frame + AREA])]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= PICK_AREA:
            game.stack[frame + TO_AREA] = slot - PICK_AREA


class PickAttackFlight(Step[State]):
    """Which Ornithopter carries the attack where the ground does not lead; it is spent at once (R-18.1, Q-I14)."""

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + TO_AREA] == NONE or stack[frame + ZONE] != NONE:
            return NO_SLOTS
        if not needs_flight(stack[frame + SIDE], stack[frame + AREA], stack[frame + TO_AREA]):
            return NO_SLOTS
        return [PICK_ZONE + zone for zone in flight_zones(game, stack[frame + AREA])]

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        area, to = stack[frame + AREA], stack[frame + TO_AREA]
        if to == NONE:
            return
        zone = slot - PICK_ZONE if slot != NONE else stack[frame + ZONE]
        if zone != NONE:
            game.zones[zone] = 0
            game.flown.append(area)
            game.note("transport_attack")
        push_battle(game, stack[frame + SIDE], area, to, stack[frame + FLAGS])


PROGRAMS.define(ATTACK, [PickAttacker(), PickTarget(), PickAttackFlight()])


def push_battle(game: State, side: int, area: int, to: int, flags: int) -> int:
    """Begin the battle of the Legion in *area* against what stands in *to*; the Frame's base is returned."""
    frame = game.push(BATTLE, side)
    stack = game.stack
    stack[frame + SIDE] = side
    stack[frame + AREA] = area
    stack[frame + TO_AREA] = to
    stack[frame + FLAGS] = flags
    stack[frame + ROUND_REGISTER] = 1
    return frame


# --- the battle


class Declare(Step[State]):
    """Flip an unrevealed Sietch, then all Deployment tokens of both sides (R-19.5, R-19.6)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        side, area, to = stack[frame + SIDE], stack[frame + AREA], stack[frame + TO_AREA]
        game.event(E_ATTACKED, area, to)
        if side == HARKONNEN and game.cells[SIETCHES + to]:
            reveal_sietch(game, to)
        if not strength(game, 1 - side, to):
            stack[frame + FLAGS] |= WON_UNOPPOSED
        reveal_all_tokens(game, 1 - side, to)
        reveal_all_tokens(game, side, area)
        settle(game, 1 - side, to)
        settle(game, side, area)


def reveal_sietch(game: State, area: int) -> None:
    """Turn the Sietch of *area* faceup; it stays so (R-2.19)."""
    sietch = game.cells[SIETCHES + area] - 1
    if not game.sietch_up[sietch]:
        game.sietch_up[sietch] = 1
        game.event(E_REVEALED, area, game.sietch_rank[sietch])


class ClaimWindow(Step[State]):
    """A window on the Harkonnen turn in which the Atreides may claim (R-25.4, Q-J25)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        if game.turn_side == HARKONNEN:
            game.push(CLAIM_WINDOW, ATREIDES)


def in_battle(game: State, frame: int) -> bool:
    """Whether both Legions still stand."""
    stack = game.stack
    side = stack[frame + SIDE]
    return strength(game, side, stack[frame + AREA]) > 0 and strength(game, 1 - side, stack[frame + TO_AREA]) > 0


def settlement_rank(game: State, side: int, area: int) -> int:
    """The rank of the settlement that *side* holds in *area*, 0 without one (R-19.9)."""
    if side == HARKONNEN:
        return game.cells[TOWNS + area]
    sietch = game.cells[SIETCHES + area]
    return game.sietch_rank[sietch - 1] if sietch else 0


def attacker_dice(game: State, frame: int) -> int:
    """Dice of the attacker: Units and cards, at most 6 (R-19.8, R-19.11)."""
    stack = game.stack
    units = strength(game, stack[frame + SIDE], stack[frame + AREA])
    bonus = 1 if stack[frame + FLAGS] & BONUS_DIE else 0
    return min(MOST_DICE, units + stack[frame + CARDS] + bonus)


def defender_dice(game: State, frame: int) -> int:
    """Dice of the defender: Units, cards and the rank of a settlement, at most 6 (R-19.8, R-19.9, R-19.11)."""
    stack = game.stack
    side, to = 1 - stack[frame + SIDE], stack[frame + TO_AREA]
    dice = strength(game, side, to) + stack[frame + OTHER_CARDS] + settlement_rank(game, side, to)
    fewer = stack[frame + FLAGS] & FEWER_DEFENDER_DICE and stack[frame + ROUND_REGISTER] == 1
    return min(FEWER_DICE if fewer else MOST_DICE, dice)


class BeginRound(Step[State]):
    """Reset what counts for one round only."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        stack[frame + CARDS] = 0
        stack[frame + OTHER_CARDS] = 0
        if game.solo and game.ceases(frame):
            game.note("cease")
            stack[frame + RESULT] = 0
            stack[frame + STEP] = BATTLE_STEPS.index("DecideWinner")


class DiscardForDice(Step[State]):
    """Discard Planning cards, +1 die each for this round, attacker first (R-19.7)."""

    def __init__(self, attacker: bool) -> None:
        super().__init__()
        self.attacker = attacker
        self.interruptible = True
        self.name = "DiscardForDice" if attacker else "DefenderDiscardForDice"

    def seat(self, game: State, frame: int) -> int:
        side = game.stack[frame + SIDE]
        return side if self.attacker else 1 - side

    def options(self, game: State, frame: int) -> list[int]:
        side = self.seat(game, frame)
        if not in_battle(game, frame) or (side == HARKONNEN and (game.solo or game.bans[LANDSRAAD])):
            return NO_SLOTS
        if self._capped(game, frame):
            return NO_SLOTS
        kinds = hand_kinds(game, side)
        return [DONE, *[CARD + kind for kind in kinds]] if kinds else NO_SLOTS

    def _most(self, game: State, frame: int) -> int:
        fewer = not self.attacker and game.stack[frame + FLAGS] & FEWER_DEFENDER_DICE
        return FEWER_DICE if fewer and game.stack[frame + ROUND_REGISTER] == 1 else MOST_DICE

    def _capped(self, game: State, frame: int) -> bool:
        dice = attacker_dice(game, frame) if self.attacker else defender_dice(game, frame)
        return dice >= self._most(game, frame)

    def apply(self, game: State, frame: int, slot: int) -> None:
        register = CARDS if self.attacker else OTHER_CARDS
        if slot >= CARD:
            discard_from_hand(game, slot - CARD)
            game.stack[frame + register] += 1
            game.stack[frame + STEP] -= 1
        elif slot == NONE and self.seat(game, frame) == HARKONNEN and in_battle(game, frame):
            dice = attacker_dice(game, frame) if self.attacker else defender_dice(game, frame)
            game.stack[frame + register] += game.mahdi_discards(self._most(game, frame) - dice)


class CountDice(Step[State]):
    """Fix how many dice each side rolls."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        fighting = in_battle(game, frame)
        stack[frame + COUNT] = attacker_dice(game, frame) if fighting else 0
        stack[frame + KIND] = defender_dice(game, frame) if fighting else 0


class TallyRolls(Step[State]):
    """Count Hits, then let Leaders use Specials; a Surprise Attack adds one Special in round 1 (R-19.13, R-20.1-3)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        roll, other = COMBAT_ROLLS[stack[frame + ROLL]], COMBAT_ROLLS[stack[frame + OTHER_ROLL]]
        game.event(E_ROLLED, stack[frame + AREA], stack[frame + ROLL])
        game.event(E_ROLLED, stack[frame + TO_AREA], stack[frame + OTHER_ROLL])
        surprise = 1 if stack[frame + FLAGS] & SURPRISE and stack[frame + ROUND_REGISTER] == 1 else 0
        # HITS and OTHER_HITS pack Hits, Shields and Specials still to be used.
        stack[frame + HITS] = pack(roll[0], roll[1], roll[2] + surprise)
        stack[frame + OTHER_HITS] = pack(other[0], other[1], other[2])
        stack[frame + ORDER] = 0
        stack[frame + PICKED_LEADERS] = 0
        stack[frame + PICKED + GENERIC] = 0


def pack(hits: int, shields: int, specials: int) -> int:
    return (hits << 16) + (shields << 8) + specials  # a sum, so that packs can be added and specials taken away


def packed_hits(packed: int) -> int:
    return packed >> 16


def packed_shields(packed: int) -> int:
    return packed >> 8 & 255


def packed_specials(packed: int) -> int:
    return packed & 255


class UseSpecials(Step[State]):
    """Each Leader may turn one Special into what its card prints; with too few Specials the owner picks (R-20.4-9)."""

    def __init__(self, attacker: bool) -> None:
        super().__init__()
        self.attacker = attacker
        self.name = "UseSpecials" if attacker else "DefenderUseSpecials"

    def seat(self, game: State, frame: int) -> int:
        side = game.stack[frame + SIDE]
        return side if self.attacker else 1 - side

    def _unused(self, game: State, frame: int) -> tuple[int, list[int]]:
        """Generic and Named Leaders of this side that have not used a Special in this round."""
        stack = game.stack
        side = self.seat(game, frame)
        area = stack[frame + (AREA if self.attacker else TO_AREA)]
        generic = figures(game, side, area, GENERIC) - stack[frame + PICKED + GENERIC]
        named = [x for x in named_leaders(game, side, area) if not stack[frame + PICKED_LEADERS] >> x & 1]
        return generic, named

    def options(self, game: State, frame: int) -> list[int]:
        if not in_battle(game, frame):
            return NO_SLOTS
        specials = packed_specials(game.stack[frame + (HITS if self.attacker else OTHER_HITS)])
        generic, named = self._unused(game, frame)
        if specials == 0 or generic + len(named) <= specials:
            return NO_SLOTS
        slots = [PICK_LEADER + x for x in named]
        return [generic_slot(self.seat(game, frame)), *slots] if generic else slots

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if not in_battle(game, frame):
            return
        register = HITS if self.attacker else OTHER_HITS
        if slot != NONE:
            if slot >= PICK_LEADER:
                self._use(game, frame, register, slot - PICK_LEADER)
                stack[frame + PICKED_LEADERS] |= 1 << (slot - PICK_LEADER)
            else:
                self._use(game, frame, register, NONE)
                stack[frame + PICKED + GENERIC] += 1
            stack[frame + STEP] -= 1
            return
        generic, named = self._unused(game, frame)
        if packed_specials(stack[frame + register]):
            for _ in range(generic):
                self._use(game, frame, register, NONE)
            for leader in named:
                self._use(game, frame, register, leader)
        stack[frame + PICKED_LEADERS] = 0
        stack[frame + PICKED + GENERIC] = 0

    def _use(self, game: State, frame: int, register: int, leader: int) -> None:
        strip = game.content.leader_strip[leader] if leader != NONE else GENERIC_STRIP
        game.stack[frame + register] += pack(strip[0], strip[1], -1)


GENERIC_STRIP: Final = [1, 0]


class CountHits(Step[State]):
    """Special Elites cancel Shields; what is left of the Hits falls on both sides, attacker first (R-20.10, R-21.1)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if not in_battle(game, frame):
            return
        side, area, to = stack[frame + SIDE], stack[frame + AREA], stack[frame + TO_AREA]
        mine, theirs = stack[frame + HITS], stack[frame + OTHER_HITS]
        my_shields = max(0, packed_shields(mine) - figures(game, 1 - side, to, SPECIAL))
        their_shields = max(0, packed_shields(theirs) - figures(game, side, area, SPECIAL))
        on_me = max(0, packed_hits(theirs) - my_shields)
        on_them = max(0, packed_hits(mine) - their_shields)
        stack[frame + HITS] = on_me
        stack[frame + OTHER_HITS] = on_them
        wiped = wipe_out(game, 1 - side, to, on_them)
        if not wipe_out(game, side, area, on_me):
            if not wiped:
                push_casualties(game, 1 - side, to, on_them)
            push_casualties(game, side, area, on_me)
        elif not wiped:
            push_casualties(game, 1 - side, to, on_them)


class Continue(Step[State]):
    """The attacker goes on, at the price of a Hit against a settlement, or ceases (R-22.1 to R-22.5)."""

    def __init__(self) -> None:
        super().__init__()
        self.interruptible = True

    def options(self, game: State, frame: int) -> list[int]:
        return [YES, NO] if in_battle(game, frame) else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        side, to = stack[frame + SIDE], stack[frame + TO_AREA]
        stack[frame + RESULT] = int(slot == YES)
        if slot != YES:
            if slot == NO:
                game.note("cease")
            return
        free = stack[frame + FLAGS] & FREE_CONTINUE or (game.solo and side == HARKONNEN)
        if is_settlement(game, 1 - side, to) and not free:
            push_casualties(game, side, stack[frame + AREA], 1)


class DefenderRetreat(Step[State]):
    """If the attacker continues the defender may retreat, whole (R-22.6, R-22.10, Q-J15)."""

    def __init__(self) -> None:
        super().__init__()
        self.interruptible = True

    def seat(self, game: State, frame: int) -> int:
        return 1 - game.stack[frame + SIDE]

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + RESULT] != 1 or not in_battle(game, frame):
            return NO_SLOTS
        side = 1 - stack[frame + SIDE]
        return [NO, YES] if retreat_areas(game, side, stack[frame + TO_AREA]) else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot == YES:
            retreat = game.push(RETREAT, 1 - stack[frame + SIDE])
            game.stack[retreat + AREA] = stack[frame + TO_AREA]
            game.stack[retreat + SIDE] = 1 - stack[frame + SIDE]


class NextRound(Step[State]):
    """Another round while both stand and the attacker continues."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if stack[frame + RESULT] == 1 and in_battle(game, frame):
            stack[frame + ROUND_REGISTER] += 1
            stack[frame + STEP] = BATTLE_STEPS.index("BeginRound")


class DecideWinner(Step[State]):
    """The attacker wins if the defender is gone while it survives (R-22.12 to R-22.14)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        side, area, to = stack[frame + SIDE], stack[frame + AREA], stack[frame + TO_AREA]
        won = strength(game, side, area) > 0 and strength(game, 1 - side, to) == 0
        stack[frame + RESULT] = int(won)
        if won and side == ATREIDES and not stack[frame + FLAGS] & WON_UNOPPOSED:
            game.just_happened |= WON_AS_ATTACKER
        game.note("attacker_won" if won else "attacker_repelled")


class AdvanceOrStay(Step[State]):
    """The winner may move in with everything, or stay (R-23.1, R-23.2)."""

    def __init__(self) -> None:
        super().__init__()
        self.interruptible = True

    def options(self, game: State, frame: int) -> list[int]:
        if game.stack[frame + RESULT] != 1 or not game.rules.advance_is_optional:
            return NO_SLOTS
        return [YES, NO]

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if stack[frame + RESULT] == 1 and slot != NO:
            advance(game, stack[frame + SIDE], stack[frame + AREA], stack[frame + TO_AREA])


def advance(game: State, side: int, area: int, to: int) -> None:
    """Move the winner into the attacked Area: settlement first, then Harvester or Station, then Wormsign (Q-J28)."""
    left_settlement = is_settlement(game, side, area)
    move_whole_legion(game, side, area, to)
    game.event(E_ADVANCED, area, to)
    game.note("advance")
    if left_settlement:
        game.left_settlement(side, area)
    arrive(game, side, to)
    if is_settlement(game, 1 - side, to):
        lose_settlement(game, 1 - side, to)


_BATTLE: Final[list[Step[State]]] = [
    Declare(),
    ClaimWindow(),
    BeginRound(),
    DiscardForDice(True),
    DiscardForDice(False),
    CountDice(),
    RollCombatDice(COUNT, ROLL),
    RollCombatDice(KIND, OTHER_ROLL),
    TallyRolls(),
    UseSpecials(True),
    UseSpecials(False),
    CountHits(),
    ClaimWindow(),
    Continue(),
    DefenderRetreat(),
    NextRound(),
    DecideWinner(),
    AdvanceOrStay(),
]
BATTLE_STEPS: Final[list[str]] = [step.name for step in _BATTLE]
PROGRAMS.define(BATTLE, _BATTLE)


# --- retreat and Stations


class PickRetreat(Step[State]):
    """The opponent puts the retreating Legion into an adjacent free Area; in solo the Atreides choose, empty first."""

    def seat(self, game: State, frame: int) -> int:
        side = game.stack[frame + SIDE]
        return side if game.solo else 1 - side

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        areas = retreat_areas(game, stack[frame + SIDE], stack[frame + AREA])
        if game.solo:
            empty = [area for area in areas if is_empty(game, area)]
            areas = empty or areas
        return [PICK_AREA + area for area in areas]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == NONE:
            return
        stack = game.stack
        side, area, to = stack[frame + SIDE], stack[frame + AREA], slot - PICK_AREA
        left_settlement = is_settlement(game, side, area)
        move_whole_legion(game, side, area, to)
        game.event(E_RETREATED, area, to)
        game.note("retreat")
        arrive(game, side, to, game.rules.retreat_takes_station)
        if left_settlement:
            game.left_settlement(side, area)


PROGRAMS.define(RETREAT, [PickRetreat()])


class RevealStation(DrawStation):
    """The Atreides take the Station: it is revealed and its marker advances one step (R-29.1, R-29.2)."""

    def needed(self, game: State, frame: int) -> bool:
        return game.cells[STATIONS + game.stack[frame + AREA]] > 0

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == NONE:
            return
        marker = slot - C_STATION
        game.cells[STATIONS + game.stack[frame + AREA]] = 0
        game.stations_left[marker] -= 1
        game.note("station")
        score_station(game, marker)


PROGRAMS.define(TAKE_STATION, [RevealStation()])
