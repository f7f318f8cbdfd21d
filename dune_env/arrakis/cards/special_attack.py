"""Special attacks: Combat dice that a card rolls against a Legion, with no Legion of one's own that fights."""

from __future__ import annotations

from dune_env.arrakis.board import GROUND
from dune_env.arrakis.cards.verbs import Part
from dune_env.arrakis.casualties import push_casualties, wipe_out
from dune_env.arrakis.dice import RollCombatDice
from dune_env.arrakis.legions import settle
from dune_env.arrakis.names import ATREIDES, HARKONNEN
from dune_env.arrakis.pieces import legion_areas, strength
from dune_env.arrakis.programs import AREA, CLAIM_WINDOW, COUNT, HITS, ROLL, SIDE
from dune_env.arrakis.slots import COMBAT_ROLLS, PASS, PICK_AREA
from dune_env.arrakis.state import E_ATTACKED, E_ROLLED, PROGRAMS, State
from dune_env.arrakis.tokens import reveal_all_tokens
from dune_env.engine.steps import NO_SLOTS, NONE, SEAT, Step


def faces_that_count(roll: int) -> int:
    """Dice of a roll that show a Hit or a Special: what cards with dice of their own count."""
    hits, _, specials = COMBAT_ROLLS[roll]
    return hits + specials


def push_special_attack(game: State, side: int, area: int, dice: int) -> int:
    """Let *side* roll *dice* Combat dice against the enemy Legion of *area*; the Frame's base is returned."""
    frame = game.push(SPECIAL_ATTACK, side)
    stack = game.stack
    stack[frame + SIDE] = 1 - side
    stack[frame + AREA] = area
    stack[frame + COUNT] = dice
    return frame


class RevealAttacked(Step[State]):
    """Tokens in an attacked Area are turned up first (R-3.9, R-43.4), and a surplus goes at once (R-3.23)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        side, area = game.stack[frame + SIDE], game.stack[frame + AREA]
        game.event(E_ATTACKED, NONE, area)
        if reveal_all_tokens(game, side, area):
            settle(game, side, area)


class CountFaces(Step[State]):
    """Each face that counts is a Hit; the owner of the Legion absorbs them (R-21.2, R-21.3)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        side, area = stack[frame + SIDE], stack[frame + AREA]
        hits = stack[frame + HITS] = faces_that_count(stack[frame + ROLL])
        game.event(E_ROLLED, area, stack[frame + ROLL])
        game.note("special_attack")
        if not wipe_out(game, side, area, hits):
            push_casualties(game, side, area, hits)


class WindowAfter(Step[State]):
    """On the Harkonnen turn the Atreides may claim after it (R-25.4, Q-J25)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        if game.turn_side == HARKONNEN:
            game.push(CLAIM_WINDOW, ATREIDES)


SPECIAL_ATTACK = PROGRAMS.add("special_attack")
PROGRAMS.define(SPECIAL_ATTACK, [RevealAttacked(), RollCombatDice(COUNT, ROLL), CountFaces(), WindowAfter()])


class SpecialAttack(Part):
    """Pick an enemy Legion next to one of one's own, or wherever `targets` says, and roll *dice* against it."""

    def __init__(self, dice: int) -> None:
        super().__init__()
        self.dice = dice

    def targets(self, game: State, side: int, frame: int) -> list[int]:
        """Areas whose enemy Legion *side* may pick."""
        return [
            area
            for area in legion_areas(game, 1 - side)
            if any(strength(game, side, near) for near in GROUND[area])
        ]

    def options(self, game: State, frame: int) -> list[int]:
        areas = self.targets(game, game.stack[frame + SEAT], frame)
        return [*[PICK_AREA + area for area in areas], PASS] if areas else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= PICK_AREA:
            push_special_attack(game, game.stack[frame + SEAT], slot - PICK_AREA, self.dice)
