"""Positions as data: `build` makes a game from a short dict, and refuses what the board cannot show by its field.

Every field may be left out. What is left out stands as at the set-up, or is drawn by the seed as the set-up draws it:

    {"turn": "harkonnen", "round": 3, "supremacy": 4,
     "legions": {"carthag": {"side": "harkonnen", "regular": 3, "elite": 1, "generic": 1, "leaders": ["beast_rabban"]},
                 "gara_kulon": {"side": "atreides", "regular": 2, "tokens": ["atreides_starting_3"]}},
     "harvesters": ["north_east_8"], "wormsigns": ["north_east_7"],
     "dice": {"atreides": ["strategy"], "harkonnen": ["leadership", "house"]}}

* `legions`: if given, the board holds exactly these Legions. Atreides Starting tokens that lie nowhere are out of the
  game then, standard ones are in the supply unless `tokens_gone` lists them.
* `sietches`: if given, those that it does not list are destroyed. So for `settlements`, `stations` and `row`.
* `phase`: `action_resolution` (the default) begins at the turn of the side that `turn` names, Atreides by default;
  `action_dice` begins it with the roll; any other phase begins at its start.
* `dice`: those of a side left out are rolled by the seed, surplus ones changed to a result with the fewest dice.
* Leaders whose marked step the markers have reached are in play, off the board, unless `legions`, `leaders` or `tank`
  say otherwise; a Leader named there has entered, and has replaced or ousted whom it replaces.
* `exact` holds what `dump` cannot say more readably, attribute by attribute, the stack of an effect under way included.
"""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.actions import begin_turn, overfull
from dune_env.arrakis.board import AREA_IDS, ATOMICS_IDS, SIETCH_AREAS, STATION_AREAS, TOWN_AREAS, TOWN_RANK, ZONE_IDS
from dune_env.arrakis.content import load_content
from dune_env.arrakis.dice import draw_action_roll
from dune_env.arrakis.entries import Entry
from dune_env.arrakis.game import Game, check_seed
from dune_env.arrakis.leaders.entering import OUSTS, REPLACES, enter_play, marker_reached, supremacy_reached
from dune_env.arrakis.names import (
    ACTION_RESOLUTION,
    ATREIDES,
    ATREIDES_TOKENS,
    BAN_NAMES,
    CARRYALL,
    DESERT_POWER_BOX,
    FACEDOWN,
    FIGURE_NAMES,
    HARKONNEN,
    HARVESTER,
    IN_DECK,
    IN_ROW,
    MARKER_NAMES,
    NOT_ENTERED,
    OFF_BOARD,
    ORNITHOPTER,
    OUT_OF_THE_GAME,
    PHASE_NAMES,
    REMOVED,
    RESTING,
    RESULT_NAMES,
    SANDWORM,
    SIDE_NAMES,
    SPENT,
    START,
    TANK,
    TOKEN_GONE,
    TOKENS,
    VEHICLE_NAMES,
    WILD_MAKER,
)
from dune_env.arrakis.pieces import (
    add_figures,
    in_play,
    is_desert,
    is_settlement,
    lay_token,
    leaders,
    lift,
    remove_figures,
    stacking_limit,
    stand,
    strength,
    take_token,
    tokens,
    vehicles_in_supply,
    worms_on_board,
)
from dune_env.arrakis.planning import deck_side, leave_deck
from dune_env.arrakis.prescience import ROW, SOLO_ROW
from dune_env.arrakis.programs import ACTION_RESOLUTION as ACTION_PROGRAM
from dune_env.arrakis.programs import GAME, MAHDI_TURN, ROUND, SETUP, SIDE, TURN
from dune_env.arrakis.round import Phase
from dune_env.arrakis.ruleset import GameConfig, config_from
from dune_env.arrakis.saving import SaveError, fill_field
from dune_env.arrakis.setup import set_up_board
from dune_env.arrakis.slots import ACTION_ROLLS, C_ACTION, SLOTS
from dune_env.arrakis.state import HARVESTERS, N_AREAS, N_LEADERS, PROGRAMS, SIETCHES, SIGNS, STATIONS, TOWNS, WORMS
from dune_env.arrakis.vehicles import active_row
from dune_env.arrakis.worms import signs_in_supply
from dune_env.engine.steps import NONE, STEP


class ScenarioError(ValueError):
    """A position that cannot be: the message names the field and what it takes."""


LEGION_KEYS: Final = [*FIGURE_NAMES, "leaders", "tokens"]
PHASES: Final = [*PHASE_NAMES, "action_dice"]
FIELDS: Final = [
    "mode", "ruleset", "phase", "turn", "round", "legions", "leaders", "tank", "spent_cards", "tokens_gone",
    "sietches", "settlements", "stations", "harvesters", "zones", "worms", "wild_maker", "wormsigns", "supremacy",
    "prescience", "imperium", "spice_reserve", "bans", "bene_gesserit", "hands", "discards", "reinforcements", "dice",
    "used", "locked", "unrolled", "row", "removed_prescience", "claims_made", "harvesters_lost", "objectives",
    "atomics", "harvest", "target", "exact",
]  # fmt: skip
PLACE_NAMES: Final = ["off_board", "not_entered", "out_of_the_game", "resting"]
PLACE_SLOTS: Final = [OFF_BOARD, NOT_ENTERED, OUT_OF_THE_GAME, RESTING]
TOKEN_NAMES: Final = [name[len("pick_token(") : -1] for name in SLOTS.names if name.startswith("pick_token(")]
IMPERIUM_TOP: Final = 5


def build(
    position: dict[str, object], seed: int = 0, config: GameConfig | None = None, explicit_chance: bool = False
) -> Game:
    """The game that stands at *position*; ScenarioError names a field that cannot be.

    Args:
        position: the fields described above; `mode` and `ruleset` only where no config is given.
        seed: draws what is left out, and what chance decides afterwards.
        config: mode, ruleset and content; by default the two-player game.
        explicit_chance: hand dice and draws out as questions to CHANCE.
    """
    root = Entry(position, "", ScenarioError).record([], list(FIELDS))
    config = _config(root, config)
    game = Game(config, load_content(config.content))
    game.seed = check_seed(seed)
    game.rng.seed(game.seed)
    set_up_board(game)
    game.push(SETUP, ATREIDES)
    PROGRAMS.advance(game)
    _board(game, root)
    _tracks(game, root)
    _leaders(game, root)
    _cards(game, root)
    _moment(game, root)
    del game.events[:]
    game.events.extend([0] * len(Game(config, game.content).events))
    game.clock = 0
    exact = _optional(root, "exact")
    if exact is None or "stack" not in exact.keys():
        check_position(game)
    if exact is not None:
        _exact(game, exact)
    game.explicit_chance = explicit_chance
    PROGRAMS.advance(game)
    return game


def _optional(root: Entry, key: str) -> Entry | None:
    assert isinstance(root.value, dict)
    return root.get(key) if key in root.value else None


def _keys(entry: Entry | None) -> list[str]:
    return [] if entry is None else entry.keys()


def _listed(root: Entry, key: str) -> list[Entry]:
    """The items of an optional list."""
    entry = _optional(root, key)
    return [] if entry is None else entry.items()


def _record(root: Entry, key: str, names: list[str]) -> list[Entry]:
    """The values of an optional object whose keys are among *names*, in the order of *names*, each under its path."""
    entry = _optional(root, key)
    if entry is None:
        return []
    entry.record([], names)
    return [Entry([names.index(name), entry.get(name)], name, ScenarioError) for name in _keys(entry)]


def _config(root: Entry, config: GameConfig | None) -> GameConfig:
    chosen: dict[str, object] = {}
    for key in ("mode", "ruleset"):
        entry = _optional(root, key)
        if entry is not None:
            chosen[key] = entry.text()
    if config is None:
        return config_from(chosen)
    for key, value in chosen.items():
        if getattr(config_from({key: value}), key) != getattr(config, key):
            raise ScenarioError(f"{key}: takes what the config says, or nothing beside a config, got {value!r}")
    return config


# --- Legions, settlements and what lies on the board


def _board(game: Game, root: Entry) -> None:
    legions = _optional(root, "legions")
    if legions is not None:
        _clear_legions(game)
    _sites(game, root)
    if legions is not None:
        areas = [_key(legions, name).choice(AREA_IDS) for name in legions.keys()]
        for name, area in zip(legions.keys(), areas):
            _legion(game, legions.get(name), area)
        for name, area in zip(legions.keys(), areas):
            _random_tokens(game, legions.get(name), area)
    gone = _optional(root, "tokens_gone")
    for item in gone.items() if gone is not None else []:
        take_token(game, item.choice(TOKEN_NAMES), TOKEN_GONE)
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
        count = _optional(entry, name)
        if count is not None:
            available = game.figure_supply[side * 4 + figure]
            add_figures(game, side, area, figure, count.integer(0, available))
    laid = _optional(entry, "tokens")
    for item in laid.items() if laid is not None and isinstance(laid.value, list) else []:
        token = item.choice(TOKEN_NAMES)
        if (token >= ATREIDES_TOKENS) != (side == HARKONNEN) or (side == HARKONNEN and not game.solo):
            item.refuse("a Deployment token of its side; those of the Harkonnen are for solo games")
        if game.token_at[token] >= 0:
            item.refuse("a token that lies nowhere else")
        lay_token(game, token, area)


def _random_tokens(game: Game, entry: Entry, area: int) -> None:
    laid = _optional(entry, "tokens")
    if laid is None or isinstance(laid.value, list):
        return
    first, last = (0, ATREIDES_TOKENS) if entry.get("side").choice(SIDE_NAMES) == ATREIDES else (ATREIDES_TOKENS, TOKENS)
    left = [token for token in range(first, last) if game.token_at[token] < 0]
    for _ in range(laid.integer(0, len(left))):
        lay_token(game, left.pop(game.rng.below(len(left))), area)


def _sites(game: Game, root: Entry) -> None:
    sietches = _optional(root, "sietches")
    if sietches is not None:
        _sietches(game, sietches)
    towns = _optional(root, "settlements")
    if towns is not None:
        standing = [item.choice(AREA_IDS) for item in towns.items()]
        for item in towns.items():
            if item.choice(AREA_IDS) not in TOWN_AREAS:
                item.refuse("an Area with a Harkonnen settlement")
        for area in TOWN_AREAS:
            game.cells[TOWNS + area] = TOWN_RANK[area] if area in standing else 0
    stations = _optional(root, "stations")
    if stations is not None:
        left = [item.choice(AREA_IDS) for item in stations.items()]
        for item in stations.items():
            if item.choice(AREA_IDS) not in STATION_AREAS:
                item.refuse("an Area with an Ecological Testing Station")
        for area in STATION_AREAS:
            if area not in left:
                game.cells[STATIONS + area] = 0
                game.stations_left[game.rng.weighted(game.stations_left)] -= 1


def _sietches(game: Game, entry: Entry) -> None:
    """Sietches by Area: rank, drawn if left out, whether revealed, or that it is destroyed."""
    left = game.content.sietch_ranks[:]
    wanted = [NONE] * 8
    for sietch in range(8):
        game.cells[SIETCHES + SIETCH_AREAS[sietch]] = 0
        game.sietch_at[sietch] = NONE
        game.sietch_up[sietch] = 1
    for name in entry.keys():
        item = entry.get(name).record([], ["rank", "revealed", "destroyed", "token"])
        home = item.get("token") if "token" in item.keys() else _key(entry, name)
        area = _key(entry, name).choice(AREA_IDS)
        if home.choice(AREA_IDS) not in SIETCH_AREAS:
            home.refuse("an Area with a Sietch; `token` names the one whose token was moved to another Area")
        sietch = SIETCH_AREAS.index(home.choice(AREA_IDS))
        rank = _optional(item, "rank")
        if rank is not None:
            wanted[sietch] = rank.integer(1, 3)
            if wanted[sietch] not in left:
                rank.refuse("a rank of which a Sietch token is left")
            left.remove(wanted[sietch])
        destroyed = _optional(item, "destroyed")
        if destroyed is None or not destroyed.flag():
            revealed = _optional(item, "revealed")
            game.cells[SIETCHES + area] = sietch + 1
            game.sietch_at[sietch] = area
            game.sietch_up[sietch] = int(revealed is not None and revealed.flag())
    for sietch in range(8):
        if wanted[sietch] == NONE:
            wanted[sietch] = left.pop(game.rng.below(len(left)))
    game.sietch_rank = wanted


def _pieces(game: Game, root: Entry) -> None:
    """Vehicles, worms, Wormsigns and the Family Atomics."""
    atomics = _optional(root, "atomics")
    if atomics is not None:
        game.atomics = atomics.choice(ATOMICS_IDS) + 1
        game.atomics_spent = 1
    for key, field, value in (("harvesters", HARVESTERS, 1), ("worms", WORMS, SANDWORM), ("wormsigns", SIGNS, FACEDOWN)):
        listed = _optional(root, key)
        for item in listed.items() if listed is not None else []:
            game.cells[field + item.choice(AREA_IDS)] = value
    maker = _optional(root, "wild_maker")
    if maker is not None:
        game.cells[WORMS + maker.choice(AREA_IDS)] = WILD_MAKER
    zones = _optional(root, "zones")
    for name in zones.keys() if zones is not None else []:
        assert zones is not None
        zone = _key(zones, name).choice(ZONE_IDS)
        vehicle = zones.get(name).choice(VEHICLE_NAMES)
        if vehicle == 0:
            zones.get(name).refuse("ornithopter or carryall")
        game.zones[zone] = vehicle


# --- tracks, Leaders, cards


def _tracks(game: Game, root: Entry) -> None:
    content = game.content
    steps = _optional(root, "supremacy")
    if steps is not None:
        game.supremacy = steps.integer(0, content.supremacy_last - 1)
        supremacy_reached(game, 0, game.supremacy)
    markers = _optional(root, "prescience")
    for name in markers.record([], list(MARKER_NAMES)).keys() if markers is not None else []:
        assert markers is not None
        marker = MARKER_NAMES.index(name)
        game.prescience[marker] = markers.get(name).integer(0, content.prescience_last)
        marker_reached(game, marker, 0, game.prescience[marker])
    imperium = _optional(root, "imperium")
    for name in imperium.record([], list(BAN_NAMES)).keys() if imperium is not None else []:
        assert imperium is not None
        game.imperium[BAN_NAMES.index(name)] = imperium.get(name).integer(1, IMPERIUM_TOP)
    bans = _optional(root, "bans")
    for item in bans.items() if bans is not None else []:
        game.bans[item.choice(BAN_NAMES)] = 1
    game.round = _number(root, "round", 1, 0, 10**6)
    game.spice_reserve = _number(root, "spice_reserve", 0, 0, 1)
    game.claims_made = _number(root, "claims_made", 0, 0, 2)
    game.harvesters_lost = _number(root, "harvesters_lost", 0, 0, 10**6)
    _bene_gesserit(game, root)


def _number(root: Entry, key: str, default: int, low: int, high: int) -> int:
    entry = _optional(root, key)
    return default if entry is None else entry.integer(low, high)


def _bene_gesserit(game: Game, root: Entry) -> None:
    """Tokens held, tokens placed on a result, and the reserve."""
    entry = _optional(root, "bene_gesserit")
    if entry is None:
        return
    entry.record([], ["atreides", "harkonnen", "reserve", "placed"])
    total = game.content.bene_gesserit
    for side, name in enumerate(SIDE_NAMES):
        game.bene_gesserit[side] = _number(entry, name, game.bene_gesserit[side], 0, total)
    placed = _optional(entry, "placed")
    for name in placed.record([], list(SIDE_NAMES)).keys() if placed is not None else []:
        assert placed is not None
        game.bene_gesserit_at[SIDE_NAMES.index(name)] = placed.get(name).choice(RESULT_NAMES)
    out = sum(game.bene_gesserit) + sum(at != NONE for at in game.bene_gesserit_at)
    if out > total:
        entry.refuse(f"at most {total} tokens in all")
    game.bene_gesserit_reserve = _number(entry, "reserve", total - out, 0, total - out)


def _leaders(game: Game, root: Entry) -> None:
    """Named Leaders in Legions first, then those elsewhere."""
    placed: list[int] = []
    legions = _optional(root, "legions")
    for name in legions.keys() if legions is not None else []:
        assert legions is not None
        listed = _optional(legions.get(name), "leaders")
        side = legions.get(name).get("side").choice(SIDE_NAMES)
        for item in listed.items() if listed is not None else []:
            leader = _leader(game, item, placed, True)
            if game.content.leader_side[leader] != side or game.content.leader_box[leader] == DESERT_POWER_BOX:
                item.refuse(f"a Leader of the {SIDE_NAMES[side]}")
            stand(game, leader, AREA_IDS.index(name))
    places = _optional(root, "leaders")
    for name in places.keys() if places is not None else []:
        assert places is not None
        place = PLACE_SLOTS[places.get(name).choice(PLACE_NAMES)]
        entered = place not in (NOT_ENTERED, OUT_OF_THE_GAME)
        lift(game, _leader(game, _key(places, name), placed, entered), place)
    tank = _optional(root, "tank")
    for name in tank.record([], list(SIDE_NAMES)).keys() if tank is not None else []:
        assert tank is not None
        slots = tank.get(name).items()
        if len(slots) > game.content.tank_slots[SIDE_NAMES.index(name)]:
            tank.get(name).refuse(f"at most {game.content.tank_slots[SIDE_NAMES.index(name)]} slots, leftmost first")
        for slot, item in enumerate(slots):
            if item.value is not None:
                lift(game, _leader(game, item, placed, True), TANK - slot)
    if _optional(root, "wild_maker") is not None:
        enter_play(game, game.content.leader_box.index(DESERT_POWER_BOX))
    spent = _optional(root, "spent_cards")
    for item in spent.items() if spent is not None else []:
        game.leader_card[item.choice(game.content.leader_ids)] = SPENT


def _leader(game: Game, entry: Entry, placed: list[int], entered: bool) -> int:
    """The Leader that *entry* names, entered, and named nowhere else."""
    leader = entry.choice(game.content.leader_ids)
    if leader in placed:
        entry.refuse("a Leader that is named nowhere else")
    placed.append(leader)
    if entered:
        enter_play(game, leader)
    return leader


def _key(entry: Entry, name: str) -> Entry:
    """A key of an object as an entry of its own, to be refused by its path."""
    return Entry(name, entry.below(name, None).path, ScenarioError)


def _cards(game: Game, root: Entry) -> None:
    """Planning cards in hands, discards and Reinforcements, Prescience cards, the Secret Objective."""
    hands = _optional(root, "hands")
    for name in hands.record([], list(SIDE_NAMES)).keys() if hands is not None else []:
        assert hands is not None
        for item in hands.get(name).items():
            kind = _draw(game, item)
            if deck_side(game.content.card_deck[kind]) != SIDE_NAMES.index(name):
                item.refuse(f"a Planning card of the {name}")
            game.hand[kind] += 1
            game.hand_size[game.content.card_deck[kind]] += 1
    for key in ("discards", "reinforcements"):
        listed = _optional(root, key)
        for item in listed.items() if listed is not None else []:
            kind = _draw(game, item)
            if key == "discards":
                game.discards[kind] += 1
            else:
                game.reinforcements.append(kind)
    objectives = _optional(root, "objectives")
    if objectives is not None:
        game.objectives = objectives.choices([f"objective_{i + 1}" for i in range(len(game.content.objectives))])
    removed = _optional(root, "removed_prescience")
    for item in removed.items() if removed is not None else []:
        game.prescience_at[item.choice(game.content.prescience_ids)] = REMOVED
    row = _optional(root, "row")
    for item in row.items() if row is not None else []:
        card = item.choice(game.content.prescience_ids)
        if game.prescience_at[card] != IN_DECK:
            item.refuse("a Prescience card that is nowhere else")
        game.prescience_at[card] = IN_ROW


def _draw(game: Game, entry: Entry) -> int:
    """Take the Planning card that *entry* names off its deck."""
    kind = entry.choice(game.content.card_ids)
    if game.deck[kind] == 0:
        entry.refuse(f"at most {game.content.card_copies[kind]} of this card in all")
    leave_deck(game, kind)
    return kind


# --- the moment of the round


def _moment(game: Game, root: Entry) -> None:
    """The dice, the cards of the round, and the Frames that lead to the first question."""
    phase_entry = _optional(root, "phase")
    phase = ACTION_RESOLUTION if phase_entry is None else phase_entry.choice(PHASES)
    in_turn = phase == ACTION_RESOLUTION
    game.phase = min(phase, len(PHASE_NAMES))
    if phase == PHASES.index("action_dice"):
        game.phase = ACTION_RESOLUTION
    turn_entry = _optional(root, "turn")
    if turn_entry is not None and not in_turn:
        turn_entry.refuse("nothing: only action_resolution begins at a turn")
    if game.phase != START and _optional(root, "row") is None:
        _deal_row(game)
    if game.solo and game.phase != START:
        _tactical(game, root)
    _dice(game, root, in_turn)
    _frames(game, phase, ATREIDES if turn_entry is None else turn_entry.choice(SIDE_NAMES))


def _deal_row(game: Game) -> None:
    for _ in range(SOLO_ROW if game.solo else ROW):
        left = [card for card in range(16) if game.prescience_at[card] == IN_DECK]
        if left:
            game.prescience_at[left[game.rng.below(len(left))]] = IN_ROW


def _tactical(game: Game, root: Entry) -> None:
    """Mahdi's Tactical cards, named by their Sietches; drawn as at the Start where left out (R-36.8 to R-36.10)."""
    tactical = game.content.tactical
    names = [AREA_IDS[SIETCH_AREAS[card[1]]] for card in tactical]
    harvest, target = _optional(root, "harvest"), _optional(root, "target")
    if target is not None:
        game.target_card = target.choice(names)
    if harvest is not None:
        game.harvest_card = harvest.choice(names)
    else:
        others = [c for c in range(8) if game.target_card == NONE or tactical[c][0] != tactical[game.target_card][0]]
        game.harvest_card = others[game.rng.below(len(others))]
    if target is None:
        sector = tactical[game.harvest_card][0]
        fit = [c for c in range(8) if tactical[c][0] != sector and game.sietch_at[tactical[c][1]] != NONE]
        fit = fit or [c for c in range(8) if game.sietch_at[tactical[c][1]] != NONE]
        game.target_card = fit[game.rng.below(len(fit))] if fit else NONE
    for card in (game.harvest_card, game.target_card):
        if card != NONE:
            game.tactical_seen[card] = 1


def _dice(game: Game, root: Entry, in_turn: bool) -> None:
    """Unused, used, locked and unrolled dice; those left out are rolled, surplus ones changed."""
    after_vehicles = game.phase >= ACTION_RESOLUTION
    total = game.content.action_dice
    given, used = _optional(root, "dice"), _optional(root, "used")
    for entry, counts in ((given, game.dice), (used, game.used)):
        for name in entry.record([], list(SIDE_NAMES)).keys() if entry is not None else []:
            assert entry is not None
            for result in entry.get(name).choices(RESULT_NAMES):
                counts[SIDE_NAMES.index(name) * 5 + result] += 1
    here = [sum(game.dice[s * 5 : s * 5 + 5]) + sum(game.used[s * 5 : s * 5 + 5]) for s in (0, 1)]
    for side in (ATREIDES, HARKONNEN):
        if here[side] > total[side]:
            root.below(f"dice.{SIDE_NAMES[side]}", here[side]).refuse(f"at most {total[side]} dice, used ones included")
    unrolled = _number(root, "unrolled", 0, 0, total[HARKONNEN] - here[HARKONNEN])
    most = total[HARKONNEN] - here[HARKONNEN] - unrolled
    game.locked = _number(root, "locked", min(most, active_row(game)[0]) if after_vehicles else 0, 0, most)
    if not in_turn:
        return
    for side in (ATREIDES, HARKONNEN):
        if given is None or SIDE_NAMES[side] not in given.keys():
            left = total[side] - here[side] - (game.locked if side == HARKONNEN else 0)
            if side == HARKONNEN and game.solo:
                game.unrolled = unrolled if _optional(root, "unrolled") is not None else left
            else:
                _roll(game, side, left)
        for result in range(5):
            on_it = game.dice[side * 5 + result] + int(game.bene_gesserit_at[side] == result)
            if on_it > game.content.result_slots[side]:
                root.below(f"dice.{SIDE_NAMES[side]}", on_it).refuse(
                    f"at most {game.content.result_slots[side]} dice or tokens on {RESULT_NAMES[result]}"
                )


def _roll(game: Game, side: int, dice: int) -> None:
    if dice <= 0:
        return
    for result, count in enumerate(ACTION_ROLLS[draw_action_roll(game, side, dice) - C_ACTION]):
        game.dice[side * 5 + result] += count
    while overfull(game, side) != NONE:
        results = game.dice[side * 5 : side * 5 + 5]
        game.dice[side * 5 + overfull(game, side)] -= 1
        game.dice[side * 5 + results.index(min(results))] += 1


def _frames(game: Game, phase: int, side: int) -> None:
    """The stack as it is when the phase, or the turn of *side*, begins."""
    game.stack.clear()
    frame = game.push(GAME, ATREIDES)
    game.stack[frame + STEP] = len(PROGRAMS.steps[GAME]) - 1  # rounds go on until somebody wins
    frame = game.push(ROUND, ATREIDES)
    phases = [step.phase if isinstance(step, Phase) else NONE for step in PROGRAMS.steps[ROUND]]
    game.stack[frame + STEP] = phases.index(game.phase)
    if phase != ACTION_RESOLUTION:
        return
    game.stack[frame + STEP] += 1
    frame = game.push(ACTION_PROGRAM, ATREIDES)
    game.stack[frame + STEP] = [step.name for step in PROGRAMS.steps[ACTION_PROGRAM]].index("NextTurn")
    game.stack[frame + SIDE] = side
    begin_turn(game, side)
    game.push(MAHDI_TURN if side == HARKONNEN and game.solo else TURN, side)


def _exact(game: Game, exact: Entry) -> None:
    assert isinstance(exact.value, dict)
    for name in exact.keys():
        try:
            fill_field(game, exact.value, name)
        except SaveError as error:
            raise ScenarioError(f"exact.{error}") from error


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
