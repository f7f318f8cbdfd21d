"""The map in an observation: one plane of 101 entries for each feature (see `features.py` for what they say).

Planes are cut out of the View's cells in one piece and recoded by tables; scattered pieces are added one by one.
"""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.board import AREAS_OF_SECTOR, N_SECTORS, STORM_EXEMPT, TERRAIN
from dune_env.arrakis.features import AREA_ROWS, LAYOUT
from dune_env.arrakis.leaders.entering import JESSICAS, PAULS
from dune_env.arrakis.names import (
    ATREIDES_TOKENS,
    BURROWING_SIGN,
    FACEDOWN,
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
    N_LEADERS,
    NAMED,
    SIETCHES,
    SIGNS,
    STATIONS,
    TOWNS,
    WORMS,
)
from dune_env.arrakis.token_backs import BLACK_SET, is_groups
from dune_env.arrakis.view import HIDDEN_RANK, View
from dune_env.engine.steps import FRAME, NONE


def _plane(row: str) -> int:
    return LAYOUT.row_start("areas", row)


_TERRAIN: Final = _plane("terrain_mountain")
_STORM_EXEMPT: Final = _plane("storm_exempt")
_TOWN_RANK: Final = _plane("town_rank")
_SIETCH_KNOWN: Final = _plane("sietch_known")
_SIETCH_RANK: Final = _plane("sietch_rank")
_OWN_FIGURES: Final = _plane("own_regular")
_OWN_SPECIALS: Final = _plane("own_special_hits")
_OTHER_SPECIALS: Final = _plane("other_special_hits")
_OWN_TOKENS: Final = _plane("own_tokens_1")
_OTHER_TOKENS: Final = _plane("other_tokens_1")
_CONTENTS: Final = _plane("token_regular")
_HARVESTER: Final = _plane("harvester")
_ASKED_AREA: Final = _plane("asked_area")
_ASKED_TO_AREA: Final = _plane("asked_to_area")
_MAY_PICK: Final = _plane("may_pick")
_MOVED_PLANE: Final = _plane("moved")
_FLOWN: Final = _plane("flown")
_PLACED_WORM: Final = _plane("placed_worm")
_TARGET_SIETCH: Final = _plane("target_sietch")
_TEMPORARY: Final = _plane("temporary_target")
_HARVESTING: Final = _plane("harvesting_sector")
_PAUL: Final = _plane("paul")
_JESSICA: Final = _plane("jessica")


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
    planes = bytearray(_TOWN_RANK)
    for area in range(N_AREAS):
        planes[_TERRAIN + TERRAIN[atomics][area] * N_AREAS + area] = 1
        planes[_STORM_EXEMPT + area] = int(STORM_EXEMPT[atomics][area])
    return bytes(planes)


_GROUND: Final[list[bytes]] = [_template(atomics) for atomics in range(4)]
_MAP_SIZE: Final = len(AREA_ROWS) * N_AREAS
_BEFORE_FIGURES: Final = bytes(_OWN_FIGURES - _SIETCH_KNOWN)
_BEFORE_HARVESTER: Final = bytes(_HARVESTER - _OWN_SPECIALS)
_AFTER_STATION: Final = bytes(_MAP_SIZE - _ASKED_AREA)


def write_map(view: View, out: bytearray) -> None:
    """Write the block `areas`."""
    out[:_MAP_SIZE] = _cell_planes(view)
    _write_sietches(view, out)
    _write_leaders(view, out)
    _write_tokens(view, out)
    _write_question(view, out)
    if view.solo:
        _write_mahdi(view, out)


def _cell_planes(view: View) -> bytes:
    """All planes in the order of AREA_ROWS, those blank that are written piece by piece."""
    cells = view.cells
    own, other = FIGURES + view.seat * 4 * N_AREAS, FIGURES + (1 - view.seat) * 4 * N_AREAS
    own_named, other_named = NAMED + view.seat * N_AREAS, NAMED + (1 - view.seat) * N_AREAS
    worms = cells[WORMS : WORMS + N_AREAS]
    signs = cells[SIGNS : SIGNS + N_AREAS]
    return b"".join(
        [
            _GROUND[view.atomics],
            cells[TOWNS : TOWNS + N_AREAS],
            cells[SIETCHES : SIETCHES + N_AREAS].translate(_IS_SIETCH),
            _BEFORE_FIGURES,
            cells[own : own + 4 * N_AREAS],
            cells[other : other + 4 * N_AREAS],
            cells[own_named : own_named + N_AREAS],
            cells[other_named : other_named + N_AREAS],
            _BEFORE_HARVESTER,
            cells[HARVESTERS : HARVESTERS + N_AREAS],
            worms.translate(_IS_SANDWORM),
            worms.translate(_IS_WILD_MAKER),
            signs.translate(_IS_FACEDOWN),
            signs.translate(_KIND_SHOWN),
            cells[STATIONS : STATIONS + N_AREAS],
            _AFTER_STATION,
        ]
    )


def _write_sietches(view: View, out: bytearray) -> None:
    for sietch, area in enumerate(view.sietch_at):
        if area != NONE and view.sietch_rank[sietch] != HIDDEN_RANK:
            out[_SIETCH_KNOWN + area] = 1
            out[_SIETCH_RANK + area] = view.sietch_rank[sietch]


def _write_leaders(view: View, out: bytearray) -> None:
    content = view.content
    for leader in range(N_LEADERS):
        area = view.leader_at[leader]
        if area < 0:
            continue
        base = (_OWN_SPECIALS if content.leader_side[leader] == view.seat else _OTHER_SPECIALS) + area
        hits, shields = content.leader_strip[leader]
        out[base] += hits
        out[base + N_AREAS] += shields
        if leader in PAULS:
            out[_PAUL + area] = 1
        elif leader in JESSICAS:
            out[_JESSICA + area] = 1


def _write_tokens(view: View, out: bytearray) -> None:
    for place in view.facedown:
        area, each = place >> 2, place & 3
        own = (each >= BLACK_SET) == (view.seat == 1)
        out[(_OWN_TOKENS if own else _OTHER_TOKENS) + (each & 1) * N_AREAS + area] += 1
    if view.seat != 0:
        return
    shown = view.content.tokens
    for token in range(ATREIDES_TOKENS):
        area = view.token_at[token]
        if area >= 0:
            base = _CONTENTS + area
            for figure in range(4):
                if shown[token][figure]:
                    out[base + figure * N_AREAS] += shown[token][figure]


def _write_question(view: View, out: bytearray) -> None:
    stack = view.stack
    if stack:
        frame = len(stack) - FRAME
        if 0 <= stack[frame + AREA] < N_AREAS:
            out[_ASKED_AREA + stack[frame + AREA]] = 1
        if 0 <= stack[frame + TO_AREA] < N_AREAS:
            out[_ASKED_TO_AREA + stack[frame + TO_AREA]] = 1
    base = _MAY_PICK - PICK_AREA
    for slot in view.options:
        if PICK_AREA <= slot < PICK_AREA + N_AREAS:
            out[base + slot] = 1
    moved = view.moved
    if moved and is_groups(moved):
        for at in range(0, len(moved), 7):
            units = moved[at + 1] + moved[at + 2] + moved[at + 3] + moved[at + 6].bit_count()
            out[_MOVED_PLANE + moved[at]] += units
    else:
        for area in moved:
            out[_MOVED_PLANE + area] = 1
    for area in view.flown:
        out[_FLOWN + area] += 1
    for order, area in enumerate(view.placed_worms):
        out[_PLACED_WORM + area] = order + 1


def _write_mahdi(view: View, out: bytearray) -> None:
    tactical = view.content.tactical
    if view.target_card != NONE:
        area = view.sietch_at[tactical[view.target_card][1]]
        if area != NONE:
            out[_TARGET_SIETCH + area] = 1
    if view.temporary_target != NONE:
        out[_TEMPORARY + view.temporary_target] = 1
    if view.harvest_card != NONE:
        sectors = tactical[view.harvest_card][0]
        for sector in range(N_SECTORS):
            if sectors >> sector & 1:
                for area in AREAS_OF_SECTOR[sector]:
                    out[_HARVESTING + area] = 1
