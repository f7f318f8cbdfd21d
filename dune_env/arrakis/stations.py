"""Testing Stations: what a Legion that arrives there takes (chapter 29)."""

from __future__ import annotations

from dune_env.arrakis.dice import DrawStation
from dune_env.arrakis.programs import AREA, TAKE_STATION
from dune_env.arrakis.slots import C_STATION
from dune_env.arrakis.state import PROGRAMS, STATIONS, State
from dune_env.arrakis.victory import score_station
from dune_env.engine.lists import increased
from dune_env.engine.steps import NONE


class RevealStation(DrawStation):
    """The Atreides take the Station: it is revealed and its marker advances one step (R-29.1, R-29.2)."""

    def needed(self, game: State, frame: int) -> bool:
        return game.cells[STATIONS + game.stack[frame + AREA]] > 0

    def apply(self, game: State, frame: int, slot: int) -> None:
        if slot == NONE:
            return
        marker = slot - C_STATION
        game.cells[STATIONS + game.stack[frame + AREA]] = 0
        game.stations_left = increased(game.stations_left, marker, -1)
        game.note("station")
        score_station(game, marker)


PROGRAMS.define(TAKE_STATION, [RevealStation()])
