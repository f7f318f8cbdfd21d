"""Training: settings, positions to start from, stages, schedules, normalisation, weights, and self-play."""

from __future__ import annotations

import math
import random
import re
import shutil
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

import numpy as np
import torch
import yaml
from stable_baselines3.common.callbacks import BaseCallback

from agents import make_agent
from agents.advised import ADVICE_SIZE, ADVISED_SIZE, AdvisedPolicy, Adviser
from agents.base import WEIGHTS, shipped_policies
from agents.learned import LearnedAgent, about, load_policy, weights_hash
from agents.margin import atreides_margin
from agents.standardised import LEAST_SPREAD, Standardised
from agents.training.environments import make_envs, read_scenarios, reward_scale, with_normal_rewards
from agents.training.errors import SettingError
from agents.training.imitation import teacher_games
from agents.training.learner import (
    Schedules,
    build_model,
    callbacks,
    describe,
    load_model,
    save_policy,
    warm_start,
)
from agents.training.pool import Pool, steps_of
from agents.training.profiling import PARTS, profile
from agents.training.self_play import SelfPlay
from agents.training.settings import INNER, KEYS, SCHEDULED, read_settings, stage_at
from dune_env.arrakis.game import new_game
from dune_env.arrakis.layout import LAYOUT
from dune_env.arrakis.names import ATREIDES, HARKONNEN
from dune_env.arrakis.ruleset import ConfigError, GameConfig
from dune_env.arrakis.slots import N_SLOTS
from dune_env.arrakis.state import N_AREAS
from scripts.export_weights import export

SOLO = """
name: tiny
env: dune_env/WarForArrakisMahdi-v0
env_options: {ties: seeded, reward: shaped}
n_envs: 2
total_steps: 256
policy: {net_arch: [16]}
ppo: {n_steps: 32, batch_size: 64, n_epochs: 1, learning_rate: 0.001, ent_coef: 0.01}
"""
TWO = """
name: tiny
env: dune_env/WarForArrakis-v0
env_options: {reward: shaped, max_rounds: 2}
n_envs: 2
total_steps: 192
policy: {net_arch: [16]}
ppo: {n_steps: 32, batch_size: 64, n_epochs: 1, learning_rate: 0.001}
schedules: {learning_rate: {end: 0.0}}
normalise: {rewards: true}
self_play: {steps: 64, size: 2, newest: 0.6, fixed_share: 0.3}
"""


def settings_of(folder: Path, text: str, more: str = "") -> dict[str, Any]:
    path = folder / "settings.yaml"
    path.write_text(text + more)
    return read_settings(path)


@pytest.fixture(autouse=True)
def one_thread() -> Any:
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


# --- settings


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("imitation: {games: 3}", r"imitation\.epochs: missing"),
        ("normalise: {observations: yes}", r"normalise\.observations: got True, takes a whole number"),
        ("schedules: {gamma: {end: 1}}", r"schedules\.gamma: unknown, takes learning_rate, ent_coef, clip_range"),
        ("schedules: {clip_range: {end: 0.1}}", r"schedules\.clip_range: takes a first value under ppo\.clip_range"),
        ("schedules: {ent_coef: {end: -1}}", r"schedules\.ent_coef\.end: got -1, takes 0 or more"),
        ("margin: .nan", r"margin: got nan, takes a finite number"),
        ("margin: 0.5\nsubprocesses: true", r"subprocesses: takes false with advice, margin or evaluation_shaping"),
        ("asked: []", r"asked: takes one question or more"),
        ("asked: [[turn]]", r"asked: there is no question \['turn'\]"),
        ("stages: [{env_options: {dtype: uint8}}]", r"stages\.0\.env_options\.dtype: got 'uint8', a learner takes"),
        ("schedules: {ent_coef: {until: 0.5}}", r"schedules\.ent_coef\.end: missing"),
        ("starts: {share: 0.5}", r"starts\.scenarios: missing"),
        ("stages: [{env_options: {}}, {}]", r"stages\.0\.until: every stage but the last takes the step"),
        ("stages: [{until: 9}, {until: 9}, {}]", r"stages\.1\.until: got 9, takes more than 9"),
        ("stages: [{until: 9, reward: 1}, {}]", r"stages\.0\.reward: unknown, takes until, env_options, starts"),
        ("self_play: {steps: 64}", r"self_play: takes the two-player game"),
        ("checkpoint_every: 0", r"checkpoint_every: got 0, takes 1 or more"),
        ("threads: 0", r"threads: got 0, takes 1 or more"),
        ("normalise: {observations: -1}", r"normalise\.observations: got -1, takes 0 or more"),
        ("evaluation: {games: 0}", r"evaluation\.games: got 0, takes 1 or more"),
        ("starts: {scenarios: [], share: 2}", r"starts\.share: got 2, takes 0 to 1"),
        (
            "schedules: {ent_coef: {end: 0, until: 2}}",
            r"schedules\.ent_coef\.until: got 2, takes above 0 and at most 1",
        ),
        ("adviser: greedy", r"adviser: takes advice: true as well"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, more: str, message: str) -> None:
    with pytest.raises(SettingError, match=message):
        settings_of(tmp_path, SOLO, more)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("env", "foo", r"env: got 'foo', takes one of dune_env/WarForArrakisMahdi-v0, dune_env/WarForArrakis-v0"),
        ("name", "../x", r"name: got '\.\./x', takes the name of a folder"),
        ("name", "", r"name: got '', takes the name of a folder"),
        ("total_steps", 0, r"total_steps: got 0, takes 1 or more"),
        ("seed", 2**32, r"seed: got 4294967296, takes 4294967295 at most"),
        ("env_options", {"observation": "blocks"}, r"env_options\.observation: got 'blocks', a learner takes 'flat'"),
        ("ppo", {"n_step": 32}, r"ppo\.n_step: unknown, takes learning_rate, n_steps, batch_size"),
        ("ppo", {"learning_rate": "1e-4"}, r"ppo\.learning_rate: got '1e-4', takes a number"),
        ("ppo", {"learning_rate": math.nan}, r"ppo\.learning_rate: got nan, takes a finite number"),
        ("ppo", {"batch_size": 1}, r"ppo\.batch_size: got 1, takes 2 or more"),
        ("ppo", {"gamma": 1.5}, r"ppo\.gamma: got 1\.5, takes 0 to 1"),
        ("policy", {"net_arch": 64}, r"policy\.net_arch: got 64, takes a list or a mapping"),
        ("policy", {"layers": [64]}, r"policy\.layers: unknown, takes network, net_arch, features_extractor_kwargs"),
    ],
)
def test_a_needed_setting_that_cannot_be_is_named(tmp_path: Path, key: str, value: object, message: str) -> None:
    path = tmp_path / "settings.yaml"
    path.write_text(yaml.safe_dump({**yaml.safe_load(SOLO), key: value}))
    with pytest.raises(SettingError, match=message):
        read_settings(path)


@pytest.mark.parametrize("text", ["name: [unclosed", "name: \xff", "\x00"])
def test_a_file_that_is_not_yaml_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.yaml"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(SettingError, match=r"settings\.yaml: takes YAML: "):
        read_settings(path)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("device: abacus", "Expected one of cpu, cuda"),
        ("policy: {net_arch: [wide]}", "new\\(\\)|invalid combination|int"),
        ("policy: {network: map, features_extractor_kwargs: {height: 3}}", "height"),
    ],
)
def test_a_learner_that_cannot_be_made_is_told_in_one_line(tmp_path: Path, more: str, message: str) -> None:
    settings = settings_of(tmp_path, SOLO.replace("policy: {net_arch: [16]}\n", ""), more)
    told = rf"^device, policy or ppo: takes what a learner can be made of: .*({message})"
    with pytest.raises(SettingError, match=told):
        build_model(settings, make_envs(settings, 2, 5), tmp_path)


@pytest.mark.parametrize("path", [p for p in sorted(Path("configs").glob("*.yaml")) if not p.stem.startswith("eval_")])
def test_settings_that_are_shipped_can_be_read(path: Path) -> None:
    settings = read_settings(path)
    assert settings["name"] == path.stem
    text = path.read_text()
    assert "run" in text.splitlines()[0].lower() + text.splitlines()[1].lower(), "says whether it was run"
    names = [
        name
        for stage in [settings, *settings.get("stages", [])]
        for name in stage.get("starts", {}).get("scenarios", [])
    ]
    assert len(read_scenarios(names)) == len(names)


def test_stages_change_the_games(tmp_path: Path) -> None:
    more = (
        "stages: [{until: 100, env_options: {content: objectives_sum_15, max_rounds: 8}}, {env_options: {ties: ask}}]"
    )
    settings = settings_of(tmp_path, SOLO, more)
    number, now, until = stage_at(settings, 99)
    assert (number, until) == (0, 100)
    assert now["env_options"] == {
        "ties": "seeded", "reward": "shaped", "content": "objectives_sum_15", "max_rounds": 8
    }  # fmt: skip
    number, now, until = stage_at(settings, 100)
    assert (number, until) == (1, None)
    assert now["env_options"] == {"ties": "ask", "reward": "shaped"}
    envs = make_envs(stage_at(settings, 0)[1], 2, 5)
    envs.reset()
    assert sorted(envs.get_attr("game")[0].content.objectives[0]) == [4, 5, 6]


# --- environments


def test_a_share_of_games_starts_from_the_positions(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, SOLO, "starts: {scenarios: [mahdi_last_rounds, mahdi_strikes], share: 0.6}")
    envs = make_envs(settings, 1, 3)
    begun: Counter[int] = Counter()
    for _ in range(40):
        envs.reset()
        begun[envs.get_attr("game")[0].round] += 1
    first_rounds = begun[1]
    assert 6 <= first_rounds <= 28 and len(begun) >= 2
    assert envs.env_method("action_masks")[0].any()
    with pytest.raises(SettingError, match=r"there is no 'nowhere', takes paths of \.json files or atomics_ready"):
        read_scenarios(["nowhere"])


def test_games_without_positions_are_those_of_the_single_environment(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, SOLO)
    fast, plain = make_envs(settings, 2, 5), make_envs(settings, 2, 5, wrap=lambda env, number: env)
    assert type(fast) is not type(plain)
    np.testing.assert_array_equal(fast.reset(), plain.reset())
    for _ in range(40):
        slots = np.asarray([mask.argmax() for mask in fast.env_method("action_masks")])
        ours, theirs = fast.step(slots), plain.step(slots)
        np.testing.assert_array_equal(ours[0], theirs[0])
        np.testing.assert_array_equal(ours[1], theirs[1])


def test_rewards_are_normalised_for_learning_alone(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, SOLO, "normalise: {rewards: true}")
    envs = with_normal_rewards(settings, make_envs(settings, 2, 5))
    model = build_model(settings, envs, tmp_path)
    model.learn(128)
    scale = reward_scale(model.get_vec_normalize_env())
    assert 0 < scale != 1.0
    model.get_vec_normalize_env().save(str(tmp_path / "rewards.pkl"))
    again = with_normal_rewards(settings, make_envs(settings, 2, 5), tmp_path / "rewards.pkl")
    assert reward_scale(again) == scale
    measuring = with_normal_rewards(settings, make_envs(settings, 1, 5), None, False)
    assert not measuring.norm_reward and not measuring.training  # type: ignore[attr-defined]


# --- the learner


@pytest.mark.parametrize("network", ["flat", "map"])
def test_observations_are_standardised_by_statistics_in_the_weights(tmp_path: Path, network: str) -> None:
    more = "normalise: {observations: 2}\n"
    settings = settings_of(tmp_path, SOLO.replace("net_arch: [16]", f"net_arch: [16], network: {network}"), more)
    model = build_model(settings, make_envs(settings, 2, 5), tmp_path)
    warm_start(model, settings)
    extractor = model.policy.features_extractor
    assert isinstance(extractor, Standardised)
    areas = LAYOUT.blocks[0].shape[0] * N_AREAS
    by_area = extractor.spread[:areas].view(-1, N_AREAS)
    assert (by_area == by_area[:, :1]).all(), "every Area alike"
    assert extractor.spread.min() >= LEAST_SPREAD - 1e-6 and extractor.mean.abs().sum() > 0
    save_policy(model.policy, tmp_path / "p.pt")
    loaded = load_policy(str(tmp_path / "p.pt"))
    torch.testing.assert_close(loaded.features_extractor.spread, extractor.spread, rtol=1e-3, atol=1e-3)


def test_numbers_follow_their_schedule(tmp_path: Path) -> None:
    more = "schedules: {learning_rate: {end: 0.0}, ent_coef: {end: 0.002, until: 0.5}}"
    settings = settings_of(tmp_path, SOLO, more)
    model = build_model(settings, make_envs(settings, 2, 5), tmp_path)
    schedules = Schedules(settings, 256)
    seen: list[tuple[float, float]] = []
    train = model.train

    def watched() -> None:
        train()
        seen.append((model.policy.optimizer.param_groups[0]["lr"], model.ent_coef))

    model.train = watched  # type: ignore[method-assign]
    model.learn(256, callback=schedules)
    assert [lr for lr, _ in seen] == pytest.approx([0.00075, 0.0005, 0.00025, 0.0])
    assert [entropy for _, entropy in seen] == pytest.approx([0.006, 0.002, 0.002, 0.002])


class Hashes(BaseCallback):
    """The weights before the first games and after each update."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def _on_rollout_start(self) -> None:
        self.found.append(weights_hash(self.model.policy))

    _on_training_end = _on_rollout_start

    def _on_step(self) -> bool:
        return True


def test_a_checkpoint_has_learned_from_all_its_steps(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, SOLO, "checkpoint_every: 64\nevaluation: {episodes_on_the_way: 1}\n")
    model = build_model(settings, make_envs(settings, 2, 5), tmp_path)
    hashes = Hashes()
    model.learn(192, callback=[hashes, *callbacks(settings, make_envs(settings, 1, 9), tmp_path, 192)])
    found = hashes.found
    assert len(set(found)) == 4
    saved = [tmp_path / "checkpoints" / f"model_{steps}_steps.zip" for steps in (64, 128, 192)]
    assert sorted((tmp_path / "checkpoints").glob("*.zip")) == sorted(saved)
    assert [weights_hash(load_policy(str(path))) for path in saved] == found[1:]
    assert np.load(tmp_path / "evaluations" / "evaluations.npz")["timesteps"].tolist() == [64, 128, 192]

    other = {**settings, "ppo": {**settings["ppo"], "learning_rate": 0.5, "n_steps": 16}}
    again = load_model(saved[0], other, make_envs(other, 2, 5), tmp_path)
    assert again.lr_schedule(1.0) == 0.5 and again.n_steps == again.rollout_buffer.buffer_size == 16
    assert again.num_timesteps == 64 and weights_hash(again.policy) == found[1]
    (tmp_path / "broken.zip").write_bytes(saved[0].read_bytes()[:500])
    with pytest.raises(SettingError, match=r"--resume .*broken\.zip: takes a checkpoint of these settings"):
        load_model(tmp_path / "broken.zip", settings, make_envs(settings, 2, 5), tmp_path)


def test_a_saved_policy_is_small_plays_alike_and_knows_its_side(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, SOLO)
    model = build_model(settings, make_envs(settings, 2, 5), tmp_path)
    model.save(tmp_path / "model.zip")
    save_policy(model.policy, tmp_path / "small.pt")
    assert 1.5 * (tmp_path / "small.pt").stat().st_size < (tmp_path / "model.zip").stat().st_size
    digest = describe(tmp_path / "small.pt", settings, 64, 0.5)
    told = yaml.safe_load((tmp_path / "small.yaml").read_text())
    assert told["sha256"] == digest == weights_hash(load_policy(str(tmp_path / "small.pt")))
    assert told["side"] == "atreides" and told["reward"] == "shaped" and told["reward_scale"] == 0.5
    game = new_game(GameConfig(mode="solo"), 3)
    while len(game.asked) < 3:
        game.pick(game.asked[0])
    whole, small = LearnedAgent(str(tmp_path / "model.zip")), LearnedAgent(str(tmp_path / "small.pt"))
    ours, theirs = whole.policy(game.info_set(0)), small.policy(game.info_set(0))
    assert set(ours) == set(game.asked) and sum(ours.values()) == pytest.approx(1.0, abs=1e-4)
    assert theirs == pytest.approx(ours, abs=0.01)
    assert whole.act(game.info_set(0)) in game.asked
    assert small.value(game.info_set(0)) == pytest.approx(whole.value(game.info_set(0)), abs=0.05)
    assert whole.act_many([]) == []
    with pytest.raises(ValueError, match="was trained for atreides, asked for harkonnen"):
        make_agent(str(tmp_path / "small.pt"), HARKONNEN)
    guided = make_agent(f"mcts:2:{tmp_path / 'small.pt'}", ATREIDES, 1)
    assert guided.act(game.info_set(0)) in game.asked
    (tmp_path / "small.yaml").write_text("side: [atreides")
    with pytest.raises(ValueError, match=r"small\.yaml: takes YAML"):
        make_agent(str(tmp_path / "small.pt"), ATREIDES)


def test_a_value_is_freed_from_what_the_reward_added(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, SOLO, "margin: 0.5\n")
    model = build_model(settings, make_envs(settings, 2, 5), tmp_path)
    model.save(tmp_path / "model.zip")
    describe(tmp_path / "model.zip", settings, 64, 0.5)
    learned = LearnedAgent(str(tmp_path / "model.zip"))
    game = new_game(GameConfig(mode="solo"), 3)
    while game.supremacy < 3 or len(game.asked) < 2:
        game.pick(game.asked[0])
    info_set = game.info_set(ATREIDES)
    potential = 0.5 * (sum(game.prescience) / 3 / game.content.prescience_last - game.supremacy / 10)
    wanted = (0.5 * learned.value(info_set) + potential + 0.5 * atreides_margin(game)) / 1.5
    assert learned.expected_result(info_set) == pytest.approx(wanted)
    assert atreides_margin(info_set.view) == atreides_margin(game) < 0


def test_a_run_starts_from_the_weights_of_another(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, SOLO)
    first = build_model(settings, make_envs(settings, 2, 5), tmp_path)
    first.save(tmp_path / "model.zip")
    other = {**settings, "seed": 9, "start_from": str(tmp_path / "model.zip")}
    second = build_model(other, make_envs(settings, 2, 5), tmp_path)
    assert weights_hash(second.policy) != weights_hash(first.policy)
    warm_start(second, other)
    assert weights_hash(second.policy) == weights_hash(first.policy)
    third = build_model({**other, "policy": {"net_arch": [8]}}, make_envs(settings, 2, 5), tmp_path)
    with pytest.raises(SettingError, match=r"start_from: model\.zip holds no policy of this shape"):
        warm_start(third, other)
    with pytest.raises(SettingError, match=r"start_from: there is no 'nobody'"):
        warm_start(second, {**other, "start_from": "nobody"})


# --- advice and margin

ADVISED = "advice: true\nmargin: 0.5\nnormalise: {observations: 1}\n"


def test_an_untrained_advised_policy_plays_as_the_heuristic_does(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, SOLO, ADVISED)
    model = build_model(settings, make_envs(settings, 2, 5), tmp_path)
    assert isinstance(model.policy, AdvisedPolicy)
    model.save(tmp_path / "model.zip")
    save_policy(model.policy, tmp_path / "small.pt")
    learned = [LearnedAgent(str(tmp_path / name), side=ATREIDES) for name in ("model.zip", "small.pt")]
    heuristic = make_agent("heuristic", ATREIDES, 0)
    game = new_game(GameConfig(mode="solo"), 3)
    seen = 0
    while not game.over and seen < 150:
        if len(game.asked) == 1:
            game.pick(game.asked[0])
            continue
        info_set = game.info_set(ATREIDES)
        scores = heuristic.scores(info_set)  # type: ignore[attr-defined]
        best = {slot for slot in scores if scores[slot] == max(scores.values())}
        assert all(agent.act(info_set) in best for agent in learned)
        chances = learned[0].policy(info_set)
        assert min(chances.values()) > 0.0 and set(chances) == set(game.asked)
        seen += 1
        game.pick(heuristic.act(info_set))
    assert seen == 150


def test_advised_policies_learn_are_fitted_and_resume(tmp_path: Path) -> None:
    fit = "imitation: {games: 2, epochs: 2, batch_size: 64, learning_rate: 0.01}"
    settings = settings_of(tmp_path, SOLO, ADVISED + fit)
    envs = make_envs(settings, 2, 5)
    model = build_model(settings, envs, tmp_path)
    warm_start(model, settings)
    opinion = model.policy.action_net.opinion.weight  # type: ignore[union-attr]
    assert not opinion.any(), "the heuristic's choices need no fit"
    model.learn(64)
    assert opinion.any()
    model.save(tmp_path / "model.zip")
    again = type(model).load(tmp_path / "model.zip", env=envs)
    assert weights_hash(again.policy) == weights_hash(model.policy)
    again.learn(64, reset_num_timesteps=False)
    assert again.num_timesteps == 128


def test_advice_stands_behind_the_observation(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, SOLO, ADVISED)
    envs = make_envs(settings, 2, 5)
    plain = make_envs(settings_of(tmp_path, SOLO), 2, 5)
    seen, bare = envs.reset(), plain.reset()
    assert seen.shape == (2, ADVISED_SIZE) and envs.observation_space.contains(seen[0])
    assert (seen[:, : LAYOUT.size] == bare).all()
    for _ in range(60):
        masks = np.stack(envs.env_method("action_masks"))
        for row, mask, game in zip(seen, masks, envs.get_attr("game"), strict=True):
            advice = row[-N_SLOTS:]
            assert (advice[mask] <= 0).all() and (advice[mask] == 0).any() and (advice[~mask] == advice.min()).all()
            wanted = np.zeros(ADVICE_SIZE, np.float32)
            Adviser(ATREIDES).advise(game.info_set(ATREIDES), wanted)
            assert (row[LAYOUT.size :] == wanted).all()
        seen, *_ = envs.step(np.array([np.flatnonzero(mask)[0] for mask in masks]))


@pytest.mark.parametrize("starts", ["", "starts: {scenarios: [mahdi_harvests], share: 1.0}\n"])
def test_rewards_add_up_to_result_and_margin(tmp_path: Path, starts: str) -> None:
    sparse = SOLO.replace("reward: shaped", "max_rounds: 12")
    envs = make_envs(settings_of(tmp_path, sparse, "margin: 0.5\nadvice: true\n" + starts), 2, 5)
    envs.reset()
    chance = random.Random(2)
    begun = [atreides_margin(game) for game in envs.get_attr("game")]
    total = np.zeros(2)
    ended = 0
    while ended < 4:
        masks = np.stack(envs.env_method("action_masks"))
        before = [(list(game.objectives), game.content) for game in envs.get_attr("game")]
        _, rewards, done, infos = envs.step(np.array([chance.choice(np.flatnonzero(mask)) for mask in masks]))
        total += rewards
        for i in np.flatnonzero(done):
            ended += 1
            assert infos[i]["terminal_observation"].shape == (ADVISED_SIZE,)
            tracks = infos[i]["episode"]["tracks"]
            objectives, content = before[i]
            goals = [content.objectives[index] for index in objectives]
            near = max(sum(map(min, tracks["prescience"], goal)) / sum(goal) for goal in goals)
            margin = near - tracks["supremacy"] / 10
            result = {"atreides": 1, "harkonnen": -1, None: 0}[infos[i]["episode"]["winner"]]
            assert total[i] == pytest.approx(result + 0.5 * (margin - begun[i]), abs=1e-4)
            assert infos[i]["episode"]["r"] == pytest.approx(total[i], abs=1e-4)
            begun[i], total[i] = atreides_margin(envs.get_attr("game")[i]), 0.0


@pytest.mark.parametrize("more", ["advice: true", "margin: 1"])
def test_advice_and_margin_are_for_the_game_against_mahdi(tmp_path: Path, more: str) -> None:
    with pytest.raises(SettingError, match=r"takes the game against Mahdi"):
        settings_of(tmp_path, TWO.replace("self_play: {steps: 64, size: 2, newest: 0.6, fixed_share: 0.3}", more))


def test_processes_of_their_own_take_neither_advice_nor_margin(tmp_path: Path) -> None:
    envs = make_envs({**settings_of(tmp_path, SOLO), "subprocesses": True, "margin": 1}, 1, 5)
    with pytest.raises(SettingError, match="subprocesses: takes false with advice or margin"):
        envs.reset()
    envs.close()


def test_imitated_returns_are_those_of_the_environment(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, SOLO.replace("learning_rate", "gamma: 1.0, learning_rate"), "margin: 0.5\n")
    games = teacher_games(settings, 2)
    starts = np.flatnonzero(np.diff(games.returns, prepend=9.0))
    assert len(games.returns) == len(games.picks) == len(games.observations) > len(starts) > 10
    game = new_game(GameConfig(mode="solo", ties="seeded"), 0)
    teacher = make_agent("heuristic", ATREIDES, 0)
    while not game.over:
        game.pick(teacher.act(game.info_set(ATREIDES)) if len(game.asked) > 1 else game.asked[0])
    assert games.returns[0] == pytest.approx(game.returns()[ATREIDES] + 0.5 * atreides_margin(game), abs=1e-5)


def test_a_profile_adds_up(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, SOLO)
    envs = make_envs(settings, 2, 5)
    found = profile(build_model(settings, envs, tmp_path), envs, 64)
    assert min(found[part] for part in PARTS) > 0.0
    assert sum(found[part] for part in (*PARTS, "other")) == pytest.approx(found["all"])
    assert -1e-3 < found["other"] < found["all"]


# --- self-play


def pool_of(folder: Path, steps: list[int], **plan: Any) -> Pool:
    folder.mkdir(exist_ok=True)
    for step in steps:
        (folder / f"harkonnen_{step:09d}.pt").write_bytes(b"")
    return Pool(folder, HARKONNEN, plan)


def test_opponents_are_drawn_by_the_rule(tmp_path: Path) -> None:
    source = random.Random(1)
    empty = pool_of(tmp_path / "empty", [])
    assert {empty.draw(source) for _ in range(50)} == {"random", "heuristic"}
    pool = pool_of(tmp_path / "some", [10, 20, 30], fixed=["random"], newest=0.5, fixed_share=0.2)
    kinds = Counter(pool.kind(pool.draw(source)) for _ in range(4000))
    assert set(kinds) == {"random", "newest", "older"}
    assert kinds["random"] / 4000 == pytest.approx(0.2, abs=0.03)
    assert kinds["newest"] / 4000 == pytest.approx(0.4, abs=0.03)
    only = pool_of(tmp_path / "one", [10], fixed_share=0.0)
    assert {only.kind(only.draw(source)) for _ in range(20)} == {"newest"}
    with pytest.raises(SettingError, match=r"self_play\.fixed: agent: got 'stilgar' for harkonnen"):
        pool_of(tmp_path / "wrong", [], fixed=["stilgar"])
    with pytest.raises(SettingError, match=r"self_play\.fixed: takes one agent or more"):
        pool_of(tmp_path / "none", [], fixed=[])


def test_a_full_pool_keeps_first_and_last_and_what_lies_between(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, SOLO)
    policy = build_model(settings, make_envs(settings, 2, 5), tmp_path).policy
    pool = pool_of(tmp_path / "pool", [], size=4)
    for step in range(1, 11):
        pool.add(policy, step)
        pool.thin()
    kept = [steps_of(path) for path in pool.snapshots()]
    assert len(kept) == 4 and kept[0] == 1 and kept[-1] == 10
    assert max(b - a for a, b in pairwise(kept)) <= 6
    pool.forget_after(5)
    assert [steps_of(path) for path in pool.snapshots()] == [step for step in kept if step <= 5]


def self_play_in(home: Path, settings: dict[str, Any], resume: bool) -> SelfPlay:
    home.mkdir(exist_ok=True)
    return SelfPlay(settings, home, 256, resume)


def test_self_play_broken_off_ends_with_the_same_weights(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, TWO)
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    run = self_play_in(whole, settings, resume=False)
    hashes = run.run()
    assert run.generation == 4 and hashes[0] != hashes[1]
    for generation in (1, 3):  # the third has older snapshots to draw
        shutil.rmtree(broken, ignore_errors=True)
        self_play_in(broken, settings, resume=False).run(generation)
        again = self_play_in(broken, settings, resume=True)
        assert again.generation == generation
        assert again.run() == hashes
    names = sorted(path.name for path in (broken / "pool").iterdir())
    assert names == [f"{side}_{steps:09d}.pt" for side in ("atreides", "harkonnen") for steps in (64, 256)]
    assert make_agent(str(whole / "harkonnen.zip"), HARKONNEN).about["mode"] == "two_player"
    with pytest.raises(SettingError, match="there is no run of self-play to go on with"):
        SelfPlay(settings, tmp_path / "nowhere", 256, resume=True)
    with pytest.raises(SettingError, match="total_steps: got 63, takes 64 or more, those of a generation"):
        SelfPlay(settings, whole, 63, resume=False)


def test_self_play_broken_off_while_it_saves_goes_on_from_the_generation_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_of(tmp_path, TWO)
    hashes = self_play_in(tmp_path / "whole", settings, resume=False).run()
    broken = tmp_path / "broken"
    run = self_play_in(broken, settings, resume=False)
    run.run(3)
    with monkeypatch.context() as patch:
        patch.setattr("agents.training.self_play.json.dumps", interrupted)
        with pytest.raises(KeyboardInterrupt):
            run.run()
    assert (broken / "pool" / "atreides_000000256.pt").is_file()
    again = self_play_in(broken, settings, resume=True)
    assert again.generation == 3
    assert again.run() == hashes


def interrupted(*_: Any) -> str:
    raise KeyboardInterrupt


def test_self_play_that_cannot_begin_or_go_on_leaves_what_there_is(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, TWO)
    home = tmp_path / "run"
    self_play_in(home, settings, resume=False).run(1)
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file() and "tensorboard" not in path.parts}
    with pytest.raises(ConfigError, match="foo: unknown"):
        self_play_in(home, {**settings, "env_options": {"foo": 1}}, resume=False).run()
    with pytest.raises(SettingError, match=r"policy: trained with \{'net_arch': \[16\]\}, now \{'net_arch': \[8\]\}"):
        self_play_in(home, {**settings, "policy": {"net_arch": [8]}}, resume=True)
    with pytest.raises(SettingError, match=r"self_play\.steps: 64 so far, now 128"):
        self_play_in(home, {**settings, "self_play": {**settings["self_play"], "steps": 128}}, resume=True)
    assert before.keys() > {home / "state.json"}
    assert {path: path.read_bytes() for path in before} == before
    (home / "state.json").write_text("")
    with pytest.raises(SettingError, match=r"state\.json does not tell the generation"):
        self_play_in(home, settings, resume=True)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("stages: [{}]", r"stages: self-play has none"),
        ("env_options: {side: harkonnen}", r"env_options\.side: self-play trains both sides"),
    ],
)
def test_what_self_play_cannot_use_is_named(tmp_path: Path, more: str, message: str) -> None:
    settings = {**yaml.safe_load(TWO), **yaml.safe_load(more)}
    with pytest.raises(SettingError, match=message):
        settings_of(tmp_path, yaml.safe_dump(settings))


# --- shipped weights


def test_a_policy_is_exported_under_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = settings_of(tmp_path, SOLO)
    model = build_model(settings, make_envs(settings, 2, 5), tmp_path)
    model.save(tmp_path / "model.zip")
    with pytest.raises(ValueError, match=r"takes a model with its \.yaml file beside it"):
        export(tmp_path / "model.zip", "small", tmp_path / "weights")
    describe(tmp_path / "model.zip", settings, 64, 1.0)
    path = export(tmp_path / "model.zip", "small", tmp_path / "weights")
    assert about(str(path))["sha256"] == weights_hash(load_policy(str(path)))
    before = path.read_bytes()
    monkeypatch.setattr("scripts.export_weights.MOST", 1000)
    with pytest.raises(ValueError, match=r"model\.zip: the policy has [\d,]+ bytes, takes 1,000 at most"):
        export(tmp_path / "model.zip", "small", tmp_path / "weights")
    assert path.read_bytes() == before
    monkeypatch.setattr("agents.base.WEIGHTS", path.parent)
    assert shipped_policies() == ["small"]
    agent = make_agent("small", ATREIDES)
    assert isinstance(agent, LearnedAgent) and agent.about["side"] == "atreides"
    with pytest.raises(ValueError, match="takes greedy, heuristic, mcts, random, small, mcts:SIMULATIONS"):
        make_agent("smal", ATREIDES)


def test_shipped_policies_are_what_they_say_and_small() -> None:
    """Holds for as many as there are, each with its description; together a few MB."""
    files = sorted(WEIGHTS.glob("*.pt"))
    assert [path.stem for path in files] == [path.stem for path in sorted(WEIGHTS.glob("*.yaml"))] == shipped_policies()
    for path in files:
        told = about(str(path))
        assert told["sha256"] == weights_hash(load_policy(str(path))), path.name
        assert told["settings"] and told["steps"] > 0
    assert sum(path.stat().st_size for path in files) < 12_000_000


def test_every_setting_is_documented() -> None:
    text = Path("docs/training.md").read_text(encoding="utf-8")
    for key in [*KEYS, *SCHEDULED, *(name for kinds in INNER.values() for name in kinds)]:
        assert re.search(rf"`{key}\b|\b{key}:|, {key}[,}}`]", text), key
    for path in sorted(Path("configs").glob("*.yaml")):
        assert path.stem.startswith("eval_") or f"(../configs/{path.name})" in text, path.name
