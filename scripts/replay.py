"""Play recorded games again and check that each comes to the recorded end.

    python scripts/replay.py games.jsonl
    python scripts/replay.py games.jsonl --log --game 3

A record file holds one game a line (`dune_env.arrakis.records`). The exit status is 1 as soon as a record is broken or
ends otherwise; the message names its line and field.
"""

from __future__ import annotations

import argparse
import sys

from dune_env.arrakis.game import Game
from dune_env.arrakis.names import PHASE_NAMES
from dune_env.arrakis.records import (
    Record,
    RecordError,
    answer,
    check_result,
    check_rules,
    read_records,
    replay_record,
    started,
)
from dune_env.arrakis.telling import events_since


def told(record: Record) -> Game:
    """Replay *record* and print every answer beside its question, and what happened publicly."""
    game = started(record)
    moment = ""
    for at, name in enumerate(record.slots):
        now = f"round {game.round}, {PHASE_NAMES[game.phase]}"
        if now != moment:
            print(f"  {now}")
            moment = now
        clock = game.clock
        others = len(game.asked) - 1
        print(f"    {at}: {game.asked_name()} {game.question()}: {name}" + (f" (of {others + 1})" if others else ""))
        answer(record, game, at)
        for event in events_since(game, clock):
            print(f"        {event}")
    return game


def replayed(path: str, log: bool, only: int | None) -> int:
    """Replay the games of a file; how many there were."""
    count = 0
    for record in read_records(path):
        if only is not None and record.line != only:
            continue
        if log:
            print(f"game {record.line}: {record.config.mode}, seed {record.seed}")
            check_rules(record)
            game = told(record)
            check_result(record, game)
        else:
            game = replay_record(record)
        count += 1
        winner = record.result["winner"] or "nobody"
        print(f"game {record.line}: {winner} ({record.result['reason']}) in round {game.round}, as recorded")
    return count


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", help="a record file")
    parser.add_argument("--log", action="store_true", help="print questions, answers and events")
    parser.add_argument("--game", type=int, help="replay the game of this line only")
    options = parser.parse_args()
    try:
        count = replayed(options.file, options.log, options.game)
    except (RecordError, OSError) as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return 1
    if not count:
        wanted = "" if options.game is None else f" in line {options.game}"
        print(f"{options.file}: no game to replay{wanted}", file=sys.stderr)
        return 1
    print(f"{count} games replayed, all as recorded")
    return 0


if __name__ == "__main__":
    sys.exit(main())
