"""The Fremen Ally deck: what each card does, in our words above its entry."""

from __future__ import annotations

from dune_env.arrakis.board import PLATEAU
from dune_env.arrakis.cards.desert import (
    NEXT_TO_LEGION,
    NEXT_TO_WORM,
    DrawTokenToPlace,
    Drift,
    MoveSietch,
    PickDrifting,
    PickFirstSietch,
    PickPlaceOfToken,
    PickSecondSietch,
    PickSietchToMove,
    PlaceToken,
    PlaceWorms,
    RemoveDeepHarvesters,
    RollForStorms,
    TakeAlong,
)
from dune_env.arrakis.cards.foresight import Attach
from dune_env.arrakis.cards.place import EmptyDesert, FreeGround, Place, PlaceApart
from dune_env.arrakis.cards.vehicles import (
    CaptureOrnithopter,
    PickSectorToShoot,
    RemoveVehicles,
    RollRockets,
    SpecialAttackFromZone,
)
from dune_env.arrakis.cards.verbs import (
    CARD_IDS,
    Branch,
    DesertPower,
    Draw,
    LeaderNextToIt,
    Move,
    NotInPlay,
    PlayCard,
    card,
)
from dune_env.arrakis.leaders.entering import STILGAR, WILD_MAKER_CARD
from dune_env.arrakis.leaders.wild_maker import PlaceWildMaker, WildMakerAttacks, WildMakerEnters, WildMakerMoves
from dune_env.arrakis.movers import HAS_LEADER, HAS_SPECIAL, IN_DESERT
from dune_env.arrakis.names import REGULAR
from dune_env.arrakis.prescience import KEEPERS

# Wild Maker not in play: it enters, card spent, its figure in an empty Desert Area. Otherwise: it moves AND attacks.
card(
    "shai_hulud",
    Branch(
        NotInPlay(WILD_MAKER_CARD),
        [WildMakerEnters(), PlaceWildMaker(enters=True)],
        [WildMakerMoves(), WildMakerAttacks()],
    ),
)

# Place a Sandworm in an empty Desert Area next to another one; a Desert Power Action.
card("wall_of_sandworms", PlaceWorms(1, NEXT_TO_WORM), DesertPower())

# Remove 2 Harvesters that stand in Deep Desert of one Sector; a Desert Power Action.
card("dust_chasms", RemoveDeepHarvesters(2), DesertPower())

# Pick a Sector with a Legion of yours, roll 3 dice: each Hit or Special removes a Vehicle there or in its Air Zones.
card("fremen_rockets", PickSectorToShoot(3), RollRockets(), RemoveVehicles())

# Attach to a revealed Prescience card: nothing discards that, and it stays until claimed, beside the usual number.
card("eyes_of_ibad", Attach())
KEEPERS.append(CARD_IDS.index("eyes_of_ibad"))

# Remove an Ornithopter: 3 dice against an enemy Legion in a Sector connected to it, each Hit or Special is a Hit.
card("captured_ornithopter", CaptureOrnithopter(), SpecialAttackFromZone(3))

# Move a Legion that holds a Fedaykin; an enemy Named Leader in an Area next to it goes to the Tank.
card("crysknife", Move(kind=HAS_SPECIAL), LeaderNextToIt(HAS_SPECIAL))

# Place a Deployment token in a Sietch with a Harkonnen Legion at most 2 Areas away; draw a card.
card("cielagos_piping_message", PlaceToken(), DrawTokenToPlace(), PickPlaceOfToken(), Draw(1))

# Move a Legion that has a Leader and starts in the desert; play a card.
card("jubba_cloaks", Move(kind=HAS_LEADER | IN_DESERT), PlayCard())

# Place 2 Regulars, each in its own empty Desert Area; a Desert Power Action.
card("hieregs", PlaceApart(EmptyDesert(), REGULAR, 2), DesertPower())

# Roll for Coriolis storms now.
card("grandmother_of_a_storm", RollForStorms())

# Move a Legion that starts in the desert; 2 Sietches exchange all their Deployment tokens.
card("stillsuits", Move(kind=IN_DESERT), PickFirstSietch(), PickSecondSietch())

# Place Stilgar, 2 Elite and a Regular in a free Plateau Area; draw a card.
card("i_am_stilgar_the_fremen", Place(FreeGround(PLATEAU), regular=1, elite=2, named=[STILGAR]), Draw(1))

# Place 2 Sandworms, each in its own empty Desert Area next to an Atreides Legion's.
card("thumpers", PlaceWorms(2, NEXT_TO_LEGION))

# Move a Sietch into an empty Desert Area next to it, with any of the figures and tokens there.
card("kitab_al_ibar", PickSietchToMove(), MoveSietch(), TakeAlong())

# Move an enemy Legion that starts in the desert into an empty Area next to it; a Desert Power Action.
card("sandtides", PickDrifting(), Drift(), DesertPower())
