"""What a battle promises: the chance that the attacker destroys the defender, from dice alone.

A Legion is Units, extra Hits that it can take before it loses Units (Elites that become Regulars, Leaders) and Leaders
that turn Specials into Hits. Extra Hits are taken first. Cards, retreats and the Shields of Leaders are left out.
"""

from __future__ import annotations

from functools import cache
from typing import Final

MOST_DICE: Final = 6
MOST_EXTRA: Final = 8
MOST_LEADERS: Final = 3

# A Combat die shows a Hit on 3 faces, a Shield on 2 and a Special on 1.
FACES: Final = ((3 / 6, 1, 0, 0), (2 / 6, 0, 1, 0), (1 / 6, 0, 0, 1))


_known: dict[int, tuple[float, float, float]] = {}  # courses of battles, by all that they hang on in one int


@cache
def _rolls(dice: int) -> dict[tuple[int, int, int], float]:
    """Chances of every count of Hits, Shields and Specials."""
    rolls = {(0, 0, 0): 1.0}
    for _ in range(dice):
        more: dict[tuple[int, int, int], float] = {}
        for (hits, shields, specials), chance in rolls.items():
            for face, hit, shield, special in FACES:
                key = (hits + hit, shields + shield, specials + special)
                more[key] = more.get(key, 0.0) + chance * face
        rolls = more
    return rolls


@cache
def _exchange(
    dice: int, leaders: int, surprise: int, foe_dice: int, foe_leaders: int
) -> list[tuple[int, int, float]]:
    """Hits that one roll of both sides brings on the defender and on the attacker, Shields taken off, with chances."""
    ours: dict[tuple[int, int], float] = {}
    for (hits, shields, specials), chance in _rolls(dice).items():
        key = (hits + min(specials + surprise, leaders), shields)
        ours[key] = ours.get(key, 0.0) + chance
    theirs: dict[tuple[int, int], float] = {}
    for (hits, shields, specials), chance in _rolls(foe_dice).items():
        key = (hits + min(specials, foe_leaders), shields)
        theirs[key] = theirs.get(key, 0.0) + chance
    results: dict[tuple[int, int], float] = {}
    for (hits, shields), chance in ours.items():
        for (foe_hits, foe_shields), foe_chance in theirs.items():
            key = (max(0, hits - foe_shields), max(0, foe_hits - shields))
            results[key] = results.get(key, 0.0) + chance * foe_chance
    return [(hit, lost, chance) for (hit, lost), chance in results.items()]


def _fight(
    units: int,
    hits_left: int,
    leaders: int,
    foes: int,
    foe_hits: int,
    foe_leaders: int,
    rank: int,
    toll: int,
    first: int,
    topped: int,
) -> tuple[float, float, float]:
    """Chance of the attacker's victory, and the Hits that each side is expected to have left."""
    if foe_hits <= 0 or hits_left <= 0:
        return (float(foe_hits <= 0 < hits_left), float(max(0, hits_left)), float(max(0, foe_hits)))
    key = ((units * 32 + hits_left) * 4 + leaders) * 4096 + (foes * 32 + foe_hits) * 4 + foe_leaders
    key = ((key * 16 + rank) * 2 + toll) * 4 + 2 * first + topped
    if key in _known:
        return _known[key]
    dice = MOST_DICE if topped else min(MOST_DICE, min(units, hits_left))
    foe_dice = min(MOST_DICE, min(foes, foe_hits) + rank)
    won = left = foe_left = stays = 0.0
    for hit, lost, weight in _exchange(dice, leaders, first, foe_dice, foe_leaders):
        after, foe_after = hits_left - lost, foe_hits - hit
        if after > 0 and foe_after > 0:
            after -= toll
        if after == hits_left and foe_after == foe_hits and not first:
            stays += weight
            continue
        result = _fight(units, after, leaders, foes, foe_after, foe_leaders, rank, toll, 0, topped)
        won += weight * result[0]
        left += weight * result[1]
        foe_left += weight * result[2]
    scale = 1.0 / (1.0 - stays)
    _known[key] = (won * scale, left * scale, foe_left * scale)
    return _known[key]


Force = tuple[int, int, int]  # Units, extra Hits, Leaders


def packed(force: Force) -> int:
    """*force* as one int, different for different Legions."""
    return (force[0] * 64 + force[1]) * 64 + force[2]


def fight(
    attacker: Force, defender: Force, rank: int = 0, toll: bool = False, surprise: bool = False, topped: bool = False
) -> tuple[float, float, float]:
    """Chance that *attacker* wins, and the Hits that attacker and defender have left on average.

    Args:
        rank: dice that a settlement adds to the defence (R-19.9).
        toll: the attacker takes a Hit to continue (R-22.1).
        topped: the attacker has cards enough to roll six dice in every round (R-42.1).
        surprise: the attacker has one Special more in the first round (R-19.13).
    """
    units, extra, leaders = attacker
    foes, foe_extra, foe_leaders = defender
    if foes == 0:
        return (float(units > 0), float(units + extra), 0.0)
    if units == 0:
        return (0.0, 0.0, float(foes + foe_extra))
    extra, foe_extra = min(extra, MOST_EXTRA), min(foe_extra, MOST_EXTRA)
    return _fight(
        units,
        units + extra,
        min(leaders, MOST_LEADERS),
        foes,
        foes + foe_extra,
        min(foe_leaders, MOST_LEADERS),
        rank,
        int(toll),
        int(surprise),
        int(topped),
    )
