"""PPO with masked actions against Mahdi in one file, to read from top to bottom and to change.

    python scripts/train_loop.py --updates 200 --envs 16

It steps the native vector environment, so that rollouts cost no copies between processes; `train_ppo.py` is the script
to train well with. Needs torch (the extra `train`). One thread is used: more are slower on small networks.
"""

from __future__ import annotations

import argparse
import time
from collections import deque

import gymnasium
import numpy as np
import torch
from gymnasium.vector import AutoresetMode
from torch import Tensor, nn
from torch.distributions import Categorical

import dune_env  # noqa: F401  (registers the environments)

Settings = argparse.Namespace


def read_arguments(arguments: list[str] | None = None) -> Settings:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--envs", type=int, default=16, help="games side by side")
    parser.add_argument("--steps", type=int, default=128, help="answers of each game in one update")
    parser.add_argument("--updates", type=int, default=100)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--minibatch", type=int, default=512)
    parser.add_argument("--width", type=int, default=256, help="of both hidden layers")
    parser.add_argument("--learning-rate", type=float, default=2.5e-4)
    parser.add_argument("--gamma", type=float, default=0.999)
    parser.add_argument("--gae-lambda", type=float, default=0.95)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--max-rounds", type=int, default=20)
    parser.add_argument("--reward", choices=["sparse", "shaped"], default="shaped")
    options = parser.parse_args(arguments)
    for name in ("envs", "steps", "updates", "epochs", "minibatch", "width", "max_rounds"):
        if getattr(options, name) < 1:
            parser.error(f"--{name.replace('_', '-')} takes a whole number of 1 or more")
    if options.seed < 0:
        parser.error(f"--seed takes 0 or more, got {options.seed}")
    for name in ("gamma", "gae_lambda", "learning_rate", "clip", "entropy"):
        if not 0 <= getattr(options, name) <= 1:
            parser.error(f"--{name.replace('_', '-')} takes a number from 0 to 1, got {getattr(options, name):g}")
    return options


class Player(nn.Module):
    """Two hidden layers, from which the logits of the slots and the value of the position are read."""

    def __init__(self, observation: int, slots: int, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(observation, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, slots)
        self.value = nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Categorical, Tensor]:
        features = self.body(observations)
        # A large number in place of minus infinity keeps the entropy free of nan; it makes a slot just as impossible.
        logits = self.policy(features).masked_fill(~masks, -1e8)
        return Categorical(logits=logits), self.value(features).squeeze(-1)


def advantages_of(
    rewards: Tensor, values: Tensor, ended: Tensor, after_end: Tensor, last_value: Tensor, settings: Settings
) -> Tensor:
    """Generalised advantages, *steps* x *envs*. Where a game was broken off, *after_end* is what it was still worth."""
    steps = len(rewards)
    advantages = torch.zeros_like(rewards)
    following = torch.zeros_like(last_value)
    for t in reversed(range(steps)):
        next_value = last_value if t == steps - 1 else values[t + 1]
        goes_on = 1.0 - ended[t]
        worth = goes_on * next_value + after_end[t]
        error = rewards[t] + settings.gamma * worth - values[t]
        following = error + settings.gamma * settings.gae_lambda * goes_on * following
        advantages[t] = following
    return advantages


def train(settings: Settings) -> dict[str, float]:
    """Run the updates; how the last games went and how fast it was."""
    torch.manual_seed(settings.seed)
    torch.set_num_threads(1)
    envs = gymnasium.make_vec(
        "dune_env/WarForArrakisMahdi-v0",
        num_envs=settings.envs,
        vectorization_mode="vector_entry_point",
        autoreset_mode=AutoresetMode.SAME_STEP,
        max_rounds=settings.max_rounds,
        reward=settings.reward,
        shaping_gamma=settings.gamma,
    )
    size, slots = envs.single_observation_space.shape[0], envs.single_action_space.n
    player = Player(size, slots, settings.width)
    optimizer = torch.optim.Adam(player.parameters(), lr=settings.learning_rate, eps=1e-5)

    shape = (settings.steps, settings.envs)
    observations, masks = torch.zeros((*shape, size)), torch.zeros((*shape, slots), dtype=torch.bool)
    actions, logprobs = torch.zeros(shape, dtype=torch.int64), torch.zeros(shape)
    rewards, values, ended, after_end = torch.zeros(shape), torch.zeros(shape), torch.zeros(shape), torch.zeros(shape)

    seen, infos = envs.reset(seed=settings.seed)
    observation, mask = torch.from_numpy(seen), torch.from_numpy(infos["action_mask"]).bool()
    wins: deque[float] = deque(maxlen=100)
    games = 0
    began = time.perf_counter()
    told: dict[str, float] = {}
    for update in range(1, settings.updates + 1):
        # Play.
        after_end.zero_()
        for t in range(settings.steps):
            observations[t], masks[t] = observation, mask
            with torch.no_grad():
                choice, values[t] = player(observation, mask)
            actions[t] = choice.sample()
            logprobs[t] = choice.log_prob(actions[t])
            seen, reward, terminated, truncated, infos = envs.step(actions[t].numpy())
            rewards[t] = torch.from_numpy(reward)
            ended[t] = torch.from_numpy((terminated | truncated).astype(np.float32))
            for i in np.flatnonzero(terminated | truncated):
                games += 1
                wins.append(float(infos["final_info"]["result"]["winner"][i] == "atreides"))
            for i in np.flatnonzero(truncated):
                final = torch.from_numpy(infos["final_obs"][i])[None]
                with torch.no_grad():
                    after_end[t, i] = player(final, torch.ones((1, slots), dtype=torch.bool))[1]
            observation, mask = torch.from_numpy(seen), torch.from_numpy(infos["action_mask"]).bool()
        with torch.no_grad():
            last_value = player(observation, mask)[1]
        advantages = advantages_of(rewards, values, ended, after_end, last_value, settings)
        returns = advantages + values

        # Learn.
        flat = [x.flatten(0, 1) for x in (observations, masks, actions, logprobs, advantages, returns)]
        losses = []
        for _ in range(settings.epochs):
            for batch in torch.randperm(settings.steps * settings.envs).split(settings.minibatch):
                seen_b, masks_b, actions_b, logprobs_b, advantages_b, returns_b = (x[batch] for x in flat)
                choice, value = player(seen_b, masks_b)
                ratio = (choice.log_prob(actions_b) - logprobs_b).exp()
                scaled = (advantages_b - advantages_b.mean()) / (advantages_b.std(correction=0) + 1e-8)
                clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
                policy_loss = -torch.min(ratio * scaled, clipped * scaled).mean()
                value_loss = 0.5 * (value - returns_b).square().mean()
                loss = policy_loss + value_loss - settings.entropy * choice.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(player.parameters(), 0.5)
                optimizer.step()
                losses.append(float(loss.detach()))
        speed = update * settings.steps * settings.envs / (time.perf_counter() - began)
        won = sum(wins) / max(len(wins), 1)
        told = {"games": games, "won": won, "loss": sum(losses) / len(losses), "steps_per_second": speed}
        print(f"update {update}: " + ", ".join(f"{name} {value:.3g}" for name, value in told.items()), flush=True)
    envs.close()
    return told


if __name__ == "__main__":
    train(read_arguments())
