"""What Mahdi does with the cards of the Corrino ally (R-40.6 to R-40.11); what they say stands in `cards/`."""

from __future__ import annotations

from dune_env.arrakis.attacks import FREE_CONTINUE, SURPRISE
from dune_env.arrakis.battle import reveal_sietch
from dune_env.arrakis.board import MOUNTAIN
from dune_env.arrakis.cards.corrino_ally import bar_paul, house_dice, leaving_cards, lose_house_die
from dune_env.arrakis.cards.place import AnyLegion, AnySettlement, FreeGround
from dune_env.arrakis.cards.verbs import Branch, NotInPlay, OpponentDiscards
from dune_env.arrakis.leaders.entering import CAPTAIN_ARAMSHAM, SHADDAM_IV
from dune_env.arrakis.legions import settle
from dune_env.arrakis.mahdi.carriers import CARRIERS
from dune_env.arrakis.mahdi.charts import mahdi_card, mark_done
from dune_env.arrakis.mahdi.effects import ChooseLegion, Enter, LeaderBesideIt, LeaderJoins
from dune_env.arrakis.mahdi.house import BASHAR
from dune_env.arrakis.mahdi.ties import area_slots
from dune_env.arrakis.mahdi.verbs import (
    Attack,
    Draw,
    Fight,
    Move,
    MoveAndAttack,
    Place,
    PlaceVehicles,
    Play,
    Replace,
    nearest_to_target,
)
from dune_env.arrakis.movers import HAS_SPECIAL
from dune_env.arrakis.names import ATREIDES, ELITE, HARKONNEN, IN_DECK, SPECIAL
from dune_env.arrakis.pieces import legion_areas, tokens
from dune_env.arrakis.prescience import leave_row
from dune_env.arrakis.slots import PICK_AREA, PRESCIENCE
from dune_env.arrakis.state import State
from dune_env.arrakis.tokens import reveal_all_tokens
from dune_env.arrakis.victory import gain_bene_gesserit
from dune_env.engine.steps import NO_SLOTS, NONE, Step

mahdi_card(
    "rage_overcame_shaddam_iv_settlement",
    Branch(
        NotInPlay(SHADDAM_IV),
        [Enter(SHADDAM_IV), Play()],
        [Place(AnySettlement(), regular=4, leader=SHADDAM_IV)],
    ),
)

mahdi_card(
    "rage_overcame_shaddam_iv_legion",
    Branch(
        NotInPlay(SHADDAM_IV),
        [Enter(SHADDAM_IV), Play()],
        [Place(AnyLegion(), special=2, leader=SHADDAM_IV)],
    ),
)

SARDAUKAR_LEGION = AnyLegion(with_special=True)

mahdi_card(
    "rage_overcame_shaddam_iv_assault",
    Branch(
        NotInPlay(SHADDAM_IV),
        [Enter(SHADDAM_IV), Play()],
        [
            ChooseLegion(SARDAUKAR_LEGION),
            LeaderJoins(SHADDAM_IV),
            MoveAndAttack(SURPRISE, this=True),
        ],
    ),
)


class AtreidesDiscard(OpponentDiscards):
    """The Atreides pick the cards that they discard."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            mark_done(game)
        super().apply(game, frame, slot)


mahdi_card("manipulation_of_others", AtreidesDiscard(2), Draw(2))


class TakeBeneGesserit(Step[State]):
    """One token, which for Mahdi becomes a die or Supremacy (R-43.1), if the reserve holds one (Q-N2)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        if game.bene_gesserit_reserve:
            mark_done(game)
            gain_bene_gesserit(game, HARKONNEN)


mahdi_card("breeding_program", TakeBeneGesserit(), Play())

mahdi_card("troop_carriers", *CARRIERS)

mahdi_card("shigawire", Move(kind=HAS_SPECIAL), LeaderBesideIt(HAS_SPECIAL))


class ShuffleBack(Step[State]):
    """A revealed Prescience card goes back into its deck; no criterion says which, so the Atreides do (R-36.3)."""

    def options(self, game: State, frame: int) -> list[int]:
        return [PRESCIENCE + each for each in leaving_cards(game)]

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            leave_row(game, slot - PRESCIENCE, IN_DECK)
            mark_done(game)


mahdi_card("hope_clouds_observation", ShuffleBack())


class LoseHouseDie(Step[State]):
    """An Atreides die or token on House is gone."""

    def options(self, game: State, frame: int) -> list[int]:
        return house_dice(game, ATREIDES)

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            lose_house_die(game, ATREIDES, slot)
            mark_done(game)


mahdi_card("reports_of_traitors", LoseHouseDie())

mahdi_card("sardaukar_pogrom", Move(3, HAS_SPECIAL))

mahdi_card("sardaukars_manner", Fight(SURPRISE, HAS_SPECIAL))


class RevealNearestSietch(Step[State]):
    """The unrevealed Sietch nearest to the Target Sietch, which may be itself."""

    def options(self, game: State, frame: int) -> list[int]:
        areas = [a for i, a in enumerate(game.sietch_at) if a != NONE and not game.sietch_up[i]]
        return area_slots(nearest_to_target(game, areas)) if areas else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            reveal_sietch(game, slot - PICK_AREA)
            mark_done(game)


class RevealNearestTokens(Step[State]):
    """The Deployment tokens of the Area nearest to the Target Sietch."""

    def options(self, game: State, frame: int) -> list[int]:
        areas = [area for area in legion_areas(game, ATREIDES) if tokens(game, ATREIDES, area)]
        return area_slots(nearest_to_target(game, areas)) if areas else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot != NONE:
            reveal_all_tokens(game, ATREIDES, slot - PICK_AREA)
            mark_done(game)
            settle(game, ATREIDES, slot - PICK_AREA)


mahdi_card("spies_all_over_arrakis", RevealNearestSietch(), RevealNearestTokens(), Draw(2))

mahdi_card("full_control_of_the_air", PlaceVehicles(ornithopters=2), Move())

mahdi_card("moving_the_battle_group", Place(FreeGround(MOUNTAIN), elite=2, leader=BASHAR))

mahdi_card("killers_without_mercy", Attack(FREE_CONTINUE, HAS_SPECIAL))

mahdi_card("sardaukar_disguised", Replace(2, ELITE, SPECIAL), Move(2, HAS_SPECIAL))

mahdi_card(
    "i_decide_what_best_serves_his_majesty",
    ChooseLegion(SARDAUKAR_LEGION),
    LeaderJoins(CAPTAIN_ARAMSHAM),
    Fight(SURPRISE, this=True),
)


class HoldPaul(Step[State]):
    """Paul is held where he is through the next turn of the Atreides."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        bar_paul(game)
        mark_done(game)


mahdi_card("seek_out_the_mahdi", Move(), HoldPaul())
