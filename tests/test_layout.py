"""Observations: their blocks, their ranges, and that they say all that a View says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from positions import BOXES, SOLO, TWO_PLAYER, positions

from dune_env.arrakis.features import AREA_ROWS, N_FRAMES, N_GROUPS
from dune_env.arrakis.game import Game, new_game
from dune_env.arrakis.layout import LAYOUT, encode
from dune_env.arrakis.names import ATREIDES, ATREIDES_TOKENS, ELITE, GENERIC, HARKONNEN, ORNITHOPTER, REGULAR, SPECIAL
from dune_env.arrakis.pieces import add_figures
from dune_env.arrakis.sheet_turn import USED_REGISTERS
from dune_env.arrakis.slots import SLOTS
from dune_env.arrakis.state import FACEDOWN_TOKENS, N_AREAS, OLDER_DRAW, SIETCHES, STRENGTH
from dune_env.arrakis.tank import stand
from dune_env.arrakis.view import View
from dune_env.engine.blocks import Block, Layout, Row
from dune_env.engine.steps import FRAME

SEATS = [ATREIDES, HARKONNEN]
SCRIPTS = Path(__file__).parent.parent / "scripts"


def written(view: View) -> bytearray:
    """The observation of a View."""
    buffer = bytearray(LAYOUT.size)
    encode(view, buffer)
    return buffer


def entry(observation: bytearray, block: str, index: int = 0) -> int:
    return observation[LAYOUT.start(block) + index]


def area_entry(observation: bytearray, row: str, area: int) -> int:
    return observation[LAYOUT.row_start("areas", row) + area]


# --- blocks in general


def test_blocks_are_laid_end_to_end() -> None:
    layout = Layout(
        [
            Block("dice", (2, 5), 8, 4, "dice"),
            Block("map", (2, 3), 0, 0, "map", [Row("sand", 1, 1, "sand"), Row("worms", 6, 3, "worms")]),
        ]
    )
    assert layout.size == 16
    assert [layout.start("dice"), layout.start("map"), layout.row_start("map", "worms")] == [0, 10, 13]
    assert layout.highs == [8] * 10 + [1] * 3 + [6] * 3
    assert layout.scales == [0.25] * 10 + [1.0] * 3 + [1 / 3] * 3
    assert layout.block("dice").range == (0.0, 2.0)
    assert layout.block("map").range == (0.0, 2.0)
    assert [layout.name_of(9), layout.name_of(14)] == ["dice[9]", "map.worms[1]"]


def test_blocks_that_cannot_be_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="row 'worms': its largest value takes 1 to 255, got 256"):
        Row("worms", 256, 1, "worms")
    with pytest.raises(ValueError, match="row 'worms': the value scaled to 1 takes 1 or more, got 0"):
        Row("worms", 3, 0, "worms")
    with pytest.raises(ValueError, match="block 'map': 2 rows by its shape, 1 described"):
        Block("map", (2, 3), 0, 0, "map", [Row("sand", 1, 1, "sand")])
    with pytest.raises(ValueError, match="two blocks are called 'dice'"):
        Layout([Block("dice", (1,), 1, 1, "dice"), Block("dice", (1,), 1, 1, "dice")])
    with pytest.raises(KeyError, match="no block is called 'spice'"):
        LAYOUT.block("spice")
    with pytest.raises(KeyError, match="block 'areas' has no row 'spice'"):
        LAYOUT.row_start("areas", "spice")
    with pytest.raises(IndexError, match="no entry -1"):
        LAYOUT.name_of(-1)


def test_every_block_is_described_in_one_sentence() -> None:
    for block in LAYOUT.blocks:
        assert block.doc and "\n" not in block.doc and not block.doc.endswith(".")
        low, high = block.range
        assert low == 0.0 < high
        for row in block.rows:
            assert row.doc
    assert len(LAYOUT.scales) == len(LAYOUT.highs) == LAYOUT.size
    assert LAYOUT.block("areas").shape == (len(AREA_ROWS), N_AREAS)


# --- what an observation says


@pytest.mark.parametrize("box", BOXES)
def test_every_entry_lies_in_its_range(box: str) -> None:
    highs = bytes(LAYOUT.highs)
    for game in positions(box):
        for seat in SEATS:
            observation = written(game.view(seat))
            over = [LAYOUT.name_of(i) for i, value in enumerate(observation) if value > highs[i]]
            assert not over, (over, game.question())
            assert len(game.stack) <= N_FRAMES * FRAME
            assert len(game.moved) <= N_GROUPS * 7


@pytest.mark.parametrize("box", BOXES)
def test_equal_observations_mean_equal_views(box: str) -> None:
    met: dict[bytes, View] = {}
    for game in positions(box):
        for seat in SEATS:
            view = game.view(seat)
            assert met.setdefault(bytes(written(view)), view) == view, game.question()
    assert len(met) > len(positions(box))


# Not written: the mask says what the answers are, and these parts of `cells` follow from figures and tokens.
FOLLOWS = {"options", "cells"}
DERIVED_CELLS = {FACEDOWN_TOKENS, FACEDOWN_TOKENS + N_AREAS, STRENGTH, STRENGTH + N_AREAS}
INTS = [
    "seat_to_act", "unrolled", "locked", "bene_gesserit_reserve", "supremacy", "spice_reserve", "claims_made",
    "just_happened", "windows_asked", "harvesters_lost", "round", "phase", "turn_side", "turns", "tank_arrivals",
    "die_spent", "atomics", "atomics_spent", "signs_aside", "winner", "reason", "clock", "objectives_held",
]  # fmt: skip
SOLO_INTS = [
    "harvest_card", "target_card", "temporary_target", "last_discard", "next_deck", "ornithopter_used",
    "ordered_result", "parked_scheming",
]  # fmt: skip
SOLO_LISTS = {"tactical_seen", "reinforcements", "mahdi_laid", "token_seen"}


@pytest.mark.parametrize("box", [TWO_PLAYER, SOLO])
def test_every_fact_of_a_view_shows_in_the_observation(box: str) -> None:
    """Each number of a View is changed by one, where that still makes a View, and the observation must change."""
    changed: dict[str, int] = {}
    sample = positions(box)
    for game in sample[:: len(sample) // 40]:
        for seat in SEATS:
            view = game.view(seat)
            _add_rare(view)
            before = written(view)
            ints = INTS + (SOLO_INTS if view.solo else [])
            for name in ints:
                value = getattr(view, name)
                setattr(view, name, value + 1)
                _must_differ(view, before, name, changed)
                setattr(view, name, value)
            for name in _lists(view):
                values = getattr(view, name)
                for at in range(len(values)):
                    values[at] += 1
                    _must_differ(view, before, name, changed, at)
                    values[at] -= 1
            cells = view.cells
            for at in range(0, len(cells), 7):
                if at // N_AREAS * N_AREAS not in DERIVED_CELLS:
                    view.cells = cells[:at] + bytes([cells[at] + 1]) + cells[at + 1 :]
                    _must_differ(view, before, "cells", changed, at)
            view.cells = cells
    names = set(_lists(sample[0].view(ATREIDES))) | set(INTS) | {"cells"}
    assert not {name for name in names if not changed.get(name)} - ({"unseen_older"} if box == TWO_PLAYER else set())


def _add_rare(view: View) -> None:
    """Lists that are empty in nearly every position get something."""
    view.effects = view.effects or [1, 7, 300]
    view.attached = view.attached or [3, 2]
    view.placed_worms = view.placed_worms or [50, 20]
    view.flown = view.flown or [20]
    if view.solo:
        view.unseen_older = view.unseen_older or [OLDER_DRAW + 40]


def _lists(view: View) -> list[str]:
    # Pickling a View leaves a list of its own on the class.
    names = [name for name in dir(view) if not name.startswith("__") and isinstance(getattr(view, name), list)]
    return [name for name in names if name not in FOLLOWS and (view.solo or name not in SOLO_LISTS)]


def _must_differ(view: View, before: bytearray, name: str, changed: dict[str, int], at: int = 0) -> None:
    try:
        after = written(view)
    except (IndexError, ValueError):
        return  # no View any more: a number beyond what the game has
    if after == before:
        assert _means_nothing(view, name, at), (name, at)
        return
    changed[name] = changed.get(name, 0) + 1


def _means_nothing(view: View, name: str, at: int) -> bool:
    """Whether the change makes nothing that a game can be in."""
    if name in ("seat_to_act", "turn_side", "winner"):
        return bool(getattr(view, name) == 2)  # only seats 0 and 1 act
    if name == "stack":
        return at % FRAME >= USED_REGISTERS
    if name == "token_seen":
        return at < ATREIDES_TOKENS  # dated for Mahdi's tokens only
    if name == "cells":
        return SIETCHES <= at < SIETCHES + N_AREAS and view.cells[at] > 1  # which Sietch it is stands in `sietch_at`
    return name == "hidden_ranks" and at == 0


def test_whatever_was_in_the_buffer_is_overwritten() -> None:
    for game in positions(TWO_PLAYER)[::50]:
        dirty = bytearray([255]) * LAYOUT.size
        encode(game.view(ATREIDES), dirty)
        assert dirty == written(game.view(ATREIDES))
        assert len(dirty) == LAYOUT.size


def test_observations_are_relative_to_the_observer() -> None:
    game = new_game(seed=3)
    area = SLOTS.slot("pick_area(arsunt)") - SLOTS.slot("pick_area(arrakeen)")
    add_figures(game, HARKONNEN, area, ELITE, 2)
    game.dice[5] = 3
    own, other = written(game.view(HARKONNEN)), written(game.view(ATREIDES))
    assert area_entry(own, "own_elite", area) == area_entry(other, "other_elite", area) == 2
    assert area_entry(own, "other_elite", area) == area_entry(other, "own_elite", area) == 0
    assert entry(own, "dice") == entry(other, "dice", 5) == 3
    assert [entry(own, "seat", i) for i in range(3)] == [0, 1, 0]
    assert [entry(other, "seat", i) for i in range(3)] == [1, 0, 0]
    assert entry(own, "asked") == entry(other, "asked", 1) == 1


def test_the_map_says_what_stands_where() -> None:
    game = new_game(seed=3)
    area = game.sietch_at[0]
    add_figures(game, ATREIDES, area, REGULAR, 2)
    add_figures(game, ATREIDES, area, SPECIAL, 1)
    add_figures(game, ATREIDES, area, GENERIC, 1)
    paul = game.content.leader_ids.index("paul_atreides")
    stand(game, paul, area)
    game.zones[4] = ORNITHOPTER
    observation = written(game.view(ATREIDES))
    assert area_entry(observation, "own_regular", area) == 2
    assert area_entry(observation, "own_special_elite", area) == 1
    assert area_entry(observation, "own_generic", area) == 2  # with the Naib of the set-up
    assert area_entry(observation, "own_named", area) == 1
    assert area_entry(observation, "paul", area) == 1
    assert area_entry(observation, "own_special_hits", area) == game.content.leader_strip[paul][0]
    assert area_entry(observation, "sietch", area) == area_entry(observation, "sietch_known", area) == 1
    assert area_entry(observation, "sietch_rank", area) == game.sietch_rank[0]
    assert area_entry(observation, "own_tokens_1", area) == 1
    token = next(t for t in range(8) if game.token_at[t] == area)
    names = ("regular", "elite", "special_elite", "generic")
    shown = [area_entry(observation, f"token_{name}", area) for name in names]
    assert shown == game.content.tokens[token]
    assert entry(observation, "zones", 4) == 1
    other = written(game.view(HARKONNEN))
    assert area_entry(other, "sietch", area) == 1
    assert area_entry(other, "sietch_known", area) == area_entry(other, "sietch_rank", area) == 0
    assert area_entry(other, "other_tokens_1", area) == 1
    assert area_entry(other, "token_regular", area) == 0


def test_the_areas_that_may_be_picked_are_marked_for_the_seat_to_act() -> None:
    first = SLOTS.slot("pick_area(arrakeen)")
    marked = 0
    for game in positions(TWO_PLAYER)[::10]:
        for seat in SEATS:
            observation = written(game.view(seat))
            wanted = [int(seat == game.seat_to_act and first + area in game.asked) for area in range(N_AREAS)]
            assert [area_entry(observation, "may_pick", area) for area in range(N_AREAS)] == wanted
            marked += sum(wanted)
    assert marked > 100


def test_the_ground_is_shown_as_it_is_after_the_atomics() -> None:
    game = new_game(seed=3)
    before = written(game.view(ATREIDES))
    game.atomics = 1
    after = written(game.view(ATREIDES))
    rows = [f"terrain_{name}" for name in ("mountain", "plateau", "minor_erg", "desert", "deep_desert")]
    for observation in (before, after):
        for area in range(N_AREAS):
            assert sum(area_entry(observation, row, area) for row in rows) == 1
    changed = [a for a in range(N_AREAS) if area_entry(before, "terrain_mountain", a) != area_entry(after, rows[0], a)]
    assert len(changed) == 1
    assert area_entry(after, "terrain_desert", changed[0]) == 1


def test_a_game_of_either_mode_fits_the_same_space() -> None:
    for box in (TWO_PLAYER, SOLO):
        game: Game = positions(box)[0]
        assert len(written(game.view(ATREIDES))) == LAYOUT.size
        assert entry(written(game.view(ATREIDES)), "seat", 2) == int(game.solo)


def test_the_generated_pages_are_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPTS / "make_docs.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
