"""The games as Gymnasium environments of one learner."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from dune_env.arrakis.game import Game
from dune_env.arrakis.layout import LAYOUT
from dune_env.arrakis.names import ATREIDES, SIDE_NAMES
from dune_env.arrakis.records import Record
from dune_env.arrakis.ruleset import ConfigError
from dune_env.arrakis.slots import N_SLOTS
from dune_env.envs.episode import PLAYING, TERMINATED, TRUNCATED, Episode, Info, plain_seed
from dune_env.envs.observe import Observation, Observer, mask_of
from dune_env.envs.opponents import Opponent, ask, make_opponent
from dune_env.envs.render import render
from dune_env.envs.rewards import Shaping
from dune_env.envs.settings import GYM_KEYWORDS, RENDER_MODES, Settings, settings_from

TRIES = 100  # games drawn until the learner gets a decision


class LearnerEnv(gymnasium.Env[Observation, Any]):
    """One learner at the table; everybody else moves inside `step` and `reset`."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012  (as Gymnasium's)
    layout: ClassVar = LAYOUT

    def __init__(self, settings: Settings, learner: int) -> None:
        self.settings = settings
        self.render_mode = settings.render_mode
        self.learner = learner
        self._observer = Observer(settings.observation, settings.dtype)
        self.observation_space: spaces.Space[Any] = self._observer.space()
        self.action_space = spaces.Discrete(N_SLOTS)
        self._episode = Episode(settings)
        self._opponent: Opponent | None = None
        self._running = False
        self._shaping = Shaping(settings.shaping_gamma)

    @property
    def game(self) -> Game:
        """The game being played, hidden facts and all."""
        return self._episode.game

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal slots as booleans, under the name that sb3-contrib looks for; after the end none is."""
        return self._mask().astype(np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start the game of *seed*, or without one the next of a sequence that the last seed began.

        `options={"scenario": {...}}` starts from that position; other options are ignored. Should a game end before the
        learner is asked anything, another is drawn.
        """
        if seed is not None:
            seed = plain_seed(seed)
        super().reset(seed=seed)
        game_seed = int(self.np_random.integers(2**31)) if seed is None else seed
        for _ in range(TRIES):
            episode = Episode(self.settings)
            episode.start(game_seed, options)
            episode.require_decision()
            others = self._others(game_seed)
            self._play_others(episode, others)
            if episode.status == PLAYING:
                break
            game_seed = int(self.np_random.integers(2**31))
        else:
            raise ConfigError(f"scenario: takes a position from which {SIDE_NAMES[self.learner]} gets a decision")
        self._episode = episode
        self._opponent = others
        self._running = True
        self._shaping = Shaping(self.settings.shaping_gamma)
        self._shaping.asked(episode.game, self.learner)
        return self._observe(), Info(action_mask=self._mask())

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Pick the slot *action* and play on to the learner's next decision; IllegalSlot leaves all as it was."""
        if not self._running:
            raise ResetNeeded("step() was called after the end or before reset(): reset() starts a game")
        episode = self._episode
        episode.pick(action)
        self._running = False  # stays so if an opponent fails
        self._play_others(episode, self._opponent)
        status = episode.status
        self._running = status == PLAYING
        info = Info(action_mask=self._mask())
        if not self._running:
            info["result"] = episode.result()
        return self._observe(), self._reward(), status == TERMINATED, status == TRUNCATED, info

    def _reward(self) -> float:
        shaped = self.settings.reward == "shaped"
        if self._running:
            return self._shaping.asked(self.game, self.learner) if shaped else 0.0
        return self._episode.returns()[self.learner] + (self._shaping.ended() if shaped else 0.0)

    def _others(self, seed: int) -> Opponent | None:
        """Who plays the other side in the game of *seed*; None if the game itself does."""
        return None

    def _play_others(self, episode: Episode, opponent: Opponent | None) -> None:
        """Play the other side until the learner has to decide or the episode is over."""
        while episode.status == PLAYING and episode.seat != self.learner:
            assert opponent is not None
            episode.pick(ask(opponent, episode.game))

    def _mask(self) -> NDArray[np.int8]:
        return mask_of(self.game.asked if self._episode.status == PLAYING else [])

    def _observe(self) -> Observation:
        return self._observer.observe(self.game, self.learner)

    def record(self) -> Record:
        """The game so far, for `records.write_records` and `scripts/replay.py`."""
        return self._episode.record()

    def render(self) -> Any:
        """The position as the learner knows it: text for "ansi", an image for "rgb_array"."""
        return render(self.game.view(self.learner), self.render_mode)


class WarForArrakisMahdiEnv(LearnerEnv):
    """The learner is the Atreides; the solo rules' Mahdi plays the Harkonnen.

    Args:
        options: the fields of `Settings` but `config`, and those of `GameConfig`.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(settings_from(options, GYM_KEYWORDS, [], "solo"), ATREIDES)


class WarForArrakisEnv(LearnerEnv):
    """Two-player rules; the learner plays *side*, the opponent moves inside `step`.

    Args:
        side: "atreides" or "harkonnen".
        opponent: "random", "heuristic", a function from an `InfoSet` to a slot, or an object with such a method `act`.
        options: the fields of `Settings` but `config`, and those of `GameConfig`.
    """

    def __init__(self, side: str = "atreides", opponent: Any = "random", **options: Any) -> None:
        settings = settings_from(options, GYM_KEYWORDS, ["side", "opponent"], "two_player")
        if side not in SIDE_NAMES:
            raise ConfigError(f"side: got {side!r}, takes one of {', '.join(SIDE_NAMES)}")
        super().__init__(settings, SIDE_NAMES.index(side))
        make_opponent(opponent, 1 - self.learner, 0)  # refuses what cannot play before a game starts
        self._wanted = opponent

    def _others(self, seed: int) -> Opponent | None:
        return make_opponent(self._wanted, 1 - self.learner, seed)
