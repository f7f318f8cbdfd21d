"""The learner answers some questions of a game only; the heuristic of its side answers all others."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import gymnasium

from agents.base import make_agent
from agents.training.errors import SettingError
from dune_env.arrakis.state import PROGRAMS
from dune_env.envs.gym import LearnerEnv

MOST_GAMES = 50  # in a row without a question for the learner


def every_question() -> list[str]:
    """The names of all questions of the game, `program.step`."""
    programs = zip(PROGRAMS.names, PROGRAMS.steps, strict=True)
    return sorted(f"{name}.{step.name}" for name, steps in programs for step in steps)


def check_questions(questions: Collection[object]) -> None:
    """SettingError for a question that the game does not ask, and for none at all."""
    if not questions:
        raise SettingError("asked: takes one question or more, or is left out for all of them")
    known = every_question()
    for question in questions:
        if question not in known:
            raise SettingError(f"asked: there is no question {question!r}, takes names such as turn.ChooseDie")


def never_asked(games: int, questions: Collection[str]) -> SettingError:
    """What is wrong where the learner had no decision in so many games."""
    return SettingError(f"asked: in {games} games the learner was not asked {', '.join(sorted(questions))}")


class Delegation(gymnasium.Wrapper[Any, Any, Any, Any]):
    """An environment whose learner is asked *questions* only: episodes get shorter and each step weighs more."""

    def __init__(self, env: gymnasium.Env[Any, Any], questions: Collection[str], seed: int) -> None:
        super().__init__(env)
        assert isinstance(env.unwrapped, LearnerEnv)
        self.inner = env.unwrapped
        self.questions = frozenset(questions)
        self.heuristic = make_agent("heuristic", self.inner.learner, seed)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a game and play it to the first of the questions; a game that never asks one gives way to the next.

        SettingError where many games in a row ask none of them: most are asked rarely, some of the other side only.
        """
        observation, info = self.env.reset(seed=seed, options=options)
        games = 1
        while self.inner.game.question() not in self.questions:
            observation, _, terminated, truncated, info = self._answer()
            if terminated or truncated:
                if games == MOST_GAMES:
                    raise never_asked(games, self.questions)
                games += 1
                observation, info = self.env.reset(options=options)
        return observation, info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Pick the slot *action* and play on to the next of the questions; rewards on the way add up."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        total = float(reward)
        while not (terminated or truncated or self.inner.game.question() in self.questions):
            observation, reward, terminated, truncated, info = self._answer()
            total += float(reward)
        return observation, total, terminated, truncated, info

    def _answer(self) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        return self.env.step(self.heuristic.act(self.inner.game.info_set(self.inner.learner)))

    def action_masks(self) -> Any:
        """The legal slots, where sb3-contrib looks for them."""
        return self.inner.action_masks()
