"""The map in an observation: one plane of 101 entries for each feature (see `features.py` for what they say).

Planes are cut out of the View's cells and recoded by tables; those of scattered pieces are kept until the list that
they were made from is another (lists of a View are replaced, never changed).
"""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.board import AREAS_OF_SECTOR, N_SECTORS, STORM_EXEMPT, TERRAIN
from dune_env.arrakis.codes import Piece, one_hot
from dune_env.arrakis.features import AREA_ROWS
from dune_env.arrakis.leaders.entering import JESSICAS, PAULS
from dune_env.arrakis.names import (
    ATREIDES_TOKENS,
    BURROWING_SIGN,
    FACEDOWN,
    HARKONNEN,
    SAND_SIGN,
    SANDWORM,
    SANDWORM_SIGN,
    WILD_MAKER,
)
from dune_env.arrakis.programs import AREA, TO_AREA
from dune_env.arrakis.slots import PICK_AREA
from dune_env.arrakis.state import (
    FIGURES,
    HARVESTERS,
    N_AREAS,
    NAMED,
    SIETCHES,
    SIGNS,
    STATIONS,
    WORMS,
)
from dune_env.arrakis.token_backs import BLACK_SET, is_groups
from dune_env.arrakis.view import HIDDEN_RANK, View
from dune_env.engine.steps import FRAME, NONE

BLANK: Final = bytes(N_AREAS)
ONE_AREA: Final[list[bytes]] = one_hot(N_AREAS)  # an Area + 1
_NONE_FLOWN_OR_PLACED: Final = bytes(2 * N_AREAS)
_NO_MAHDI: Final = bytes(3 * N_AREAS)
_N_TERRAINS: Final = len([row for row in AREA_ROWS if row.name.startswith("terrain_")])

def _recode(pairs: list[tuple[int, int]]) -> bytes:
    """A table that recodes bytes: the given ones as told, all others to 0."""
    table = bytearray(256)
    for value, code in pairs:
        table[value] = code
    return bytes(table)


_IS_SANDWORM: Final = _recode([(SANDWORM, 1)])
_IS_WILD_MAKER: Final = _recode([(WILD_MAKER, 1)])
_IS_FACEDOWN: Final = _recode([(FACEDOWN, 1)])
_KIND_SHOWN: Final = _recode([(SAND_SIGN, 1), (SANDWORM_SIGN, 2), (BURROWING_SIGN, 3)])
_IS_SIETCH: Final = _recode([(1 + sietch, 1) for sietch in range(8)])


def _template(atomics: int) -> bytes:
    """The planes of the ground as it is once the token *atomics* has detonated."""
    planes = bytearray((_N_TERRAINS + 1) * N_AREAS)
    for area in range(N_AREAS):
        planes[TERRAIN[atomics][area] * N_AREAS + area] = 1
        planes[_N_TERRAINS * N_AREAS + area] = int(STORM_EXEMPT[atomics][area])
    return bytes(planes)


_GROUND: Final[list[bytes]] = [_template(atomics) for atomics in range(4)]


class MapSheet:
    """The block `areas` in pieces, each made anew only when what it shows is no longer what it was made from."""

    def __init__(self) -> None:
        self.cells = b""
        self.towns = b""
        self.vehicles_and_worms = b""
        self.town_planes = b""
        self.figure_planes = b""
        self.worm_planes = b""
        self.sietch_at: list[int] = []
        self.sietch_rank: list[int] = []
        self.rank_planes = b""
        self.leader_at: list[int] = []
        self.special_planes = b""
        self.leader_planes = b""
        self.facedown: list[int] = []
        self.token_at: list[int] = []
        self.token_planes = b""
        self.atomics = NONE
        self.piece_planes = b""  # of all features before the question
        self.moved: list[int] = []
        self.moved_plane = BLANK

    def add(self, view: View, parts: list[Piece]) -> None:
        """Add the planes of *view*, always of one seat and content, in the order of AREA_ROWS."""
        if (
            view.cells != self.cells
            or view.leader_at is not self.leader_at
            or view.facedown is not self.facedown
            or view.token_at is not self.token_at
            or view.sietch_at is not self.sietch_at
            or view.sietch_rank is not self.sietch_rank
            or view.atomics != self.atomics
        ):
            self._see_pieces(view)
        parts.append(self.piece_planes)
        self._add_question(view, parts)
        parts.append(_mahdi(view) if view.solo else _NO_MAHDI)
        parts.append(self.leader_planes)

    def _see_pieces(self, view: View) -> None:
        if view.cells != self.cells:
            self._cut(view.cells, view.seat)
        if view.sietch_at is not self.sietch_at or view.sietch_rank is not self.sietch_rank:
            self.sietch_at, self.sietch_rank = view.sietch_at, view.sietch_rank
            self.rank_planes = _ranks(view)
        if view.leader_at is not self.leader_at:
            self.leader_at = view.leader_at
            self.special_planes = _specials(view)
            self.leader_planes = _pauls_and_jessicas(view)
        if view.facedown is not self.facedown or view.token_at is not self.token_at:
            self.facedown, self.token_at = view.facedown, view.token_at
            self.token_planes = _tokens(view)
        self.atomics = view.atomics
        self.piece_planes = b"".join(
            [
                _GROUND[view.atomics],
                self.town_planes,
                self.rank_planes,
                self.figure_planes,
                self.special_planes,
                self.token_planes,
                self.worm_planes,
            ]
        )

    def _cut(self, cells: bytes, seat: int) -> None:
        """Cut the planes of figures, settlements and worms out of *cells*."""
        self.cells = cells
        figures, named = cells[FIGURES : FIGURES + 8 * N_AREAS], cells[NAMED : NAMED + 2 * N_AREAS]
        if seat == HARKONNEN:
            figures = figures[4 * N_AREAS :] + figures[: 4 * N_AREAS]
            named = named[N_AREAS:] + named[:N_AREAS]
        self.figure_planes = figures + named
        towns = cells[SIETCHES : SIETCHES + 2 * N_AREAS]
        if towns != self.towns:
            self.towns = towns
            self.town_planes = towns[N_AREAS:] + towns[:N_AREAS].translate(_IS_SIETCH)
        pieces = cells[HARVESTERS:SIETCHES]
        if pieces != self.vehicles_and_worms:
            self.vehicles_and_worms = pieces
            worms = cells[WORMS : WORMS + N_AREAS]
            signs = cells[SIGNS : SIGNS + N_AREAS]
            self.worm_planes = b"".join(
                [
                    cells[HARVESTERS : HARVESTERS + N_AREAS],
                    worms.translate(_IS_SANDWORM),
                    worms.translate(_IS_WILD_MAKER),
                    signs.translate(_IS_FACEDOWN),
                    signs.translate(_KIND_SHOWN),
                    cells[STATIONS : STATIONS + N_AREAS],
                ]
            )

    def _add_question(self, view: View, parts: list[Piece]) -> None:
        area, to_area = NONE, NONE
        stack = view.stack
        if stack:
            area = stack[len(stack) - FRAME + AREA]
            to_area = stack[len(stack) - FRAME + TO_AREA]
        parts.append(ONE_AREA[area + 1] if 0 <= area < N_AREAS else BLANK)
        parts.append(ONE_AREA[to_area + 1] if 0 <= to_area < N_AREAS else BLANK)
        parts.append(_may_pick(view.options))
        if view.moved is not self.moved:
            self.moved = view.moved
            self.moved_plane = _moved(view.moved) if view.moved else BLANK
        parts.append(self.moved_plane)
        if view.flown or view.placed_worms:
            parts.append(_counted(view.flown) + _ordered(view.placed_worms))
        else:
            parts.append(_NONE_FLOWN_OR_PLACED)


def _ranks(view: View) -> bytes:
    planes = bytearray(2 * N_AREAS)
    ranks = view.sietch_rank
    for sietch, area in enumerate(view.sietch_at):
        if area != NONE and ranks[sietch] != HIDDEN_RANK:
            planes[area] = 1
            planes[N_AREAS + area] = ranks[sietch]
    return bytes(planes)


def _specials(view: View) -> bytes:
    """Hits and Shields of the own Leaders' Specials, then of the other side's."""
    planes = bytearray(4 * N_AREAS)
    content = view.content
    for leader, area in enumerate(view.leader_at):
        if area >= 0:
            base = (0 if content.leader_side[leader] == view.seat else 2 * N_AREAS) + area
            hits, shields = content.leader_strip[leader]
            planes[base] += hits
            planes[base + N_AREAS] += shields
    return bytes(planes)


def _pauls_and_jessicas(view: View) -> bytes:
    planes = bytearray(2 * N_AREAS)
    for leader, area in enumerate(view.leader_at):
        if area >= 0:
            if leader in PAULS:
                planes[area] = 1
            elif leader in JESSICAS:
                planes[N_AREAS + area] = 1
    return bytes(planes)


def _tokens(view: View) -> bytes:
    """Facedown tokens by side and set, then what lies under those that the seat knows."""
    planes = bytearray(8 * N_AREAS)
    for place in view.facedown:
        area, each = place >> 2, place & 3
        own = (each >= BLACK_SET) == (view.seat == 1)
        planes[((0 if own else 2) + (each & 1)) * N_AREAS + area] += 1
    if view.seat == 0:
        shown = view.content.tokens
        for token in range(ATREIDES_TOKENS):
            area = view.token_at[token]
            if area >= 0:
                for figure in range(4):
                    if shown[token][figure]:
                        planes[(4 + figure) * N_AREAS + area] += shown[token][figure]
    return bytes(planes)


def _may_pick(options: list[int]) -> Piece:
    plane: bytearray | None = None
    for slot in options:
        if PICK_AREA <= slot < PICK_AREA + N_AREAS:
            if plane is None:
                plane = bytearray(N_AREAS)
            plane[slot - PICK_AREA] = 1
    return plane if plane is not None else BLANK


def _moved(moved: list[int]) -> bytes:
    plane = bytearray(N_AREAS)
    if is_groups(moved):
        for at in range(0, len(moved), 7):
            plane[moved[at]] += moved[at + 1] + moved[at + 2] + moved[at + 3] + moved[at + 6].bit_count()
    else:
        for area in moved:
            plane[area] = 1
    return bytes(plane)


def _counted(areas: list[int]) -> bytes:
    plane = bytearray(N_AREAS)
    for area in areas:
        plane[area] += 1
    return bytes(plane)


def _ordered(areas: list[int]) -> bytes:
    plane = bytearray(N_AREAS)
    for order, area in enumerate(areas):
        plane[area] = order + 1
    return bytes(plane)


def _mahdi(view: View) -> bytes:
    """The Target Sietch, the temporary target and the Harvesting Sector."""
    tactical = view.content.tactical
    target = NONE
    if view.target_card != NONE:
        target = view.sietch_at[tactical[view.target_card][1]]
    harvest = BLANK
    if view.harvest_card != NONE:
        harvest = _harvest_plane(tactical[view.harvest_card][0])
    return ONE_AREA[target + 1] + ONE_AREA[view.temporary_target + 1] + harvest


def _harvest_plane(sectors: int) -> bytes:
    if sectors not in _HARVEST_PLANES:
        plane = bytearray(N_AREAS)
        for sector in range(N_SECTORS):
            if sectors >> sector & 1:
                for area in AREAS_OF_SECTOR[sector]:
                    plane[area] = 1
        _HARVEST_PLANES[sectors] = bytes(plane)
    return _HARVEST_PLANES[sectors]


_HARVEST_PLANES: Final[dict[int, bytes]] = {}
