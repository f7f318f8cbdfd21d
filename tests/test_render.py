"""Pictures and text of positions."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import dune_env  # noqa: F401  (registers the environments)
from dune_env import war_for_arrakis_v0
from dune_env.arrakis.board import AREA_IDS, N_AREAS
from dune_env.arrakis.game import Game, new_game
from dune_env.arrakis.names import ATREIDES, HARKONNEN, SIDE_NAMES
from dune_env.arrakis.pieces import figures, legion_areas
from dune_env.arrakis.ruleset import ConfigError, GameConfig
from dune_env.arrakis.scenario import build
from dune_env.arrakis.slots import SLOTS
from dune_env.envs.ansi import describe

pytest.importorskip("PIL")

from dune_env.envs.board_picture import HEIGHT, WIDTH, geometry, inside, label_box
from dune_env.envs.canvas import OVERSAMPLING, Canvas
from dune_env.envs.pieces_picture import initials
from dune_env.envs.render import picture, render


def played(seed: int, moves: int) -> Game:
    game = new_game(seed=seed)
    answers = random.Random(seed)
    for _ in range(moves):
        game.pick(answers.choice(game.options()))
    return game


def changed(first: Any, second: Any) -> set[int]:
    """The Areas whose cells hold a pixel that differs."""
    rows, columns = np.nonzero((first != second).any(axis=2))
    points = list(zip(columns.tolist(), rows.tolist()))[:: max(1, len(rows) // 400)]
    return {area for area in range(N_AREAS) for point in points if inside(point, geometry().cells[area])}


def test_a_picture_of_any_position() -> None:
    for seed, moves in ((1, 0), (2, 150), (3, 600)):
        game = played(seed, moves)
        for seat in (ATREIDES, HARKONNEN):
            image = picture(game.view(seat))
            assert image.shape == (HEIGHT, WIDTH, 3) and image.dtype == np.uint8 and image.flags.writeable


def test_pieces_are_drawn_where_they_stand() -> None:
    position: dict[str, Any] = {"legions": {}, "dice": {"atreides": ["mentat"], "harkonnen": ["mentat"]}}
    empty = picture(build(position).view(ATREIDES))
    for piece in (
        {"legions": {"north_east_12": {"side": "harkonnen", "regular": 2, "leaders": ["beast_rabban"]}}},
        {"legions": {"north_east_12": {"side": "atreides", "regular": 2, "special_elite": 1, "generic": 2}}},
        {"wormsigns": ["north_east_12"]},
        {"harvesters": ["north_east_12"]},
    ):
        assert changed(empty, picture(build(position | piece).view(ATREIDES))) == {AREA_IDS.index("north_east_12")}


def test_hidden_facts_do_not_show() -> None:
    """Two games that look the same to the Harkonnen give the same picture and text."""
    game = played(4, 300)
    other = game.resample(HARKONNEN, 5)
    assert game.sietch_rank != other.sietch_rank or game.hand != other.hand or game.token_at != other.token_at
    assert np.array_equal(picture(game.view(HARKONNEN)), picture(other.view(HARKONNEN)))
    assert describe(game.view(HARKONNEN)) == describe(other.view(HARKONNEN))
    assert describe(game.view(ATREIDES)) != describe(game.view(HARKONNEN))


def test_text_says_what_is_where() -> None:
    game = played(6, 250)
    text = describe(game.view(game.seat_to_act))
    for side in (ATREIDES, HARKONNEN):
        for area in legion_areas(game, side):
            line = next(line for line in text.splitlines() if line.startswith(f"  {AREA_IDS[area]}: "))
            if figures(game, side, area, 0):
                assert f"{figures(game, side, area, 0)} regular" in line
    assert f"supremacy {game.supremacy} of 10" in text
    assert f"{SIDE_NAMES[game.seat_to_act]} is asked {game.question()}" in text
    assert all(SLOTS.name(slot) in text for slot in game.options())
    idle = describe(game.view(1 - game.seat_to_act))
    assert not any(SLOTS.name(slot) in idle for slot in game.options() if slot > 300)
    assert max(len(line) for line in text.splitlines()) <= 125


def test_mahdi_s_target_is_marked() -> None:
    game = new_game(GameConfig(mode="solo"), 2)
    area = game.sietch_at[game.content.tactical[game.target_card][1]]
    text = describe(game.view(ATREIDES))
    assert f"mahdi: target {AREA_IDS[area]}; harvests " in text and "reinforcements" in text
    view = game.view(ATREIDES)
    shown = picture(view)
    view.temporary_target = next(s for s in range(8) if game.sietch_at[s] != area)
    elsewhere = game.sietch_at[view.temporary_target]
    assert f"target {AREA_IDS[elsewhere]} for this turn" in describe(view)
    assert changed(shown, picture(view)) == {area, elsewhere}


def test_environments_render() -> None:
    for mode, kind in (("ansi", str), ("rgb_array", np.ndarray)):
        aec = war_for_arrakis_v0.env(render_mode=mode)
        aec.reset(seed=1)
        assert isinstance(aec.render(), kind)
        for name in ("dune_env/WarForArrakis-v0", "dune_env/WarForArrakisMahdi-v0"):
            env = gym.make(name, render_mode=mode)
            env.reset(seed=1)
            assert isinstance(env.render(), kind)
    aec = war_for_arrakis_v0.env()
    aec.reset(seed=1)
    assert aec.render() is None
    assert render(aec.unwrapped.game.view(ATREIDES), None) is None


def test_a_window_is_gymnasium_s_own() -> None:
    name = "dune_env/WarForArrakisMahdi-v0"
    with pytest.warns(UserWarning, match="HumanRendering wrapper is being applied"):
        env = gym.make(name, render_mode="human")
    assert isinstance(env, gym.wrappers.HumanRendering) and env.unwrapped.render_mode == "rgb_array"
    with pytest.raises(ConfigError, match="render_mode: got 'human', takes one of ansi, rgb_array"):
        gym.make_vec(name, num_envs=2, render_mode="human", vectorization_mode="vector_entry_point")


def test_an_ended_game_is_drawn() -> None:
    env = war_for_arrakis_v0.env(render_mode="ansi")
    env.reset(seed=1, options={"scenario": {"prescience": {"kwisatz_haderach": 8, "sand_dwellers": 8, "jihad": 8}}})
    while not any(env.terminations.values()):
        env.step(env.unwrapped.game.options()[0])
    assert "atreides won: secret_objective" in env.render()
    assert picture(env.unwrapped.game.view(ATREIDES)).shape == (HEIGHT, WIDTH, 3)


def test_every_label_lies_in_its_area() -> None:
    for area in range(N_AREAS):
        left, top, right, bottom = label_box(area)
        assert inside(((left + right) / 2, (top + bottom) / 2), geometry().cells[area]), AREA_IDS[area]
        assert right - left < 110


def test_a_lens_draws_smaller_in_the_same_place() -> None:
    canvas = Canvas(100, 100)
    canvas.zoomed((60, 40), 0.5).rectangle((50, 30), (20, 20), "#ffffff")
    columns, rows = np.nonzero(np.asarray(canvas.image)[:, :, 0].T)
    assert {int(columns.min()), int(rows.min())} == {55 * OVERSAMPLING, 35 * OVERSAMPLING}
    assert {int(columns.max()), int(rows.max())} == {65 * OVERSAMPLING, 45 * OVERSAMPLING}


def test_initials() -> None:
    assert initials("Lady Jessica") == "LJ" and initials("Paul-Muad'Dib") == "PM" and initials("Alia") == "A"


def test_the_script_draws_a_board(tmp_path: Path) -> None:
    script = Path(__file__).parent.parent / "scripts" / "render_board.py"
    out = tmp_path / "board.png"
    command = [sys.executable, str(script), "--seed", "5", "--moves", "40", "--out", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert out.read_bytes().startswith(b"\x89PNG") and "round" in done.stdout
