"""Draw a position of a random game: `python scripts/render_board.py --seed 5 --moves 400 --out docs/board.png`."""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from PIL import Image

from dune_env.arrakis.game import new_game
from dune_env.arrakis.names import SIDE_NAMES
from dune_env.envs.render import picture


def main() -> None:
    """Play *moves* random answers of the game of *seed* and save the picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--seed", type=int, default=0, help="of the game and of the random answers")
    parser.add_argument("--moves", type=int, default=0, help="answers to give before the picture is drawn")
    parser.add_argument("--side", choices=SIDE_NAMES, default="atreides", help="whose view is drawn")
    parser.add_argument("--out", type=Path, default=Path("board.png"), help="where the PNG goes")
    arguments = parser.parse_args()
    for name in ("seed", "moves"):
        if getattr(arguments, name) < 0:
            parser.error(f"--{name} takes 0 or more, got {getattr(arguments, name)}")
    if arguments.out.suffix.lower() != ".png" or not arguments.out.parent.is_dir():
        parser.error(f"--out takes the path of a .png file in a folder that is there, got {str(arguments.out)!r}")
    game = new_game(seed=arguments.seed)
    answers = random.Random(arguments.seed)
    for _ in range(arguments.moves):
        if game.over:
            break
        game.pick(answers.choice(game.options()))
    Image.fromarray(picture(game.view(SIDE_NAMES.index(arguments.side)))).save(arguments.out, optimize=True)
    print(f"{arguments.out}: round {game.round}, {game.question()}")


if __name__ == "__main__":
    main()
