"""The native vector environment: the games of the single one, autoreset as Gymnasium defines it, masks, SB3."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import dune_env  # noqa: F401  (registers the environments)
from dune_env.arrakis.records import replay_record
from dune_env.arrakis.ruleset import ConfigError
from dune_env.arrakis.slots import N_SLOTS, PASS
from dune_env.engine.steps import IllegalSlot

NAME = "dune_env/WarForArrakisMahdi-v0"
MODES = list(AutoresetMode)


def vector(num_envs: int = 3, **options: Any) -> Any:
    return gym.make_vec(NAME, num_envs=num_envs, vectorization_mode="vector_entry_point", **options)


def answers(masks: Any, rng: np.random.Generator) -> Any:
    return np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else PASS for mask in masks])


@pytest.mark.parametrize(
    ("mode", "options"),
    [
        (AutoresetMode.NEXT_STEP, {"reward": "shaped"}),
        (AutoresetMode.NEXT_STEP, {"observation": "blocks", "dtype": "uint8", "ties": "seeded"}),
        (AutoresetMode.SAME_STEP, {"dtype": "uint8"}),
        (AutoresetMode.SAME_STEP, {"observation": "blocks", "max_rounds": 1}),
        (AutoresetMode.DISABLED, {"max_rounds": 1, "reward": "shaped"}),
    ],
)
def test_the_games_are_those_of_the_single_environment(mode: AutoresetMode, options: dict[str, Any]) -> None:
    native = vector(3, autoreset_mode=mode, **options)
    single = SyncVectorEnv([lambda: gym.make(NAME, **options) for _ in range(3)], autoreset_mode=mode)
    assert native.single_observation_space == single.single_observation_space
    assert native.observation_space == single.observation_space and native.action_space == single.action_space
    seen, infos = native.reset(seed=11)
    assert data_equivalence((seen, infos), single.reset(seed=11))
    rng = np.random.default_rng(11)
    ended = 0
    for _ in range(220):
        slots = answers(infos["action_mask"], rng)
        told, expected = native.step(slots), single.step(slots)
        over = told[2] | told[3]
        ended += int(over.sum())
        infos = told[4]
        masks = infos["action_mask"]
        assert masks.any(axis=1).all(), "no policy has to choose from nothing"
        if mode != AutoresetMode.SAME_STEP:
            assert (masks[over].sum(axis=1) == 1).all() and masks[over, PASS].all()
            masks = np.where(over[:, None], 0, masks).astype(np.int8)
        compared = {**infos, "action_mask": masks}
        if "final_info" in compared:
            compared["final_info"] = {**compared["final_info"]}
            rows = compared["final_info"].pop("action_mask")
            assert (rows[over].sum(axis=1) == 1).all()
            expected[4]["final_info"].pop("action_mask")
        assert data_equivalence(told[:4], expected[:4])
        assert set(compared) == set(expected[4])
        assert same(compared, expected[4])
        if mode == AutoresetMode.DISABLED and over.any():
            with pytest.raises(ResetNeeded, match="are over: reset them with reset_mask"):
                native.step(slots)
            seen, infos = native.reset(options={"reset_mask": over})
            again, _ = single.reset(options={"reset_mask": over})
            assert data_equivalence(seen, again)
    assert ended >= 3, "too few games came to their end"


def same(one: Any, other: Any) -> bool:
    """Equality of batched infos, arrays of objects included."""
    if isinstance(one, dict):
        return set(one) == set(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, np.ndarray) and one.dtype == object:
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    return bool(np.array_equal(one, other)) if isinstance(one, np.ndarray) else bool(one == other)


def test_how_it_is_made() -> None:
    env = gym.make_vec(NAME, num_envs=2)  # the entry point comes first
    assert isinstance(env, VectorEnv) and type(env).__name__ == "MahdiVectorEnv" and env.spec.id == NAME
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP and env.num_envs == 2
    assert vector(2, autoreset_mode="SameStep").metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, infos = env.reset(seed=np.int64(5))
    assert env.observation_space.contains(observations)
    assert np.array_equal(env.action_masks(), infos["action_mask"]) and env.action_masks().dtype == bool
    for game, mask in zip(env.games, infos["action_mask"], strict=True):
        assert sorted(game.options()) == list(np.flatnonzero(mask))
    assert [game.seed for game in env.games] == [5, 6]
    env.reset(seed=[9, None])
    assert env.games[0].seed == 9
    assert replay_record(env.record(0)).digest() == env.games[0].digest()
    assert env.render() == (None, None)
    shown = vector(2, render_mode="ansi")
    shown.reset(seed=1)
    assert [text.startswith("round 1") for text in shown.render()] == [True, True]


@pytest.mark.parametrize("options", [{}, {"dtype": "uint8"}, {"observation": "blocks", "dtype": "uint8"}])
def test_arrays_handed_out_stay_as_they_are(options: dict[str, Any]) -> None:
    rng = np.random.default_rng(2)
    env, shared = vector(2, **options), vector(2, copy=False, **options)
    first, infos = env.reset(seed=2)
    kept = copy.deepcopy((first, infos))
    reused, _ = shared.reset(seed=2)
    assert data_equivalence(reused, first)
    masks = infos["action_mask"]
    for _ in range(8):
        slots = answers(masks, rng)
        told = env.step(slots)
        later = shared.step(slots)
        masks = told[4]["action_mask"]
        assert data_equivalence(told[0], later[0]) and data_equivalence(told[4], later[4])
    assert data_equivalence((first, infos), kept) and not data_equivalence(told[0], first)
    name = env.layout.blocks[0].name
    one = later[0][name] if "observation" in options else later[0]
    two = reused[name] if "observation" in options else reused
    assert np.shares_memory(one, two)


def test_an_illegal_action_moves_no_game() -> None:
    env = vector(3)
    with pytest.raises(ResetNeeded, match="before reset"):
        env.step([0, 0, 0])
    _, infos = env.reset(seed=4)
    before = [game.to_json() for game in env.games]
    legal = answers(infos["action_mask"], np.random.default_rng(0)).tolist()
    bad = next(slot for slot in range(N_SLOTS) if not infos["action_mask"][2, slot])
    for wrong, message in [
        ([*legal[:2], bad], f"game 2: illegal slot {bad} "),
        ([*legal[:2], N_SLOTS], "game 2: illegal slot 349"),
        ([-1, *legal[1:]], "game 0: illegal slot -1"),
        ([0.5, *legal[1:]], "takes an int"),
        ([True, *legal[1:]], "takes an int"),
        (legal[:2], "got 2 actions, takes 3"),
        (7, "takes 3 ints"),
        (np.array(legal, dtype=np.float32), "takes an int"),
    ]:
        with pytest.raises(IllegalSlot, match=message):
            env.step(wrong)
        assert [game.to_json() for game in env.games] == before
    losing = vector(3, illegal="lose")
    losing.reset(seed=4)
    _, rewards, terminated, _, infos = losing.step([*legal[:2], bad])
    assert rewards.tolist() == [0.0, 0.0, -1.0] and terminated.tolist() == [False, False, True]
    assert infos["result"]["reason"][2] == "illegal_action"


@pytest.mark.parametrize(
    ("seed", "options", "message"),
    [
        (-1, None, "seed: got -1"),
        ([1, 2, 3], None, "seed: got 3 seeds, takes one for each of the 2"),
        ([1, "x"], None, "seed: got 'x'"),
        (1, {"scenario": {"spice": 3}}, "spice"),
        (1, {"reset_mask": [True, False]}, "reset_mask: got"),
        (1, {"reset_mask": np.array([False, False])}, "reset_mask: takes 2 entries, one True at least"),
        (1, {"reset_mask": np.array([True])}, "reset_mask: takes 2 entries"),
    ],
)
def test_a_bad_reset_leaves_the_games_alone(seed: Any, options: Any, message: str) -> None:
    env = vector(2)
    env.reset(seed=3)
    before = [game.to_json() for game in env.games]
    with pytest.raises(ValueError, match=message):
        env.reset(seed=seed, options=options)
    assert [game.to_json() for game in env.games] == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_envs": 0}, "num_envs: got 0, takes an int of 1 or more"),
        ({"num_envs": 2.0}, "num_envs: got 2.0"),
        ({"autoreset_mode": "never"}, "autoreset_mode: got 'never', takes an AutoresetMode or one of 'NextStep'"),
        ({"copy": "no"}, "copy: got 'no', takes True or False"),
        ({"mode": "two_player"}, "mode: got 'two_player', this environment takes 'solo' only"),
        ({"speed": 1}, "speed: unknown, this environment takes num_envs, autoreset_mode, copy, render_mode"),
    ],
)
def test_bad_keywords(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        vector(**{"num_envs": 2, **options})


@pytest.mark.parametrize("index", [-1, 2, "first", None, True, 0.0])
def test_a_game_that_is_not_there(index: Any) -> None:
    env = vector(2)
    env.reset(seed=3)
    with pytest.raises(ConfigError, match=f"^index: got {index!r}, takes an int from 0 to 1, the place of a game$"):
        env.record(index)


def test_statistics_and_copies() -> None:
    env: Any = RecordEpisodeStatistics(vector(2, max_rounds=1))
    _, infos = env.reset(seed=6)
    rng = np.random.default_rng(6)
    told: list[float] = []
    for step in range(150):
        if step == 40:
            twins = copy.deepcopy(env.unwrapped), pickle.loads(pickle.dumps(env.unwrapped))
            shadow = copy.deepcopy(rng)
            masks = infos["action_mask"]
            for _ in range(60):
                slots = answers(masks, shadow)
                one, two = (twin.step(slots) for twin in twins)
                assert data_equivalence(one[:4], two[:4]) and same(one[4], two[4])
                masks = one[4]["action_mask"]
        *_, infos = env.step(answers(infos["action_mask"], rng))
        if step == 99:
            assert [game.to_json() for game in env.unwrapped.games] == [game.to_json() for game in twins[0].games]
        if "episode" in infos:
            told += infos["episode"]["l"][infos["_episode"]].tolist()
    assert len(told) >= 3 and min(told) > 1


# --- Stable-Baselines3


def test_the_sb3_adapter_steps_as_a_dummy_vec_env() -> None:
    pytest.importorskip("stable_baselines3")
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import DummyVecEnv

    from dune_env.envs.sb3 import MahdiVecEnv

    options: dict[str, Any] = {"reward": "shaped", "max_rounds": 2, "dtype": "uint8"}
    native = MahdiVecEnv(3, **options)
    dummy = DummyVecEnv([lambda: Monitor(gym.make(NAME, **options)) for _ in range(3)])
    for env in (native, dummy):
        env.seed(8)
    assert np.array_equal(native.reset(), dummy.reset())
    rng = np.random.default_rng(8)
    ended = 0
    for _ in range(200):
        masks = native.env_method("action_masks")
        assert np.array_equal(masks, dummy.env_method("action_masks"))
        assert np.array_equal(native.env_method("action_masks", indices=[1])[0], masks[1])
        slots = answers(masks, rng)
        seen, rewards, dones, infos = native.step(slots)
        other = dummy.step(slots)
        assert np.array_equal(seen, other[0]) and np.array_equal(dones, other[2])
        assert rewards.dtype == np.float32 and np.array_equal(rewards, other[1])
        for done, info, expected in zip(dones, infos, other[3], strict=True):
            if not done:
                assert info == {}
                continue
            ended += 1
            assert np.array_equal(info["terminal_observation"], expected["terminal_observation"])
            assert info["TimeLimit.truncated"] == expected["TimeLimit.truncated"]
            for telling in (info["episode"], expected["episode"]):
                telling.pop("t")
            assert info["episode"] == expected["episode"] and info["result"] == expected["result"]
    assert ended >= 3
    assert native.env_is_wrapped(Monitor) == [True] * 3 and native.has_attr("action_masks")
    assert not native.has_attr("no_such_method")
    with pytest.raises(AttributeError, match="no_such_method"):
        native.env_method("no_such_method")
    with pytest.raises(AttributeError, match="speed"):
        native.set_attr("speed", 3)


def test_maskable_ppo_learns_a_few_steps_on_the_adapter() -> None:
    pytest.importorskip("sb3_contrib")
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.evaluation import evaluate_policy

    from dune_env.envs.sb3 import MahdiVecEnv

    env = MahdiVecEnv(4, max_rounds=1, dtype="uint8")
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=64, batch_size=64, n_epochs=1, seed=1, policy_kwargs={"net_arch": [16]}, device="cpu"
    )
    model.learn(256)
    assert model.num_timesteps == 256
    assert len(model.ep_info_buffer) > 0 and "reason" in model.ep_info_buffer[0]
    mean, _ = evaluate_policy(model, MahdiVecEnv(2, max_rounds=1, dtype="uint8"), n_eval_episodes=1)
    assert -1.0 <= float(np.mean(mean)) <= 1.0
