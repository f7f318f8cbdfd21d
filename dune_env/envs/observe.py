"""Observations and masks as fresh numpy arrays, and the spaces that hold them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from dune_env.arrakis.game import Game
from dune_env.arrakis.layout import LAYOUT, Watch
from dune_env.arrakis.slots import N_SLOTS, mask_bytes

Observation = NDArray[Any] | dict[str, NDArray[Any]]

SCALES = np.asarray(LAYOUT.scales, dtype=np.float32)
UINT8, INT8 = np.dtype(np.uint8), np.dtype(np.int8)  # numpy takes these more quickly than the types


class Observer:
    """Writes what a seat may know into arrays.

    Args:
        observation: "flat", one vector, or "blocks", a dict of the layout's named arrays.
        dtype: "float32", or the raw "uint8" that times `layout.scales` is the float32.
    """

    def __init__(self, observation: str = "flat", dtype: str = "float32") -> None:
        self.blocks = observation == "blocks"
        self.scaled = dtype == "float32"
        self._watches: dict[int, Watch] = {}  # by seat

    def space(self) -> spaces.Box | spaces.Dict:
        """The space of the observations."""
        high: NDArray[Any] = np.asarray(LAYOUT.highs, dtype=np.uint8)
        if self.scaled:
            high = high * SCALES
        kind = high.dtype.type
        if not self.blocks:
            return spaces.Box(np.zeros_like(high), high, dtype=kind)
        named = cut(high).items()
        return spaces.Dict({name: spaces.Box(np.zeros_like(part), part, dtype=kind) for name, part in named})

    def observe(self, game: Game, seat: int) -> Observation:
        """What *seat* sees, in arrays of their own."""
        raw = self.raw(game, seat)
        flat: NDArray[Any] = raw * SCALES if self.scaled else raw.copy()
        return cut(flat) if self.blocks else flat

    def raw(self, game: Game, seat: int) -> NDArray[np.uint8]:
        """What *seat* sees as whole numbers, in a flat array that is not to be written to."""
        watch = self._watches.get(seat)
        if watch is None or not watch.fits(game, seat):
            watch = self._watches[seat] = Watch(game.config, game.content, seat)
        return np.frombuffer(watch.observation(game), UINT8)

    def __reduce__(self) -> tuple[type[Observer], tuple[str, str]]:
        return Observer, ("blocks" if self.blocks else "flat", "float32" if self.scaled else "uint8")


def cut(flat: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """The blocks of a flat vector by name, or of one such row for each game."""
    parts: dict[str, NDArray[Any]] = {}
    for block in LAYOUT.blocks:
        parts[block.name] = flat[..., block.start : block.start + block.size].reshape(*flat.shape[:-1], *block.shape)
    return parts


def mask_space() -> spaces.Box:
    """The space of action masks: 1 for a legal slot."""
    return spaces.Box(0, 1, (N_SLOTS,), np.int8)


def mask_of(slots: list[int]) -> NDArray[np.int8]:
    """An action mask with 1 at *slots*."""
    return np.frombuffer(mask_bytes(slots), INT8)
