"""Play the games of tests/golden/ and compare them with what is written there.

    python scripts/golden.py            # a unified diff of every game that differs; exits 1 if any does
    python scripts/golden.py --write    # write the games as they play today
"""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.golden import FOLDER, play, playthroughs


def main() -> int:
    parser = argparse.ArgumentParser(description="Golden playthroughs in tests/golden/.")
    parser.add_argument("--write", action="store_true", help="write the games as they play today")
    args = parser.parse_args()
    changed = 0
    for name in playthroughs():
        path = FOLDER / f"{name}.txt"
        played = play(name)
        written = path.read_text(encoding="utf-8") if path.exists() else ""
        if played == written:
            continue
        changed += 1
        if args.write:
            path.write_text(played, encoding="utf-8")
            print(f"wrote {path.name}")
        else:
            lines = difflib.unified_diff(written.splitlines(), played.splitlines(), path.name, "now", lineterm="")
            print(*lines, sep="\n")
    print(f"{changed} of {len(playthroughs())} games {'written' if args.write else 'differ'}")
    return 1 if changed and not args.write else 0


if __name__ == "__main__":
    sys.exit(main())
