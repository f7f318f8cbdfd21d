"""Positions as data: `build` makes a game from a short dict, and refuses what the board cannot show by its field.

Every field may be left out. What is left out stands as at the set-up, or is drawn by the seed as the set-up draws it:

    {"turn": "harkonnen", "round": 3, "supremacy": 4,
     "legions": {"carthag": {"side": "harkonnen", "regular": 3, "elite": 1, "generic": 1, "leaders": ["beast_rabban"]},
                 "gara_kulon": {"side": "atreides", "regular": 2, "tokens": ["atreides_starting_3"]}},
     "harvesters": ["north_east_8"], "wormsigns": ["north_east_7"],
     "dice": {"atreides": ["strategy"], "harkonnen": ["leadership", "house"]}}

* `title` and `about` are for the reader. `ruleset`: a preset's name, or fields of the Ruleset.
* `legions`: if given, the board holds exactly these Legions. Atreides Starting tokens that lie nowhere are out of the
  game then, standard ones are in the supply unless `tokens_gone` lists them.
* `sietches`: if given, those that it does not list are destroyed; so for `settlements` and `stations`.
* `row` and `objectives`: drawn by the seed if left out, with the row empty before the Start has turned it up.
* `phase`: `action_resolution` (the default) begins at the turn of the side that `turn` names, Atreides by default;
  `action_dice` begins it with the roll; any other phase begins at its start.
* `dice`: those of a side left out are rolled by the seed, surplus ones changed to a result with the fewest dice.
* Leaders whose marked step the markers have reached are in play, off the board, unless `legions`, `leaders` or `tank`
  say otherwise; a Leader named there has entered, and has replaced or ousted whom it replaces.
* `exact` holds what `dump` cannot say more readably, attribute by attribute, the stack of an effect under way included.
  It is checked for shape and range only: what it says of the pieces is believed.
"""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.board import AREA_IDS, SIETCH_AREAS
from dune_env.arrakis.content import load_content
from dune_env.arrakis.dice import draw_action_roll
from dune_env.arrakis.dice_pool import overfull
from dune_env.arrakis.entries import Entry
from dune_env.arrakis.game import Game, check_seed
from dune_env.arrakis.names import (
    ACTION_RESOLUTION,
    ATREIDES,
    HARKONNEN,
    IN_DECK,
    IN_ROW,
    PHASE_NAMES,
    RESULT_NAMES,
    SIDE_NAMES,
    START,
)
from dune_env.arrakis.position import (
    ScenarioError,
    keys_of,
    named,
    number,
    optional,
    read_board,
    read_tracks,
)
from dune_env.arrakis.position_cards import read_cards, read_leaders
from dune_env.arrakis.position_written import check_position, position_of
from dune_env.arrakis.prescience import ROW, SOLO_ROW
from dune_env.arrakis.programs import ACTION_RESOLUTION as ACTION_PROGRAM
from dune_env.arrakis.programs import GAME, MAHDI_TURN, ROUND, SETUP, SIDE, TURN
from dune_env.arrakis.round import Phase
from dune_env.arrakis.ruleset import PRESETS, V1_1, ConfigError, GameConfig, config_from, ruleset_differences
from dune_env.arrakis.saving import INT_FIELDS, LIST_FIELDS, SaveError, fill_field, stack_to_data
from dune_env.arrakis.setup import set_up_board
from dune_env.arrakis.sight import view_of
from dune_env.arrakis.slots import ACTION_ROLLS, C_ACTION
from dune_env.arrakis.state import PROGRAMS
from dune_env.arrakis.turns import begin_turn
from dune_env.arrakis.vehicles import active_row
from dune_env.engine.steps import NONE, STEP

PHASES: Final = [*PHASE_NAMES, "action_dice"]
FIELDS: Final = [
    "title", "about", "mode", "ruleset", "phase", "turn", "round", "legions", "leaders", "tank", "spent_cards",
    "tokens_gone", "figures_gone", "sietches", "settlements", "stations", "stations_left", "harvesters",
    "zones", "worms", "wild_maker", "wormsigns", "supremacy", "prescience", "imperium", "spice_reserve", "bans",
    "bene_gesserit", "hands", "discards", "reinforcements", "dice", "used", "locked", "unrolled", "row",
    "removed_prescience", "claims_made", "harvesters_lost", "objectives", "atomics", "harvest", "target",
    "exact",
]  # fmt: skip


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
    for key in ("title", "about"):
        if key in position:
            root.get(key).text()
    game = _placed(root, _config(root, config), check_seed(seed))
    exact = optional(root, "exact")
    if "stack" not in keys_of(exact):
        check_position(game)
    for name in keys_of(exact):
        assert exact is not None and isinstance(exact.value, dict)
        try:
            fill_field(game, exact.value, name)
        except SaveError as error:
            raise ScenarioError(f"exact.{error}") from error
    game.explicit_chance = explicit_chance
    if exact is None:
        PROGRAMS.advance(game)
    else:
        _play_on(game)
    return game


def _play_on(game: Game) -> None:
    """Go on to the first question; ScenarioError where exact attributes do not make a position at all."""
    try:
        PROGRAMS.advance(game)
        for side in (ATREIDES, HARKONNEN):
            view_of(game, side)
    except (ArithmeticError, AssertionError, LookupError, RuntimeError, TypeError, ValueError) as error:
        raise ScenarioError(f"exact: takes attributes that fit together: {type(error).__name__}, {error}") from error
    if not game.over and not game.asked:
        raise ScenarioError("exact.stack: takes Frames that lead to a question")


def _placed(root: Entry, config: GameConfig, seed: int) -> Game:
    """The readable fields on the board; nothing is asked yet."""
    game = Game(config, load_content(config.content))
    game.seed = seed
    game.rng.seed(seed)
    set_up_board(game)
    game.push(SETUP, ATREIDES)
    PROGRAMS.advance(game)
    read_board(game, root)
    read_tracks(game, root)
    read_leaders(game, root)
    read_cards(game, root)
    _moment(game, root)
    game.events[:] = [0] * len(game.events)
    game.clock = 0
    return game


def _config(root: Entry, config: GameConfig | None) -> GameConfig:
    chosen: dict[str, object] = {}
    for key in ("mode", "ruleset"):
        entry = optional(root, key)
        if entry is not None:
            chosen[key] = entry.value if isinstance(entry.value, dict) else entry.text()
    try:
        asked = config_from(chosen)
    except ConfigError as error:
        raise ScenarioError(str(error)) from error
    if config is None:
        return asked
    for key, value in chosen.items():
        if getattr(asked, key) != getattr(config, key):
            raise ScenarioError(f"{key}: takes what the config says, or nothing beside a config, got {value!r}")
    return config


# --- the moment of the round


def _moment(game: Game, root: Entry) -> None:
    """The dice, the cards of the round, and the Frames that lead to the first question."""
    phase_entry = optional(root, "phase")
    phase = ACTION_RESOLUTION if phase_entry is None else phase_entry.choice(PHASES)
    in_turn = phase == ACTION_RESOLUTION
    game.phase = min(phase, len(PHASE_NAMES))
    if phase == PHASES.index("action_dice"):
        game.phase = ACTION_RESOLUTION
    turn_entry = optional(root, "turn")
    if turn_entry is not None and not in_turn:
        turn_entry.refuse("nothing: only action_resolution begins at a turn")
    if game.phase != START and optional(root, "row") is None:
        _deal_row(game)
    if game.solo and game.phase != START:
        _tactical(game, root)
    else:
        for key in ("harvest", "target"):
            entry = optional(root, key)
            if entry is not None and game.solo:
                entry.choice([AREA_IDS[SIETCH_AREAS[card[1]]] for card in game.content.tactical])
            elif entry is not None:
                entry.refuse("nothing: only Mahdi draws Tactical cards")
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
    harvest, target = optional(root, "harvest"), optional(root, "target")
    if target is not None:
        game.target_card = target.choice(names)
    if harvest is not None:
        game.harvest_card = harvest.choice(names)
        if game.harvest_card == game.target_card:
            harvest.refuse("another Tactical card than `target`")
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
    given = [side for side, _ in named(root, "dice", SIDE_NAMES)]
    for side, entry in named(root, "dice", SIDE_NAMES):
        for result in entry.choices(RESULT_NAMES):
            game.dice[side * 5 + result] += 1
    for side, entry in named(root, "used", SIDE_NAMES):
        for result in entry.choices(RESULT_NAMES):
            game.used[side * 5 + result] += 1
    here = [sum(game.dice[s * 5 : s * 5 + 5]) + sum(game.used[s * 5 : s * 5 + 5]) for s in (0, 1)]
    for side in (ATREIDES, HARKONNEN):
        if here[side] > total[side]:
            root.below(f"dice.{SIDE_NAMES[side]}", here[side]).refuse(f"at most {total[side]} dice, used ones included")
    unrolled = number(root, "unrolled", 0, 0, total[HARKONNEN] - here[HARKONNEN] if game.solo else 0)
    most = total[HARKONNEN] - here[HARKONNEN] - unrolled
    game.locked = number(root, "locked", min(most, active_row(game)[0]) if after_vehicles else 0, 0, most)
    game.unrolled = unrolled
    if not in_turn:
        return
    for side in (ATREIDES, HARKONNEN):
        if side not in given:
            left = total[side] - here[side] - (game.locked if side == HARKONNEN else 0)
            if side == HARKONNEN and game.solo:
                game.unrolled = unrolled if optional(root, "unrolled") is not None else left
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


# --- writing a position


def dump(game: Game) -> dict[str, object]:
    """*game* as a scenario that plays on the same under explicit chance.

    The generator, the seed, the history and the content are not part of a position.
    """
    position = _moment_of(game)
    position.update(position_of(game))
    twin = _placed(Entry(position, "", ScenarioError).record([], list(FIELDS)), game.config, 0)
    exact: dict[str, object] = {}
    for name in [*INT_FIELDS, *LIST_FIELDS]:
        value = getattr(game, name)
        if name != "seed" and value != getattr(twin, name):
            exact[name] = list(value) if name in LIST_FIELDS else value
    if game.stack != twin.stack:
        exact["stack"] = stack_to_data(game.stack)
    if exact:
        position["exact"] = exact
    return position


def _moment_of(game: Game) -> dict[str, object]:
    found: dict[str, object] = {}
    if game.solo:
        found["mode"] = "solo"
    if game.rules != V1_1:
        names = [name for name, rules in PRESETS.items() if rules == game.rules]
        changed = {name: getattr(game.rules, name) for name in ruleset_differences(game.rules)}
        found["ruleset"] = names[0] if names else changed
    if game.phase == ACTION_RESOLUTION and game.turn_side != NONE:
        found["turn"] = SIDE_NAMES[game.turn_side]
        found["dice"] = _dice_of(game.dice)
    else:
        found["phase"] = "action_dice" if game.phase == ACTION_RESOLUTION else PHASE_NAMES[game.phase]
        if sum(game.dice):
            found["dice"] = _dice_of(game.dice)
    if sum(game.used):
        found["used"] = _dice_of(game.used)
    found["round"] = game.round
    found["locked"] = game.locked
    if game.solo:
        found["unrolled"] = game.unrolled
        for key, card in (("harvest", game.harvest_card), ("target", game.target_card)):
            if card != NONE:
                found[key] = AREA_IDS[SIETCH_AREAS[game.content.tactical[card][1]]]
    return found


def _dice_of(counts: list[int]) -> dict[str, list[str]]:
    return {
        SIDE_NAMES[side]: [name for r, name in enumerate(RESULT_NAMES) for _ in range(counts[side * 5 + r])]
        for side in (ATREIDES, HARKONNEN)
    }
