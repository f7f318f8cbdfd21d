"""Learners that are asked some questions only, and rewards shaped by the fitted evaluation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

import numpy as np
import torch
import yaml

from agents import make_agent
from agents.evaluation import win_value
from agents.learned import LearnedAgent
from agents.margin import atreides_margin
from agents.training.delegation import every_question
from agents.training.environments import make_envs
from agents.training.errors import SettingError
from agents.training.imitation import Rewards, teacher_games
from agents.training.learner import build_model, describe
from agents.training.settings import read_settings
from dune_env.arrakis.game import Game, new_game
from dune_env.arrakis.names import ATREIDES
from dune_env.arrakis.ruleset import GameConfig

torch.set_num_threads(1)
TURNS = ["turn.ChooseDie", "turn.ChooseAction"]
SETTINGS: dict[str, Any] = {
    "name": "tiny",
    "env": "dune_env/WarForArrakisMahdi-v0",
    "n_envs": 2,
    "total_steps": 128,
    "policy": {"net_arch": [16]},
    "ppo": {"n_steps": 32, "batch_size": 64, "n_epochs": 1, "learning_rate": 0.001, "gamma": 1.0},
}


def settings_with(folder: Path, **more: Any) -> dict[str, Any]:
    path = folder / "settings.yaml"
    path.write_text(yaml.safe_dump({**SETTINGS, **more}))
    return read_settings(path)


def played(envs: Any, games: int) -> tuple[list[float], list[dict[str, Any]], list[str]]:
    """Sums of rewards and last infos of some games in which the first legal slot is picked, and what was asked."""
    envs.reset()
    totals, found, infos = np.zeros(envs.num_envs), [], []
    asked: list[str] = []
    while len(found) < games:
        asked += [game.question() for game in envs.get_attr("game")]
        slots = np.asarray([mask.argmax() for mask in envs.env_method("action_masks")])
        _, rewards, ended, told = envs.step(slots)
        totals += rewards
        for i in np.flatnonzero(ended).tolist():
            found.append(float(totals[i]))
            infos.append(told[i])
            totals[i] = 0.0
    return found, infos, asked


def test_the_learner_is_asked_its_questions_only(tmp_path: Path) -> None:
    totals, infos, asked = played(make_envs(settings_with(tmp_path, asked=TURNS), 2, 5), 4)
    assert set(asked) == set(TURNS)
    assert all(total in (-1.0, 1.0) for total in totals)
    assert all(20 <= info["episode"]["l"] <= 90 and info["episode"]["winner"] for info in infos)


def test_a_question_that_is_never_asked_is_told(tmp_path: Path) -> None:
    settings = settings_with(tmp_path, asked=["harkonnen_patrols.PlaceApart"])
    with pytest.raises(SettingError, match=r"in 50 games the learner was not asked harkonnen_patrols\.PlaceApart"):
        make_envs(settings, 1, 5).reset()


def test_a_question_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"asked: there is no question 'turn\.Pray', takes names such as"):
        settings_with(tmp_path, asked=["turn.Pray"])
    with pytest.raises(SettingError, match=r"asked: takes the game against Mahdi"):
        settings_with(tmp_path, asked=TURNS, env="dune_env/WarForArrakis-v0")
    assert {"turn.ChooseDie", "move_legions.PickMover", "battle.Continue"} <= set(every_question())


def test_a_policy_leaves_the_other_questions_to_the_heuristic(tmp_path: Path) -> None:
    settings = settings_with(tmp_path, asked=TURNS)
    model = build_model(settings, make_envs(settings, 2, 5), tmp_path)
    model.save(tmp_path / "model.zip")
    describe(tmp_path / "model.zip", settings, 0, 1.0)
    learned = make_agent(str(tmp_path / "model.zip"), ATREIDES, 7)
    assert isinstance(learned, LearnedAgent)
    heuristic = make_agent("heuristic", ATREIDES, 7)
    guided = make_agent(f"mcts:2:{tmp_path / 'model.zip'}", ATREIDES, 1)
    game, own, others = new_game(GameConfig(mode="solo"), 3), 0, 0
    while own < 30 or others < 60:
        if game.over:
            game = new_game(GameConfig(mode="solo"), 4)
        if len(game.asked) == 1:
            game.pick(game.asked[0])
            continue
        info_set = game.info_set(ATREIDES)
        slot = learned.act(info_set)
        assert learned.answers(info_set) == (game.question() in TURNS)
        if learned.answers(info_set):
            own += 1
            chances = learned.policy(info_set)
            assert slot == max(chances, key=chances.__getitem__)
            assert max(chances.values()) < 0.99
        else:
            others += 1
            assert slot == heuristic.act(info_set), "the same seed breaks ties alike"
        if (own + others) % 30 == 0:
            assert guided.act(info_set) in game.asked
        game.pick(slot)


def at_a_turn(seed: int) -> Game:
    game = new_game(GameConfig(mode="solo"), seed)
    while len(game.asked) < 2 or game.question() not in TURNS:
        game.pick(game.asked[0])
    return game


def test_shaping_by_the_evaluation_takes_what_the_set_up_is_worth(tmp_path: Path) -> None:
    settings = settings_with(tmp_path, asked=TURNS, evaluation_shaping=0.5)
    envs = make_envs(settings, 1, 5)
    envs.reset()
    start = win_value(envs.get_attr("game")[0])
    (total,), (info,), _ = played(make_envs(settings, 1, 5), 1)
    result = 1.0 if info["episode"]["winner"] == "atreides" else -1.0
    assert total == pytest.approx(result - 0.5 * start, abs=1e-5)
    assert info["episode"]["r"] == result, "episodes are told without it"


def test_a_value_is_freed_from_the_evaluation(tmp_path: Path) -> None:
    settings = settings_with(tmp_path, margin=0.5, evaluation_shaping=0.4)
    model = build_model(settings, make_envs(settings, 1, 5), tmp_path)
    model.save(tmp_path / "model.zip")
    describe(tmp_path / "model.zip", settings, 0, 1.0)
    learned = LearnedAgent(str(tmp_path / "model.zip"), side=ATREIDES)
    info_set = at_a_turn(3).info_set(ATREIDES)
    value = learned.value(info_set) + 0.4 * win_value(info_set.sample(0))
    wanted = (value + 0.5 * atreides_margin(info_set.view)) / 1.5
    assert learned.expected_result(info_set) == pytest.approx(max(-1.0, min(1.0, wanted)))


def test_returns_that_a_value_is_fitted_to_are_those_of_the_environment(tmp_path: Path) -> None:
    settings = settings_with(tmp_path, asked=TURNS, margin=0.5, evaluation_shaping=0.4)
    data = teacher_games(settings, 1)
    assert 20 <= len(data.picks) <= 90
    rewards = Rewards(settings, ATREIDES)
    game = new_game(GameConfig(mode="solo"), 0)
    teacher, rest = make_agent("heuristic", ATREIDES, 0), make_agent("heuristic", ATREIDES, 0)
    first = None
    while not game.over:
        if len(game.asked) == 1:
            game.pick(game.asked[0])
            continue
        learners = game.question() in TURNS
        if learners:
            first = win_value(game) if first is None else first
            rewards.asked(game)
        game.pick((teacher if learners else rest).act(game.info_set(ATREIDES)))
    assert first is not None
    result = game.returns()[ATREIDES]
    wanted = result + 0.5 * atreides_margin(game) - 0.4 * first
    assert data.returns[0] == pytest.approx(wanted, abs=1e-5)
    assert rewards.returns(game) == pytest.approx(data.returns.tolist(), abs=1e-5)
