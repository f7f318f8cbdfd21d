"""A position as a picture or as text, always from one seat's view."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dune_env.arrakis.view import View
from dune_env.envs.ansi import describe


def render(view: View, mode: str | None) -> str | NDArray[np.uint8] | None:
    """What *view* shows in a render mode; nothing for None."""
    if mode is None:
        return None
    return describe(view) if mode == "ansi" else picture(view)


def picture(view: View) -> NDArray[np.uint8]:
    """The board and what lies beside it, height x width x 3; needs Pillow, the extra `render`."""
    try:
        from dune_env.envs.board_picture import base_map
    except ImportError as problem:
        raise ImportError('render_mode="rgb_array" needs Pillow: pip install "dune_env[render]"') from problem
    from dune_env.envs.panel import draw_header, draw_panel
    from dune_env.envs.pieces_picture import draw_pieces

    canvas = base_map(view.atomics).copy()
    draw_pieces(canvas, view)
    draw_header(canvas, view)
    draw_panel(canvas, view)
    return np.array(canvas.finished(), dtype=np.uint8)
