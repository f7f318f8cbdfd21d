"""What the heuristics read off a `View`: strengths, distances, what a battle promises."""

from __future__ import annotations

from typing import Final

from agents.odds import Force, fight
from dune_env.arrakis.board import DEEP_DESERT, DESERT, DISTANCE, GROUND, TERRAIN, ZONES_OF
from dune_env.arrakis.names import ATREIDES, ATREIDES_TOKENS, ELITE, FACEDOWN, GENERIC, ORNITHOPTER, REGULAR, SPECIAL
from dune_env.arrakis.state import (
    FACEDOWN_TOKENS,
    FIGURES,
    HARVESTERS,
    N_AREAS,
    NAMED,
    SIETCHES,
    SIGNS,
    STATIONS,
    STRENGTH,
    TOWNS,
    WORMS,
    State,
)
from dune_env.arrakis.view import View

FAR: Final = 99
LIMIT: Final = 6  # Units in an Area
# Regular, Elite, Special Elite, Generic Leader: dice, Hits absorbed, Specials used
GRADE_POWER: Final[tuple[float, ...]] = (1.0, 1.7, 2.2, 0.6)
NAMED_POWER: Final = 1.0
DETAIL: Final = (2, 3, 4, 1)  # Combat Power of a Regular, an Elite, a Special Elite and a Generic Leader on ties
TOKEN_POWER: Final = 2.2
USUAL_RANK: Final = 2.0  # of a Sietch not yet seen
TOKEN_UNITS: Final = 2  # that an unseen Deployment token shows, and the Hits that they take beyond one each
TOKEN_EXTRA: Final = 0.75


class Reading:
    """One position, read for one side: a `View` of that side, or a game that was drawn from one."""

    def __init__(self, view: View | State, side: int) -> None:
        self.view = view
        self.side = side
        self.cells = bytes(view.cells)
        self._legions = [self._find(STRENGTH), self._find(STRENGTH + N_AREAS)]
        self._homes = [self._find(SIETCHES), self._find(TOWNS)]
        self._power: dict[int, float] = {}
        self._forces: dict[int, Force] = {}
        self._bot_powers: dict[int, int] = {}
        self._bot_details: dict[int, int] = {}
        self._reach: list[list[int]] = [[]] * N_AREAS
        self._free: list[bool] = []
        self._rideable: list[bool] = []
        self._watched: list[bool] = []

    def _find(self, field: int) -> list[int]:
        cells = self.cells[field : field + N_AREAS]
        return [area for area in range(N_AREAS) if cells[area]]

    def figures(self, side: int, area: int, figure: int) -> int:
        return self.cells[FIGURES + (side * 4 + figure) * N_AREAS + area]

    def units(self, side: int, area: int) -> int:
        """Units there, a facedown token counting as one."""
        return self.cells[STRENGTH + side * N_AREAS + area]

    def leaders(self, side: int, area: int) -> int:
        return self.figures(side, area, GENERIC) + self.cells[NAMED + side * N_AREAS + area]

    def power(self, side: int, area: int) -> float:
        """What a Legion is worth in battle."""
        key = side * N_AREAS + area
        if key not in self._power:
            self._power[key] = self._count_power(side, area)
        return self._power[key]

    def _count_power(self, side: int, area: int) -> float:
        if not self.units(side, area):
            return 0.0
        figures = 0.0
        for figure in range(4):
            figures += self.figures(side, area, figure) * GRADE_POWER[figure]
        facedown = self.cells[FACEDOWN_TOKENS + side * N_AREAS + area]
        return figures + facedown * TOKEN_POWER + self.cells[NAMED + side * N_AREAS + area] * NAMED_POWER

    def legions(self, side: int) -> list[int]:
        """Areas with a Legion of *side*."""
        return self._legions[side]

    def terrain(self, area: int) -> int:
        return TERRAIN[self.view.atomics][area]

    def is_desert(self, area: int) -> bool:
        return self.terrain(area) >= DESERT

    def is_deep_desert(self, area: int) -> bool:
        return self.terrain(area) == DEEP_DESERT

    def has_sign(self, area: int) -> bool:
        return self.cells[SIGNS + area] == FACEDOWN

    def has_worm(self, area: int) -> bool:
        return self.cells[WORMS + area] > 0

    def has_harvester(self, area: int) -> bool:
        return self.cells[HARVESTERS + area] > 0

    def has_station(self, area: int) -> bool:
        return self.cells[STATIONS + area] > 0

    def is_sietch(self, area: int) -> bool:
        return self.cells[SIETCHES + area] > 0

    def town_rank(self, area: int) -> int:
        return self.cells[TOWNS + area]

    def home_rank(self, side: int, area: int) -> float:
        """The rank of the settlement of *side* in *area*, a guess where it is hidden, 0 without one."""
        if side != ATREIDES:
            return float(self.cells[TOWNS + area])
        if not self.cells[SIETCHES + area]:
            return 0.0
        rank = self.view.sietch_rank[self.cells[SIETCHES + area] - 1]
        return float(rank) if rank > 0 else USUAL_RANK

    def homes(self, side: int) -> list[int]:
        """Areas of the standing settlements of *side*."""
        return self._homes[side]

    def nearest(self, area: int, areas: list[int]) -> int:
        """Borders from *area* to the nearest of *areas*, FAR if there is none."""
        return min((DISTANCE[area][to] for to in areas), default=FAR)

    def danger(self, side: int, area: int, reach: int = 1) -> float:
        """The strongest enemy Legion within *reach* borders."""
        enemy = 1 - side
        return max((self.power(enemy, a) for a in self.legions(enemy) if DISTANCE[area][a] <= reach), default=0.0)

    def defence(self, side: int, area: int) -> float:
        """What an attacker of *area* faces: the Legion, and the dice of a settlement that it defends."""
        if not self.units(side, area):
            return 0.0
        return self.power(side, area) + 0.9 * self.home_rank(side, area)

    def force(self, side: int, area: int) -> Force:
        """Units, extra Hits and Leaders of a Legion, its facedown tokens turned up as far as the seat knows them."""
        key = side * N_AREAS + area
        if key not in self._forces:
            self._forces[key] = self._count_force(side, area)
        return self._forces[key]

    def _count_force(self, side: int, area: int) -> Force:
        units = [self.figures(side, area, grade) for grade in (REGULAR, ELITE, SPECIAL)]
        leaders = self.leaders(side, area)
        hidden = self.cells[FACEDOWN_TOKENS + side * N_AREAS + area]
        extra = 0.0
        if hidden and side == ATREIDES and self.side == ATREIDES:
            for token in self.own_tokens(area):
                for grade in (REGULAR, ELITE, SPECIAL):
                    units[grade] += self.view.content.tokens[token][grade]
        else:
            units[REGULAR] += TOKEN_UNITS * hidden
            extra = TOKEN_EXTRA * hidden
        extra += units[ELITE] + units[SPECIAL] + leaders
        return (min(LIMIT, sum(units)), round(extra), leaders)

    def bot_power(self, side: int, area: int) -> int:
        """Combat Power as Mahdi counts it (R-39.11)."""
        at = side * N_AREAS + area
        if at not in self._bot_powers:
            cells = self.cells
            self._bot_powers[at] = cells[STRENGTH + at] + cells[FACEDOWN_TOKENS + at] + self.leaders(side, area)
        return self._bot_powers[at]

    def bot_detail(self, side: int, area: int) -> int:
        """Combat Power of single pieces added up, which settles ties (R-39.12)."""
        at = side * N_AREAS + area
        if at not in self._bot_details:
            total = 2 * (self.cells[FACEDOWN_TOKENS + at] + self.cells[NAMED + at])
            total += sum(DETAIL[figure] * self.figures(side, area, figure) for figure in range(4))
            self._bot_details[at] = total
        return self._bot_details[at]

    def chance_to_win(self, area: int, target: int, surprise: bool = False) -> float:
        """The chance that the Legion in *area* destroys what stands in *target*."""
        enemy = 1 - self.side
        rank = self.home_rank(enemy, target)
        toll = rank > 0 and not (self.view.solo and self.side != ATREIDES)
        return fight(self.force(self.side, area), self.force(enemy, target), round(rank), toll, surprise)[0]

    def free_for_atreides(self) -> list[bool]:
        """Areas in which an Atreides Legion may end a move (R-2.10)."""
        cells = self.cells
        enemy = STRENGTH + N_AREAS
        if not self._free:
            self._free = [not (cells[enemy + a] or cells[TOWNS + a] or cells[WORMS + a]) for a in range(N_AREAS)]
        return self._free

    def rideable(self) -> list[bool]:
        """Areas that a Sandriding Legion can pass (R-17.3, R-17.6)."""
        cells = self.cells
        enemy = STRENGTH + N_AREAS
        if not self._rideable:
            signs = [bool(cells[SIGNS + a] or cells[WORMS + a]) for a in range(N_AREAS)]
            self._rideable = [signs[a] and not cells[enemy + a] for a in range(N_AREAS)]
        return self._rideable

    def reach(self, area: int) -> list[int]:
        """Areas next to where an Atreides Legion stands or where it can ride to (R-17.2 to R-17.6)."""
        found = self._reach[area]
        if not found:
            found = self._find_reach(area)
            self._reach[area] = found
        return found

    def _find_reach(self, area: int) -> list[int]:
        rideable = self.rideable()
        edge = [area]
        ridden = [False] * N_AREAS
        ridden[area] = True
        for at in edge:
            for to in GROUND[at]:
                if rideable[to] and not ridden[to]:
                    ridden[to] = True
                    edge.append(to)
        if len(edge) == 1:
            return GROUND[area]
        near = [False] * N_AREAS
        for at in edge:
            for to in GROUND[at]:
                near[to] = True
        return [to for to in range(N_AREAS) if near[to] and to != area]

    def watched(self, area: int) -> bool:
        """Whether there is an Ornithopter above *area*."""
        if not self._watched:
            self._watched = [self._is_watched(at) for at in range(N_AREAS)]
        return self._watched[area]

    def _is_watched(self, area: int) -> bool:
        for zone in ZONES_OF[area]:
            if self.view.zones[zone] == ORNITHOPTER:
                return True
        return False

    def own_tokens(self, area: int) -> list[int]:
        """Own facedown Atreides tokens in *area*."""
        return [t for t in range(ATREIDES_TOKENS) if self.view.token_at[t] == area]

    def can_train(self, area: int) -> bool:
        """Whether a facedown Atreides token in *area* may be turned up (R-12.4, R-43.10)."""
        if not self.cells[FACEDOWN_TOKENS + area]:
            return False
        return not self.view.solo or not self.watched(area)
