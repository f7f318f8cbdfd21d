"""Warm start: games of a teacher, fitted by the policy and its value before reinforcement learning begins."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields
from multiprocessing import get_context
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch.distributions import Categorical
from tqdm import tqdm, trange

from agents import make_agent
from agents.advised import ADVICE_SIZE, Adviser
from agents.base import Agent
from agents.evaluation import win_value
from agents.margin import atreides_margin
from agents.mcts import Mcts
from agents.training.delegation import never_asked
from agents.training.errors import SettingError
from agents.training.settings import adviser_name, game_config, learner_side, opponent_name
from dune_env.arrakis.game import Game, new_game
from dune_env.arrakis.layout import LAYOUT, Watch
from dune_env.arrakis.slots import N_SLOTS
from dune_env.arrakis.view import InfoSet
from dune_env.envs.rewards import Shaping

WORTH_SPREAD = 0.05  # of worths, which brings a regret to the measure of other losses
UNTRIED = 0.01  # how much less than the worst answer tried any other is taken to be worth


@dataclass
class Decisions:
    """What was seen, what was legal, what was picked and what came of it, decision by decision."""

    observations: NDArray[np.uint8]  # raw
    advice: NDArray[np.float32]  # of no column without advice
    masks: NDArray[np.uint8]  # a bit a slot
    picks: NDArray[np.int64]
    worths: NDArray[np.float16]  # of each slot as a search found it, nan if not tried; of no column unless asked for
    returns: NDArray[np.float32]  # discounted, from the decision on

    def batch(self, rows: NDArray[np.int64], device: torch.device) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Observations as the policy takes them, picks and masks of some decisions."""
        seen = self.observations[rows] * np.asarray(LAYOUT.scales, np.float32)
        legal = np.unpackbits(self.masks[rows], axis=1, count=N_SLOTS).astype(bool)
        observations = np.concatenate([seen, self.advice[rows]], axis=1)
        return torch.as_tensor(observations, device=device), torch.as_tensor(self.picks[rows]), torch.as_tensor(legal)


class Rewards:
    """The rewards of one game, as the environment of the settings gives them."""

    def __init__(self, settings: dict[str, Any], side: int) -> None:
        options = settings.get("env_options", {})
        self.side = side
        self.shaping = Shaping(options.get("shaping_gamma", 1.0)) if options.get("reward") == "shaped" else None
        self.weight = float(settings.get("margin", 0.0))
        self.shaped_by = float(settings.get("evaluation_shaping", 0.0))
        self.advantage: float | None = None
        self.gamma = float(settings["ppo"].get("gamma", 0.99))
        self.margin = 0.0
        self.due: list[float] = []

    def asked(self, game: Game) -> None:
        """What has come since the last decision; nothing is due at the first."""
        credit = self.shaping.asked(game, self.side) if self.shaping else 0.0
        now = win_value(game) if self.shaped_by else 0.0
        self.due.append(self._gained(game) + self._shaped(now) + credit)

    def returns(self, game: Game) -> list[float]:
        """The discounted return from each decision on, once the game has ended."""
        total = self._gained(game) + self._shaped(0.0) + game.returns()[self.side]
        total += self.shaping.ended() if self.shaping else 0.0
        found: list[float] = []
        for due in reversed(self.due):
            found.append(total)
            total = due + self.gamma * total
        return found[::-1]

    def _shaped(self, now: float) -> float:
        """The credit of the fitted evaluation, from the first decision on."""
        before, self.advantage = self.advantage, now
        return 0.0 if before is None else self.shaped_by * (self.gamma * now - before)

    def _gained(self, game: Game) -> float:
        before, self.margin = self.margin, atreides_margin(game)
        return self.weight * (self.margin - before)


def teacher_games(
    settings: dict[str, Any], games: int, name: str = "heuristic", worths: bool = False, workers: int = 1
) -> Decisions:
    """The learner's decisions in games that the agent called *name* plays for it.

    Questions that the learner is not asked are answered by the heuristic, as they will be when it plays.

    Args:
        settings: of the run.
        games: how many; game i begins with seed i.
        name: of the teacher.
        worths: whether to keep what a searching teacher found each answer to be worth.
        workers: processes that share the games, each with a teacher of its own.

    Raises:
        SettingError: there is no such teacher, or worths are wanted of one that does not search.
    """
    check_teacher(settings, name, worths)
    shares = [share.tolist() for share in np.array_split(np.arange(games), max(1, workers)) if len(share)]
    if len(shares) == 1:
        return share_of_games(settings, shares[0], name, worths)
    with ProcessPoolExecutor(len(shares), mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(share_of_games, settings, share, name, worths) for share in shares]
        return joined([job.result() for job in jobs])


def check_teacher(settings: dict[str, Any], name: str, worths: bool) -> None:
    """SettingError where there is no agent called *name* for the learner's side, or worths are wanted of it in vain."""
    try:
        teacher = make_agent(name, learner_side(settings))
    except ValueError as error:
        raise SettingError(f"imitation.teacher: {error}") from error
    if worths and not isinstance(teacher, Mcts):
        raise SettingError(f"imitation.worths: takes a teacher that searches, such as mcts:64, got {name!r}")


def share_of_games(settings: dict[str, Any], numbers: Sequence[int], name: str, worths: bool) -> Decisions:
    """The decisions of the games *numbers*, played in this process."""
    side, config, seed = learner_side(settings), game_config(settings), settings.get("seed", 0)
    teacher, rest = make_agent(name, side, seed), make_agent("heuristic", side, seed)
    rival = make_agent(opponent_name(settings), 1 - side, 1) if config.mode == "two_player" else teacher
    watch: Watch | None = None
    adviser = Adviser(side, adviser_name(settings), seed) if settings.get("advice") else None
    asked = settings.get("asked")
    seen: list[NDArray[np.uint8]] = []
    advice: list[NDArray[np.float32]] = []
    masks: list[NDArray[np.uint8]] = []
    picks: list[int] = []
    found: list[NDArray[np.float16]] = []
    returns: list[float] = []
    for number in tqdm(numbers, desc=f"games of {name}"):
        game = new_game(config, number)
        rewards = Rewards(settings, side)
        while not game.over and game.round <= config.max_rounds:
            if len(game.asked) == 1:
                game.pick(game.asked[0])
                continue
            seat = game.seat_to_act
            info_set = game.info_set(seat)
            if seat != side:
                game.pick(rival.act(info_set))
                continue
            if asked is not None and game.question() not in asked:
                game.pick(rest.act(info_set))
                continue
            slot, worth = answer(teacher, info_set) if worths else (teacher.act(info_set), {})
            watch = watch or Watch(config, game.content, seat)
            mask = np.zeros(N_SLOTS, bool)
            mask[game.asked] = True
            seen.append(np.frombuffer(watch.observation(game), np.uint8))
            masks.append(np.packbits(mask))
            picks.append(slot)
            found.append(np.full(N_SLOTS if worths else 0, np.nan, np.float16))
            for tried, value in worth.items():
                found[-1][tried] = value
            advice.append(np.zeros(ADVICE_SIZE if adviser else 0, np.float32))
            if adviser:
                adviser.advise(info_set, advice[-1])
            rewards.asked(game)
            game.pick(slot)
        returns += rewards.returns(game)
    if not seen:
        raise never_asked(len(numbers), asked or [])
    return Decisions(
        np.stack(seen),
        np.stack(advice),
        np.stack(masks),
        np.asarray(picks),
        np.stack(found),
        np.asarray(returns, np.float32),
    )


def answer(teacher: Agent, info_set: InfoSet) -> tuple[int, dict[int, float]]:
    """The answer of a searching teacher and the worth of all that it tried; nothing where it does not search."""
    assert isinstance(teacher, Mcts)
    if not teacher.searches(info_set):
        return teacher.act(info_set), {}
    root = teacher.search(info_set)
    return root.best(), {slot: root.worth(slot) for slot in root.count}


def joined(parts: Sequence[Decisions]) -> Decisions:
    """Decisions of several shares one after the other."""
    columns = [field.name for field in fields(Decisions)]
    return Decisions(*(np.concatenate([getattr(part, column) for part in parts]) for column in columns))


def imitate(model: MaskablePPO, settings: dict[str, Any]) -> None:
    """Fit the policy to the teacher's choices, or to the worths it found, and its value to what came of them.

    With advice the policy makes the adviser's choices from the start, and rewards that are to be normalised have no
    measure yet: what needs no fit, or cannot have one, is left out.
    """
    plan = settings["imitation"]
    teacher, worths = plan.get("teacher", "heuristic"), plan.get("worths", False)
    data = teacher_games(settings, plan["games"], teacher, worths, plan.get("workers", 1))
    choices = 0.0 if settings.get("advice") and teacher == adviser_name(settings) else 1.0
    values = 0.0 if settings.get("normalise", {}).get("rewards") else model.vf_coef
    optimiser = torch.optim.Adam(model.policy.parameters(), lr=plan["learning_rate"])
    order = np.random.default_rng(settings.get("seed", 0))
    model.policy.set_training_mode(True)
    for epoch in trange(plan["epochs"], desc="imitation"):
        losses: list[tuple[float, float]] = []
        shuffled = order.permutation(len(data.picks))
        for start in range(0, len(data.picks), plan["batch_size"]):
            rows = shuffled[start : start + plan["batch_size"]]
            observations, picks, legal = data.batch(rows, model.device)
            if worths:
                away = regret(model.policy, observations, legal, data.worths[rows])
                value = model.policy.predict_values(observations)
            else:
                value, log_prob, _ = model.policy.evaluate_actions(observations, picks, action_masks=legal)
                away = -log_prob.mean()
            returns = torch.as_tensor(data.returns[rows], device=model.device)
            off = torch.nn.functional.mse_loss(value.flatten(), returns)
            optimiser.zero_grad()
            (choices * away + values * off).backward()  # type: ignore[no-untyped-call]
            optimiser.step()
            losses.append((away.item(), off.item()))
        picked, valued = np.mean(losses, axis=0)
        measure = f"regret {picked:.4f} of a spread" if worths else f"choices {picked:.3f} nats"
        told = f"{measure}, values {valued:.3f} squared, over {len(data.picks)} decisions"
        print(f"imitation epoch {epoch + 1}: {told}")


def regret(
    policy: MaskableActorCriticPolicy, observations: torch.Tensor, legal: torch.Tensor, worths: NDArray[np.float16]
) -> torch.Tensor:
    """How much less than the best answer tried is worth what the policy would answer, on average, in `WORTH_SPREAD`s.

    An answer that the search did not try counts as a little worse than the worst that it tried; questions without a
    search count nothing.
    """
    searched = np.flatnonzero(~np.isnan(worths).all(axis=1))
    if not len(searched):
        return torch.zeros((), device=observations.device)
    found = torch.as_tensor(worths[searched].astype(np.float32), device=observations.device)
    worst = found.nan_to_num(torch.inf).amin(dim=1, keepdim=True) - UNTRIED
    best = found.nan_to_num(-torch.inf).amax(dim=1)
    given = policy.get_distribution(observations[searched], action_masks=legal.numpy()[searched]).distribution
    assert isinstance(given, Categorical)
    missed = best[:, None] - torch.where(found.isnan(), worst, found)
    return (given.probs * missed).sum(dim=1).mean() / WORTH_SPREAD
