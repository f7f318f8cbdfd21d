"""Warm start: games of the heuristic, fitted by the policy before reinforcement learning begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from tqdm import trange

from agents import make_agent
from agents.training.settings import game_config, learner_side, opponent_name
from dune_env.arrakis.game import new_game
from dune_env.arrakis.layout import LAYOUT, Watch
from dune_env.arrakis.slots import N_SLOTS


@dataclass
class Decisions:
    """What was seen, what was legal and what was picked, decision by decision."""

    observations: NDArray[np.uint8]  # raw
    masks: NDArray[np.uint8]  # a bit a slot
    picks: NDArray[np.int64]


def heuristic_games(settings: dict[str, Any], games: int) -> Decisions:
    """The learner's decisions in games that the heuristic plays for it."""
    side, config = learner_side(settings), game_config(settings)
    teacher = make_agent("heuristic", side, settings.get("seed", 0))
    rival = make_agent(opponent_name(settings), 1 - side, 1) if config.mode == "two_player" else teacher
    watch: Watch | None = None
    seen: list[NDArray[np.uint8]] = []
    masks: list[NDArray[np.uint8]] = []
    picks: list[int] = []
    for seed in trange(games, desc="heuristic games"):
        game = new_game(config, seed)
        while not game.over and game.round <= config.max_rounds:
            if len(game.asked) == 1:
                game.pick(game.asked[0])
                continue
            seat = game.seat_to_act
            info_set = game.info_set(seat)
            slot = (teacher if seat == side else rival).act(info_set)
            if seat == side:
                watch = watch or Watch(config, game.content, seat)
                mask = np.zeros(N_SLOTS, bool)
                mask[game.asked] = True
                seen.append(np.frombuffer(watch.observation(game), np.uint8))
                masks.append(np.packbits(mask))
                picks.append(slot)
            game.pick(slot)
    return Decisions(np.stack(seen), np.stack(masks), np.asarray(picks))


def imitate(model: MaskablePPO, settings: dict[str, Any]) -> None:
    """Fit the policy to the heuristic's choices."""
    plan = settings["imitation"]
    data = heuristic_games(settings, plan["games"])
    scales = torch.tensor(list(LAYOUT.scales), dtype=torch.float32, device=model.device)
    optimiser = torch.optim.Adam(model.policy.parameters(), lr=plan["learning_rate"])
    order = np.random.default_rng(settings.get("seed", 0))
    model.policy.set_training_mode(True)
    for epoch in trange(plan["epochs"], desc="imitation"):
        losses: list[float] = []
        shuffled = order.permutation(len(data.picks))
        for start in range(0, len(data.picks), plan["batch_size"]):
            rows = shuffled[start : start + plan["batch_size"]]
            batch = torch.as_tensor(data.observations[rows], device=model.device).float() * scales
            legal = np.unpackbits(data.masks[rows], axis=1, count=N_SLOTS).astype(bool)
            picks = torch.as_tensor(data.picks[rows], device=model.device)
            _, log_prob, _ = model.policy.evaluate_actions(batch, picks, action_masks=torch.as_tensor(legal))
            loss = -log_prob.mean()
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimiser.step()
            losses.append(loss.item())
        print(f"imitation epoch {epoch + 1}: loss {np.mean(losses):.3f} over {len(data.picks)} decisions")
