"""Rules tests in table talk: set up a position, pick by name, choose every die and draw, look at the board.

table = Table.scenario({"turn": "harkonnen", "legions": {...}, "dice": {"harkonnen": ["strategy"]}})
table.pick("die(strategy)", "action(attack)", "pick_area(carthag)")
table.roll("3hit_1shield", "2special")
assert table.units("atreides", "gara_kulon") == 1
"""

from __future__ import annotations

from dune_env.arrakis.board import AREA_IDS, ZONE_IDS
from dune_env.arrakis.game import Game, new_game
from dune_env.arrakis.names import (
    BAN_NAMES,
    FACEUP,
    FIGURE_NAMES,
    MARKER_NAMES,
    NOT_ENTERED,
    OFF_BOARD,
    OUT_OF_THE_GAME,
    PHASE_NAMES,
    RESTING,
    RESULT_NAMES,
    SEAT_NAMES,
    SIDE_NAMES,
    TANK,
    VEHICLE_NAMES,
)
from dune_env.arrakis.pieces import figures, named_leaders, strength, tokens, worm_areas
from dune_env.arrakis.ruleset import GameConfig
from dune_env.arrakis.scenario import build
from dune_env.arrakis.slots import CHANCE_SLOTS, SLOTS
from dune_env.arrakis.state import HARVESTERS, SIETCHES, SIGNS, STATIONS, TOWNS
from dune_env.engine.steps import CHANCE

PLACES = {
    OFF_BOARD: "off_board",
    NOT_ENTERED: "not_entered",
    OUT_OF_THE_GAME: "out_of_the_game",
    RESTING: "resting",
}
MOST_SHOWN = 40


def in_order(roll: str, faces: list[str]) -> str:
    """The name of a roll, its faces in the order of the slots."""
    if roll == "none":
        return roll
    counts = {part.lstrip("0123456789"): part for part in roll.split("_")}
    assert set(counts) <= set(faces), f"{roll!r}: takes faces of {faces}"
    return "_".join(counts[face] for face in faces if face in counts)


class Table:
    """A game under explicit chance, spoken to by names."""

    def __init__(self, game: Game) -> None:
        self.game = game
        game.trace = []

    @classmethod
    def new(cls, seed: int = 0, config: GameConfig | None = None) -> Table:
        """A game at the first draw of its set-up."""
        return cls(new_game(config, seed, explicit_chance=True))

    @classmethod
    def scenario(cls, position: dict[str, object], seed: int = 0, config: GameConfig | None = None) -> Table:
        """A game at *position*, as `dune_env.arrakis.scenario` takes it."""
        return cls(build(position, seed, config, explicit_chance=True))

    # --- the question

    def ask(self) -> str:
        """The question asked, as `program.step`."""
        return self.game.question()

    def seat(self) -> str:
        """Who is asked: `atreides`, `harkonnen`, `chance`, or `nobody` when the game is over."""
        seat = self.game.seat_to_act
        return "chance" if seat == CHANCE else "nobody" if self.game.over else SEAT_NAMES[seat]

    def options(self) -> list[str]:
        """The names of the slots that may be picked."""
        names = CHANCE_SLOTS.names if self.game.seat_to_act == CHANCE else SLOTS.names
        return [names[slot] for slot in self.game.options()]

    def offers(self, *names: str) -> bool:
        """Whether every one of *names* may be picked."""
        for name in names:
            assert name in SLOTS.slots or name in CHANCE_SLOTS.slots, f"no slot is called {name!r}"
        options = self.options()
        return all(name in options for name in names)

    def refuses(self, *names: str) -> bool:
        """Whether none of *names* may be picked."""
        return not any(self.offers(name) for name in names)

    def areas(self) -> list[str]:
        """The Areas that may be picked, sorted."""
        return sorted(name[len("pick_area(") : -1] for name in self.options() if name.startswith("pick_area("))

    # --- answers

    def pick(self, *names: str) -> Table:
        """Answer one question after the other."""
        for name in names:
            slots = CHANCE_SLOTS.slots if self.game.seat_to_act == CHANCE else SLOTS.slots
            options = self.options()
            shown = ", ".join(options[:MOST_SHOWN]) + (", ..." if len(options) > MOST_SHOWN else "")
            assert name in options, f"{self.seat()} is asked {self.ask()}: {name!r} is not among {shown}"
            self.game.pick(slots[name])
        return self

    def areas_picked(self, *areas: str) -> Table:
        """Pick one Area after the other."""
        return self.pick(*[f"pick_area({area})" for area in areas])

    def roll(self, *rolls: str) -> Table:
        """Let the Combat dice fall: `2hit_1shield_1special`, `none` for no die at all."""
        return self.pick(*[f"combat_roll({in_order(roll, ['hit', 'shield', 'special'])})" for roll in rolls])

    def roll_action(self, *rolls: str) -> Table:
        """Let the Action dice fall: `2leadership_1mentat_1house`."""
        return self.pick(*[f"action_roll({in_order(roll, RESULT_NAMES)})" for roll in rolls])

    def draw(self, *cards: str) -> Table:
        """Draw these Planning cards."""
        return self.pick(*[f"draw_card({card})" for card in cards])

    def skip_forced(self) -> Table:
        """Answer every question that has one answer."""
        while not self.game.over and len(self.game.asked) == 1:
            self.game.pick(self.game.asked[0])
        return self

    def skip_chance(self) -> Table:
        """Let the seed answer what chance is asked now."""
        while self.game.seat_to_act == CHANCE:
            asked = self.game.asked
            self.game.pick(asked[self.game.rng.below(len(asked))])
        return self

    def until(self, question: str, most: int = 1000) -> Table:
        """Answer first offers, and let the seed answer for chance, until *question*, or its Program, is asked."""
        for _ in range(most):
            if question in (self.ask(), self.ask().split(".")[0]):
                return self
            self._answer_somehow()
        raise AssertionError(f"{question!r} was not asked within {most} answers; now {self.ask()}")

    def until_phase(self, phase: str, most: int = 1000) -> Table:
        """The same until a question of *phase* is asked."""
        for _ in range(most):
            if self.phase() == phase:
                return self
            self._answer_somehow()
        raise AssertionError(f"{phase!r} did not begin within {most} answers; now {self.phase()}")

    def _answer_somehow(self) -> None:
        assert not self.game.over, "the game is over"
        asked = self.game.asked
        chance = self.game.seat_to_act == CHANCE
        self.game.pick(asked[self.game.rng.below(len(asked))] if chance else asked[0])

    # --- the board

    def units(self, side: str, area: str) -> int:
        """Units and facedown tokens of *side* in *area*."""
        return strength(self.game, SIDE_NAMES.index(side), AREA_IDS.index(area))

    def legion(self, side: str, area: str) -> dict[str, object]:
        """The figures of *side* in *area*: counts, and the names of Leaders and tokens, without empty entries."""
        game, s, a = self.game, SIDE_NAMES.index(side), AREA_IDS.index(area)
        found: dict[str, object] = {name: figures(game, s, a, f) for f, name in enumerate(FIGURE_NAMES)}
        found["leaders"] = [game.content.leader_ids[x] for x in named_leaders(game, s, a)]
        found["tokens"] = len(tokens(game, s, a))
        return {name: value for name, value in found.items() if value}

    def leader(self, name: str) -> str:
        """Where a Named Leader is: an Area, `tank_1` (leftmost) and on, or a place off the board."""
        at = self.game.leader_at[self.game.content.leader_ids.index(name)]
        if at >= 0:
            return AREA_IDS[at]
        return PLACES[at] if at > TANK else f"tank_{TANK - at + 1}"

    def card_is_spent(self, leader: str) -> bool:
        return self.game.leader_card[self.game.content.leader_ids.index(leader)] != FACEUP

    def supply(self, side: str, figure: str) -> int:
        """Figures of one kind off the board."""
        return self.game.figure_supply[SIDE_NAMES.index(side) * 4 + FIGURE_NAMES.index(figure)]

    def dice(self, side: str) -> dict[str, int]:
        """Unused dice of *side* by result."""
        base = SIDE_NAMES.index(side) * 5
        return {name: self.game.dice[base + r] for r, name in enumerate(RESULT_NAMES) if self.game.dice[base + r]}

    def marker(self, name: str) -> int:
        """The step of a Prescience marker."""
        return self.game.prescience[MARKER_NAMES.index(name)]

    def imperium(self, ban: str) -> int:
        """The step of an Imperium marker."""
        return self.game.imperium[BAN_NAMES.index(ban)]

    def bans(self) -> list[str]:
        """The active Bans."""
        return [name for b, name in enumerate(BAN_NAMES) if self.game.bans[b]]

    def zone(self, name: str) -> str:
        """The Vehicle in an Air Zone, or `none`."""
        vehicle = self.game.zones[ZONE_IDS.index(name)]
        return VEHICLE_NAMES[vehicle] if vehicle else "none"

    def has(self, what: str, area: str) -> bool:
        """Whether *area* holds a `harvester`, `wormsign`, `station`, `sietch`, `settlement` or `worm`."""
        if what == "worm":
            return AREA_IDS.index(area) in worm_areas(self.game)
        fields = {
            "harvester": HARVESTERS,
            "wormsign": SIGNS,
            "station": STATIONS,
            "sietch": SIETCHES,
            "settlement": TOWNS,
        }
        return self.game.cells[fields[what] + AREA_IDS.index(area)] > 0

    def hand(self, side: str) -> list[str]:
        """Planning cards in hand, by name, copies one after the other."""
        content = self.game.content
        mine = range(2) if side == "atreides" else range(2, 4)
        found: list[str] = []
        for kind, name in enumerate(content.card_ids):
            if content.card_deck[kind] in mine:
                found.extend([name] * self.game.hand[kind])
        return found

    def phase(self) -> str:
        return PHASE_NAMES[self.game.phase]

    def winner(self) -> str:
        return SIDE_NAMES[self.game.winner] if self.game.over else "nobody"

    def noted(self, what: str) -> int:
        """How often a deed was noted since the table was set."""
        assert self.game.trace is not None
        return self.game.trace.count(what)
