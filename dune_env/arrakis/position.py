"""Reading a scenario: Legions, settlements, pieces and tracks by their fields."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.board import AREA_IDS, ATOMICS_IDS, SIETCH_AREAS, STATION_AREAS, TOWN_AREAS, TOWN_RANK, ZONE_IDS
from dune_env.arrakis.entries import Entry
from dune_env.arrakis.game import Game
from dune_env.arrakis.leaders.entering import marker_reached, supremacy_reached
from dune_env.arrakis.names import (
    ATREIDES,
    ATREIDES_TOKENS,
    BAN_NAMES,
    FACEDOWN,
    FIGURE_NAMES,
    GENERIC,
    HARKONNEN,
    HARVESTER,
    MARKER_NAMES,
    RESULT_NAMES,
    SANDWORM,
    SIDE_NAMES,
    TOKEN_GONE,
    TOKENS,
    VEHICLE_NAMES,
    WILD_MAKER,
)
from dune_env.arrakis.pieces import add_figures, remove_figures, tokens
from dune_env.arrakis.slots import SLOTS
from dune_env.arrakis.spice import BOTTOM_STEP, TOP_STEP
from dune_env.arrakis.state import HARVESTERS, N_AREAS, SIETCHES, SIGNS, STATIONS, TOWNS, WORMS
from dune_env.arrakis.tokens import lay_token, take_token, token_side
from dune_env.engine.steps import NONE


class ScenarioError(ValueError):
    """A position that cannot be: the message names the field and what it takes."""


LEGION_KEYS: Final = [*FIGURE_NAMES, "leaders", "tokens"]
TOKEN_NAMES: Final = [name[len("pick_token(") : -1] for name in SLOTS.names if name.startswith("pick_token(")]


def optional(root: Entry, key: str) -> Entry | None:
    assert isinstance(root.value, dict)
    return root.get(key) if key in root.value else None


def keys_of(entry: Entry | None) -> list[str]:
    return [] if entry is None else entry.keys()


def listed(root: Entry, key: str) -> list[Entry]:
    """The items of an optional list."""
    entry = optional(root, key)
    return [] if entry is None else entry.items()


def distinct(root: Entry, key: str, names: list[str]) -> list[int]:
    """The places in *names* of the items of an optional list, each of them named once."""
    found: list[int] = []
    for item in listed(root, key):
        found.append(item.choice(names))
        if found.index(found[-1]) < len(found) - 1:
            item.refuse("what the list does not hold yet")
    return found


def named(root: Entry, key: str, names: list[str]) -> list[tuple[int, Entry]]:
    """The values of an optional object whose keys are all among *names*, each with the place of its key."""
    entry = optional(root, key)
    if entry is None:
        return []
    return [(key_entry(entry, name).choice(names), entry.get(name)) for name in keys_of(entry)]


def key_entry(entry: Entry, name: str) -> Entry:
    """A key of an object as an entry of its own, to be refused by its path."""
    return Entry(name, entry.below(name, None).path, ScenarioError)


def number(root: Entry, key: str, default: int, low: int, high: int) -> int:
    entry = optional(root, key)
    return default if entry is None else entry.integer(low, high)


# --- Legions, settlements and what lies on the board


def read_board(game: Game, root: Entry) -> None:
    legions = optional(root, "legions")
    if legions is not None:
        _clear_legions(game)
    _sites(game, root)
    entries = named(root, "legions", AREA_IDS)
    for area, entry in entries:
        _legion(game, entry, area)
    gone = _tokens_gone(game, root)
    for area, entry in entries:
        _random_tokens(game, entry, area, gone)
    for grade, entry in named(root, "figures_gone", FIGURE_NAMES[:GENERIC]):
        game.figures_gone[grade] = entry.integer(0, game.figure_supply[grade])
        game.figure_supply[grade] -= game.figures_gone[grade]
    _pieces(game, root)


def _clear_legions(game: Game) -> None:
    for side in (ATREIDES, HARKONNEN):
        for area in range(N_AREAS):
            for token in tokens(game, side, area):
                take_token(game, token, TOKEN_GONE)
            for figure in range(4):
                count = game.cells[(side * 4 + figure) * N_AREAS + area]
                remove_figures(game, side, area, figure, count)


def _legion(game: Game, entry: Entry, area: int) -> None:
    if isinstance(entry.value, list):
        entry.refuse("one Legion: two sides cannot share an Area")
    entry.record(["side"], LEGION_KEYS)
    side = entry.get("side").choice(SIDE_NAMES)
    for figure, name in enumerate(FIGURE_NAMES):
        count = optional(entry, name)
        if count is not None:
            available = game.figure_supply[side * 4 + figure]
            add_figures(game, side, area, figure, count.integer(0, available))
    laid = optional(entry, "tokens")
    for item in laid.items() if laid is not None and isinstance(laid.value, list) else []:
        token = item.choice(TOKEN_NAMES)
        if token_side(token) != side or (side == HARKONNEN and not game.solo):
            item.refuse("a Deployment token of its side; those of the Harkonnen are for solo games")
        if game.token_at[token] >= 0:
            item.refuse("a token that lies nowhere else")
        lay_token(game, token, area)


def _tokens_gone(game: Game, root: Entry) -> list[int]:
    """Atreides tokens out of the game; at the set-up's own Legions they leave those."""
    gone = distinct(root, "tokens_gone", TOKEN_NAMES)
    for item, token in zip(listed(root, "tokens_gone"), gone):
        if token_side(token) != ATREIDES:
            item.refuse("a Deployment token of the Atreides; those of the Harkonnen never leave the game")
        if game.token_at[token] >= 0 and optional(root, "legions") is not None:
            item.refuse("a token that lies in no Legion")
        take_token(game, token, TOKEN_GONE)
    return gone


def _random_tokens(game: Game, entry: Entry, area: int, gone: list[int]) -> None:
    laid = optional(entry, "tokens")
    if laid is None or isinstance(laid.value, list):
        return
    side = entry.get("side").choice(SIDE_NAMES)
    mine = range(ATREIDES_TOKENS) if side == ATREIDES else range(ATREIDES_TOKENS, TOKENS)
    left = [token for token in mine if game.token_at[token] < 0 and token not in gone]
    for _ in range(laid.integer(0, len(left))):
        lay_token(game, left.pop(game.rng.below(len(left))), area)


def _sites(game: Game, root: Entry) -> None:
    sietches = optional(root, "sietches")
    if sietches is not None:
        _sietches(game, sietches)
    if optional(root, "settlements") is not None:
        standing = _some_of(root, "settlements", TOWN_AREAS, "an Area with a Harkonnen settlement")
        for area in TOWN_AREAS:
            game.cells[TOWNS + area] = TOWN_RANK[area] if area in standing else 0
    if optional(root, "stations") is not None:
        left = _some_of(root, "stations", STATION_AREAS, "an Area with an Ecological Testing Station")
        for area in STATION_AREAS:
            if area not in left:
                game.cells[STATIONS + area] = 0
                game.stations_left[game.rng.weighted(game.stations_left)] -= 1
    kinds = optional(root, "stations_left")
    if kinds is not None:
        for marker, entry in named(root, "stations_left", MARKER_NAMES):
            game.stations_left[marker] = entry.integer(0, game.content.stations[marker])
        if sum(game.stations_left) != game.cells[STATIONS : STATIONS + N_AREAS].count(1):
            kinds.refuse("as many symbols as there are Stations left")


def _some_of(root: Entry, key: str, areas: list[int], takes: str) -> list[int]:
    found = distinct(root, key, AREA_IDS)
    for at, item in enumerate(listed(root, key)):
        if found[at] not in areas:
            item.refuse(takes)
    return found


def _sietches(game: Game, entry: Entry) -> None:
    """Sietches by Area: rank, drawn if left out, whether revealed, or that it is destroyed."""
    left = game.content.sietch_ranks[:]
    wanted = [NONE] * 8
    seen: list[int] = []
    for sietch in range(8):
        game.cells[SIETCHES + SIETCH_AREAS[sietch]] = 0
        game.sietch_at[sietch] = NONE
        game.sietch_up[sietch] = 1
    for name in keys_of(entry):
        item = entry.get(name).record([], ["rank", "revealed", "destroyed", "token"])
        home = item.get("token") if "token" in keys_of(item) else key_entry(entry, name)
        area = key_entry(entry, name).choice(AREA_IDS)
        if home.choice(AREA_IDS) not in SIETCH_AREAS:
            home.refuse("an Area with a Sietch; `token` names the one whose token was moved to another Area")
        sietch = SIETCH_AREAS.index(home.choice(AREA_IDS))
        if sietch in seen:
            home.refuse("a Sietch that is named nowhere else")
        seen.append(sietch)
        rank = optional(item, "rank")
        if rank is not None:
            wanted[sietch] = rank.integer(1, 3)
            if wanted[sietch] not in left:
                rank.refuse("a rank of which a Sietch token is left")
            left.remove(wanted[sietch])
        destroyed = optional(item, "destroyed")
        if destroyed is None or not destroyed.flag():
            revealed = optional(item, "revealed")
            game.cells[SIETCHES + area] = sietch + 1
            game.sietch_at[sietch] = area
            game.sietch_up[sietch] = int(revealed is not None and revealed.flag())
    for sietch in range(8):
        if wanted[sietch] == NONE:
            wanted[sietch] = left.pop(game.rng.below(len(left)))
    game.sietch_rank = wanted


def _pieces(game: Game, root: Entry) -> None:
    """Vehicles, worms, Wormsigns and the Family Atomics."""
    atomics = optional(root, "atomics")
    if atomics is not None:
        game.atomics = atomics.choice(ATOMICS_IDS) + 1
        game.atomics_spent = 1
    for area in distinct(root, "harvesters", AREA_IDS):
        game.cells[HARVESTERS + area] = 1
    for area in distinct(root, "worms", AREA_IDS):
        game.cells[WORMS + area] = SANDWORM
    for area in distinct(root, "wormsigns", AREA_IDS):
        game.cells[SIGNS + area] = FACEDOWN
    maker = optional(root, "wild_maker")
    if maker is not None:
        area = maker.choice(AREA_IDS)
        if game.cells[WORMS + area]:
            maker.refuse("an Area without a Sandworm")
        game.cells[WORMS + area] = WILD_MAKER
    for zone, entry in named(root, "zones", ZONE_IDS):
        game.zones[zone] = entry.choice(VEHICLE_NAMES)
        if game.zones[zone] == HARVESTER:
            entry.refuse("ornithopter or carryall")


# --- tracks


def read_tracks(game: Game, root: Entry) -> None:
    content = game.content
    steps = optional(root, "supremacy")
    if steps is not None:
        game.supremacy = steps.integer(0, content.supremacy_last - 1)
        supremacy_reached(game, 0, game.supremacy)
    for marker, entry in named(root, "prescience", MARKER_NAMES):
        game.prescience[marker] = entry.integer(0, content.prescience_last)
        marker_reached(game, marker, 0, game.prescience[marker])
    for ban, entry in named(root, "imperium", BAN_NAMES):
        game.imperium[ban] = entry.integer(BOTTOM_STEP, TOP_STEP)
    for ban in distinct(root, "bans", BAN_NAMES):
        game.bans[ban] = 1
    game.round = number(root, "round", 1, 0, 10**6)
    game.spice_reserve = number(root, "spice_reserve", 0, 0, 1)
    game.claims_made = number(root, "claims_made", 0, 0, 2)
    game.harvesters_lost = number(root, "harvesters_lost", 0, 0, 10**6)
    _bene_gesserit(game, root)


def _bene_gesserit(game: Game, root: Entry) -> None:
    """Tokens held, tokens placed on a result, and the reserve."""
    entry = optional(root, "bene_gesserit")
    if entry is None:
        return
    entry.record([], ["atreides", "harkonnen", "reserve", "placed"])
    total = game.content.bene_gesserit
    for side, name in enumerate(SIDE_NAMES):
        game.bene_gesserit[side] = number(entry, name, game.bene_gesserit[side], 0, total)
    for side, item in named(entry, "placed", SIDE_NAMES):
        game.bene_gesserit_at[side] = item.choice(RESULT_NAMES)
    out = sum(game.bene_gesserit) + sum(at != NONE for at in game.bene_gesserit_at)
    if out > total:
        entry.refuse(f"at most {total} tokens in all")
    game.bene_gesserit_reserve = number(entry, "reserve", total - out, 0, total - out)
