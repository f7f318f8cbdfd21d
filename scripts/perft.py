"""Count how many ways the positions of tests/perft/ play on, and compare with their files.

    python scripts/perft.py                       # what differs; exits 1 if anything does
    python scripts/perft.py --write               # write the counts of today
    python scripts/perft.py battle --depth 3      # count one position to another depth
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.perft import FOLDER, counted, load, names


def written(entry: dict[str, Any]) -> str:
    """The text of a position's file."""
    text = json.dumps(entry, indent=2, ensure_ascii=False)
    return re.sub(r"\[[^\[\]{}]*\]", on_one_line, text) + "\n"


def on_one_line(found: re.Match[str]) -> str:
    """A list of plain values without its line breaks."""
    return "[" + ", ".join(item.strip() for item in found[0][1:-1].split(",") if item.strip()) + "]"


def main() -> int:
    parser = argparse.ArgumentParser(description="Node counts of the positions in tests/perft/.")
    parser.add_argument("names", nargs="*", help="positions; all of them by default")
    parser.add_argument("--write", action="store_true", help="write the counts into the files")
    parser.add_argument("--depth", type=int, help="answers to go down; as deep as the file does by default")
    args = parser.parse_args()
    known = names()
    for name in args.names:
        if name not in known:
            parser.error(f"{name}: no such position, there are {', '.join(known)}")
    if args.depth is not None and args.depth < 1:
        parser.error(f"--depth: got {args.depth}, takes an int of 1 or more")
    changed = 0
    for name in args.names or known:
        entry = load(name)
        depth = args.depth or max(1, len(entry.get("nodes", [])))
        began = time.perf_counter()
        found = counted(entry, depth)
        differs = [key for key in found if entry.get(key) != found[key]]
        shown = f"differs in {', '.join(differs)}" if differs and depth == len(entry.get("nodes", [])) else ""
        print(f"{name:32} {time.perf_counter() - began:6.2f}s {found['nodes']} {shown}")
        changed += bool(differs)
        if args.write:
            (FOLDER / f"{name}.json").write_text(written({**entry, **found}), encoding="utf-8")
    return 1 if changed and not args.write and args.depth is None else 0


if __name__ == "__main__":
    sys.exit(main())
