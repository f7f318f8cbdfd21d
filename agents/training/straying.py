"""Policy improvement before playing: games in which an advised policy strays, and what came of each answer.

Now and then the policy's answer gives way to another one. What an answer came to, as the evaluation sees it some
questions later and at last the game's end, less what was to be expected, is its advantage. The policy's opinions are
fitted to the advantages, so that it departs from the advice where that has paid. A fifth of the games is held out: the
opinions kept are those of the epoch that tells the advantages of these games best.
"""

from __future__ import annotations

import copy
import random
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from torch import nn
from tqdm import tqdm, trange

from agents.advised import ADVICE_SIZE, N_FEATURES, QUESTION, Adviser, BriefExtractor
from agents.base import make_agent
from agents.margin import atreides_margin
from agents.training.delegation import asks_one_of
from agents.training.errors import SettingError
from agents.training.settings import game_config
from dune_env.arrakis.game import Game, new_game
from dune_env.arrakis.layout import Watch
from dune_env.arrakis.names import ATREIDES

SHARPNESS = 0.7  # how much rarer an answer is drawn that the advice likes a nat less
HELD_OUT = 5  # every so many games one
DECAY = 0.3  # of weights, in AdamW

Floats = NDArray[np.float32]


@dataclass
class Strays:
    """Decisions of straying games, in order: question, what the adviser wrote, the slot picked, the game's number."""

    questions: NDArray[np.uint8]  # (decisions, 256)
    advice: Floats  # (decisions, 387)
    picks: NDArray[np.int64]
    games: NDArray[np.int64]
    goals: NDArray[np.float64]  # a game: its result and the weighed margin

    def tensors(self, rows: NDArray[np.int64] | slice) -> tuple[torch.Tensor, torch.Tensor]:
        """Questions and advice of some decisions, as the extractor hears them."""
        return torch.as_tensor(self.questions[rows], dtype=torch.float32), torch.as_tensor(self.advice[rows])


class Opinions:
    """The parts of a policy that say how likely each answer is."""

    def __init__(self, model: MaskablePPO) -> None:
        extractor = model.policy.features_extractor
        if not isinstance(extractor, BriefExtractor):
            raise SettingError("straying: takes policy.network: brief")
        self.extractor = extractor
        self.layers = model.policy.mlp_extractor
        self.answers = model.policy.action_net

    def logits(self, questions: torch.Tensor, advice: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logit of every slot, and the features that they are made of."""
        heard = self.extractor.hear(questions, advice)
        return self.answers(self.layers.forward_actor(heard)), heard[:, : -(ADVICE_SIZE - N_FEATURES)]

    def parts(self) -> nn.ModuleList:
        return nn.ModuleList([self.extractor, self.layers.policy_net, self.answers])


def straying_games(model: MaskablePPO, settings: dict[str, Any], first_seed: int) -> Strays:
    """The policy's games against Mahdi, an answer in so many given up for another."""
    plan, config = settings["straying"], game_config(settings)
    opinions, adviser = Opinions(model), Adviser(ATREIDES)
    rest = make_agent("heuristic", ATREIDES, first_seed)
    asked = settings.get("asked")
    watch: Watch | None = None
    found: tuple[list[NDArray[np.uint8]], list[Floats], list[int], list[int]] = ([], [], [], [])
    goals: list[float] = []
    for seed in trange(first_seed, first_seed + plan["games"], desc="straying games"):
        game, chance = new_game(config, seed), random.Random(seed)
        while not game.over and game.round <= config.max_rounds:
            if len(game.asked) == 1:
                game.pick(game.asked[0])
                continue
            if asked is not None and not asks_one_of(game, asked):
                game.pick(rest.act(game.info_set(ATREIDES)))
                continue
            watch = watch or Watch(config, game.content, ATREIDES)
            question = np.frombuffer(watch.observation(game), np.uint8)[QUESTION].copy()
            advice = np.zeros(ADVICE_SIZE, np.float32)
            adviser.advise(game.info_set(ATREIDES), advice)
            slot = _answer(game, opinions, question, advice, plan.get("share", 0.3), chance)
            for kept, each in zip(found, (question, advice, slot, len(goals)), strict=True):
                kept.append(each)  # type: ignore[arg-type]
            game.pick(slot)
        margin = float(settings.get("margin", 0.0)) * atreides_margin(game)
        goals.append(game.returns()[ATREIDES] + margin)
    questions, advices, picks, games = found
    return Strays(np.stack(questions), np.stack(advices), np.asarray(picks), np.asarray(games), np.asarray(goals))


def _answer(
    game: Game, opinions: Opinions, question: NDArray[np.uint8], advice: Floats, share: float, chance: random.Random
) -> int:
    """The policy's best answer, or with the chance *share* another, likely ones more often."""
    with torch.no_grad():
        asked = torch.as_tensor(question[None], dtype=torch.float32), torch.as_tensor(advice[None])
        logits = opinions.logits(*asked)[0][0].numpy()
    legal = list(game.asked)
    best = max(legal, key=lambda slot: logits[slot])
    if chance.random() >= share:
        return best
    others = [slot for slot in legal if slot != best]
    weights = np.exp(SHARPNESS * advice[N_FEATURES:][others])
    return chance.choices(others, weights.tolist())[0]


def advantages(strays: Strays, reach: float) -> NDArray[np.float64]:
    """What each answer came to beyond what was expected, by returns that reach on with the factor *reach* a question.

    What is expected is a linear fit of the games' goals on the evaluation's features.
    """
    rows = np.concatenate([np.ones((len(strays.picks), 1)), strays.advice[:, :N_FEATURES]], axis=1)
    fitted, *_ = np.linalg.lstsq(rows, strays.goals[strays.games], rcond=None)
    expected = rows @ fitted
    found = np.empty(len(expected))
    ahead = 0.0
    for at in range(len(found) - 1, -1, -1):
        if at + 1 == len(found) or strays.games[at + 1] != strays.games[at]:
            ahead = strays.goals[strays.games[at]]
        else:
            ahead = (1.0 - reach) * expected[at + 1] + reach * ahead
        found[at] = ahead - expected[at]
    return found


def stray(model: MaskablePPO, settings: dict[str, Any]) -> None:
    """Fit the opinions of *model* to what came of straying, in as many rounds as the settings say."""
    plan, opinions = settings["straying"], Opinions(model)
    for number in range(plan.get("rounds", 1)):
        strays = straying_games(model, settings, plan.get("first_seed", 50_000_000) + number * plan["games"])
        if number == 0:
            opinions.extractor.learn_statistics(torch.as_tensor(strays.advice))
        told = fit(opinions, strays, plan, settings.get("seed", 0) + number)
        print(f"straying round {number + 1}: {told}")


def fit(opinions: Opinions, strays: Strays, plan: dict[str, Any], seed: int) -> str:
    """Fit the opinions to the advantages; how much of those of the held-out games they explain."""
    gained = advantages(strays, plan["reach"])
    spread = gained.std()
    wanted = torch.as_tensor(gained / spread, dtype=torch.float32)
    nat = plan["nat"] / spread
    picks = torch.as_tensor(strays.picks)
    held = strays.games % HELD_OUT == 0
    parts = opinions.parts()
    level = nn.Linear(opinions.answers.opinion.in_features, 1)  # of what an answer to this question gains on average
    optimiser = torch.optim.AdamW([*parts.parameters(), *level.parameters()], plan["learning_rate"], weight_decay=DECAY)

    def missed(rows: NDArray[np.int64]) -> torch.Tensor:
        logits, heard = opinions.logits(*strays.tensors(rows))
        told = nat * logits.gather(1, picks[rows][:, None])[:, 0] + level(heard)[:, 0]
        return nn.functional.mse_loss(told, wanted[rows])

    order = np.random.default_rng(seed)
    learning, measuring = np.flatnonzero(~held), np.flatnonzero(held)
    least, kept = float("inf"), copy.deepcopy(parts.state_dict())
    for _ in tqdm(range(plan["epochs"]), desc="opinions"):
        shuffled = order.permutation(learning)
        for start in range(0, len(shuffled), plan["batch_size"]):
            optimiser.zero_grad()
            missed(shuffled[start : start + plan["batch_size"]]).backward()  # type: ignore[no-untyped-call]
            optimiser.step()
        with torch.no_grad():
            left = float(missed(measuring))
        if left < least:
            least, kept = left, copy.deepcopy(parts.state_dict())
    parts.load_state_dict(kept)
    share = 1.0 - least / float(wanted[measuring].var())
    told = f"{len(picks)} decisions, advantages of spread {spread:.3f}"
    return f"{told}, of which {share:.1%} explained in games held out"
