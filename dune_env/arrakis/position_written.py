"""Writing a position as the fields of a scenario, and what no position can be."""

from __future__ import annotations

from dune_env.arrakis.board import AREA_IDS, ATOMICS_IDS, SIETCH_AREAS, STATION_AREAS, TOWN_AREAS, ZONE_IDS
from dune_env.arrakis.game import Game
from dune_env.arrakis.leaders.entering import OUSTS, REPLACES
from dune_env.arrakis.names import (
    ATREIDES,
    ATREIDES_TOKENS,
    BAN_NAMES,
    CARRYALL,
    FACEDOWN,
    FIGURE_NAMES,
    HARKONNEN,
    HARVESTER,
    IN_ROW,
    MARKER_NAMES,
    ORNITHOPTER,
    REMOVED,
    RESULT_NAMES,
    SANDWORM,
    SIDE_NAMES,
    SPENT,
    START,
    STARTING_TOKENS,
    TANK,
    TOKEN_GONE,
    TOKEN_GONE_UNSEEN,
    VEHICLE_NAMES,
    WILD_MAKER,
)
from dune_env.arrakis.pieces import (
    figures,
    in_play,
    is_desert,
    is_settlement,
    leaders,
    legion_areas,
    named_leaders,
    stacking_limit,
    strength,
    tokens,
    vehicles_in_supply,
    worms_on_board,
)
from dune_env.arrakis.planning import deck_side
from dune_env.arrakis.position import TOKEN_NAMES, ScenarioError
from dune_env.arrakis.position_cards import PLACE_NAMES, PLACE_SLOTS
from dune_env.arrakis.state import HARVESTERS, KNOWN_FACE, N_AREAS, N_LEADERS, SIETCHES, SIGNS, STATIONS, TOWNS, WORMS
from dune_env.arrakis.wormsigns import signs_in_supply
from dune_env.engine.steps import NONE

# --- what no position can be


def check_position(game: Game) -> None:
    """Refuse what the board cannot show between effects; ScenarioError names the field."""
    for side in (ATREIDES, HARKONNEN):
        for area in range(N_AREAS):
            _check_legion(game, side, area)
    cells = game.cells
    for area in range(N_AREAS):
        name = AREA_IDS[area]
        if cells[HARVESTERS + area]:
            if not is_desert(game, area):
                raise ScenarioError(f"harvesters: take Desert Areas, got {name}")
            if strength(game, ATREIDES, area) or cells[SIETCHES + area]:
                raise ScenarioError(f"harvesters: take Areas without an Atreides Legion or Sietch, got {name}")
        if (cells[WORMS + area] or cells[SIGNS + area]) and not is_desert(game, area):
            field = "worms" if cells[WORMS + area] else "wormsigns"
            raise ScenarioError(f"{field}: take Desert Areas, got {name}")
        if cells[WORMS + area] and cells[SIETCHES + area]:
            raise ScenarioError(f"worms: take Areas without a Sietch, got {name}")
        if cells[SIETCHES + area] and cells[TOWNS + area]:
            raise ScenarioError(f"sietches: take Areas without a Harkonnen settlement, got {name}")
    _check_supply("harvesters", vehicles_in_supply(game, HARVESTER), game.content.vehicles[HARVESTER])
    for vehicle in (ORNITHOPTER, CARRYALL):
        _check_supply("zones", vehicles_in_supply(game, vehicle), game.content.vehicles[vehicle])
    _check_supply("worms", game.content.sandworms - worms_on_board(game), game.content.sandworms)
    _check_supply("wormsigns", signs_in_supply(game), sum(game.content.wormsigns))
    for newer in range(N_LEADERS):
        for older in (REPLACES[newer], OUSTS[newer]):
            if older >= 0 and in_play(game, older) and in_play(game, newer):
                ids = game.content.leader_ids
                raise ScenarioError(f"leaders: {ids[older]} is out of the game once {ids[newer]} has entered")


def _check_supply(field: str, left: int, total: int) -> None:
    if left < 0:
        raise ScenarioError(f"{field}: take at most {total}, got {total - left}")


def _check_legion(game: Game, side: int, area: int) -> None:
    units = strength(game, side, area)
    path = f"legions.{AREA_IDS[area]}"
    if leaders(game, side, area) and not units:
        raise ScenarioError(f"{path}: a Leader takes at least one Unit beside it")
    if not units:
        return
    if units > stacking_limit(game, side):
        raise ScenarioError(f"{path}: takes at most {stacking_limit(game, side)} Units and tokens, got {units}")
    if game.cells[WORMS + area]:
        raise ScenarioError(f"{path}: takes an Area without a worm")
    if is_settlement(game, 1 - side, area):
        raise ScenarioError(f"{path}: takes an Area without an enemy settlement")


# --- writing


def position_of(game: Game) -> dict[str, object]:
    """The board, tracks, Leaders and cards of *game* as fields of a scenario."""
    found: dict[str, object] = {"legions": _legions_of(game)}
    cells, content = game.cells, game.content
    gone = [t for t in range(STARTING_TOKENS, ATREIDES_TOKENS) if game.token_at[t] in (TOKEN_GONE, TOKEN_GONE_UNSEEN)]
    _put(found, "tokens_gone", [TOKEN_NAMES[t] for t in gone])
    if sum(game.figures_gone):
        found["figures_gone"] = {FIGURE_NAMES[grade]: count for grade, count in enumerate(game.figures_gone)}
    found["sietches"] = _sietches_of(game)
    towns = [AREA_IDS[area] for area in TOWN_AREAS if cells[TOWNS + area]]
    if len(towns) < len(TOWN_AREAS):
        found["settlements"] = towns
    stations = [AREA_IDS[area] for area in STATION_AREAS if cells[STATIONS + area]]
    if len(stations) < len(STATION_AREAS):
        found["stations"] = stations
        found["stations_left"] = {name: game.stations_left[m] for m, name in enumerate(MARKER_NAMES)}
    _put(found, "harvesters", _areas_with(game, HARVESTERS, 1))
    _put(found, "worms", _areas_with(game, WORMS, SANDWORM))
    for area in _areas_with(game, WORMS, WILD_MAKER):
        found["wild_maker"] = area
    _put(found, "wormsigns", _areas_with(game, SIGNS, FACEDOWN))
    zones = {ZONE_IDS[zone]: VEHICLE_NAMES[vehicle] for zone, vehicle in enumerate(game.zones) if vehicle}
    if zones:
        found["zones"] = zones
    found["supremacy"] = min(game.supremacy, content.supremacy_last - 1)
    found["prescience"] = {name: game.prescience[m] for m, name in enumerate(MARKER_NAMES)}
    found["imperium"] = {name: game.imperium[b] for b, name in enumerate(BAN_NAMES)}
    _put(found, "bans", [name for b, name in enumerate(BAN_NAMES) if game.bans[b]])
    for key, value in (
        ("spice_reserve", game.spice_reserve),
        ("claims_made", game.claims_made),
        ("harvesters_lost", game.harvesters_lost),
    ):
        if value:
            found[key] = value
    if game.atomics:
        found["atomics"] = ATOMICS_IDS[game.atomics - 1]
    found["bene_gesserit"] = {
        "atreides": game.bene_gesserit[ATREIDES],
        "harkonnen": game.bene_gesserit[HARKONNEN],
        "reserve": game.bene_gesserit_reserve,
        "placed": {SIDE_NAMES[s]: RESULT_NAMES[at] for s, at in enumerate(game.bene_gesserit_at) if at != NONE},
    }
    _leaders_of(game, found)
    _cards_of(game, found)
    return found


def _put(found: dict[str, object], key: str, value: list[str]) -> None:
    if value:
        found[key] = value


def _areas_with(game: Game, field: int, value: int) -> list[str]:
    return [AREA_IDS[area] for area in range(N_AREAS) if game.cells[field + area] == value]


def _legions_of(game: Game) -> dict[str, object]:
    found: dict[str, object] = {}
    for side in (ATREIDES, HARKONNEN):
        for area in legion_areas(game, side):
            legion: dict[str, object] = {"side": SIDE_NAMES[side]}
            for figure, name in enumerate(FIGURE_NAMES):
                if figures(game, side, area, figure):
                    legion[name] = figures(game, side, area, figure)
            _put(legion, "leaders", [game.content.leader_ids[x] for x in named_leaders(game, side, area)])
            _put(legion, "tokens", [TOKEN_NAMES[t] for t in tokens(game, side, area)])
            found[AREA_IDS[area]] = legion
    return found


def _sietches_of(game: Game) -> dict[str, object]:
    found: dict[str, object] = {}
    for sietch, home in enumerate(SIETCH_AREAS):
        at = game.sietch_at[sietch]
        entry: dict[str, object] = {}
        if game.sietch_rank[sietch]:  # 0 until the set-up has dealt it
            entry["rank"] = game.sietch_rank[sietch]
        if at == NONE:
            entry["destroyed"] = True
        elif game.sietch_up[sietch]:
            entry["revealed"] = True
        if at not in (NONE, home):
            entry["token"] = AREA_IDS[home]
        found[AREA_IDS[home if at == NONE else at]] = entry
    return found


def _leaders_of(game: Game, found: dict[str, object]) -> None:
    ids, sides = game.content.leader_ids, game.content.leader_side
    places = {ids[x]: PLACE_NAMES[PLACE_SLOTS.index(at)] for x, at in enumerate(game.leader_at) if at in PLACE_SLOTS}
    if places:
        found["leaders"] = places
    tank: dict[str, list[str | None]] = {}
    for x, at in enumerate(game.leader_at):
        if at <= TANK:
            slots = tank.setdefault(SIDE_NAMES[sides[x]], [])
            slots.extend([None] * (TANK - at + 1 - len(slots)))
            slots[TANK - at] = ids[x]
    if tank:
        found["tank"] = tank
    _put(found, "spent_cards", [ids[x] for x, card in enumerate(game.leader_card) if card == SPENT])


def _cards_of(game: Game, found: dict[str, object]) -> None:
    content = game.content
    hands: dict[str, list[str]] = {}
    discards: list[str] = []
    for kind, name in enumerate(content.card_ids):
        if game.hand[kind]:
            hands.setdefault(SIDE_NAMES[deck_side(content.card_deck[kind])], []).extend([name] * game.hand[kind])
        discards.extend([name] * game.discards[kind])
    if hands:
        found["hands"] = hands
    _put(found, "discards", discards)
    _put(found, "reinforcements", [content.card_ids[kind & (KNOWN_FACE - 1)] for kind in game.reinforcements])
    found["objectives"] = [f"objective_{i + 1}" for i in game.objectives]
    if game.phase != START:
        found["row"] = [content.prescience_ids[card] for card in range(16) if game.prescience_at[card] == IN_ROW]
    removed = [content.prescience_ids[card] for card in range(16) if game.prescience_at[card] == REMOVED]
    _put(found, "removed_prescience", removed)
