"""The Planning deck of House Harkonnen: 18 cards, 16 kinds."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.attacks import SURPRISE
from dune_env.arrakis.board import AREA_INDEX, NORTH_POLE, PYON, SECTORS_OF
from dune_env.arrakis.cards.place import (
    AnyLegion,
    AnySettlement,
    EmptyDesert,
    LegionOf,
    Place,
    PlaceApart,
    PlaceEach,
    SettlementAt,
)
from dune_env.arrakis.cards.special_attack import SpecialAttack
from dune_env.arrakis.cards.verbs import (
    CARD_IDS,
    AttackThis,
    Branch,
    DiscardWormsigns,
    Draw,
    EnemyLeaderToTank,
    EnterPlay,
    Move,
    MoveOrAttack,
    NotInPlay,
    OutOfTheGame,
    PlaceVehicles,
    PlayCard,
    card,
)
from dune_env.arrakis.free_actions import FREE_ACTIONS, FreeAction, battle_under_way
from dune_env.arrakis.leaders.entering import (
    BARON_HARKONNEN,
    BEAST_RABBAN,
    FEYD_RAUTHA,
    GAIUS_HELEN_MOHIAM,
    THUFIR_HAWAT,
    enter_play,
    leave_the_game,
)
from dune_env.arrakis.movers import IN_SETTLEMENT
from dune_env.arrakis.names import CARRYALL, ELITE, HARKONNEN, HARVESTER, REGULAR
from dune_env.arrakis.pieces import in_play, in_tank, legion_areas
from dune_env.arrakis.planning import KEPT, discard_from_hand
from dune_env.arrakis.slots import HAWATS_SCHEMING as FREE_HAWATS_SCHEMING
from dune_env.arrakis.slots import OPTION
from dune_env.arrakis.state import PROGRAMS, State
from dune_env.arrakis.victory import gain_bene_gesserit
from dune_env.engine.steps import NO_SLOTS, NONE, Step

ARRAKEEN: Final = AREA_INDEX["arrakeen"]
CARTHAG: Final = AREA_INDEX["carthag"]
ARSUNT: Final = AREA_INDEX["arsunt"]

# Every Pyon Village gets 1 Regular, Carthag and Arrakeen 1 Elite each.
card("hard_times_and_oppression", PlaceEach(PYON, REGULAR), PlaceEach([CARTHAG, ARRAKEEN], ELITE))

# 3 Elite and a Leader in Arrakeen.
card("forced_recruitment", Place(SettlementAt(ARRAKEEN), elite=3, leaders=1))

# Brings Feyd-Rautha, who ousts Rabban, and another card; later 2 Elite for his Legion.
card(
    "beloved_feyd_rautha",
    Branch(
        NotInPlay(FEYD_RAUTHA),
        [EnterPlay(FEYD_RAUTHA), PlayCard()],
        [Place(LegionOf([FEYD_RAUTHA]), elite=2)],
    ),
)

# 3 Regular in the desert, each in an empty Area of its own.
card("harkonnen_patrols", PlaceApart(EmptyDesert(), REGULAR, 3))

# A Leader, 1 Elite and 1 Regular in Arsunt, whose Legion then moves or attacks.
card(
    "arsunt_legion",
    Place(SettlementAt(ARSUNT), regular=1, elite=1, leaders=1),
    MoveOrAttack(kind=IN_SETTLEMENT, at=ARSUNT),
)

# The Baron and 2 Elite in Carthag or Arrakeen; then one Legion moves.
card("barons_personal_guard", Place(SettlementAt(CARTHAG, ARRAKEEN), elite=2, named=[BARON_HARKONNEN]), Move())

# 2 Elite in a settlement, and 2 cards.
card("evidence_of_rebellion", Place(AnySettlement(), elite=2), Draw(2))

# 2 Regular, 1 Elite and a Bashar in the North Pole; the Wormsigns around it are discarded.
card(
    "polar_cap_factories",
    Place(SettlementAt(NORTH_POLE), regular=2, elite=1, generic=1),
    DiscardWormsigns(beside=NORTH_POLE),
)

# 3 Regular, 1 Elite and a Leader in Carthag.
card("carthag_the_former_capital", Place(SettlementAt(CARTHAG), regular=3, elite=1, leaders=1))

# A Harvester and a Carryall, and 2 cards.
card("workhorse_of_arrakis", PlaceVehicles(HARVESTER, 1), PlaceVehicles(CARRYALL, 1), Draw(2))

# 3 Wormsigns anywhere are discarded; 2 cards.
card("spotter_control", DiscardWormsigns(3), Draw(2))

# A Legion moves; then 4 dice against an enemy Legion next to one of one's own, Hits and Specials counting.
card("explosive_artillery", Move(), SpecialAttack(4))

# 3 Harvesters and a card.
card("sandmasters", PlaceVehicles(HARVESTER, 3), Draw(1))

# Rabban and 1 Elite join a Legion, which makes a Surprise Attack; without him a Leader and 2 Elite join one.
card(
    "mudir_nahya_the_demon_ruler",
    Branch(
        OutOfTheGame(BEAST_RABBAN),
        [Place(AnyLegion(), elite=2, leaders=1)],
        [Place(AnyLegion(), elite=1, named=[BEAST_RABBAN], chooses=True), AttackThis(SURPRISE)],
    ),
)


class LeaderAmongHarkonnen(EnemyLeaderToTank):
    """An enemy Leader in a Sector that also holds a Harkonnen Legion."""

    def candidates(self, game: State, side: int, area: int, frame: int) -> bool:
        return any(SECTORS_OF[legion] & SECTORS_OF[area] for legion in legion_areas(game, side))


# An enemy Leader in a Sector with a Harkonnen Legion goes to the Tank.
card("hunter_seeker", LeaderAmongHarkonnen())


# --- Hawat's Scheming: 2 or 3 copies discarded together as a Free Action while Hawat is in play (R-30.7, Q-K16)

HAWATS_SCHEMING: Final = CARD_IDS.index("hawats_scheming")
KEPT.append(HAWATS_SCHEMING)


def remove_hawat(game: State) -> None:
    """Hawat leaves the game; Mohiam enters and brings a Bene Gesserit token (R-30.7, R-30.8, R-32.8)."""
    leave_the_game(game, THUFIR_HAWAT)
    enter_play(game, GAIUS_HELEN_MOHIAM)
    gain_bene_gesserit(game, HARKONNEN)


class Scheme(FreeAction):
    """With Hawat in play, the Tank counting (Q-K15), and outside a battle (Q-F10)."""

    def ready(self, game: State) -> bool:
        if in_tank(game, THUFIR_HAWAT) and not game.rules.hawat_leaves_tank:
            return False
        return game.hand[HAWATS_SCHEMING] >= 2 and in_play(game, THUFIR_HAWAT) and not battle_under_way(game)


class DiscardScheming(Step[State]):
    """2 or 3 copies, whatever is held (Q-K14)."""

    def options(self, game: State, frame: int) -> list[int]:
        return [OPTION + 2, OPTION + 3] if game.hand[HAWATS_SCHEMING] > 2 else NO_SLOTS

    def apply(self, game: State, frame: int, slot: int) -> None:
        for _ in range(2 if slot == NONE else slot - OPTION):
            discard_from_hand(game, HAWATS_SCHEMING)
        game.note("hawats_scheming")
        remove_hawat(game)


SCHEME: Final = PROGRAMS.add("hawats_scheming")
PROGRAMS.define(SCHEME, [DiscardScheming()])
FREE_ACTIONS.append(Scheme(FREE_HAWATS_SCHEMING, HARKONNEN, SCHEME))
