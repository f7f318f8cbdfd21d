"""The 16 Prescience cards: what each asks for. Steps and phases are data; see docs/fidelity.md for what is assumed."""

from __future__ import annotations

from dune_env.arrakis.board import DEEP_DESERT, MINOR_ERG, MOUNTAIN, PLATEAU, SECTORS_OF
from dune_env.arrakis.leaders.entering import JESSICAS, PAULS
from dune_env.arrakis.legions import settle
from dune_env.arrakis.names import ATREIDES, GENERIC, HARKONNEN, REGULAR, TANK, TOKEN_GONE_UNSEEN
from dune_env.arrakis.pieces import (
    ENEMY_LEADER_FELL,
    WON_AS_ATTACKER,
    WORM_DEVOURED,
    figures,
    is_desert,
    legion_areas,
    remove_figures,
    strength,
    terrain,
    tokens,
)
from dune_env.arrakis.planning import discard_from_hand, hand_kinds
from dune_env.arrakis.prescience import REQUIREMENTS, Requirement
from dune_env.arrakis.programs import AREA, COUNT
from dune_env.arrakis.slots import CARD, PICK_AREA, PICK_FIGURE, PICK_TOKEN
from dune_env.arrakis.state import PROGRAMS, SIETCHES, State
from dune_env.arrakis.tank import send_to_tank
from dune_env.arrakis.tokens import reveal_token, take_token
from dune_env.engine.lists import increased, replaced
from dune_env.engine.steps import NO_SLOTS, NONE, STEP, Step


def area_of(game: State, versions: list[int]) -> int:
    """Where a Leader stands, whichever version is in play (R-30.5); -1 off the board."""
    for leader in versions:
        if game.leader_at[leader] >= 0:
            return game.leader_at[leader]
    return -1


def legions_on(game: State, ground: int) -> int:
    """Areas of one terrain that hold an Atreides Legion."""
    return sum(1 for area in legion_areas(game, ATREIDES) if terrain(game, area) == ground)


class DewCollectorsForThePlanting(Requirement):
    """At least 3 Plateau Areas hold an Atreides Legion."""

    def holds(self, game: State) -> bool:
        return legions_on(game, PLATEAU) >= 3


class TheFremenCallPaulTheMahdi(Requirement):
    """Turn the facedown Sietch in Paul's Area faceup."""

    def holds(self, game: State) -> bool:
        area = area_of(game, PAULS)
        if area < 0 or not game.cells[SIETCHES + area] or not game.may_reveal(area):
            return False
        return not game.sietch_up[game.cells[SIETCHES + area] - 1]

    def program(self) -> int:
        return TURN_SIETCH_UP


class TurnSietchUp(Step[State]):
    def apply(self, game: State, frame: int, slot: int) -> None:
        game.sietch_up = replaced(game.sietch_up, game.cells[SIETCHES + area_of(game, PAULS)] - 1, 1)
        game.voluntary_reveal()


class TheWaterDiscipline(Requirement):
    """Paul and Jessica stand in Deep Desert Areas without a Sietch, together or apart."""

    def holds(self, game: State) -> bool:
        return self._far_out(game, PAULS) and self._far_out(game, JESSICAS)

    def _far_out(self, game: State, versions: list[int]) -> bool:
        area = area_of(game, versions)
        return area >= 0 and terrain(game, area) == DEEP_DESERT and not game.cells[SIETCHES + area]


class NewHiddenWindTraps(Requirement):
    """At least 3 Mountain Areas hold an Atreides Legion."""

    def holds(self, game: State) -> bool:
        return legions_on(game, MOUNTAIN) >= 3


class StuntedWorms(Requirement):
    """At least 2 Minor Erg Areas hold an Atreides Legion."""

    def holds(self, game: State) -> bool:
        return legions_on(game, MINOR_ERG) >= 2


class JessicaTrainsPaul(Requirement):
    """One Sietch holds both Paul and Jessica."""

    def holds(self, game: State) -> bool:
        area = area_of(game, PAULS)
        return area >= 0 and area == area_of(game, JESSICAS) and game.cells[SIETCHES + area] > 0


class TheDesertWar(Requirement):
    """At least 4 Desert Areas without a Sietch hold an Atreides Legion."""

    def holds(self, game: State) -> bool:
        legions = legion_areas(game, ATREIDES)
        return sum(1 for area in legions if is_desert(game, area) and not game.cells[SIETCHES + area]) >= 4


class TheLisanAlGaib(Requirement):
    """Turn 2 facedown Deployment tokens in Paul's Area faceup."""

    def holds(self, game: State) -> bool:
        area = area_of(game, PAULS)
        return area >= 0 and len(tokens(game, ATREIDES, area)) >= 2 and game.may_reveal(area)

    def program(self) -> int:
        return TURN_TOKENS_UP


class TurnTokenUp(Step[State]):
    """Choose which of Paul's tokens are turned up."""

    def options(self, game: State, frame: int) -> list[int]:
        if game.stack[frame + COUNT] == NONE:
            game.stack[frame + COUNT] = 2
            game.stack[frame + AREA] = area_of(game, PAULS)
        if game.stack[frame + COUNT] == 0:
            return NO_SLOTS
        return [PICK_TOKEN + token for token in tokens(game, ATREIDES, game.stack[frame + AREA])]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == NONE:
            settle(game, ATREIDES, game.stack[frame + AREA])
            return
        reveal_token(game, slot - PICK_TOKEN)
        game.voluntary_reveal()
        game.stack[frame + COUNT] -= 1
        game.stack[frame + STEP] -= 1


class PaulDrinksTheWaterOfLife(Requirement):
    """Spend any die: Paul, in a Sector without a Harkonnen Legion, goes to the Tank."""

    def holds(self, game: State) -> bool:
        area = area_of(game, PAULS)
        if area < 0:
            return False
        sectors = SECTORS_OF[area]
        return not any(SECTORS_OF[legion] & sectors for legion in legion_areas(game, HARKONNEN))

    def program(self) -> int:
        return PAUL_TO_TANK


class PaulToTank(Step[State]):
    def apply(self, game: State, frame: int, slot: int) -> None:
        for leader in PAULS:
            if game.leader_at[leader] >= 0:
                send_to_tank(game, leader)
        assert any(game.leader_at[leader] <= TANK for leader in PAULS)


class FamiliesFleeToThePalmaries(Requirement):
    """Remove from the game a facedown Deployment token, or 2 Units, in an Area with a Sietch."""

    def holds(self, game: State) -> bool:
        return len(self.areas(game)) > 0

    def areas(self, game: State) -> list[int]:
        """Sietch Areas with a token or 2 Units to give up."""
        found: list[int] = []
        for area in legion_areas(game, ATREIDES):
            if game.cells[SIETCHES + area]:
                facedown = len(tokens(game, ATREIDES, area))
                if facedown or strength(game, ATREIDES, area) >= 2:
                    found.append(area)
        return found

    def program(self) -> int:
        return FAMILIES_FLEE


class FleeingArea(Step[State]):
    """Choose the Sietch that the families leave."""

    def options(self, game: State, frame: int) -> list[int]:
        return [PICK_AREA + area for area in FAMILIES.areas(game)]

    def apply(self, game: State, frame: int, slot: int) -> None:
        game.stack[frame + AREA] = slot - PICK_AREA
        game.stack[frame + COUNT] = 0


class FleeingUnits(Step[State]):
    """Choose a token, or two Units."""

    def options(self, game: State, frame: int) -> list[int]:
        area, taken = game.stack[frame + AREA], game.stack[frame + COUNT]
        if taken >= 2:
            return NO_SLOTS
        grades = [g for g in range(REGULAR, GENERIC) if figures(game, ATREIDES, area, g)]
        units = sum(figures(game, ATREIDES, area, g) for g in grades)
        slots = [PICK_FIGURE + g for g in grades] if units + taken >= 2 else []
        if taken == 0:
            slots.extend([PICK_TOKEN + token for token in tokens(game, ATREIDES, area)])
        return slots

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        area = stack[frame + AREA]
        if slot == NONE:
            settle(game, ATREIDES, area)
            return
        if slot >= PICK_TOKEN:
            take_token(game, slot - PICK_TOKEN, TOKEN_GONE_UNSEEN)
            stack[frame + COUNT] = 2
        else:
            remove_figures(game, ATREIDES, area, slot - PICK_FIGURE, 1)
            game.figures_gone = increased(game.figures_gone, slot - PICK_FIGURE, 1)
            game.figure_supply = increased(game.figure_supply, slot - PICK_FIGURE, -1)
            stack[frame + COUNT] += 1
        stack[frame + STEP] -= 1


class HarvestersLost(Requirement):
    """The Atreides have removed 2 or more Harvesters in this Action Resolution phase."""

    def holds(self, game: State) -> bool:
        return game.harvesters_lost >= 2


class VictoryInBattle(Requirement):
    """An Atreides Legion has just won a battle as the attacker."""

    def holds(self, game: State) -> bool:
        return game.just_happened & WON_AS_ATTACKER > 0


class TheMakerDevoursALegion(Requirement):
    """A worm has just removed the last Unit of a Harkonnen Legion."""

    def holds(self, game: State) -> bool:
        return game.just_happened & WORM_DEVOURED > 0


class JessicaInASietch(Requirement):
    """Spend any die while Jessica is on a Sietch."""

    def holds(self, game: State) -> bool:
        area = area_of(game, JESSICAS)
        return area >= 0 and game.cells[SIETCHES + area] > 0


class AnEnemyLeaderFalls(Requirement):
    """A Harkonnen Named Leader has just been sent to the Regeneration Tank."""

    def holds(self, game: State) -> bool:
        return game.just_happened & ENEMY_LEADER_FELL > 0


class PlansLaidBare(Requirement):
    """Discard 2 Planning cards from hand."""

    def holds(self, game: State) -> bool:
        return sum(game.hand[kind] for kind in hand_kinds(game, ATREIDES)) >= 2

    def program(self) -> int:
        return DISCARD_TWO


class DiscardTwo(Step[State]):
    """Choose the cards that are laid bare."""

    def options(self, game: State, frame: int) -> list[int]:
        if game.stack[frame + COUNT] == NONE:
            game.stack[frame + COUNT] = 2
        if game.stack[frame + COUNT] == 0:
            return NO_SLOTS
        return [CARD + kind for kind in hand_kinds(game, ATREIDES)]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            discard_from_hand(game, slot - CARD)
            game.stack[frame + COUNT] -= 1
            game.stack[frame + STEP] -= 1


FAMILIES = FamiliesFleeToThePalmaries()

TURN_SIETCH_UP = PROGRAMS.add("the_fremen_call_paul_the_mahdi")
TURN_TOKENS_UP = PROGRAMS.add("the_lisan_al_gaib")
PAUL_TO_TANK = PROGRAMS.add("paul_drinks_the_water_of_life")
FAMILIES_FLEE = PROGRAMS.add("families_flee_to_the_palmaries")
DISCARD_TWO = PROGRAMS.add("plans_laid_bare")
PROGRAMS.define(TURN_SIETCH_UP, [TurnSietchUp()])
PROGRAMS.define(TURN_TOKENS_UP, [TurnTokenUp()])
PROGRAMS.define(PAUL_TO_TANK, [PaulToTank()])
PROGRAMS.define(FAMILIES_FLEE, [FleeingArea(), FleeingUnits()])
PROGRAMS.define(DISCARD_TWO, [DiscardTwo()])

# In the order of content.json.
REQUIREMENTS[:] = [
    DewCollectorsForThePlanting(),
    TheFremenCallPaulTheMahdi(),
    TheWaterDiscipline(),
    NewHiddenWindTraps(),
    StuntedWorms(),
    JessicaTrainsPaul(),
    TheDesertWar(),
    TheLisanAlGaib(),
    PaulDrinksTheWaterOfLife(),
    FAMILIES,
    HarvestersLost(),
    VictoryInBattle(),
    TheMakerDevoursALegion(),
    JessicaInASietch(),
    AnEnemyLeaderFalls(),
    PlansLaidBare(),
]
