"""A View as an observation: small whole numbers, one byte each (see `features.py` for what they say)."""

from __future__ import annotations

from dune_env.arrakis.codes import Piece
from dune_env.arrakis.components import Content
from dune_env.arrakis.features import LAYOUT as LAYOUT
from dune_env.arrakis.planes import MapSheet
from dune_env.arrakis.ruleset import GameConfig
from dune_env.arrakis.sheet_mahdi import MahdiSheet
from dune_env.arrakis.sheet_sides import SidesSheet
from dune_env.arrakis.sheet_turn import TurnSheet
from dune_env.arrakis.sight import Sight, look
from dune_env.arrakis.state import State
from dune_env.arrakis.view import View


class Sheet:
    """Writes Views of one seat and content, and keeps the pieces of the last observation that still hold.

    A piece is made anew when a number that it shows has changed or one of the lists has been replaced: lists of a
    position in play are never changed in place (`engine/lists.py`).
    """

    def __init__(self) -> None:
        self.map = MapSheet()
        self.turn = TurnSheet()
        self.sides = SidesSheet()
        self.mahdi = MahdiSheet()

    def written(self, view: View) -> bytes:
        """What *view* says in LAYOUT.size whole numbers; times LAYOUT.scales they are the floats."""
        parts: list[Piece] = []
        self.map.add(view, parts)
        self.turn.add_question(view, parts)
        self.turn.add_round(view, parts)
        self.sides.add(view, parts)
        self.mahdi.add_tokens(view, parts)
        self.turn.add_moved(view, parts)
        self.sides.add_left(view, parts)
        self.mahdi.add_cards(view, parts)
        self.turn.add_events(view, parts)
        return b"".join(parts)


class Watch:
    """One seat's observations of games of one config and content, made with little work from one to the next."""

    def __init__(self, config: GameConfig, content: Content, seat: int) -> None:
        self.view = View(config, content, seat)
        self.sight = Sight()
        self.sheet = Sheet()

    def fits(self, game: State, seat: int) -> bool:
        """Whether it was made for *seat* and for the config and content of *game*."""
        view = self.view
        return seat == view.seat and game.config is view.config and game.content is view.content

    def observation(self, game: State) -> bytes:
        """What the seat may know of *game* now: LAYOUT.size whole numbers, one byte each."""
        look(self.view, game, self.sight)
        return self.sheet.written(self.view)


def encode(view: View, out: bytearray) -> None:
    """Write what *view* says into *out*, LAYOUT.size whole numbers; times LAYOUT.scales they are the floats.

    Whatever *out* held before is overwritten.
    """
    out[:] = written(view)


def written(view: View) -> bytes:
    """What *view* says in LAYOUT.size whole numbers. A `Watch` is the faster way through a game."""
    return Sheet().written(view)
