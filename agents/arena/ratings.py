"""Ratings of a round-robin, by openskill's Plackett-Luce model.

The sides are not alike, so an agent has a rating for each side that it plays. Games are rated in the order of seeds,
pairing by pairing, and a game that was broken off counts as drawn.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Pairing:
    """Games of an Atreides agent against a Harkonnen agent: by seed 1 if the Atreides won, -1 if they lost, else 0."""

    atreides: str
    harkonnen: str
    outcomes: list[int]


def ratings(pairings: list[Pairing]) -> dict[tuple[str, str], tuple[float, float]]:
    """Mean and spread of each (side, agent)'s rating; 25 and 8.33 to begin with."""
    from openskill.models import PlackettLuce, PlackettLuceRating  # only a round-robin needs it

    model = PlackettLuce()
    players: dict[tuple[str, str], PlackettLuceRating] = {}
    for pairing in pairings:
        for key in (("atreides", pairing.atreides), ("harkonnen", pairing.harkonnen)):
            players.setdefault(key, model.rating(name=" ".join(key)))
    for at in range(max((len(p.outcomes) for p in pairings), default=0)):
        for pairing in pairings:
            if at < len(pairing.outcomes):
                ours, theirs = ("atreides", pairing.atreides), ("harkonnen", pairing.harkonnen)
                score = [float(pairing.outcomes[at]), -float(pairing.outcomes[at])]
                rated = model.rate([[players[ours]], [players[theirs]]], scores=score)
                players[ours], players[theirs] = rated[0][0], rated[1][0]
    return {key: (player.mu, player.sigma) for key, player in players.items()}
