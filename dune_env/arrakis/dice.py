"""Dice and blind draws as questions to CHANCE (chapters 4, 7, 13, 20, 25, 27, 29)."""

from __future__ import annotations

from math import factorial

from dune_env.arrakis.names import IN_DECK
from dune_env.arrakis.slots import (
    ACTION_ROLL_INDEX,
    ACTION_ROLLS,
    C_ACTION,
    C_CARD,
    C_COMBAT,
    C_PRESCIENCE,
    C_STATION,
    C_WORMSIGN,
    COMBAT_ROLL_INDEX,
    COMBAT_ROLLS,
)
from dune_env.arrakis.state import N_CARDS, State
from dune_env.engine.steps import NONE, Chance


def multinomial(counts: list[int], weights: list[int]) -> float:
    """The probability that dice with faces of these *weights* show *counts*."""
    ways = factorial(sum(counts))
    probability = 1.0
    total = sum(weights)
    for count, weight in zip(counts, weights, strict=True):
        ways //= factorial(count)
        probability *= (weight / total) ** count
    return ways * probability


class RollCombatDice(Chance[State]):
    """Roll the Combat dice that one register counts; another register keeps the roll, an index of COMBAT_ROLLS."""

    def __init__(self, dice_register: int, roll_register: int) -> None:
        super().__init__()
        self.dice_register = dice_register
        self.roll_register = roll_register

    def needed(self, game: State, frame: int) -> bool:
        return game.stack[frame + self.dice_register] > 0

    def draw(self, game: State, frame: int) -> int:
        hit, shield, _ = game.content.combat_faces
        total = sum(game.content.combat_faces)
        hits = shields = specials = 0
        for _ in range(game.stack[frame + self.dice_register]):
            face = game.rng.below(total)
            if face < hit:
                hits += 1
            elif face < hit + shield:
                shields += 1
            else:
                specials += 1
        return C_COMBAT + COMBAT_ROLL_INDEX[(hits * 7 + shields) * 7 + specials]

    def outcomes(self, game: State, frame: int) -> list[tuple[int, float]]:
        dice, faces = game.stack[frame + self.dice_register], game.content.combat_faces
        found = [(C_COMBAT + i, multinomial(roll, faces)) for i, roll in enumerate(COMBAT_ROLLS) if sum(roll) == dice]
        return [(slot, p) for slot, p in found if p > 0]

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.stack[frame + self.roll_register] = slot - C_COMBAT if slot != NONE else 0


def face_weights(game: State, side: int) -> list[int]:
    """How many faces of an Action die show each result."""
    return [game.content.action_faces[side].count(result) for result in range(5)]


def draw_action_roll(game: State, side: int, dice: int) -> int:
    """Roll *dice* Action dice of *side*; a chance slot."""
    faces = game.content.action_faces[side]
    code = 0
    for _ in range(dice):
        code += ROLL_CODE[faces[game.rng.below(6)]]
    return C_ACTION + ACTION_ROLL_INDEX[code]


ROLL_CODE: list[int] = [9**4, 9**3, 9**2, 9, 1]


def action_outcomes(game: State, side: int, dice: int) -> list[tuple[int, float]]:
    """Every way in which *dice* Action dice of *side* can fall."""
    weights = face_weights(game, side)
    found = [(C_ACTION + i, multinomial(roll, weights)) for i, roll in enumerate(ACTION_ROLLS) if sum(roll) == dice]
    return [(slot, p) for slot, p in found if p > 0]


def from_weights(base: int, weights: list[int]) -> list[tuple[int, float]]:
    """Outcomes base + index with probabilities in proportion to *weights*."""
    total = sum(weights)
    return [(base + i, weight / total) for i, weight in enumerate(weights) if weight]


def deck_weights(game: State, deck: int) -> list[int]:
    """Copies of each Planning card left in *deck*."""
    decks = game.content.card_deck
    kinds = len(decks)
    return [game.deck[kind] if kind < kinds and decks[kind] == deck else 0 for kind in range(N_CARDS)]


class DrawFromDeck(Chance[State]):
    """Draw the top card of the deck that a register names: any card left in it, all alike (R-13.1)."""

    def __init__(self, deck_register: int) -> None:
        super().__init__()
        self.deck_register = deck_register

    def needed(self, game: State, frame: int) -> bool:
        deck = game.stack[frame + self.deck_register]
        return deck != NONE and game.deck_left[deck] > 0

    def draw(self, game: State, frame: int) -> int:
        deck = game.stack[frame + self.deck_register]
        ticket = game.rng.below(game.deck_left[deck])
        decks = game.content.card_deck
        for kind in range(len(decks)):
            if decks[kind] == deck:
                ticket -= game.deck[kind]
                if ticket < 0:
                    return C_CARD + kind
        raise AssertionError("deck_left disagrees with deck")

    def outcomes(self, game: State, frame: int) -> list[tuple[int, float]]:
        return from_weights(C_CARD, deck_weights(game, game.stack[frame + self.deck_register]))


class DrawWormsign(Chance[State]):
    """Turn up one facedown Wormsign: any kind not seen since the last shuffle."""

    def draw(self, game: State, frame: int) -> int:
        return C_WORMSIGN + game.rng.weighted(game.signs_left)

    def outcomes(self, game: State, frame: int) -> list[tuple[int, float]]:
        return from_weights(C_WORMSIGN, game.signs_left)


class DrawStation(Chance[State]):
    """Turn up one Testing Station."""

    def draw(self, game: State, frame: int) -> int:
        return C_STATION + game.rng.weighted(game.stations_left)

    def outcomes(self, game: State, frame: int) -> list[tuple[int, float]]:
        return from_weights(C_STATION, game.stations_left)


class DrawPrescience(Chance[State]):
    """Turn up one card of the Prescience deck."""

    def needed(self, game: State, frame: int) -> bool:
        return IN_DECK in game.prescience_at

    def weights(self, game: State) -> list[int]:
        return [int(at == IN_DECK) for at in game.prescience_at]

    def draw(self, game: State, frame: int) -> int:
        return C_PRESCIENCE + game.rng.weighted(self.weights(game))

    def outcomes(self, game: State, frame: int) -> list[tuple[int, float]]:
        return from_weights(C_PRESCIENCE, self.weights(game))
