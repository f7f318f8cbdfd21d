"""Many games against Mahdi in one process, as a Gymnasium vector environment."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from dune_env.arrakis.game import Game
from dune_env.arrakis.layout import LAYOUT
from dune_env.arrakis.names import ATREIDES
from dune_env.arrakis.records import Record
from dune_env.arrakis.ruleset import ConfigError
from dune_env.arrakis.slots import N_SLOTS, PASS
from dune_env.engine.steps import IllegalSlot
from dune_env.envs.episode import (
    PLAYING,
    TERMINATED,
    TRUNCATED,
    Episode,
    checked_options,
    plain_index,
    plain_seed,
    plain_slot,
)
from dune_env.envs.observe import SCALES, Observation, Observer, cut, mask_of
from dune_env.envs.render import render
from dune_env.envs.rewards import Shaping
from dune_env.envs.settings import GYM_KEYWORDS, RENDER_MODES, settings_from

Step = tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]
OWN_KEYWORDS = ["num_envs", "autoreset_mode", "copy"]


class MahdiVectorEnv(VectorEnv[Observation, Any, Any]):
    """*num_envs* games of `dune_env/WarForArrakisMahdi-v0`, game for game those of the single environment.

    `reset(seed=s)` seeds game i with s + i; a list of seeds (or None) seeds each. `options={"scenario": {...}}` starts
    all games from that position, `options={"reset_mask": array}` resets only the games where it is True.

    `infos["action_mask"]` holds the masks, int8, one row a game. The row of a game that has just ended offers `pass`
    alone: the next answer is ignored, and no policy has to choose from nothing. `infos["result"]` tells how games
    ended, as Gymnasium batches infos.

    An illegal action raises IllegalSlot before any of the games has moved; with `illegal="lose"` it loses its game.

    Args:
        num_envs: how many games.
        autoreset_mode: a game that has ended starts anew in the next step (Gymnasium's default), in the same step (its
            last observation and info then stand in `infos["final_obs"]` and `infos["final_info"]`), or by `reset_mask`.
        copy: hand out copies of the arrays of observations and masks; if not, the next step overwrites them.
        options: the keywords of the single environment.
    """

    layout: ClassVar = LAYOUT

    def __init__(
        self,
        num_envs: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        **options: Any,
    ) -> None:
        if isinstance(num_envs, bool) or not isinstance(num_envs, int) or num_envs < 1:
            raise ConfigError(f"num_envs: got {num_envs!r}, takes an int of 1 or more")
        if not isinstance(copy, bool):
            raise ConfigError(f"copy: got {copy!r}, takes True or False")
        self.settings = settings_from(options, GYM_KEYWORDS, OWN_KEYWORDS, "solo")
        self.autoreset_mode = _mode(autoreset_mode)
        self.num_envs = num_envs
        self.render_mode = self.settings.render_mode
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": 4,
            "autoreset_mode": self.autoreset_mode,
        }
        self.single_observation_space = Observer(self.settings.observation, self.settings.dtype).space()
        self.single_action_space = spaces.Discrete(N_SLOTS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._observers = [Observer(dtype="uint8") for _ in range(num_envs)]
        self._raw = np.zeros((num_envs, LAYOUT.size), dtype=np.uint8)
        self._scaled = np.zeros((num_envs if self.settings.dtype == "float32" else 0, LAYOUT.size), dtype=np.float32)
        self._masks = np.zeros((num_envs, N_SLOTS), dtype=np.int8)
        self._rewards = np.zeros(num_envs, dtype=np.float64)
        self._status = np.full(num_envs, PLAYING, dtype=np.int8)
        self._started = False
        self._episodes = [Episode(self.settings) for _ in range(num_envs)]
        self._shapings = [Shaping(self.settings.shaping_gamma) for _ in range(num_envs)]
        self._randoms: list[np.random.Generator | None] = [None] * num_envs

    @property
    def games(self) -> list[Game]:
        """The games being played, hidden facts and all."""
        return [episode.game for episode in self._episodes]

    def record(self, index: int) -> Record:
        """The game *index* so far, for `records.write_records` and `scripts/replay.py`."""
        return self._episodes[plain_index(index, self.num_envs)].record()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal slots of every game as booleans, one row a game."""
        return self._masks.astype(np.bool_)

    # --- starting games

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start games anew: all, or those of `options["reset_mask"]`."""
        seeds = self._seeds(seed)
        options = dict(checked_options(options))
        chosen = self._chosen(options.pop("reset_mask", None))
        begun = [(i, *self._begun(i, seeds[i], options)) for i in np.flatnonzero(chosen).tolist()]
        for i, episode, random in begun:  # only now, so that a bad seed or scenario changes no game
            self._take(i, episode, random)
        self._started = True
        return self._observations(), self._infos()

    def _seeds(self, seed: int | list[int | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, (list, tuple)):
            if len(seed) != self.num_envs:
                raise ConfigError(f"seed: got {len(seed)} seeds, takes one for each of the {self.num_envs} games")
            return [None if each is None else plain_seed(each) for each in seed]
        first = plain_seed(seed)
        return [first + i for i in range(self.num_envs)]

    def _chosen(self, reset_mask: Any) -> NDArray[np.bool_]:
        if reset_mask is None:
            return np.ones(self.num_envs, dtype=np.bool_)
        if not isinstance(reset_mask, np.ndarray) or reset_mask.dtype != np.bool_:
            raise ConfigError(f"reset_mask: got {reset_mask!r}, takes an array of bool")
        if reset_mask.shape != (self.num_envs,) or not reset_mask.any():
            raise ConfigError(f"reset_mask: takes {self.num_envs} entries, one True at least, got {reset_mask}")
        if not self._started and not reset_mask.all():
            raise ResetNeeded("reset() has to start every game first")
        return reset_mask

    def _begun(self, i: int, seed: int | None, options: dict[str, Any]) -> tuple[Episode, np.random.Generator]:
        """Game *i* started anew, exactly as the single environment does it, and its source of further seeds."""
        random = self._randoms[i]
        if seed is not None:
            random = seeding.np_random(seed)[0]
        elif random is None:
            random = seeding.np_random()[0]
        episode = Episode(self.settings)
        episode.start(int(random.integers(2**31)) if seed is None else seed, options)
        episode.require_decision()
        return episode, random

    def _take(self, i: int, episode: Episode, random: np.random.Generator) -> None:
        self._episodes[i] = episode
        self._randoms[i] = random
        self._shapings[i] = Shaping(self.settings.shaping_gamma)
        self._shapings[i].asked(episode.game, ATREIDES)
        self._status[i] = PLAYING
        self._rewards[i] = 0.0
        self._look(i)

    # --- playing

    def step(self, actions: Any) -> Step:
        """Answer in every game; a game that has ended starts anew as the autoreset mode says."""
        slots = self._answers(actions)
        infos: dict[str, Any] = {}
        same_step = self.autoreset_mode == AutoresetMode.SAME_STEP
        ended_before = self._status != PLAYING
        status = self._status
        if ended_before.any():
            for i in np.flatnonzero(ended_before).tolist():
                self._take(i, *self._begun(i, None, {}))
        waits = ended_before.tolist()
        for i, slot in enumerate(slots):
            if not waits[i]:
                self._play(i, slot)
        terminated, truncated = status == TERMINATED, status == TRUNCATED
        rewards = self._rewards.copy()
        ended = np.flatnonzero(status != PLAYING).tolist()
        for i in ended:
            infos = self._told(infos, i, same_step)
        if same_step:
            for i in ended:
                self._take(i, *self._begun(i, None, {}))
        return self._observations(), rewards, terminated, truncated, self._infos(infos)

    def _answers(self, actions: Any) -> list[int]:
        """The slots picked, once each is known to be legal where it counts."""
        if not self._started:
            raise ResetNeeded("step() was called before reset(): reset() starts the games")
        try:
            given = actions.tolist() if isinstance(actions, np.ndarray) else actions
            slots = [plain_slot(action) for action in given]
        except TypeError:
            raise IllegalSlot(f"illegal actions {actions!r}: takes {self.num_envs} ints, the slots picked") from None
        if len(slots) != self.num_envs:
            raise IllegalSlot(f"got {len(slots)} actions, takes {self.num_envs}, one for each game")
        over = self._status != PLAYING
        if self.autoreset_mode == AutoresetMode.DISABLED and over.any():
            raise ResetNeeded(f"games {np.flatnonzero(over).tolist()} are over: reset them with reset_mask")
        if self.settings.illegal == "raise":
            for i, slot in enumerate(slots):
                if not (0 <= slot < N_SLOTS and self._masks[i, slot]) and not over[i]:
                    self._refuse(i, slot)
        return slots

    def _refuse(self, i: int, slot: int) -> None:
        try:
            self._episodes[i].pick(slot)
        except IllegalSlot as error:
            raise IllegalSlot(f"game {i}: {error}") from None

    def _play(self, i: int, slot: int) -> None:
        episode = self._episodes[i]
        episode.pick(slot)
        self._status[i] = episode.status
        shaped = self.settings.reward == "shaped"
        if episode.status == PLAYING:
            self._rewards[i] = self._shapings[i].asked(episode.game, ATREIDES) if shaped else 0.0
        else:
            self._rewards[i] = episode.returns()[ATREIDES] + (self._shapings[i].ended() if shaped else 0.0)
        self._look(i)

    # --- what is seen

    def _look(self, i: int) -> None:
        """Write the observation and the mask of game *i* in place."""
        game = self._episodes[i].game
        self._raw[i] = self._observers[i].raw(game, ATREIDES)
        self._masks[i] = mask_of(game.asked if self._status[i] == PLAYING else [PASS])

    def _observations(self) -> Observation:
        if self.settings.dtype == "uint8":
            flat: NDArray[Any] = self._raw.copy() if self._copy else self._raw
        elif self._copy:
            flat = self._raw * SCALES
        else:
            flat = np.multiply(self._raw, SCALES, out=self._scaled)
        return cut(flat) if self.settings.observation == "blocks" else flat

    def _infos(self, infos: dict[str, Any] | None = None) -> dict[str, Any]:
        infos = {} if infos is None else infos
        infos["action_mask"] = self._masks.copy() if self._copy else self._masks
        infos["_action_mask"] = np.ones(self.num_envs, dtype=np.bool_)
        return infos

    def _told(self, infos: dict[str, Any], i: int, same_step: bool) -> dict[str, Any]:
        """Add how game *i* ended, and in the same-step mode what was last seen of it."""
        result = self._episodes[i].result()
        if not same_step:
            return self._add_info(infos, {"result": result}, i)
        raw = self._raw[i]
        flat: NDArray[Any] = raw.copy() if self.settings.dtype == "uint8" else raw * SCALES
        seen = cut(flat) if self.settings.observation == "blocks" else flat
        final = {"result": result, "action_mask": self._masks[i].copy()}
        return self._add_info(infos, {"final_obs": seen, "final_info": final}, i)

    def render(self) -> Any:
        """Every position as the Atreides know it: texts for "ansi", images for "rgb_array"."""
        return tuple(render(game.view(ATREIDES), self.render_mode) for game in self.games)


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        takes = ", ".join(repr(each.value) for each in AutoresetMode)
        raise ConfigError(f"autoreset_mode: got {mode!r}, takes an AutoresetMode or one of {takes}") from None
