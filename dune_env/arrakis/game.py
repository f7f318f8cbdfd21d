"""The game as the outside sees it: options, pick, copy, save, replay, views."""

from __future__ import annotations

import json
import operator

# Each of these defines its Programs.
from dune_env.arrakis import battle, hazards, round, setup, spice, stations, turns, vehicles  # noqa: F401
from dune_env.arrakis.cards import corrino_ally, fremen_ally, house_atreides, house_harkonnen, prescience  # noqa: F401
from dune_env.arrakis.content import load_content
from dune_env.arrakis.digest import position_digest
from dune_env.arrakis.free_actions import free_slots, own_question_answered, take_free_slot
from dune_env.arrakis.lasting_effects import bound_dice
from dune_env.arrakis.leaders import atreides, harkonnen, wild_maker  # noqa: F401
from dune_env.arrakis.mahdi import cards_corrino, cards_harkonnen, combat, leaders, special  # noqa: F401
from dune_env.arrakis.mahdi import round as mahdi_round  # noqa: F401
from dune_env.arrakis.mahdi import spice as mahdi_spice  # noqa: F401
from dune_env.arrakis.mahdi import turn as mahdi_turn  # noqa: F401
from dune_env.arrakis.names import ATREIDES, HARKONNEN, SEAT_NAMES
from dune_env.arrakis.programs import GAME
from dune_env.arrakis.resample import draw_hidden
from dune_env.arrakis.ruleset import ConfigError, GameConfig
from dune_env.arrakis.saving import SaveError, check_seal, config_from_data, fill, sealed, to_data
from dune_env.arrakis.sight import view_of
from dune_env.arrakis.slots import CHANCE_SLOTS, SLOTS
from dune_env.arrakis.state import PROGRAMS, State
from dune_env.arrakis.view import InfoSet, View
from dune_env.engine.chance import Generator
from dune_env.engine.slots import SlotSpace
from dune_env.engine.steps import CHANCE, NONE, IllegalSlot

MOST_DRAWS = 10_000


class Game(State):
    """One game of Dune: War for Arrakis.

    `seat_to_act` is ATREIDES or HARKONNEN (CHANCE under explicit chance), -1 when the game is over.
    """

    def options(self) -> list[int]:
        """The slots that the seat to act may pick; empty when the game is over."""
        return self.asked[:]

    def pick(self, slot: object) -> None:
        """Answer the question asked with a slot, any kind of int; IllegalSlot leaves the game as it was."""
        answer = plain_int(slot)
        if answer not in self.asked:
            raise IllegalSlot(self._illegal(slot))
        PROGRAMS.answer(self, answer)

    def _illegal(self, slot: object) -> str:
        if self.over:
            return f"the game is over: slot {slot!r} answers no question"
        names = self.answer_space()
        at = plain_int(slot)
        name = names.name(at) if 0 <= at < names.size else "no slot"
        return (
            f"illegal slot {slot!r} ({name}): {self.asked_name()} is asked {self.question()}, "
            f"{len(self.asked)} slots are legal"
        )

    def asked_name(self) -> str:
        """Who is asked: `atreides`, `harkonnen`, `chance`, or `nobody` when the game is over."""
        if self.seat_to_act == CHANCE:
            return "chance"
        return SEAT_NAMES[self.seat_to_act] if self.seat_to_act >= 0 else "nobody"

    # --- chance, where it is handed out (`explicit_chance`)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may answer now, each slot with its probability; IllegalSlot if it is not chance that is asked."""
        if self.seat_to_act != CHANCE:
            raise IllegalSlot(f"chance is not asked: {self.asked_name()} is asked {self.question()}")
        return PROGRAMS.outcomes(self)

    def answer_space(self) -> SlotSpace:
        """The slots that answer the question asked: `CHANCE_SLOTS` for a die or draw, `SLOTS` for all else.

        A tie of Mahdi's that chance settles is answered with the slots of a player.
        """
        return CHANCE_SLOTS if PROGRAMS.asks_chance_step(self) else SLOTS

    def slot_name(self, slot: int) -> str:
        """The name of *slot* as an answer to the question asked; IllegalSlot if there is no such slot."""
        names = self.answer_space()
        if not 0 <= slot < names.size:
            raise IllegalSlot(f"no slot {slot}: takes 0 to {names.size - 1}")
        return names.name(slot)

    def slot_called(self, name: str) -> int:
        """The slot called *name* as an answer to the question asked; IllegalSlot if there is no such slot."""
        names = self.answer_space()
        if name not in names.slots:
            raise IllegalSlot(f"no slot is called {name!r} where {self.asked_name()} is asked {self.question()}")
        return names.slots[name]

    # --- copies

    def question(self) -> str:
        """The question asked, as `program.step`."""
        return PROGRAMS.describe(self.stack)

    def returns(self) -> list[float]:
        """+1 for the winner and -1 for the loser by seat, 0 while undecided."""
        if self.winner == ATREIDES:
            return [1.0, -1.0]
        return [-1.0, 1.0] if self.winner == HARKONNEN else [0.0, 0.0]

    def copy(self, explicit_chance: bool | None = None, history: bool = True) -> Game:
        """An independent game in the same position, generator included.

        Args:
            explicit_chance: whether the copy hands dice and draws out; as this game does where left out. A copy that
                does otherwise begins a history of its own, since no seed leads to where it goes.
            history: without it the copy begins one of its own: searches that copy late in a game save its length.
        """
        twin = Game(self.config, self.content, self)
        if explicit_chance is None or explicit_chance == self.explicit_chance:
            if history:
                twin.share_history(self)
        else:
            twin.explicit_chance = explicit_chance
            if twin.seat_to_act == CHANCE:
                PROGRAMS.advance(twin)
        return twin

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        twin = self.copy()
        memo[id(self)] = twin
        return twin

    def __reduce__(self) -> tuple[object, ...]:
        return from_json, (self.to_json(),)  # as JSON, so that a pickle does not depend on how the rules are compiled

    def to_json(self) -> str:
        """The whole game, hidden facts included, as JSON."""
        return sealed(to_data(self))

    # --- what a seat may know

    def view(self, seat: int) -> View:
        """What *seat* may know of the position; independent of the game from then on."""
        return view_of(self, seat)

    def info_set(self, seat: int) -> InfoSet:
        """What an agent gets to decide on for *seat*: its view and its slots, never the game."""
        return InfoSet(view_of(self, seat))

    def resample(self, seat: int, seed: int) -> Game:
        """A game that looks the same to *seat*; what is hidden from it, and all dice to come, are drawn from *seed*."""
        return game_from_view(view_of(self, seat), seed)

    def digest(self) -> str:
        """A fingerprint of the position, the same in every process."""
        return position_digest(self)

    # --- what the engine asks of a game

    def extra_slots(self, seat: int) -> list[int]:
        return free_slots(self, seat)

    def interrupt(self, seat: int, slot: int) -> None:
        take_free_slot(self, seat, slot)

    def asks(self, seat: int) -> int:
        if seat == HARKONNEN and self.solo:
            return CHANCE if self.config.ties == "seeded" else ATREIDES
        return seat

    def narrowed(self, seat: int, frame: int, options: list[int]) -> list[int]:
        left = combat.narrowed_answers(self, frame, options)
        if len(left) > 1:
            self.note("R-36.3")
        return left

    def left_settlement(self, side: int, area: int) -> None:
        if self.solo and side == HARKONNEN:
            special.push_garrison(self, area)

    def sietch_lost(self, sietch: int) -> None:
        if self.solo:
            special.forget_sietch(self, sietch)

    def voluntary_reveal(self) -> None:
        if self.solo:
            special.pay_for_reveal(self)

    def may_train(self, area: int) -> bool:
        return not self.solo or not special.ornithopter_above(self, area)

    def may_reveal(self, area: int) -> bool:
        return self.rules.guerrilla_only_barred or self.may_train(area)

    def ceases(self, frame: int) -> bool:
        return self.solo and combat.ceases(self, frame)

    def mahdi_discards(self, wanted: int) -> int:
        return combat.discard_for_dice(self, wanted)

    def allowed_dice(self, side: int, slots: list[int]) -> list[int]:
        return bound_dice(self, side, slots)

    def answered(self, seat: int, slot: int) -> None:
        own_question_answered(self, seat)


def plain_int(value: object) -> int:
    """*value* as an int, numpy's included; NONE for anything else, bools among them."""
    if isinstance(value, bool):
        return NONE
    if isinstance(value, int):
        return value
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return NONE


def check_seed(seed: object) -> int:
    """*seed* if it is a non-negative int; ConfigError names it otherwise."""
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise ConfigError(f"seed: got {seed!r}, takes an int of 0 or more")
    return seed


def new_game(config: GameConfig | None = None, seed: int = 0, explicit_chance: bool = False) -> Game:
    """A game at its first question. The same config and seed give the same game everywhere.

    Args:
        config: mode, ruleset and content; the two-player game by default.
        seed: a non-negative int.
        explicit_chance: hand dice and draws out as questions to CHANCE, for search.
    """
    config = config or GameConfig()
    game = Game(config, load_content(config.content))
    game.seed = check_seed(seed)
    game.rng.seed(game.seed)
    game.explicit_chance = explicit_chance
    setup.set_up_board(game)
    game.push(GAME, ATREIDES)
    PROGRAMS.advance(game)
    return game


def game_from_view(view: View, seed: int) -> Game:
    """A game that looks like *view* to its seat, all that is hidden drawn uniformly; a function of (view, seed) alone.

    A draw under which the question asked would not be asked, such as one for a card that the hand drawn lacks, is
    thrown away and made again.
    """
    rng = Generator()
    rng.seed(check_seed(seed))
    for _ in range(MOST_DRAWS):
        game = Game(view.config, view.content)
        draw_hidden(game, view, rng)
        game.seed = seed
        game.rng = rng.copy()
        PROGRAMS.advance(game)
        if view_of(game, view.seat) == view:
            return game
    raise RuntimeError(f"no position that fits the view was found in {MOST_DRAWS} draws; please report its digest")


def from_json(text: str) -> Game:
    """The game that `Game.to_json` wrote; SaveError names what is wrong with it."""
    if not isinstance(text, str):
        raise SaveError(f"a saved game is a text of JSON, got a {type(text).__name__}")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:  # plain ValueError for a number of thousands of digits
        raise SaveError(f"not JSON: {error}") from error
    if not isinstance(data, dict):
        raise SaveError("a saved game is a JSON object")
    config = config_from_data(data.get("config"))
    game = Game(config, load_content(config.content))
    fill(game, data)
    check_seal(text, data)
    PROGRAMS.advance(game)
    return game


def replay(config: GameConfig, seed: int, history: list[int]) -> Game:
    """The game that *history* leads to from the set-up of *seed*."""
    game = new_game(config, seed)
    for slot in history:
        game.pick(slot)
    return game
