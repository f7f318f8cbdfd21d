"""The brief network of advised policies: what it hears, and whom it can imitate."""

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
from agents.learned import LearnedAgent
from agents.training.environments import make_envs
from agents.training.errors import SettingError
from agents.training.imitation import teacher_games
from agents.training.learner import build_model, save_policy, warm_start
from agents.training.settings import read_settings
from dune_env.arrakis.game import new_game
from dune_env.arrakis.layout import LAYOUT
from dune_env.arrakis.names import ATREIDES
from dune_env.arrakis.ruleset import GameConfig
from dune_env.arrakis.slots import N_SLOTS

torch.set_num_threads(1)
SETTINGS: dict[str, Any] = {
    "name": "tiny",
    "env": "dune_env/WarForArrakisMahdi-v0",
    "n_envs": 2,
    "total_steps": 64,
    "advice": True,
    "asked": ["turn.ChooseDie", "turn.ChooseAction"],
    "policy": {"network": "brief", "net_arch": [], "features_extractor_kwargs": {"width": 8}},
    "normalise": {"observations": 2},
    "ppo": {"n_steps": 32, "batch_size": 64, "n_epochs": 1, "learning_rate": 0.001, "gamma": 1.0},
}
IMITATION = {"teacher": "random", "games": 3, "epochs": 3, "batch_size": 64, "learning_rate": 0.01}


def fresh(folder: Path, **more: Any) -> tuple[MaskablePPO, dict[str, Any]]:
    path = folder / "settings.yaml"
    path.write_text(yaml.safe_dump({**SETTINGS, **more}))
    settings = read_settings(path)
    return build_model(settings, make_envs(settings, 2, 5), folder), settings


def test_a_brief_network_takes_advice(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"policy\.network: brief takes advice: true"):
        fresh(tmp_path, advice=False)


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


def test_the_network_hears_the_question_and_the_advice_alone(tmp_path: Path) -> None:
    model, settings = fresh(tmp_path)
    assert warm_start(model, settings)
    extractor = model.policy.features_extractor
    assert isinstance(extractor, BriefExtractor) and extractor.mean.abs().sum() > 0
    observation = torch.rand(2, ADVISED_SIZE)
    assert extractor(observation).shape == (2, N_QUESTIONS + 8 + N_SLOTS)
    changed = observation.clone()
    changed[:, : LAYOUT.start("program")] = 0.0
    assert torch.equal(extractor(changed), extractor(observation)), "it does not look at the map"
    changed[:, LAYOUT.size] += 1.0
    assert not torch.equal(extractor(changed), extractor(observation))
    model.learn(64)
    save_policy(model.policy, tmp_path / "small.pt")
    game = new_game(GameConfig(mode="solo"), 3)
    while len(game.asked) < 3:
        game.pick(game.asked[0])
    assert LearnedAgent(str(tmp_path / "small.pt"), side=ATREIDES).act(game.info_set(ATREIDES)) in game.asked


def test_an_advised_policy_imitates_another_teacher(tmp_path: Path) -> None:
    model, settings = fresh(tmp_path, imitation=IMITATION)
    warm_start(model, settings)
    assert model.policy.action_net.opinion.weight.any(), "its choices are not the advice"  # type: ignore[union-attr]
    with pytest.raises(SettingError, match=r"imitation\.teacher: agent: got 'nobody' for atreides, takes"):
        teacher_games(settings, 1, "nobody")
