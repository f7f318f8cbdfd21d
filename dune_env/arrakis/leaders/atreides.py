"""The special Actions of the Atreides Leaders, in our words above each entry; Gurney Halleck has none (R-30.12)."""

from __future__ import annotations

from dune_env.arrakis.actions import action_slots, any_action, push_action
from dune_env.arrakis.attacks import SURPRISE
from dune_env.arrakis.cards.verbs import (
    AttackThis,
    DesertPower,
    Draw,
    MoveOrAttack,
    MoveThis,
    Part,
    PlayCard,
    Upgrade,
    special,
)
from dune_env.arrakis.deployment import DrawToken, PickSietchLeader, leader_slots
from dune_env.arrakis.leaders.entering import (
    ALIA,
    CHANI,
    LADY_JESSICA,
    PAUL_ATREIDES,
    PAUL_MUADDIB,
    PAULS,
    REVEREND_MOTHER_JESSICA,
    STILGAR,
)
from dune_env.arrakis.legions import settle
from dune_env.arrakis.movement import MUST, push_move
from dune_env.arrakis.movers import any_mover
from dune_env.arrakis.names import ATREIDES, ATREIDES_TOKENS, ELITE, HOUSE, HOUSE_ATREIDES, SPECIAL, TOKEN_IN_HAND
from dune_env.arrakis.pieces import figures, legion_areas, settlements, strength
from dune_env.arrakis.programs import AREA
from dune_env.arrakis.slots import ACTION, C_TOKEN, MOVE, PASS, PICK_AREA, PICK_LEADER, REPLACE
from dune_env.arrakis.special_actions import push_special, special_leaders
from dune_env.arrakis.state import E_DEPLOYED, State
from dune_env.arrakis.tokens import lay_token
from dune_env.engine.lists import replaced
from dune_env.engine.steps import NO_SLOTS, NONE, STEP, Step

# Move his Legion; then it moves 1 Area more OR makes a Surprise Attack. Paul takes part throughout.
special(PAUL_ATREIDES, MoveThis(leaders=PAULS), MoveOrAttack(SURPRISE, leaders=PAULS), needs_figure=True)

# His Legion moves AND makes a Surprise Attack.
special(PAUL_MUADDIB, MoveThis(leaders=PAULS), AttackThis(SURPRISE, leaders=PAULS), needs_figure=True)

# Draw 3 House Atreides cards.
special(LADY_JESSICA, Draw(3, HOUSE_ATREIDES))

# Draw 2 cards; play a card.
special(REVEREND_MOTHER_JESSICA, Draw(2), PlayCard())


class AsAnyResult(Part):
    """The die is used as any result: an Action, or another Leader's special one; to play a card it needs no result."""

    def possible(self, game: State, frame: int) -> bool:
        return any_action(game) or len(special_leaders(game, ATREIDES, HOUSE, ALIA)) > 0

    def options(self, game: State, frame: int) -> list[int]:
        slots = action_slots(game, ATREIDES, HOUSE)
        slots.extend([PICK_LEADER + x for x in special_leaders(game, ATREIDES, HOUSE, ALIA)])
        return [*slots, PASS] if slots else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= PICK_LEADER:
            push_special(game, ATREIDES, slot - PICK_LEADER)
        elif slot >= ACTION:
            push_action(game, ATREIDES, slot)


# Use the die as any result; a Desert Power Action.
special(ALIA, AsAnyResult(), DesertPower())


class DrawTokens(DrawToken):
    """Draw *count* Deployment tokens, as far as the supply goes; the Atreides look at them (R-8.6, R-3.13)."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count

    def needed(self, game: State, frame: int) -> bool:
        return len(tokens_in_hand(game)) < self.count and super().needed(game, frame)

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            game.token_at = replaced(game.token_at, slot - C_TOKEN, TOKEN_IN_HAND)
            game.stack[frame + STEP] -= 1


def tokens_in_hand(game: State) -> list[int]:
    """Deployment tokens that are drawn and not yet laid."""
    return [token for token in range(ATREIDES_TOKENS) if game.token_at[token] == TOKEN_IN_HAND]


class LayTokens(Step[State]):
    """On which Sietch they are deployed; without a token one with Units, for the Leader alone (Q-E5, Q-E6)."""

    def options(self, game: State, frame: int) -> list[int]:
        areas = settlements(game, ATREIDES)
        if not tokens_in_hand(game):
            if not leader_slots(game, ATREIDES):
                return NO_SLOTS
            areas = [area for area in areas if strength(game, ATREIDES, area)]
        return [PICK_AREA + area for area in areas]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == NONE:
            return
        area = slot - PICK_AREA
        game.stack[frame + AREA] = area
        for token in tokens_in_hand(game):
            lay_token(game, token, area)
            game.event(E_DEPLOYED, area)
        settle(game, ATREIDES, area)


# Deploy 2 random Deployment tokens and a Leader on one Sietch.
special(STILGAR, DrawTokens(2), LayTokens(), PickSietchLeader())

class MoveOrUpgrade(Part):
    """Move up to *moves* different Legions, OR go on with the Step that follows, which replaces Elite by Fedaykin."""

    def __init__(self, moves: int) -> None:
        super().__init__()
        self.moves = moves

    def options(self, game: State, frame: int) -> list[int]:
        slots = [ACTION + MOVE] if any_mover(game, ATREIDES, 0, NONE) else []
        elite = any(figures(game, ATREIDES, area, ELITE) for area in legion_areas(game, ATREIDES))
        if elite and game.figure_supply[ATREIDES * 4 + SPECIAL]:
            slots.append(ACTION + REPLACE)
        return [*slots, PASS] if slots else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != ACTION + REPLACE:
            game.stack[frame + STEP] += 1
        if slot == ACTION + MOVE:
            push_move(game, ATREIDES, self.moves, 0, NONE, MUST)


# Move 3 different Legions OR anywhere replace 2 Elite by 2 Fedaykin.
special(CHANI, MoveOrUpgrade(3), Upgrade(2, ELITE, SPECIAL))
