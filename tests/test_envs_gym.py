"""The Gymnasium environments of one learner."""

from __future__ import annotations

import copy
import pickle
import sys
import types
import warnings
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.wrappers import RecordEpisodeStatistics

import dune_env  # noqa: F401  (registers the environments)
from dune_env.arrakis.components import ContentError
from dune_env.arrakis.layout import LAYOUT
from dune_env.arrakis.names import ATREIDES, HARKONNEN
from dune_env.arrakis.ruleset import ConfigError
from dune_env.arrakis.slots import N_SLOTS
from dune_env.arrakis.view import InfoSet
from dune_env.engine.steps import IllegalSlot

NAME = "dune_env/WarForArrakis-v0"
MAHDI = "dune_env/WarForArrakisMahdi-v0"
LAST_ROUND: dict[str, Any] = {"scenario": {"prescience": {"kwisatz_haderach": 8, "sand_dwellers": 8, "jihad": 8}}}

DESERTS = ["north_east_12", "north_east_8", "south_west_5", "north_west_6", "north_west_12", "south_east_3"]


def first_slot(info_set: InfoSet) -> int:
    return info_set.options()[0]


def random_step(env: Any, rng: np.random.Generator) -> Any:
    return env.step(int(rng.choice(np.flatnonzero(env.unwrapped.action_masks()))))


def finished(env: Any, seed: int, options: Any = None) -> tuple[float, bool, bool, Any]:
    """Play one random episode; the sum of rewards and the last step's flags and info."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed, options=options)
    total = 0.0
    while True:
        _, reward, terminated, truncated, info = random_step(env, rng)
        total += reward
        if terminated or truncated:
            return total, terminated, truncated, info


@pytest.mark.parametrize(
    ("name", "options"),
    [
        (NAME, {}),
        (NAME, {"side": "harkonnen", "dtype": "uint8"}),
        (NAME, {"observation": "blocks"}),
        (MAHDI, {"reward": "shaped"}),
        (MAHDI, {"ties": "seeded"}),
    ],
)
def test_gymnasium_checks(name: str, options: dict[str, Any]) -> None:
    env = gym.make(name, illegal="lose", **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=False)


def test_mask_and_observation() -> None:
    env = gym.make(NAME, side="harkonnen")
    observation, info = env.reset(seed=3)
    assert observation.shape == (LAYOUT.size,) and observation.dtype == np.float32
    masks = env.unwrapped.action_masks()
    assert masks.dtype == bool and masks.shape == (N_SLOTS,)
    assert info["action_mask"].dtype == np.int8 and np.array_equal(info["action_mask"], masks)
    assert list(np.flatnonzero(masks)) == sorted(env.unwrapped.game.options())
    assert env.unwrapped.game.seat_to_act == HARKONNEN
    assert env.unwrapped.layout is LAYOUT
    rng = np.random.default_rng(3)
    for _ in range(200):
        observation, _, terminated, truncated, info = random_step(env, rng)
        assert not terminated and not truncated
        assert env.observation_space.contains(observation)
        assert env.unwrapped.game.seat_to_act == HARKONNEN
        assert np.array_equal(info["action_mask"], env.unwrapped.action_masks())
        env.action_space.sample(info["action_mask"])


def test_the_forms_of_an_observation_agree() -> None:
    seen = {}
    for observation in ("flat", "blocks"):
        for dtype in ("float32", "uint8"):
            env = gym.make(NAME, observation=observation, dtype=dtype)
            env.reset(seed=4)
            rng = np.random.default_rng(4)
            for _ in range(30):
                seen[observation, dtype] = random_step(env, rng)[0]
            assert env.observation_space.contains(seen[observation, dtype])
    scaled = seen["flat", "uint8"] * np.asarray(LAYOUT.scales, dtype=np.float32)
    assert np.array_equal(seen["flat", "float32"], scaled)
    for dtype in ("float32", "uint8"):
        blocks = seen["blocks", dtype]
        assert set(blocks) == {block.name for block in LAYOUT.blocks}
        assert all(blocks[block.name].shape == tuple(block.shape) for block in LAYOUT.blocks)
        flat = np.concatenate([blocks[block.name].ravel() for block in LAYOUT.blocks])
        assert np.array_equal(flat, seen["flat", dtype])


def test_arrays_handed_out_stay_as_they_are() -> None:
    for options in ({}, {"dtype": "uint8"}, {"observation": "blocks", "dtype": "uint8"}):
        env = gym.make(NAME, **options)
        observation, info = env.reset(seed=5)
        kept = copy.deepcopy((observation, info))
        rng = np.random.default_rng(5)
        for _ in range(20):
            later = random_step(env, rng)
        assert data_equivalence((observation, info), kept)
        assert not data_equivalence(later[0], observation)


@pytest.mark.parametrize(("side", "worth"), [("atreides", 1.0), ("harkonnen", -1.0)])
def test_the_learner_is_credited_whoever_ends_the_game(side: str, worth: float) -> None:
    asked_after: list[int] = []

    def opponent(info_set: InfoSet) -> int:
        asked_after.append(len(asked_after))
        slots = info_set.options()
        return slots[len(asked_after) % len(slots)]

    env = gym.make(NAME, side=side, opponent=opponent, max_rounds=1)
    # The Harkonnen use the last die; after that the Atreides alone may have a claim to make.
    position = LAST_ROUND["scenario"] | {"dice": {"atreides": ["mentat"], "harkonnen": ["mentat"]}}
    position["legions"] = {area: {"side": "atreides", "regular": 1, "elite": 1} for area in DESERTS}
    position["wormsigns"] = ["north_east_9", "south_west_3", "north_west_7", "south_east_1"]
    won = by_opponent = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        env.reset(seed=seed, options={"scenario": position})
        over = False
        while not over:
            before = len(asked_after)
            _, reward, terminated, truncated, info = random_step(env, rng)
            assert reward == (worth if terminated else 0.0)
            over = terminated or truncated  # a Harkonnen card may take a marker back
        assert env.unwrapped.action_masks().sum() == 0
        if terminated:
            won += 1
            by_opponent += len(asked_after) > before
            assert info["episode"]["winner"] == "atreides" and info["episode"]["reason"] == "secret_objective"
    assert won >= 6
    assert by_opponent > 0, "no game was ended by the opponent inside step"


@pytest.mark.parametrize("ties", ["ask", "seeded"])
def test_mahdi_wins_inside_step(ties: str) -> None:
    env = gym.make(MAHDI, ties=ties)
    for seed in range(4):
        total, terminated, truncated, info = finished(env, seed)
        told = info["episode"]
        assert (total, terminated, truncated) == (-1.0, True, False)
        assert told["winner"] == "harkonnen" and told["reason"] == "supremacy" and told["rounds"] >= 1
        assert told["tracks"]["supremacy"] == env.unwrapped.game.content.supremacy_last
        assert env.unwrapped.game.solo and env.unwrapped.game.config.ties == ties


def test_both_sides_of_a_game_sum_to_zero() -> None:
    """The same answers played from either chair give opposite returns."""
    worth = {}
    for side in ("atreides", "harkonnen"):
        env = gym.make(NAME, side=side, opponent=first_slot)
        env.reset(seed=2, options=LAST_ROUND)
        total, terminated = 0.0, False
        while not terminated:
            _, reward, terminated, _, _ = env.step(env.unwrapped.game.options()[0])
            total += reward
        worth[side] = total
    assert worth == {"atreides": 1.0, "harkonnen": -1.0}


def test_truncation() -> None:
    total, terminated, truncated, info = finished(gym.make(NAME, max_rounds=1), 1)
    assert (total, terminated, truncated) == (0.0, False, True)
    assert info["episode"]["reason"] == "max_rounds" and info["episode"]["winner"] is None


@pytest.mark.parametrize("side", ["atreides", "harkonnen"])
def test_shaped_rewards_telescope(side: str) -> None:
    env = gym.make(NAME, side=side, reward="shaped")
    assert finished(env, 0, LAST_ROUND)[0] == pytest.approx(1.0 if side == "atreides" else -1.0)
    total, _, truncated, _ = finished(env, 7)
    assert truncated and total == pytest.approx(0.0)


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    env = gym.make(NAME)
    env.reset(seed=8)
    game = env.unwrapped.game
    before = game.to_json()
    illegal = next(slot for slot in range(N_SLOTS) if slot not in game.options())
    with pytest.raises(IllegalSlot, match=f"illegal slot {illegal} .*{len(game.options())} slots are legal"):
        env.step(illegal)
    with pytest.raises(IllegalSlot, match="takes an int"):
        env.step(0.5)
    assert game.to_json() == before
    env.step(game.options()[0])


def test_an_illegal_action_may_lose() -> None:
    env = gym.make(NAME, illegal="lose", side="harkonnen")
    env.reset(seed=8)
    _, reward, terminated, truncated, info = env.step(N_SLOTS - 1)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["episode"]["winner"] == "atreides" and info["episode"]["reason"] == "illegal_action"
    with pytest.raises(ResetNeeded, match="after the end"):
        env.unwrapped.step(0)


def test_a_step_before_a_reset() -> None:
    with pytest.raises(ResetNeeded):
        gym.make(NAME).unwrapped.step(0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mode": "solo"}, "mode: got 'solo', this environment takes 'two_player' only"),
        ({"side": "fremen"}, "side: got 'fremen', takes one of atreides, harkonnen"),
        ({"opponent": "mahdi"}, "opponent: got 'mahdi', takes 'random', 'heuristic', a function"),
        ({"opponent": 3}, "opponent: got 3"),
        ({"observation": "image"}, "observation: got 'image', takes one of flat, blocks"),
        ({"dtype": "float64"}, "dtype: got 'float64', takes one of float32, uint8"),
        ({"rounds": 3}, "rounds: unknown, this environment takes side, opponent, .*max_rounds"),
    ],
)
def test_bad_keywords(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        gym.make(NAME, **options)
    if "mode" in options:
        with pytest.raises(ConfigError, match="mode: got 'two_player', this environment takes 'solo' only"):
            gym.make(MAHDI, mode="two_player")


def test_content_that_is_not_there_is_told_before_the_first_reset() -> None:
    with pytest.raises(ContentError, match=r"^objectives_99: takes a JSON file that can be read"):
        gym.make(MAHDI, content="objectives_99")


def test_a_bad_reset_leaves_the_game_alone() -> None:
    env = gym.make(NAME, disable_env_checker=True)
    env.reset(seed=6)
    before = env.unwrapped.game.to_json()
    over = {"scenario": LAST_ROUND["scenario"] | {"phase": "spice_harvesting"}}
    for seed, options, message in ((-1, None, "seed: got -1"), (1.5, None, "seed: got 1.5"), (1, over, "scenario")):
        with pytest.raises(ConfigError, match=message):
            env.reset(seed=seed, options=options)  # type: ignore[arg-type]
        assert env.unwrapped.game.to_json() == before
    env.step(env.unwrapped.game.options()[0])


def test_a_start_without_a_decision_for_the_learner_is_refused() -> None:
    """The Harkonnen have no dice left, so the Atreides play on to the end of the round and win."""
    position = LAST_ROUND["scenario"] | {"dice": {"atreides": ["mentat"], "harkonnen": []}}
    env = gym.make(NAME, side="harkonnen", opponent=first_slot)
    with pytest.raises(ConfigError, match="scenario: takes a position from which harkonnen gets a decision"):
        env.reset(seed=1, options={"scenario": position})


def test_an_opponent_that_cheats_is_blamed() -> None:
    env = gym.make(NAME, side="harkonnen", opponent=lambda info_set: N_SLOTS + 3)
    with pytest.raises(IllegalSlot, match="the opponent picked 352"):
        finished(env, 1)


def test_opponents_see_an_information_set() -> None:
    seen: list[InfoSet] = []

    class Curious:
        def act(self, info_set: InfoSet) -> int:
            seen.append(info_set)
            return info_set.options()[-1]

    finished(gym.make(NAME, side="harkonnen", opponent=Curious(), max_rounds=1), 1)
    assert seen and all(isinstance(info_set, InfoSet) and info_set.view.seat == ATREIDES for info_set in seen)


def test_the_heuristic_is_found_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, int]] = []

    class Agent:
        def act(self, info_set: InfoSet) -> int:
            return info_set.options()[0]

    def make_agent(name: str, side: int, seed: int = 0) -> Agent:
        made.append((name, side))
        return Agent()

    stand_in = types.ModuleType("agents")
    stand_in.make_agent = make_agent  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "agents", stand_in)
    env = gym.make(NAME, side="atreides", opponent="heuristic", max_rounds=1)
    finished(env, 1)
    assert set(made) == {("heuristic", HARKONNEN)}
    monkeypatch.setitem(sys.modules, "agents", None)
    with pytest.raises(ConfigError, match="opponent: 'heuristic' takes the project's agents/ folder"):
        gym.make(NAME, opponent="heuristic")


@pytest.mark.parametrize("name", [NAME, MAHDI])
def test_the_same_seed_is_the_same_game(name: str) -> None:
    def trail(env: Any, seed: int | None) -> list[Any]:
        rng = np.random.default_rng(0)
        env.reset(seed=seed)
        return [env.unwrapped.game.seed] + [random_step(env, rng)[0].tobytes() for _ in range(25)]

    one, two = gym.make(name), gym.make(name)
    assert trail(one, 21) == trail(two, 21)
    assert trail(one, None) == trail(two, None) != trail(one, 21)
    assert trail(one, 22)[0] == 22


def test_episode_statistics_and_the_result_stand_side_by_side() -> None:
    _, _, _, bare = finished(gym.make(NAME, max_rounds=1), 1)
    assert "episode" not in bare and bare["episode"] == bare["result"]
    _, _, _, info = finished(RecordEpisodeStatistics(gym.make(NAME, max_rounds=1)), 1)
    assert set(info["episode"]) == {"r", "l", "t", "winner", "reason", "rounds", "tracks"}
    assert info["episode"]["r"] == 0.0 and info["episode"]["l"] > 1
    assert info["episode"]["reason"] == "max_rounds" == info["result"]["reason"]
    again = pickle.loads(pickle.dumps(info))
    assert data_equivalence(again, info) and data_equivalence(copy.deepcopy(info).copy(), info)
    with pytest.raises(KeyError):
        _ = again["score"]
    _, reset_info = gym.make(NAME).reset(seed=1)
    with pytest.raises(KeyError):
        _ = reset_info["episode"]


@pytest.mark.parametrize("name", [NAME, MAHDI])
@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_copies_go_on_alike(twin: Any, name: str) -> None:
    env = gym.make(name, reward="shaped")
    twin(env).reset(seed=1)
    env.reset(seed=9)
    rng = np.random.default_rng(9)
    for _ in range(4):
        other, shadow = twin(env), copy.deepcopy(rng)
        for _ in range(12):
            assert data_equivalence(random_step(env, rng), random_step(other, shadow))
        assert other.unwrapped.game is not env.unwrapped.game
    assert env.unwrapped.game.to_json() == other.unwrapped.game.to_json()


@pytest.mark.parametrize("kind", [gym.vector.SyncVectorEnv, gym.vector.AsyncVectorEnv])
def test_gymnasium_vectors(kind: Any) -> None:
    env = kind([lambda: gym.make(NAME, max_rounds=1)] * 2)
    try:
        _, infos = env.reset(seed=5)
        rng = np.random.default_rng(5)
        ended = 0
        for _ in range(300):
            masks = infos["action_mask"]
            slots = np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
            _, _, _, truncated, infos = env.step(slots)
            ended += int(truncated.sum())
            if truncated.any():
                assert infos["result"]["reason"][truncated.argmax()] == "max_rounds"
        assert ended >= 2
    finally:
        env.close()
