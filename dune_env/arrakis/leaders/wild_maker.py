"""The Wild Maker: a Sandworm with a card (R-30.13 to R-30.18), for which it is known to the core as a worm alone."""

from __future__ import annotations

from dune_env.arrakis.cards.verbs import Branch, Condition, Part, special
from dune_env.arrakis.leaders.entering import WILD_MAKER_CARD, enter_play
from dune_env.arrakis.names import ATREIDES, NO_WORM, SANDWORM, SPENT, WILD_MAKER
from dune_env.arrakis.pieces import in_play, is_desert, is_empty, strength, wild_maker_area, worms_on_board
from dune_env.arrakis.round import EXCHANGES
from dune_env.arrakis.slots import NO, PASS, PICK_AREA, YES
from dune_env.arrakis.state import E_WORM, N_AREAS, PROGRAMS, SIETCHES, WORMS, State
from dune_env.arrakis.worm_actions import attack_with_worm, move_worm, worm_moves, worm_targets
from dune_env.arrakis.worms import push_consequence
from dune_env.engine.lists import replaced
from dune_env.engine.steps import NO_SLOTS, Step


class WildMakerEnters(Step[State]):
    """Its card goes spent under Desert Power (R-30.13, R-30.15)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        enter_play(game, WILD_MAKER_CARD)
        game.leader_card = replaced(game.leader_card, WILD_MAKER_CARD, SPENT)


class PlaceWildMaker(Part):
    """Its figure, off the board, is placed in an empty Desert Area; v1.1 lets it enter in any (R-30.14, Q-A5)."""

    def __init__(self, enters: bool = False) -> None:
        super().__init__()
        self.enters = enters

    def options(self, game: State, frame: int) -> list[int]:
        if not in_play(game, WILD_MAKER_CARD) or wild_maker_area(game) >= 0:
            return NO_SLOTS
        only_empty = game.rules.wild_maker_enters_empty or not self.enters
        deserts = [area for area in range(N_AREAS) if is_desert(game, area)]
        areas = [area for area in deserts if is_empty(game, area) or (not only_empty and _open_to_worms(game, area))]
        return [*[PICK_AREA + area for area in areas], PASS] if areas else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= PICK_AREA:
            game.cells[WORMS + slot - PICK_AREA] = WILD_MAKER
            game.event(E_WORM, slot - PICK_AREA, WILD_MAKER)
            push_consequence(game, slot - PICK_AREA)


def _open_to_worms(game: State, area: int) -> bool:
    """No worm, no Sietch and no Atreides Legion in *area*."""
    return not (game.cells[WORMS + area] or game.cells[SIETCHES + area] or strength(game, ATREIDES, area))


class WildMakerMoves(Part):
    """It moves as a Sandworm does (R-28.2, R-28.3)."""

    def options(self, game: State, frame: int) -> list[int]:
        area = wild_maker_area(game)
        reach = worm_moves(game, area) if area >= 0 else []
        return [*[PICK_AREA + to for to in reach], PASS] if reach else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= PICK_AREA:
            move_worm(game, wild_maker_area(game), slot - PICK_AREA)


class WildMakerAttacks(Part):
    """It attacks with 6 dice and leaves the board, still in play (R-28.5, R-28.11, Q-M5)."""

    def options(self, game: State, frame: int) -> list[int]:
        area = wild_maker_area(game)
        reach = worm_targets(game, area) if area >= 0 else []
        return [*[PICK_AREA + to for to in reach], PASS] if reach else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot >= PICK_AREA:
            attack_with_worm(game, wild_maker_area(game), slot - PICK_AREA)


class OffTheBoard(Condition):
    def holds(self, game: State, side: int) -> bool:
        return wild_maker_area(game) < 0


# Figure off the board: place it in an empty Desert Area. Otherwise: it moves AND attacks.
special(WILD_MAKER_CARD, Branch(OffTheBoard(), [PlaceWildMaker()], [WildMakerMoves(), WildMakerAttacks()]))


class ExchangeWildMaker(Step[State]):
    """At the End of the Round a standard Sandworm off the board may take its place (R-30.17, Q-M6, Q-M10)."""

    def options(self, game: State, frame: int) -> list[int]:
        if wild_maker_area(game) < 0 or worms_on_board(game) >= game.content.sandworms:
            return NO_SLOTS
        return [YES, NO]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == YES:
            area = wild_maker_area(game)
            game.cells[WORMS + area] = NO_WORM
            game.cells[WORMS + area] = SANDWORM
            game.event(E_WORM, area, SANDWORM)
            game.note("wild_maker_exchanged")


EXCHANGE = PROGRAMS.add("exchange_wild_maker")
PROGRAMS.define(EXCHANGE, [ExchangeWildMaker()])
EXCHANGES.append(EXCHANGE)
