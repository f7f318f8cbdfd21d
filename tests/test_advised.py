"""Advised policies: whose advice they hear, what the brief network makes of it, and whom they can imitate."""

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
from agents.greedy import SMALL, Greedy
from agents.learned import LearnedAgent
from agents.training.environments import make_envs
from agents.training.errors import SettingError
from agents.training.imitation import UNTRIED, WORTH_SPREAD, Decisions, regret, teacher_games
from agents.training.learner import build_model, describe, save_policy, warm_start
from agents.training.settings import read_settings
from dune_env.arrakis.game import Game, new_game
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


def third_choice() -> Game:
    """A game against Mahdi at its first question with three answers or more."""
    game = new_game(GameConfig(mode="solo"), 3)
    while len(game.asked) < 3 or game.question() in SMALL:
        game.pick(game.asked[0])
    return game


def test_a_brief_network_takes_advice(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"policy\.network: brief takes advice: true"):
        fresh(tmp_path, advice=False)


def test_the_adviser_writes_features_and_likings() -> None:
    game = third_choice()
    row = np.zeros(ADVICE_SIZE, np.float32)
    info_set = game.info_set(ATREIDES)
    Adviser(ATREIDES).advise(info_set, row)
    assert row[:N_FEATURES] == pytest.approx(features(game), abs=1e-5), "nothing hidden is in them"
    advice = row[N_FEATURES:]
    scores = make_agent("heuristic", ATREIDES, 0).scores(info_set)  # type: ignore[attr-defined]
    assert advice[max(scores, key=scores.__getitem__)] == 0.0
    assert (np.delete(advice, list(scores)) == advice.min()).all() and advice.min() < -4.0


def test_greedy_as_the_adviser_tries_the_likeliest_answers() -> None:
    """Its opinion says how much better what it likes best came out, in the measure of the heuristic's scores."""
    info_set = third_choice().info_set(ATREIDES)
    row = np.zeros(ADVICE_SIZE, np.float32)
    Adviser(ATREIDES, "greedy", 5).advise(info_set, row)
    advice = row[N_FEATURES:]
    scores = Greedy(ATREIDES, 5).scores(info_set)
    best = max(scores, key=scores.__getitem__)
    assert advice[best] == 0.0
    for slot, score in scores.items():
        if slot != best:
            assert advice[slot] == pytest.approx(-1.5 - min(3.0, scores[best] - score), abs=1e-5)
    assert scores != Greedy(ATREIDES, 6).scores(info_set), "another draw, other outcomes"


def test_an_untrained_policy_plays_as_its_adviser_does(tmp_path: Path) -> None:
    model, settings = fresh(tmp_path, adviser="greedy")
    model.save(tmp_path / "model.zip")
    describe(tmp_path / "model.zip", settings, 0, 1.0)
    info_set = third_choice().info_set(ATREIDES)
    learned = LearnedAgent(str(tmp_path / "model.zip"), seed=5, side=ATREIDES)
    assert learned.act(info_set) == Greedy(ATREIDES, 5).act(info_set)
    with pytest.raises(SettingError, match=r"adviser: got 'mcts', takes one of heuristic, greedy"):
        fresh(tmp_path, adviser="mcts")


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
    game = third_choice()
    assert LearnedAgent(str(tmp_path / "small.pt"), side=ATREIDES).act(game.info_set(ATREIDES)) in game.asked


def test_an_advised_policy_imitates_another_teacher(tmp_path: Path) -> None:
    model, settings = fresh(tmp_path, imitation=IMITATION)
    warm_start(model, settings)
    assert model.policy.action_net.opinion.weight.any(), "its choices are not the advice"  # type: ignore[union-attr]
    with pytest.raises(SettingError, match=r"imitation\.teacher: agent: got 'nobody' for atreides, takes"):
        teacher_games(settings, 1, "nobody")


def test_a_search_teaches_what_each_answer_is_worth(tmp_path: Path) -> None:
    plan = {**IMITATION, "teacher": "mcts:12", "worths": True, "games": 2, "workers": 2, "epochs": 12}
    model, settings = fresh(tmp_path, imitation=plan)
    data = teacher_games(settings, 2, "mcts:12", worths=True, workers=2)
    tried = ~np.isnan(data.worths)
    assert len(data.worths) == len(data.picks) == len(data.returns) > 40
    assert tried.sum(axis=1).min() >= 1 and tried.sum(axis=1).max() > 1
    assert tried[np.arange(len(data.picks)), data.picks].all(), "what it picked it had tried"
    legal = np.unpackbits(data.masks, axis=1, count=N_SLOTS).astype(bool)
    assert not (tried & ~legal).any()
    before = missed(model, data)
    warm_start(model, settings)
    assert missed(model, data) < 0.9 * before


def missed(model: MaskablePPO, data: Decisions) -> float:
    """The regret of a policy over some decisions."""
    observations, _, legal = data.batch(np.arange(len(data.picks)), model.device)
    return regret(model.policy, observations, legal, data.worths).item()


def test_the_regret_is_what_the_policy_gives_away(tmp_path: Path) -> None:
    """Two answers tried and one not: it counts as a little worse than the worst."""
    model, _ = fresh(tmp_path)
    observations = torch.zeros(1, ADVISED_SIZE)
    legal = torch.zeros(1, N_SLOTS, dtype=torch.bool)
    legal[0, [4, 7, 9]] = True
    worths = np.full((1, N_SLOTS), np.nan, np.float16)
    worths[0, 4], worths[0, 7] = 0.25, 0.5
    found = regret(model.policy, observations, legal, worths).item()
    assert found == pytest.approx((0.25 + 0.0 + 0.25 + UNTRIED) / 3 / WORTH_SPREAD, rel=1e-4)


def test_worths_take_a_teacher_that_searches(tmp_path: Path) -> None:
    _, settings = fresh(tmp_path)
    with pytest.raises(SettingError, match=r"imitation\.worths: takes a teacher that searches, such as mcts:64, got"):
        teacher_games(settings, 1, "heuristic", worths=True)
