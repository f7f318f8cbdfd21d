"""The PettingZoo environment: its contract, rewards, errors, copies."""

from __future__ import annotations

import copy
import importlib
import pickle
import re
import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, seed_test

from dune_env import war_for_arrakis_v0
from dune_env.arrakis.ruleset import ConfigError
from dune_env.arrakis.slots import N_SLOTS
from dune_env.engine.steps import IllegalSlot

# The Atreides have all they need and win when the round ends.
LAST_ROUND = {"scenario": {"prescience": {"kwisatz_haderach": 8, "sand_dwellers": 8, "jihad": 8}}}


def random_slot(mask: Any, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


def played(env: Any, seed: int, options: Any = None) -> dict[str, list[float]]:
    """Play one random episode; the rewards that each agent saw, one for each of its turns."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed, options=options)
    seen: dict[str, list[float]] = {agent: [] for agent in env.agents}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        seen[agent].append(reward)
        env.step(None if terminated or truncated else random_slot(observation["action_mask"], rng))
    return seen


@pytest.mark.parametrize("mode", ["two_player", "solo"])
@pytest.mark.parametrize("build", [war_for_arrakis_v0.env, war_for_arrakis_v0.raw_env])
def test_api(build: Any, mode: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    module = importlib.import_module("pettingzoo.test.api_test")
    for known in ("env_obs_dicts", "env_obs_space"):  # how PettingZoo marks its own games with dict observations
        monkeypatch.setattr(module, known, [*getattr(module, known), "war_for_arrakis_v0"])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(build(mode=mode, max_rounds=1), num_cycles=1000)
    assert "Passed API test" in capsys.readouterr().out
    idle = "Action mask numpy array is all zeros (no legal actions)."  # PettingZoo's newest version does not look
    names = 'We recommend agents to be named in the format <descriptor>_<number>, like "player_0"'
    assert {str(w.message) for w in caught} - {idle} == {names}


@pytest.mark.parametrize("mode", ["two_player", "solo"])
def test_seed(mode: str) -> None:
    seed_test(lambda: war_for_arrakis_v0.env(mode=mode), num_cycles=150)


def test_solo_has_one_agent() -> None:
    env = war_for_arrakis_v0.env(mode="solo")
    for seed in range(3):
        seen = played(env, seed)
        assert env.possible_agents == ["atreides"] and list(seen) == ["atreides"]
        assert seen["atreides"][-1] == -1.0 and not any(seen["atreides"][:-1])


def test_spaces_are_shared_and_hold_what_is_seen() -> None:
    env = war_for_arrakis_v0.env()
    env.reset(seed=1)
    assert env.possible_agents == ["atreides", "harkonnen"]
    assert env.observation_space("atreides") is env.observation_space("harkonnen")
    assert env.action_space("atreides") is env.action_space("harkonnen")
    assert env.action_space("atreides").n == N_SLOTS
    idle = "harkonnen" if env.agent_selection == "atreides" else "atreides"
    for agent in env.agents:
        assert env.observation_space(agent).contains(env.observe(agent))
    assert env.observe(idle)["action_mask"].sum() == 0 and env.infos[idle]["action_mask"].sum() == 0
    mask = env.observe(env.agent_selection)["action_mask"]
    assert list(np.flatnonzero(mask)) == sorted(env.unwrapped.game.options())
    assert np.array_equal(mask, env.infos[env.agent_selection]["action_mask"])
    assert env.unwrapped.layout.size == env.observe(idle)["observation"].shape[0]


def test_arrays_handed_out_stay_as_they_are() -> None:
    env = war_for_arrakis_v0.raw_env()
    env.reset(seed=2)
    first = env.observe(env.agent_selection)
    kept = copy.deepcopy(first)
    rng = np.random.default_rng(0)
    for _ in range(30):
        env.step(random_slot(env.observe(env.agent_selection)["action_mask"], rng))
    assert data_equivalence(first, kept)
    later = env.observe(env.agent_selection)
    assert not np.array_equal(later["observation"], kept["observation"])
    later["action_mask"][:] = 0
    assert env.observe(env.agent_selection)["action_mask"].any()


def test_a_game_is_won_and_lost_for_both() -> None:
    env = war_for_arrakis_v0.env()
    for seed in range(4):
        seen = played(env, seed, LAST_ROUND)
        assert seen["atreides"][-1] == 1.0 and seen["harkonnen"][-1] == -1.0
        assert not any(seen["atreides"][:-1]) and not any(seen["harkonnen"][:-1])
        assert len(seen["atreides"]) > 1 and len(seen["harkonnen"]) > 1, "each side has had a decision"
        assert env.agents == []


def test_the_end_is_told() -> None:
    env = war_for_arrakis_v0.env()
    env.reset(seed=3, options=LAST_ROUND)
    rng = np.random.default_rng(3)
    while not any(env.terminations.values()):
        env.step(random_slot(env.observe(env.agent_selection)["action_mask"], rng))
    for agent in env.agents:
        told = env.infos[agent]["episode"]
        assert told["winner"] == "atreides" and told["reason"] == "secret_objective" and told["rounds"] == 1
        assert told["tracks"]["supremacy"] == env.unwrapped.game.supremacy
        assert told["tracks"]["prescience"] == env.unwrapped.game.prescience
        assert env.terminations[agent] is True and env.truncations[agent] is False
    assert env.observe("atreides")["action_mask"].sum() == 0


def test_truncation() -> None:
    env = war_for_arrakis_v0.env(max_rounds=2)
    env.reset(seed=4)
    rng = np.random.default_rng(4)
    while not any(env.truncations.values()):
        assert env.unwrapped.game.round <= 2
        env.step(random_slot(env.observe(env.agent_selection)["action_mask"], rng))
    assert env.truncations == {"atreides": True, "harkonnen": True}
    assert env.terminations == {"atreides": False, "harkonnen": False}
    assert env.rewards == {"atreides": 0.0, "harkonnen": 0.0}
    told = env.infos["atreides"]["episode"]
    assert told["winner"] is None and told["reason"] == "max_rounds" and told["rounds"] == 2


def test_forced_questions_are_skipped_after_a_first_decision() -> None:
    def choices(**options: Any) -> list[int]:
        env = war_for_arrakis_v0.raw_env(max_rounds=2, **options)
        env.reset(seed=5)
        rng = np.random.default_rng(5)
        met = []
        decided: set[str] = set()
        while not any(env.truncations.values()):
            mask = env.observe(env.agent_selection)["action_mask"]
            if env.agent_selection in decided:
                met.append(int(mask.sum()))
            decided.add(env.agent_selection)
            env.step(random_slot(mask, rng))
        return met

    assert min(choices()) >= 2
    assert 1 in choices(skip_forced=False)


@pytest.mark.parametrize("gamma", [1.0, 0.9])
def test_shaped_rewards(gamma: float) -> None:
    env = war_for_arrakis_v0.env(reward="shaped", shaping_gamma=gamma)
    for seed, options, returns in ((0, LAST_ROUND, 1.0), (7, None, 0.0)):
        seen = played(env, seed, options)
        assert env.unwrapped.game.over == (returns == 1.0)
        if not returns:
            assert any(0 < abs(r) < 0.2 for r in seen["atreides"][:-1]), "the potential has moved"
        if gamma == 1:
            assert sum(seen["atreides"]) == pytest.approx(returns)
            assert sum(seen["harkonnen"]) == pytest.approx(-returns)
        assert seen["atreides"][0] == 0.0 and seen["harkonnen"][0] == 0.0


def test_shaping_discounts_at_a_side_s_own_decisions() -> None:
    gamma = 0.9
    env = war_for_arrakis_v0.env(reward="shaped", shaping_gamma=gamma)
    for agent, rewards in played(env, 7).items():
        discounted = sum(reward * gamma**turn for turn, reward in enumerate(rewards[1:]))
        assert discounted == pytest.approx(0.0), agent


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    env = war_for_arrakis_v0.env()
    env.reset(seed=8)
    agent = env.agent_selection
    before = env.unwrapped.game.to_json()
    illegal = next(slot for slot in range(N_SLOTS) if slot not in env.unwrapped.game.options())
    legal = len(env.unwrapped.game.options())
    for action in (illegal, np.int64(illegal), N_SLOTS, -1, 10**6):
        with pytest.raises(IllegalSlot, match=rf"{int(action)}.*{agent} is asked .*, {legal} slots are legal"):
            env.step(action)
    for action in (None, 1.0, "pass", True, np.zeros(2)):
        with pytest.raises(IllegalSlot, match="takes an int"):
            env.step(action)
    assert issubclass(IllegalSlot, ValueError)
    assert env.unwrapped.game.to_json() == before and env.agent_selection == agent
    assert env.rewards == {"atreides": 0.0, "harkonnen": 0.0}


def test_an_illegal_action_may_lose() -> None:
    env = war_for_arrakis_v0.env(illegal="lose")
    env.reset(seed=8)
    loser = env.agent_selection
    winner = "harkonnen" if loser == "atreides" else "atreides"
    before = env.unwrapped.game.to_json()
    env.step(next(slot for slot in range(N_SLOTS) if slot not in env.unwrapped.game.options()))
    assert env.rewards == {loser: -1.0, winner: 1.0} and all(env.terminations.values())
    assert env.infos[loser]["episode"]["winner"] == winner
    assert env.infos[loser]["episode"]["reason"] == "illegal_action"
    assert env.unwrapped.game.to_json() == before


def test_a_step_after_the_end() -> None:
    for env in (war_for_arrakis_v0.env(illegal="lose"), war_for_arrakis_v0.raw_env(illegal="lose")):
        env.reset(seed=8)
        env.step(N_SLOTS)
        with pytest.raises(ValueError, match="the only valid action is None"):
            env.step(0)
        env.step(None)
        env.step(None)
        assert env.agents == []
    with pytest.raises(ResetNeeded, match="after the end"):
        env.step(0)
    env.reset(seed=8)
    assert len(env.agents) == 2


def test_calls_before_a_reset() -> None:
    env = war_for_arrakis_v0.env()
    with pytest.raises(AssertionError, match="reset"):
        env.step(0)
    with pytest.raises(AssertionError, match="reset"):
        env.observe("atreides")
    raw = war_for_arrakis_v0.raw_env()
    with pytest.raises(ResetNeeded, match="reset"):
        raw.step(0)
    with pytest.raises(ResetNeeded, match="reset"):
        raw.observe("atreides")


@pytest.mark.parametrize("mode", ["two_player", "solo"])
@pytest.mark.parametrize("agent", ["x", "mahdi", 0, None, ["atreides"]])
def test_an_agent_that_does_not_play(mode: str, agent: Any) -> None:
    takes = {"two_player": "atreides or harkonnen", "solo": "atreides"}[mode]
    for env in (war_for_arrakis_v0.env(mode=mode), war_for_arrakis_v0.raw_env(mode=mode)):
        env.reset(seed=8)
        for ask in (env.observe, env.action_space, env.observation_space):
            with pytest.raises(ConfigError, match=f"^agent: got {re.escape(repr(agent))}, takes {takes}$"):
                ask(agent)
    if mode == "solo":
        with pytest.raises(ConfigError, match=r"^agent: got 'harkonnen', takes atreides$"):
            env.observe("harkonnen")


def test_no_agent_is_told_anything_outside_a_game() -> None:
    env = war_for_arrakis_v0.raw_env(illegal="lose", render_mode="ansi")
    for ask in (env.last, env.render):
        with pytest.raises(ResetNeeded, match="reset"):
            ask()
    env.reset(seed=8)
    for action in (N_SLOTS, None, None):
        env.step(action)
    with pytest.raises(ResetNeeded, match="after the end"):
        env.last()


@pytest.mark.parametrize("action", [None, "pass", 1.0, True, [1], {"slot": 1}])
def test_what_is_no_slot_is_refused(action: Any) -> None:
    env = war_for_arrakis_v0.env()
    env.reset(seed=8)
    before = env.unwrapped.game.to_json()
    with pytest.raises(IllegalSlot, match=r"^illegal action .* takes an int, the slot picked$"):
        env.step(action)
    assert env.unwrapped.game.to_json() == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mode": "three_player"}, "mode: got 'three_player', takes one of two_player, solo"),
        ({"max_round": 3}, "max_round: unknown, this environment takes .*max_rounds"),
        ({"max_rounds": 0}, "max_rounds: got 0"),
        ({"render_mode": "human"}, "render_mode: got 'human', takes one of ansi, rgb_array"),
        ({"illegal": "ignore"}, "illegal: got 'ignore', takes one of raise, lose"),
        ({"reward": "dense"}, "reward: got 'dense', takes one of sparse, shaped"),
        ({"skip_forced": 1}, "skip_forced: got 1"),
        ({"shaping_gamma": 1.5}, "shaping_gamma: got 1.5"),
        ({"observation": "blocks"}, "observation: unknown"),
        ({"ruleset": "v9"}, "ruleset: got 'v9'"),
        ({"explicit_chance": True}, "explicit_chance: unknown"),
    ],
)
def test_bad_keywords(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        war_for_arrakis_v0.env(**options)


@pytest.mark.parametrize(
    ("seed", "options", "message"),
    [
        (-1, None, "seed: got -1, takes an int of 0 or more"),
        ("7", None, "seed: got '7'"),
        (1.5, None, "seed: got 1.5"),
        (True, None, "seed: got True"),
        (1, {"scenario": 3}, "scenario: got 3, takes a dict"),
        (1, "scenario", "options: got 'scenario', takes a dict or None"),
        (1, {"scenario": {"spice": 3}}, "spice"),
        (1, {"scenario": {"round": 9}}, "max_rounds: 5 is below the round of the scenario, 9"),
        (1, {"scenario": LAST_ROUND["scenario"] | {"phase": "spice_harvesting"}}, "scenario: takes a position from"),
    ],
)
def test_a_bad_reset_leaves_the_game_alone(seed: Any, options: Any, message: str) -> None:
    env = war_for_arrakis_v0.env(max_rounds=5)
    env.reset(seed=6)
    rng = np.random.default_rng(6)
    for _ in range(20):
        env.step(random_slot(env.observe(env.agent_selection)["action_mask"], rng))
    before = env.unwrapped.game.to_json()
    with pytest.raises(ValueError, match=message):
        env.reset(seed=seed, options=options)
    assert env.unwrapped.game.to_json() == before
    env.step(random_slot(env.observe(env.agent_selection)["action_mask"], rng))


def test_seeds() -> None:
    def games(env: Any, first: Any) -> list[int]:
        env.reset(seed=first)
        seeds = [env.unwrapped.game.seed]
        for _ in range(3):
            env.reset()
            seeds.append(env.unwrapped.game.seed)
        return seeds

    env = war_for_arrakis_v0.env()
    one = games(env, 11)
    assert one[0] == 11 and len(set(one)) == 4
    assert games(env, 11) == one and games(war_for_arrakis_v0.env(), np.int64(11)) == one
    assert games(env, None) != games(war_for_arrakis_v0.env(), None)


def test_unknown_reset_options_are_ignored() -> None:
    env = war_for_arrakis_v0.env()
    env.reset(seed=1, options={"colour": "red"})
    assert env.unwrapped.game.seed == 1


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_copies_go_on_alike(twin: Any) -> None:
    env = war_for_arrakis_v0.env(reward="shaped", max_rounds=2)
    env.reset(seed=9)
    rng = np.random.default_rng(9)
    stops = {0, 1, 37, 90, 150}
    for step in range(10**6):
        if step in stops:
            other = twin(env)
            assert other.unwrapped.game is not env.unwrapped.game
            shadow, both = copy.deepcopy(rng), copy.deepcopy(env)
            for _ in range(25):
                if not any(both.truncations.values()):
                    assert data_equivalence(both.last(), other.last())
                    slot = random_slot(both.observe(both.agent_selection)["action_mask"], shadow)
                    both.step(slot)
                    other.step(slot)
        if any(env.truncations.values()):
            break
        env.step(random_slot(env.observe(env.agent_selection)["action_mask"], rng))
    dead = twin(env)
    dead.step(None)
    assert len(dead.agents) == 1 and len(env.agents) == 2
    fresh = twin(war_for_arrakis_v0.raw_env())
    fresh.reset(seed=1)
    assert fresh.agents
