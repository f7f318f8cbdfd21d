"""How fast the package is: decisions, games and rounds a second, copies, observations, environments.

A decision is a question to a seat with two answers or more; forced answers and chance are listed apart. Every figure is
the median of several runs of the same seeded games in one process. `--cpu` counts the time that the process itself had,
for machines that have other work to do.
"""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import dune_env.arrakis.game as rules
from dune_env import war_for_arrakis_v0
from dune_env.arrakis.content import load_content
from dune_env.arrakis.game import Game, GameConfig, from_json, new_game
from dune_env.arrakis.layout import LAYOUT, Watch, written
from dune_env.arrakis.names import SIDE_NAMES
from dune_env.arrakis.slots import N_SLOTS, mask_bytes
from dune_env.engine.chance import Generator
from dune_env.engine.steps import CHANCE, FRAME

MANY_FRAMES = 16
SMALLEST, SOME_GAMES = 10, 1000
UINT8, INT8 = np.dtype(np.uint8), np.dtype(np.int8)
clock: Callable[[], float] = time.perf_counter


class Tally:
    """What a stretch of random play consisted of."""

    def __init__(self) -> None:
        self.decisions = self.forced = self.chance = self.games = self.rounds = 0
        self.seconds = 0.0

    def rate(self, count: int) -> float:
        return count / self.seconds


def play_games(config: GameConfig, games: int, watch: bool) -> Tally:
    """Play *games* random games; with *watch* the flat observation and the mask are made at every decision."""
    tally = Tally()
    picker = Generator()
    picker.seed(0)
    watches = [Watch(config, load_content(config.content), seat) for seat in range(2)]
    start = clock()
    for seed in range(games):
        game = new_game(config, seed)
        while not game.over and game.round <= config.max_rounds:
            options = game.asked
            if len(options) == 1:
                tally.forced += 1
                game.pick(options[0])
                continue
            if watch:
                np.frombuffer(watches[game.seat_to_act].observation(game), UINT8)
                np.frombuffer(mask_bytes(options), INT8)
            tally.decisions += 1
            game.pick(options[picker.below(len(options))])
        tally.games += 1
        tally.rounds += min(game.round, config.max_rounds)
    tally.seconds = clock() - start
    return tally


def count_chance(config: GameConfig, games: int) -> float:
    """Chance answers for each decision, counted in games that hand them out."""
    picker = Generator()
    picker.seed(0)
    chance = decisions = 0
    for seed in range(games):
        game = new_game(config, seed, explicit_chance=True)
        while not game.over and game.round <= config.max_rounds:
            options = game.asked
            if game.seat_to_act == CHANCE:
                chance += 1
            elif len(options) > 1:
                decisions += 1
            game.pick(options[picker.below(len(options))])
    return chance / decisions


def deep_game(config: GameConfig) -> Game:
    """A game with MANY_FRAMES Frames on its stack, or as many as some random games come to."""
    picker = Generator()
    picker.seed(2)
    deepest = new_game(config, 0)
    for seed in range(20):
        game = new_game(config, seed)
        while not game.over and game.round <= config.max_rounds:
            if len(deepest.stack) < len(game.stack) <= MANY_FRAMES * FRAME:
                deepest = game.copy()
            game.pick(game.asked[picker.below(len(game.asked))])
    return deepest


def mid_game(config: GameConfig, picks: int) -> Game:
    """A game some way in, for copies and saves."""
    picker = Generator()
    picker.seed(1)
    game = new_game(config, 1)
    while len(game.history) < picks and not game.over:
        game.pick(game.asked[picker.below(len(game.asked))])
    return game


def decisions_on(game: Game, count: int) -> list[Game]:
    """The next *count* positions of a game in which somebody decides."""
    picker = Generator()
    picker.seed(3)
    found: list[Game] = []
    while len(found) < count and not game.over:
        if len(game.asked) > 1:
            found.append(game)
        game = game.copy(history=False)
        game.pick(game.asked[picker.below(len(game.asked))])
    return found


def microseconds(job: Callable[[], object], repeats: int, runs: int) -> float:
    """Median time of one call in microseconds."""
    times = []
    for _ in range(runs):
        start = clock()
        for _ in range(repeats):
            job()
        times.append((clock() - start) / repeats)
    return statistics.median(times) * 1e6


class EmptyEnv(AECEnv[str, Any, Any]):
    """No game at all with our spaces: two agents in turn, one observation and one mask made beforehand."""

    metadata: dict[str, Any] = {"name": "empty_v0", "render_modes": [], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self.possible_agents = SIDE_NAMES[:]
        ours = war_for_arrakis_v0.raw_env()
        self._observation = {
            "observation": np.zeros(LAYOUT.size, np.float32),
            "action_mask": np.ones(N_SLOTS, np.int8),
        }
        self.observation_spaces = {agent: ours.observation_space(agent) for agent in self.possible_agents}
        self.action_spaces = {agent: ours.action_space(agent) for agent in self.possible_agents}
        self.render_mode = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Any:
        return self._observation

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]

    def step(self, action: Any) -> None:
        self.agent_selection = self.agents[1 - self.agents.index(self.agent_selection)]


def empty_env() -> Any:
    """EmptyEnv in the wrappers that our own environment has, none of which depends on the game."""
    layers: list[Any] = []
    layer: Any = war_for_arrakis_v0.env()
    while isinstance(layer, wrappers.BaseWrapper):
        layers.append(type(layer))
        layer = layer.env
    env: Any = EmptyEnv()
    for wrapper in reversed(layers):
        env = wrapper(env)
    return env


def step_aec(steps: int, env: Any) -> float:
    """Decisions a second through PettingZoo's standard wrappers."""
    picker = np.random.default_rng(0)
    env.reset(seed=0)
    start = clock()
    for step in range(steps):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset(seed=step)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        env.step(int(legal[picker.integers(len(legal))]))
    return steps / (clock() - start)


def step_gym(env_id: str, steps: int, **options: object) -> float:
    """Learner decisions a second in a Gymnasium environment, observation and mask made at each."""
    env = gymnasium.make(env_id, disable_env_checker=True, **options)
    picker = np.random.default_rng(0)
    _, info = env.reset(seed=0)
    start = clock()
    for step in range(steps):
        legal = np.flatnonzero(info["action_mask"])
        _, _, terminated, truncated, info = env.step(int(legal[picker.integers(len(legal))]))
        if terminated or truncated:
            _, info = env.reset(seed=step)
    return steps / (clock() - start)


def step_vector(mode: str, num_envs: int, steps: int, **options: object) -> float:
    """Learner decisions a second of many games at once, native ("vector_entry_point") or Gymnasium's "sync"."""
    envs = gymnasium.make_vec("dune_env/WarForArrakisMahdi-v0", num_envs, mode, **options)
    picker = np.random.default_rng(0)
    _, infos = envs.reset(seed=0)
    start = clock()
    for _ in range(steps // num_envs):
        masks = infos["action_mask"]
        _, _, _, _, infos = envs.step((picker.random(masks.shape, dtype=np.float32) * masks).argmax(axis=1))
    return steps // num_envs * num_envs / (clock() - start)


def print_row(what: str, value: str) -> None:
    print(f"{what:<58} {value:>16}")


def bench_engine(config: GameConfig, games: int, runs: int) -> None:
    """The rules alone, and with what a learner sees."""
    print(f"\nmode {config.mode}, random legal play, {games} games a run")
    for watch, title in ((False, "engine alone"), (True, "with observation and mask")):
        tallies = [play_games(config, games, watch) for _ in range(runs)]
        tally = sorted(tallies, key=lambda t: t.seconds)[len(tallies) // 2]
        print_row(f"{title}: decisions/s", f"{tally.rate(tally.decisions):,.0f}")
        if not watch:
            print_row("  games/s", f"{tally.rate(tally.games):,.1f}")
            print_row("  rounds/s", f"{tally.rate(tally.rounds):,.1f}")
            print_row("  decisions a game", f"{tally.decisions / tally.games:,.0f}")
            print_row("  forced answers for each decision", f"{tally.forced / tally.decisions:.3f}")
            print_row("  chance answers for each decision", f"{count_chance(config, 3):.3f}")


def bench_parts(config: GameConfig, runs: int) -> None:
    """Copies, saves, observations."""
    game, deep = mid_game(config, 60 if config.mode == "solo" else 400), deep_game(config)
    scales = np.asarray(LAYOUT.scales, np.float32)
    for each in (game, deep):
        frames = f"{len(each.stack) // FRAME} Frames, microseconds"
        print_row(f"copy(), {frames}", f"{microseconds(each.copy, 2000, runs):,.1f}")
        bare = microseconds(lambda each=each: each.copy(history=False), 2000, runs)  # type: ignore[misc]
        print_row(f"copy(history=False), {frames}", f"{bare:,.1f}")
    print_row("view(), microseconds", f"{microseconds(lambda: game.view(0), 500, runs):,.1f}")
    fresh = microseconds(lambda: np.frombuffer(written(game.view(0)), UINT8), 500, runs)
    print_row("view() and its observation (uint8), microseconds", f"{fresh:,.1f}")
    stretch = decisions_on(game, 200)
    watch = Watch(config, game.content, 0)

    def observe() -> None:
        for each in stretch:
            np.frombuffer(watch.observation(each), UINT8)
            np.frombuffer(mask_bytes(each.asked), INT8)

    print_row("observation and mask in play, microseconds", f"{microseconds(observe, 5, runs) / len(stretch):,.1f}")
    raw = written(game.view(0))
    floats = microseconds(lambda: np.frombuffer(raw, UINT8) * scales, 2000, runs)
    print_row("  and scaled to float32", f"{floats:,.1f}")
    print_row("to_json + from_json, microseconds", f"{microseconds(lambda: from_json(game.to_json()), 20, runs):,.0f}")


def bench_envs(steps: int, runs: int) -> None:
    """The environments as users step them."""
    print("\nenvironments, random legal play")
    rate = statistics.median(step_aec(steps, war_for_arrakis_v0.env(mode="two_player")) for _ in range(runs))
    print_row("AEC env(), two_player: decisions/s", f"{rate:,.0f}")
    rate = statistics.median(step_aec(steps, empty_env()) for _ in range(runs))
    print_row("  an empty environment under the same wrappers", f"{rate:,.0f}")
    rate = statistics.median(step_gym("dune_env/WarForArrakisMahdi-v0", steps) for _ in range(runs))
    print_row("WarForArrakisMahdi-v0: learner decisions/s", f"{rate:,.0f}")
    for dtype in ("float32", "uint8"):
        for mode, title in (("sync", "SyncVectorEnv"), ("vector_entry_point", "native")):
            rate = statistics.median(step_vector(mode, 64, steps, dtype=dtype) for _ in range(runs))
            print_row(f"  64 games, {dtype}, {title}", f"{rate:,.0f}")
    rate = statistics.median(
        step_gym("dune_env/WarForArrakis-v0", steps, side="atreides", opponent="random") for _ in range(runs)
    )
    print_row("WarForArrakis-v0 against random: learner decisions/s", f"{rate:,.0f}")


MEMORY = """
import resource, sys
from dune_env.arrakis.game import GameConfig, new_game
from dune_env.engine.chance import Generator
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()
def games(count):
    picker = Generator()
    picker.seed(0)
    made = []
    for seed in range(count):
        game = new_game(GameConfig(), seed)
        for _ in range(100 + seed % 300):
            if not game.over:
                game.pick(game.asked[picker.below(len(game.asked))])
        made.append(game)
    return made
few, first = games(FEW), resident()
many, second = games(MANY), resident()
print((second - first) / MANY, second)
"""


def bench_memory() -> None:
    """What a game takes, history included, and a process with many: measured in a process of its own."""
    if not os.path.exists("/proc/self/statm"):
        print_row("memory", "needs /proc")
        return
    program = MEMORY.replace("FEW", str(SMALLEST)).replace("MANY", str(SOME_GAMES))
    told = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    game, process = (float(word) for word in told.split())
    print("\nmemory, games of 100 to 400 answers")
    print_row("a game, kilobytes", f"{game / 1000:,.1f}")
    print_row(f"a process with {SOME_GAMES:,} games, megabytes", f"{process / 1e6:,.0f}")


def bench_peers(steps: int) -> None:
    """What other packages do on this machine, where they are installed."""
    print("\npeers in the same run, random legal play (those installed)")
    for name, module in (("PettingZoo chess_v6", "pettingzoo.classic.chess_v6"),):
        try:
            peer = importlib.import_module(module)
        except ImportError as error:
            print_row(name, f"absent ({error.name})")
            continue
        env = peer.env()
        env.reset(seed=0)
        picker = np.random.default_rng(0)
        start = clock()
        for _ in range(steps):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[picker.integers(len(legal))]))
        print_row(f"{name}: decisions/s", f"{steps / (clock() - start):,.0f}")
    try:
        import chess
    except ImportError:
        print_row("python-chess", "absent")
        return
    board, generator, moves = chess.Board(), np.random.default_rng(0), 0
    start = clock()
    while moves < steps * 10:
        legal = list(board.legal_moves)
        if not legal or board.is_game_over():
            board.reset()
            continue
        board.push(legal[generator.integers(len(legal))])
        moves += 1
    print_row("python-chess: decisions/s", f"{moves / (clock() - start):,.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40, help="games a run of the engine")
    parser.add_argument("--steps", type=int, default=4000, help="steps a run of an environment")
    parser.add_argument("--runs", type=int, default=3, help="runs of which the median counts")
    parser.add_argument("--peers", action="store_true", help="also measure other packages that are installed")
    parser.add_argument("--cpu", action="store_true", help="count the processor's time instead of the clock's")
    options = parser.parse_args()
    for name in ("games", "steps", "runs"):
        if getattr(options, name) < 1:
            parser.error(f"--{name} takes a whole number of 1 or more")
    global clock
    if options.cpu:
        clock = time.process_time
    compiled = not str(rules.__file__).endswith(".py")
    print(f"{'compiled' if compiled else 'interpreted'}, Python {platform.python_version()}, {os.cpu_count()} cores")
    for mode in ("two_player", "solo"):
        bench_engine(GameConfig(mode=mode, ties="seeded"), options.games, options.runs)
        bench_parts(GameConfig(mode=mode, ties="seeded"), options.runs)
    bench_envs(options.steps, options.runs)
    bench_memory()
    if options.peers:
        bench_peers(options.steps)


if __name__ == "__main__":
    main()
