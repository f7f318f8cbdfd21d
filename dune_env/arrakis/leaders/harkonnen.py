"""The special Actions of the Harkonnen Named Leaders (chapter 11)."""

from __future__ import annotations

from dune_env.arrakis.cards.verbs import AttackThis, Draw, MoveThis, Part, PlayCard, Upgrade, special
from dune_env.arrakis.deployment import PickTownForLeader, PickTownLeader
from dune_env.arrakis.leaders.entering import (
    BARON_HARKONNEN,
    BEAST_RABBAN,
    CAPTAIN_ARAMSHAM,
    FEYD_RAUTHA,
    GAIUS_HELEN_MOHIAM,
    SHADDAM_IV,
    THUFIR_HAWAT,
)
from dune_env.arrakis.legions import settle
from dune_env.arrakis.names import CORRINO_ALLY, ELITE, HARKONNEN, HOUSE_HARKONNEN, REGULAR, SPECIAL
from dune_env.arrakis.pieces import figure_available, recruit, settlements
from dune_env.arrakis.programs import COUNT
from dune_env.arrakis.slots import PASS, PICK_AREA
from dune_env.arrakis.state import E_DEPLOYED, State
from dune_env.engine.steps import NO_SLOTS, NONE, STEP

# 3 Regular become Elite.
special(BARON_HARKONNEN, Upgrade(3, REGULAR, ELITE))

# His Legion moves twice, he himself with it both times.
special(
    BEAST_RABBAN,
    MoveThis(leaders=[BEAST_RABBAN]),
    MoveThis(leaders=[BEAST_RABBAN], again=True),
    needs_figure=True,
)

# His Legion moves and attacks.
special(FEYD_RAUTHA, MoveThis(leaders=[FEYD_RAUTHA]), AttackThis(leaders=[FEYD_RAUTHA]), needs_figure=True)

# 3 cards of the House Harkonnen deck.
special(THUFIR_HAWAT, Draw(3, HOUSE_HARKONNEN))


class DeployUnits(Part):
    """Deploy up to *count* Units of one grade, each in a settlement of choice, at need of a lower one."""

    def __init__(self, grade: int, count: int) -> None:
        super().__init__()
        self.grade = grade
        self.count = count

    def options(self, game: State, frame: int) -> list[int]:
        stack = game.stack
        if stack[frame + COUNT] == NONE:
            stack[frame + COUNT] = self.count
        areas = settlements(game, HARKONNEN)
        if not stack[frame + COUNT] or figure_available(game, HARKONNEN, self.grade) < 0 or not areas:
            return NO_SLOTS
        return [*[PICK_AREA + area for area in areas], PASS]

    def apply(self, game: State, frame: int, slot: int) -> None:
        stack = game.stack
        if slot < PICK_AREA:
            stack[frame + COUNT] = NONE
            return
        recruit(game, HARKONNEN, slot - PICK_AREA, self.grade)
        game.event(E_DEPLOYED, slot - PICK_AREA, self.grade)
        stack[frame + COUNT] -= 1
        stack[frame + STEP] -= 1
        settle(game, HARKONNEN, slot - PICK_AREA)


# 2 Regular, 1 Sardaukar and a Leader, together in a settlement or spread over several.
special(CAPTAIN_ARAMSHAM, DeployUnits(REGULAR, 2), DeployUnits(SPECIAL, 1), PickTownLeader(), PickTownForLeader())

# 3 Elite become Sardaukar.
special(SHADDAM_IV, Upgrade(3, ELITE, SPECIAL))

# 2 cards of the Corrino deck, and a card is played.
special(GAIUS_HELEN_MOHIAM, Draw(2, CORRINO_ALLY), PlayCard())
