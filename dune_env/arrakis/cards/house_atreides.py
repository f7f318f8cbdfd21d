"""The House Atreides deck: what each card does, in our words above its entry."""

from __future__ import annotations

from dune_env.arrakis.attacks import BONUS_DIE, FEWER_DEFENDER_DICE, SURPRISE
from dune_env.arrakis.cards.desert import PlaceEntering, PlaceSigns
from dune_env.arrakis.cards.foresight import (
    AdvanceAny,
    Attach,
    BindDie,
    Detonate,
    Detonated,
    DrawOrPlay,
    EnterPlayBeside,
    HowFarBack,
    LowerImperium,
    MarkerBack,
    MarkerForward,
    RemovePrescience,
    SecondObjective,
)
from dune_env.arrakis.cards.place import AnyLegion, AnySettlement, EmptyDesert, LegionOf, Place
from dune_env.arrakis.cards.vehicles import CountVehiclesNear, RemoveVehicles
from dune_env.arrakis.cards.verbs import (
    CARD_IDS,
    Branch,
    DesertPower,
    Draw,
    EnemyLeaderToTank,
    Move,
    MoveOrAttack,
    NotInPlay,
    OpponentDiscards,
    PlayCard,
    Upgrade,
    card,
)
from dune_env.arrakis.leaders.entering import ALIA, GURNEY_HALLECK, PAULS, REVEREND_MOTHER_JESSICA
from dune_env.arrakis.movers import HAS_LEADER, HAS_SPECIAL
from dune_env.arrakis.names import ELITE, SPECIAL
from dune_env.arrakis.prescience import ONE_ROUND, WHEN_CLAIMED, RevealPrescience
from dune_env.arrakis.state import PROGRAMS, State
from dune_env.engine.steps import Step

# Any Legion moves OR attacks; the attacker rolls one Combat die more in each round of the battle.
card("war_plan", MoveOrAttack(BONUS_DIE))

# Alia not in play: she enters, if Reverend Mother Jessica is in play; play a card.
# Otherwise: an enemy Named Leader goes to the Tank; draw 2 cards.
card(
    "alia_the_abomination",
    Branch(
        NotInPlay(ALIA),
        [EnterPlayBeside(ALIA, REVEREND_MOTHER_JESSICA), PlayCard()],
        [EnemyLeaderToTank(), Draw(2)],
    ),
)


def smugglers(card_id: str, *otherwise: Step[State]) -> None:
    """Gurney Halleck not in play: he enters, placed with 2 Elite in an empty Desert Area. Otherwise: what follows."""
    enters = PlaceEntering(GURNEY_HALLECK, EmptyDesert(), elite=2)
    card(card_id, Branch(NotInPlay(GURNEY_HALLECK), [enters], list(otherwise)))


# Place 2 Wormsigns; move Gurney's Legion.
smugglers("smugglers_wormsigns", PlaceSigns(2), Move(leaders=[GURNEY_HALLECK]))

# Place 2 Elite with Gurney.
smugglers("smugglers_reinforce", Place(LegionOf([GURNEY_HALLECK]), elite=2))

# Remove 2 Harkonnen Vehicles in Gurney's Sector, the Air Zones on its border included.
smugglers("smugglers_sabotage", CountVehiclesNear(GURNEY_HALLECK, 2), RemoveVehicles())

# The opponent picks one of their cards and discards it; play a card. Mahdi holds no hand.
card("the_voice", OpponentDiscards(1), PlayCard())

# Anywhere replace 2 Elite by 2 Fedaykin; move 2 Legions that hold a Fedaykin.
card("death_commandos", Upgrade(2, ELITE, SPECIAL), Move(2, HAS_SPECIAL))

# Draw a second Secret Objective: either one wins; draw 2 cards.
card("tested_with_the_gom_jabbar", SecondObjective(), Draw(2))

# Place 2 Fedaykin and a Naib in any Sietch.
card("chatt_the_leaper", Place(AnySettlement(), special=2, generic=1))

# Pick an unused enemy die, which they must use on their next turn; draw 2 cards OR play one.
card("truthtrance", BindDie(), DrawOrPlay(2))

# Take any of the revealed Prescience cards out of the game and reveal as many new ones; play a card.
card("adab_the_demanding_memory", RemovePrescience(), RevealPrescience(), PlayCard())

# A Prescience marker goes back as far as one likes, another one forward as far; draw 2 cards.
card("alam_al_mithal", MarkerBack(), HowFarBack(), MarkerForward(), Draw(2))

# A Desert Power Action; play a card.
card("usul_the_base_of_the_pillar", DesertPower(), PlayCard())

# Place Paul and a Fedaykin in any Legion; this Legion moves OR makes a Surprise Attack.
card(
    "voice_from_the_outer_world",
    Place(AnyLegion(), special=1, named=PAULS, chooses=True),
    MoveOrAttack(SURPRISE, this=True),
)

# Atomics detonated: 2 Desert Power Actions. Otherwise: they do now, with a marker at step 4 or more; play a card.
card("our_family_atomics", Branch(Detonated(), [DesertPower(2)], [Detonate(4), PlayCard()]))

# Any Legion with a Leader moves OR makes a Surprise Attack; the defender rolls at most 4 dice in the first round.
card("battle_language", MoveOrAttack(SURPRISE | FEWER_DEFENDER_DICE, HAS_LEADER))

# Lower an Imperium marker by 1, its Ban staying as it is; play a card.
card("bill_of_particulars", LowerImperium(), PlayCard())

# Attach to a revealed Prescience card: when that is claimed any marker advances 2 more. Until the End of the Round.
FEAR = "fear_is_the_mind_killer"
card(FEAR, Attach())
ONE_ROUND.append(CARD_IDS.index(FEAR))
WHEN_CLAIMED[CARD_IDS.index(FEAR)] = PROGRAMS.add(FEAR + "_claimed")
PROGRAMS.define(WHEN_CLAIMED[CARD_IDS.index(FEAR)], [AdvanceAny(2)])
