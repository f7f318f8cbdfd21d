"""Policies whose opinions are fitted to what came of straying from the advice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

import numpy as np
import torch
import yaml
from sb3_contrib import MaskablePPO

from agents import make_agent
from agents.advised import ADVICE_SIZE, ADVISED_SIZE, N_FEATURES, N_QUESTIONS, Adviser, BriefExtractor
from agents.evaluation import features
from agents.training.environments import make_envs
from agents.training.errors import SettingError
from agents.training.imitation import teacher_games
from agents.training.learner import build_model, warm_start
from agents.training.settings import read_settings
from agents.training.straying import Opinions, Strays, advantages, fit, straying_games
from dune_env.arrakis.game import new_game
from dune_env.arrakis.layout import LAYOUT
from dune_env.arrakis.names import ATREIDES
from dune_env.arrakis.ruleset import GameConfig

torch.set_num_threads(1)
PLAN = {
    "games": 3,
    "rounds": 2,
    "share": 0.5,
    "reach": 0.8,
    "nat": 0.02,
    "epochs": 2,
    "batch_size": 64,
    "learning_rate": 0.01,
}
SETTINGS: dict[str, Any] = {
    "name": "tiny",
    "env": "dune_env/WarForArrakisMahdi-v0",
    "n_envs": 2,
    "total_steps": 64,
    "advice": True,
    "asked": ["turn.ChooseDie", "turn.ChooseAction"],
    "margin": 4.0,
    "evaluation_shaping": 4.0,
    "policy": {"network": "brief", "net_arch": [], "features_extractor_kwargs": {"width": 8}},
    "straying": PLAN,
    "ppo": {"n_steps": 32, "batch_size": 64, "n_epochs": 1, "learning_rate": 0.001, "gamma": 1.0},
}


def settings_with(folder: Path, **more: Any) -> dict[str, Any]:
    path = folder / "settings.yaml"
    path.write_text(yaml.safe_dump({**SETTINGS, **more}))
    return read_settings(path)


def fresh(folder: Path, **more: Any) -> tuple[MaskablePPO, dict[str, Any]]:
    settings = settings_with(folder, **more)
    return build_model(settings, make_envs(settings, 2, 5), folder), settings


def test_what_straying_needs_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"straying: takes advice: true"):
        settings_with(tmp_path, advice=False)
    with pytest.raises(SettingError, match=r"straying\.reach: missing"):
        settings_with(tmp_path, straying={"games": 3})
    with pytest.raises(SettingError, match=r"policy\.network: brief takes advice: true"):
        build_model({**SETTINGS, "advice": False}, make_envs({**SETTINGS, "advice": False}, 1, 5), tmp_path)
    model, settings = fresh(tmp_path, policy={"network": "wide", "net_arch": []})
    with pytest.raises(SettingError, match=r"straying: takes policy\.network: brief"):
        warm_start(model, settings)


def test_the_adviser_writes_features_and_likings() -> None:
    game = new_game(GameConfig(mode="solo"), 3)
    while len(game.asked) < 3:
        game.pick(game.asked[0])
    row = np.zeros(ADVICE_SIZE, np.float32)
    info_set = game.info_set(ATREIDES)
    Adviser(ATREIDES).advise(info_set, row)
    assert row[:N_FEATURES] == pytest.approx(features(game), abs=1e-5), "nothing hidden is in them"
    advice = row[N_FEATURES:]
    scores = make_agent("heuristic", ATREIDES, 0).scores(info_set)  # type: ignore[attr-defined]
    assert advice[max(scores, key=scores.__getitem__)] == 0.0
    assert (np.delete(advice, list(scores)) == advice.min()).all() and advice.min() < -4.0


def test_games_stray_in_the_questions_asked(tmp_path: Path) -> None:
    model, settings = fresh(tmp_path)
    strays = straying_games(model, settings, 7)
    assert len(strays.goals) == 3 and set(strays.games) == {0, 1, 2}
    assert len(strays.picks) == len(strays.advice) == len(strays.questions) > 60
    advice = strays.advice[np.arange(len(strays.picks)), N_FEATURES + strays.picks]
    asked = (strays.advice[:, N_FEATURES:] == 0.0).sum(axis=1) > 0
    assert asked.all() and 0.2 < (advice < 0.0).mean() < 0.6, "about half of the answers are not the best"
    assert (strays.questions.sum(axis=1) == 2).all(), "a Program and a Step"
    again = straying_games(model, settings, 7)
    assert (again.picks == strays.picks).all() and (again.goals == strays.goals).all()


def made_up(games: int, good: int, bad: int) -> Strays:
    """One decision a game between the slot that the advice likes, *bad*, and *good*, which wins one point more."""
    chance = np.random.default_rng(1)
    questions = np.zeros((games, N_QUESTIONS), np.uint8)
    questions[:, [3, 230]] = 1
    advice = np.zeros((games, ADVICE_SIZE), np.float32)
    advice[:, :N_FEATURES] = chance.normal(size=(games, N_FEATURES))
    advice[:, N_FEATURES:] = -4.5
    advice[:, N_FEATURES + bad], advice[:, N_FEATURES + good] = 0.0, -1.5
    picks = chance.choice([good, bad], games)
    goals = (picks == good) + 0.3 * chance.normal(size=games) + advice[:, 0]
    return Strays(questions, advice, picks, np.arange(games), goals)


def test_a_policy_learns_what_is_better_than_advised(tmp_path: Path) -> None:
    model, _ = fresh(tmp_path)
    opinions, strays = Opinions(model), made_up(600, 20, 30)
    logits, _ = opinions.logits(*strays.tensors(np.arange(50)))
    assert (logits[:, 30] > logits[:, 20]).all()
    told = fit(opinions, strays, {**PLAN, "epochs": 60, "nat": 0.3}, 0)
    logits, _ = opinions.logits(*strays.tensors(np.arange(50)))
    assert (logits[:, 20] > logits[:, 30]).all()
    explained = float(told.split("of which ")[1].split("%")[0])
    assert 40.0 < explained < 80.0, "a point's difference beside a spread of 0.3"


def test_advantages_reach_on_to_the_end_of_the_game() -> None:
    strays = made_up(200, 20, 30)
    strays.games = np.arange(200) // 2
    strays.goals = strays.goals[:100]
    whole, near = advantages(strays, 1.0), advantages(strays, 0.0)
    rows = np.concatenate([np.ones((200, 1)), strays.advice[:, :N_FEATURES]], axis=1)
    expected = rows @ np.linalg.lstsq(rows, strays.goals[strays.games], rcond=None)[0]
    assert whole == pytest.approx(strays.goals[strays.games] - expected)
    assert near[::2] == pytest.approx(expected[1::2] - expected[::2])
    assert near[1::2] == pytest.approx(whole[1::2])


def test_a_brief_policy_imitates_another_teacher(tmp_path: Path) -> None:
    plan = {"teacher": "random", "games": 3, "epochs": 3, "batch_size": 64, "learning_rate": 0.01}
    model, settings = fresh(tmp_path, imitation=plan, normalise={"observations": 2})
    del settings["straying"]
    warm_start(model, settings)
    extractor = model.policy.features_extractor
    assert isinstance(extractor, BriefExtractor) and extractor.mean.abs().sum() > 0
    assert model.policy.action_net.opinion.weight.any(), "its choices are not the advice"  # type: ignore[union-attr]
    with pytest.raises(SettingError, match=r"imitation\.teacher: agent: got 'nobody' for atreides, takes"):
        teacher_games(settings, 1, "nobody")


def test_straying_comes_before_playing(tmp_path: Path) -> None:
    model, settings = fresh(tmp_path)
    before = model.policy.action_net.opinion.weight.clone()  # type: ignore[union-attr]
    assert warm_start(model, settings)
    extractor = model.policy.features_extractor
    assert isinstance(extractor, BriefExtractor) and extractor.mean.abs().sum() > 0
    assert not torch.equal(before, model.policy.action_net.opinion.weight)  # type: ignore[union-attr]
    observation = torch.rand(2, ADVISED_SIZE)
    assert extractor(observation).shape == (2, N_QUESTIONS + 8 + ADVICE_SIZE - N_FEATURES)
    changed = observation.clone()
    changed[:, : LAYOUT.start("program")] = 0.0
    assert torch.equal(extractor(changed), extractor(observation)), "it does not look at the map"
    model.learn(64)
