"""The games as a PettingZoo AEC environment."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from dune_env.arrakis.game import Game
from dune_env.arrakis.layout import LAYOUT
from dune_env.arrakis.names import SIDE_NAMES
from dune_env.arrakis.records import Record
from dune_env.arrakis.slots import N_SLOTS
from dune_env.envs.episode import PLAYING, TERMINATED, TRUNCATED, Episode, Info, plain_agent, plain_seed
from dune_env.envs.observe import Observer, mask_of, mask_space
from dune_env.envs.render import render
from dune_env.envs.rewards import Shaping
from dune_env.envs.settings import AEC_KEYWORDS, RENDER_MODES, settings_from

AecObservation = dict[str, Any]


class RawEnv(AECEnv[str, AecObservation, Any]):
    """Both sides as agents, or in solo mode the Atreides alone; whoever is selected has a decision to make.

    Args:
        options: `render_mode`, `skip_forced`, `illegal`, `reward`, `shaping_gamma` (see `Settings`), and the fields of
            `GameConfig`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  (PettingZoo declares it on the instance)
        "name": "war_for_arrakis_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 4,
    }
    layout: ClassVar = LAYOUT

    def __init__(self, **options: Any) -> None:
        super().__init__()
        self.settings = settings_from(options, AEC_KEYWORDS, [])
        self.render_mode = self.settings.render_mode
        self.possible_agents = SIDE_NAMES[:1] if self.settings.config.mode == "solo" else SIDE_NAMES[:]
        self.agents: list[str] = []
        self._observer = Observer()
        observation = spaces.Dict({"observation": self._observer.space(), "action_mask": mask_space()})
        action = spaces.Discrete(N_SLOTS)
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = dict.fromkeys(self.possible_agents, action)
        self._episode = Episode(self.settings)
        self._seeds: np.random.Generator | None = None
        self._shaping: list[Shaping] = []

    @property
    def game(self) -> Game:
        """The game being played, hidden facts and all."""
        return self._episode.game

    def observation_space(self, agent: str) -> spaces.Space[AecObservation]:
        """The observations of *agent*: the same space for both sides."""
        plain_agent(agent, self.possible_agents)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The slots that *agent* may ever pick: the same space for both sides."""
        plain_agent(agent, self.possible_agents)
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start the game of *seed*, or without one the next of a sequence that the last seed began.

        `options={"scenario": {...}}` starts from that position; other options are ignored.
        """
        seeds = self._seeds
        if seed is not None:
            seed = plain_seed(seed)
            seeds = seeding.np_random(seed)[0]
        else:
            seeds = seeds or seeding.np_random()[0]
            seed = int(seeds.integers(2**31))
        episode = Episode(self.settings)
        episode.start(seed, options)
        episode.require_decision()
        self._seeds = seeds
        self._episode = episode
        self.__dict__.pop("_skip_agent_selection", None)  # PettingZoo's memory of a death under way
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._shaping = [Shaping(self.settings.shaping_gamma) for _ in self.agents]
        self.agent_selection = self.agents[episode.seat]
        self._credit()
        self._tell()

    def step(self, action: Any) -> None:
        """Let the selected agent pick the slot *action*; IllegalSlot leaves everything as it was."""
        if not self.agents:
            raise ResetNeeded("step() was called after the end or before reset(): reset() starts a game")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        episode = self._episode
        episode.pick(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if episode.status == PLAYING:
            self.agent_selection = self.agents[episode.seat]
        else:
            self.terminations = dict.fromkeys(self.agents, episode.status == TERMINATED)
            self.truncations = dict.fromkeys(self.agents, episode.status == TRUNCATED)
        self._credit()
        self._accumulate_rewards()
        self._tell()

    def last(self, observe: bool = True) -> tuple[AecObservation | None, float, bool, bool, dict[str, Any]]:
        """What the selected agent sees, the rewards due to it, whether its game has ended, and its info."""
        if not self.agents:
            raise ResetNeeded("last() was called after the end or before reset(): reset() starts a game")
        return super().last(observe)

    def _credit(self) -> None:
        """Set the rewards of the step just made."""
        episode = self._episode
        shaped = self.settings.reward == "shaped"
        if episode.status == PLAYING:
            if shaped:
                seat = episode.seat
                self.rewards[self.agents[seat]] = self._shaping[seat].asked(episode.game, seat)
            return
        returns = episode.returns()
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = returns[seat] + (self._shaping[seat].ended() if shaped else 0.0)

    def _tell(self) -> None:
        """Fill the infos: the mask of the selected agent, none for the other, and at the end the result."""
        if self._episode.status == PLAYING:
            self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}
        else:
            result = self._episode.result()
            self.infos = {agent: Info(action_mask=mask_of([]), result=result) for agent in self.agents}

    def _mask(self, agent: str) -> Any:
        deciding = self._episode.status == PLAYING and agent == self.agent_selection
        return mask_of(self._episode.game.asked if deciding else [])

    def observe(self, agent: str) -> AecObservation:
        """What *agent* may know, and the slots it may pick: none while the other decides."""
        seat = plain_agent(agent, self.possible_agents)
        return {"observation": self._observer.observe(self._episode.game, seat), "action_mask": self._mask(agent)}

    def record(self) -> Record:
        """The game so far, for `records.write_records` and `scripts/replay.py`."""
        return self._episode.record()

    def render(self) -> Any:
        """The position as the selected agent knows it: text for "ansi", an image for "rgb_array"."""
        game = self.game
        return render(game.view(self.possible_agents.index(self.agent_selection)), self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
