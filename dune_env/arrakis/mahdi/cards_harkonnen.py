"""What Mahdi does with the cards of House Harkonnen (R-40.6 to R-40.11); what they say stands in `cards/`."""

from __future__ import annotations

from dune_env.arrakis.attacks import SURPRISE
from dune_env.arrakis.board import GROUND, NORTH_POLE, PYON, SECTORS_OF
from dune_env.arrakis.cards.house_harkonnen import ARRAKEEN, ARSUNT, CARTHAG, HAWATS_SCHEMING, remove_hawat
from dune_env.arrakis.cards.place import AnyLegion, AnySettlement, EmptyDesert, LegionOf, SettlementAt
from dune_env.arrakis.cards.verbs import Branch, NotInPlay, OutOfTheGame
from dune_env.arrakis.leaders.entering import BARON_HARKONNEN, BEAST_RABBAN, FEYD_RAUTHA, THUFIR_HAWAT
from dune_env.arrakis.mahdi.charts import mahdi_card, mark_done
from dune_env.arrakis.mahdi.deploy import ANY_LEADER
from dune_env.arrakis.mahdi.effects import ChooseLegion, DiscardSigns, Enter, LeaderToTank, SpecialAttack
from dune_env.arrakis.mahdi.house import BASHAR
from dune_env.arrakis.mahdi.verbs import Attack, Draw, Fight, Move, Place, PlaceApart, PlaceEach, PlaceVehicles, Play
from dune_env.arrakis.movers import IN_SETTLEMENT
from dune_env.arrakis.names import ELITE, HARKONNEN, REGULAR
from dune_env.arrakis.pieces import in_play, legion_areas
from dune_env.arrakis.planning import discard
from dune_env.arrakis.programs import CARD_REGISTER
from dune_env.arrakis.state import State
from dune_env.engine.steps import FRAME, NONE, Step

mahdi_card("hard_times_and_oppression", PlaceEach(PYON, REGULAR), PlaceEach([CARTHAG, ARRAKEEN], ELITE))

mahdi_card("forced_recruitment", Place(SettlementAt(ARRAKEEN), elite=3, leader=ANY_LEADER))

mahdi_card(
    "beloved_feyd_rautha",
    Branch(
        NotInPlay(FEYD_RAUTHA),
        [Enter(FEYD_RAUTHA), Play()],
        [Place(LegionOf([FEYD_RAUTHA]), elite=2)],
    ),
)

mahdi_card("harkonnen_patrols", PlaceApart(EmptyDesert(), REGULAR, 3))

mahdi_card(
    "arsunt_legion",
    Place(SettlementAt(ARSUNT), regular=1, elite=1, leader=ANY_LEADER),
    Fight(kind=IN_SETTLEMENT, at=ARSUNT),
)

mahdi_card("barons_personal_guard", Place(SettlementAt(CARTHAG, ARRAKEEN), elite=2, leader=BARON_HARKONNEN), Move())

mahdi_card("evidence_of_rebellion", Place(AnySettlement(), elite=2), Draw(2))

mahdi_card(
    "polar_cap_factories",
    Place(SettlementAt(NORTH_POLE), regular=2, elite=1, leader=BASHAR),
    DiscardSigns(len(GROUND[NORTH_POLE]), beside=NORTH_POLE),
)

mahdi_card("carthag_the_former_capital", Place(SettlementAt(CARTHAG), regular=3, elite=1, leader=ANY_LEADER))

mahdi_card("workhorse_of_arrakis", PlaceVehicles(harvesters=1, carryalls=1), Draw(2))

mahdi_card("spotter_control", DiscardSigns(3), Draw(2))

mahdi_card("explosive_artillery", Move(), SpecialAttack(4))

mahdi_card("sandmasters", PlaceVehicles(harvesters=3), Draw(1))

mahdi_card(
    "mudir_nahya_the_demon_ruler",
    Branch(
        OutOfTheGame(BEAST_RABBAN),
        [Place(AnyLegion(), elite=2, leader=ANY_LEADER)],
        [Place(AnyLegion(), elite=1, leader=BEAST_RABBAN), ChooseLegion(AnyLegion()), Attack(SURPRISE, this=True)],
    ),
)


class LeaderAmongHarkonnen(LeaderToTank):
    """A Leader in a Sector with a Harkonnen Legion."""

    def candidates(self, game: State, area: int) -> bool:
        return any(SECTORS_OF[legion] & SECTORS_OF[area] for legion in legion_areas(game, HARKONNEN))


mahdi_card("hunter_seeker", LeaderAmongHarkonnen())


class ParkOrScheme(Step[State]):
    """The first copy is parked by the board; with a second both are discarded and Hawat leaves (R-43.16, Q-P45)."""

    def apply(self, game: State, frame: int, slot: int) -> None:
        if not game.rules.mahdi_schemes_without_hawat and not in_play(game, THUFIR_HAWAT):
            return
        mark_done(game)
        game.note("R-43.16")
        if not game.parked_scheming:
            game.parked_scheming = 1
            game.stack[frame - FRAME + CARD_REGISTER] = NONE
            return
        game.parked_scheming = 0
        discard(game, HAWATS_SCHEMING)
        if in_play(game, THUFIR_HAWAT):
            remove_hawat(game)


mahdi_card("hawats_scheming", ParkOrScheme())
