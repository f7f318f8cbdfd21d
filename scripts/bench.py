"""How fast the package is: decisions, games and rounds a second, copies, observations, environments.

A decision is a question to a seat with two answers or more; forced answers and chance are listed apart. Every figure is
the median of several runs of the same seeded games in one process.
"""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import statistics
import time
from collections.abc import Callable

import gymnasium
import numpy as np

import dune_env.arrakis.game as rules
from dune_env import war_for_arrakis_v0
from dune_env.arrakis.game import Game, GameConfig, from_json, new_game
from dune_env.arrakis.layout import LAYOUT, encode
from dune_env.engine.chance import Generator
from dune_env.engine.steps import CHANCE


class Tally:
    """What a stretch of random play consisted of."""

    def __init__(self) -> None:
        self.decisions = self.forced = self.chance = self.games = self.rounds = 0
        self.seconds = 0.0

    def rate(self, count: int) -> float:
        return count / self.seconds


def play_games(config: GameConfig, games: int, look: bool) -> Tally:
    """Play *games* random games; with *look* the flat observation and the mask are made at every decision."""
    tally = Tally()
    picker = Generator()
    picker.seed(0)
    raw = bytearray(LAYOUT.size)
    mask = np.zeros(war_for_arrakis_v0.raw_env().action_space("atreides").n, np.int8)
    start = time.perf_counter()
    for seed in range(games):
        game = new_game(config, seed)
        while not game.over and game.round <= config.max_rounds:
            options = game.asked
            if len(options) == 1:
                tally.forced += 1
                game.pick(options[0])
                continue
            if look:
                encode(game.view(game.seat_to_act), raw)
                mask[:] = 0
                mask[options] = 1
            tally.decisions += 1
            game.pick(options[picker.below(len(options))])
        tally.games += 1
        tally.rounds += min(game.round, config.max_rounds)
    tally.seconds = time.perf_counter() - start
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


def mid_game(config: GameConfig, picks: int) -> Game:
    """A game some way in, for copies and saves."""
    picker = Generator()
    picker.seed(1)
    game = new_game(config, 1)
    for _ in range(picks):
        if game.over:
            break
        game.pick(game.asked[picker.below(len(game.asked))])
    return game


def microseconds(job: Callable[[], object], repeats: int, runs: int) -> float:
    """Median time of one call in microseconds."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        for _ in range(repeats):
            job()
        times.append((time.perf_counter() - start) / repeats)
    return statistics.median(times) * 1e6


def step_aec(steps: int, mode: str) -> float:
    """Decisions a second through PettingZoo's standard wrappers."""
    env = war_for_arrakis_v0.env(mode=mode)
    picker = np.random.default_rng(0)
    env.reset(seed=0)
    start = time.perf_counter()
    for step in range(steps):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset(seed=step)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        env.step(int(legal[picker.integers(len(legal))]))
    return steps / (time.perf_counter() - start)


def step_gym(env_id: str, steps: int, **options: object) -> float:
    """Learner decisions a second in a Gymnasium environment, observation and mask made at each."""
    env = gymnasium.make(env_id, disable_env_checker=True, **options)
    picker = np.random.default_rng(0)
    _, info = env.reset(seed=0)
    start = time.perf_counter()
    for step in range(steps):
        legal = np.flatnonzero(info["action_mask"])
        _, _, terminated, truncated, info = env.step(int(legal[picker.integers(len(legal))]))
        if terminated or truncated:
            _, info = env.reset(seed=step)
    return steps / (time.perf_counter() - start)


def step_vector(mode: str, num_envs: int, steps: int, **options: object) -> float:
    """Learner decisions a second of many games at once, native ("vector_entry_point") or Gymnasium's "sync"."""
    envs = gymnasium.make_vec("dune_env/WarForArrakisMahdi-v0", num_envs, mode, **options)
    picker = np.random.default_rng(0)
    _, infos = envs.reset(seed=0)
    start = time.perf_counter()
    for _ in range(steps // num_envs):
        masks = infos["action_mask"]
        _, _, _, _, infos = envs.step((picker.random(masks.shape, dtype=np.float32) * masks).argmax(axis=1))
    return steps // num_envs * num_envs / (time.perf_counter() - start)


def print_row(what: str, value: str) -> None:
    print(f"{what:<58} {value:>16}")


def bench_engine(config: GameConfig, games: int, runs: int) -> None:
    """The rules alone, and with what a learner sees."""
    print(f"\nmode {config.mode}, random legal play, {games} games a run")
    for look, title in ((False, "engine alone"), (True, "with observation and mask")):
        tallies = [play_games(config, games, look) for _ in range(runs)]
        tally = sorted(tallies, key=lambda t: t.seconds)[len(tallies) // 2]
        print_row(f"{title}: decisions/s", f"{tally.rate(tally.decisions):,.0f}")
        if not look:
            print_row("  games/s", f"{tally.rate(tally.games):,.1f}")
            print_row("  rounds/s", f"{tally.rate(tally.rounds):,.1f}")
            print_row("  decisions a game", f"{tally.decisions / tally.games:,.0f}")
            print_row("  forced answers for each decision", f"{tally.forced / tally.decisions:.3f}")
            print_row("  chance answers for each decision", f"{count_chance(config, 3):.3f}")


def bench_parts(config: GameConfig, runs: int) -> None:
    """Copies, saves, observations."""
    game = mid_game(config, 400)
    raw = bytearray(LAYOUT.size)
    scales = np.asarray(LAYOUT.scales, np.float32)
    print_row("copy(), microseconds", f"{microseconds(game.copy, 2000, runs):,.1f}")
    print_row("view + encode, microseconds", f"{microseconds(lambda: encode(game.view(0), raw), 500, runs):,.1f}")
    floats = microseconds(lambda: np.frombuffer(raw, np.uint8) * scales, 2000, runs)
    print_row("raw to float32, microseconds", f"{floats:,.1f}")
    print_row("to_json + from_json, microseconds", f"{microseconds(lambda: from_json(game.to_json()), 20, runs):,.0f}")


def bench_envs(steps: int, runs: int) -> None:
    """The environments as users step them."""
    print("\nenvironments, random legal play")
    rate = statistics.median(step_aec(steps, "two_player") for _ in range(runs))
    print_row("AEC env(), two_player: decisions/s", f"{rate:,.0f}")
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
        start = time.perf_counter()
        for _ in range(steps):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[picker.integers(len(legal))]))
        print_row(f"{name}: decisions/s", f"{steps / (time.perf_counter() - start):,.0f}")
    try:
        import chess
    except ImportError:
        print_row("python-chess", "absent")
        return
    board, generator, moves = chess.Board(), np.random.default_rng(0), 0
    start = time.perf_counter()
    while moves < steps * 10:
        legal = list(board.legal_moves)
        if not legal or board.is_game_over():
            board.reset()
            continue
        board.push(legal[generator.integers(len(legal))])
        moves += 1
    print_row("python-chess: decisions/s", f"{moves / (time.perf_counter() - start):,.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40, help="games a run of the engine")
    parser.add_argument("--steps", type=int, default=4000, help="steps a run of an environment")
    parser.add_argument("--runs", type=int, default=3, help="runs of which the median counts")
    parser.add_argument("--peers", action="store_true", help="also measure other packages that are installed")
    options = parser.parse_args()
    compiled = not str(rules.__file__).endswith(".py")
    print(f"{'compiled' if compiled else 'interpreted'}, Python {platform.python_version()}, {os.cpu_count()} cores")
    for mode in ("two_player", "solo"):
        bench_engine(GameConfig(mode=mode, ties="seeded"), options.games, options.runs)
        bench_parts(GameConfig(mode=mode, ties="seeded"), options.runs)
    bench_envs(options.steps, options.runs)
    if options.peers:
        bench_peers(options.steps)


if __name__ == "__main__":
    main()
