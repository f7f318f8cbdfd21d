"""Record files: played games as JSON lines, one game a line, which replay to the same end.

A line is an object with exactly these fields:

* `format`: 1. `rules`: the digest of the Programs and slots it was played with (`saving.rules_digest`).
* `config`: `mode`, `ruleset` (the fields that differ from v1.1), `content`, `max_rounds`, `ties`.
* `content`: the digest of the content.
* `seed`, and `scenario`: null, or the position that the game began at, as `scenario.build` takes it.
* `explicit_chance`: whether the answers of chance are among the slots; if not, the seed gives them.
* `slots`: the answers by name, in order.
* `result`: `winner` (a side or null), `reason`, `rounds`, `supremacy`, `prescience` (in marker order), `digest` (of the
  final position). A game that was broken off has no winner and the reason `undecided`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import fields

from dune_env.arrakis.game import Game, new_game
from dune_env.arrakis.names import REASON_NAMES, SIDE_NAMES
from dune_env.arrakis.ruleset import GameConfig, config_from, ruleset_differences
from dune_env.arrakis.saving import rules_digest
from dune_env.arrakis.scenario import build
from dune_env.engine.steps import NONE, IllegalSlot

RECORD_FORMAT = 1
RECORD_FIELDS = [
    "format", "rules", "config", "content", "seed", "scenario", "explicit_chance", "slots", "result",
]  # fmt: skip
RESULT_FIELDS = ["winner", "reason", "rounds", "supremacy", "prescience", "digest"]


class RecordError(ValueError):
    """A record that cannot be read, or that does not replay: the message names the line and the field."""


class Record:
    """One played game; see the module for what each field holds."""

    def __init__(self, config: GameConfig, seed: int) -> None:
        self.line = NONE  # of the file it was read from
        self.rules = rules_digest()
        self.config = config
        self.content = ""
        self.seed = seed
        self.scenario: dict[str, object] | None = None
        self.explicit_chance = False
        self.slots: list[str] = []
        self.result: dict[str, object] = {}

    def refuse(self, field: str, what: str) -> RecordError:
        """The error that names this record's line and *field*."""
        where = f"line {self.line}: " if self.line != NONE else ""
        return RecordError(f"{where}{field}: {what}")

    def data(self) -> dict[str, object]:
        """The record as JSON-ready data."""
        return {
            "format": RECORD_FORMAT,
            "rules": self.rules,
            "config": config_data(self.config),
            "content": self.content,
            "seed": self.seed,
            "scenario": self.scenario,
            "explicit_chance": self.explicit_chance,
            "slots": self.slots,
            "result": self.result,
        }


# --- making and writing


def record_of(game: Game, scenario: dict[str, object] | None = None) -> Record:
    """The record of *game* so far, which has been replayed and has come to the same position.

    RecordError for a game that its seed and history do not lead to: one that was drawn from a view, was copied with
    chance switched, or began at a scenario that is not given.
    """
    record = Record(game.config, game.seed)
    record.content = game.content.digest
    record.scenario = scenario
    record.explicit_chance = game.explicit_chance
    again = started(record)
    for at, slot in enumerate(game.history):
        name = again.slot_name(slot)
        try:
            again.pick(slot)
        except IllegalSlot as error:
            raise _no_record(f"answer {at} does not fit: {error}") from error
        record.slots.append(name)
    if again.digest() != game.digest():
        raise _no_record("they lead to another position")
    record.result = result_of(game)
    return record


def _no_record(why: str) -> RecordError:
    return RecordError(
        f"no record: the seed and the history do not lead to this game, {why}; "
        "a game drawn from a view or copied with chance switched has none, one from a scenario takes the scenario"
    )


def result_of(game: Game) -> dict[str, object]:
    """How *game* stands, as a record tells it."""
    return {
        "winner": SIDE_NAMES[game.winner] if game.winner != NONE else None,
        "reason": REASON_NAMES[game.reason],
        "rounds": game.round,
        "supremacy": game.supremacy,
        "prescience": game.prescience[:],
        "digest": game.digest(),
    }


def config_data(config: GameConfig) -> dict[str, object]:
    """*config* as a record tells it."""
    data: dict[str, object] = {field.name: getattr(config, field.name) for field in fields(GameConfig)}
    data["ruleset"] = {name: getattr(config.rules, name) for name in ruleset_differences(config.rules)}
    return data


def write_records(path: str, records: Iterable[Record], append: bool = False) -> int:
    """Write *records* to a file, or behind those that it holds; how many were written."""
    written = 0
    with open(path, "a" if append else "w", encoding="utf-8") as file:
        for record in records:
            file.write(json.dumps(record.data(), separators=(",", ":")) + "\n")
            written += 1
    return written


# --- reading and replaying


def read_records(path: str) -> Iterator[Record]:
    """The records of a file, one after the other; RecordError names the line and field of a broken one."""
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            yield record_from(line, number)


def record_from(line: bytes | str, number: int = NONE) -> Record:
    """The record that one line holds; RecordError names *number* and the field that is wrong."""
    blank = Record(GameConfig(), 0)
    blank.line = number
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise blank.refuse("the line", f"takes a JSON object, cut short or broken: {error}") from error
    if not isinstance(data, dict):
        raise blank.refuse("the line", "takes a JSON object")
    for name in RECORD_FIELDS:
        if name not in data:
            raise blank.refuse(name, "is missing")
    for name in data:
        if name not in RECORD_FIELDS:
            raise blank.refuse(name, f"unknown, a record takes {', '.join(RECORD_FIELDS)}")
    if not _is_int(data["format"]) or data["format"] != RECORD_FORMAT:
        raise blank.refuse("format", f"got {data['format']!r}, takes {RECORD_FORMAT}")
    record = Record(_config(blank, data["config"]), _seed(blank, data["seed"]))
    record.line = number
    record.rules = _text(blank, "rules", data["rules"])
    record.content = _text(blank, "content", data["content"])
    record.scenario = _scenario(blank, data["scenario"])
    flag = data["explicit_chance"]
    if not isinstance(flag, bool):
        raise blank.refuse("explicit_chance", f"got {flag!r}, takes true or false")
    record.explicit_chance = flag
    record.slots = _slots(blank, data["slots"])
    record.result = _result(blank, data["result"])
    return record


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _text(record: Record, field: str, value: object) -> str:
    if not isinstance(value, str):
        raise record.refuse(field, f"got {value!r}, takes a text")
    return value


def _seed(record: Record, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise record.refuse("seed", f"got {value!r}, takes an int of 0 or more")
    return value


def _config(record: Record, value: object) -> GameConfig:
    if not isinstance(value, dict):
        raise record.refuse("config", "takes an object")
    for field in fields(GameConfig):
        if field.name not in value:
            raise record.refuse(f"config.{field.name}", "is missing")
    try:
        return config_from(value)
    except (ValueError, TypeError) as error:
        raise record.refuse("config", str(error)) from error


def _scenario(record: Record, value: object) -> dict[str, object] | None:
    if value is not None and not isinstance(value, dict):
        raise record.refuse("scenario", "takes null or an object")
    return value


def _slots(record: Record, value: object) -> list[str]:
    if not isinstance(value, list):
        raise record.refuse("slots", "takes a list of names")
    for at, name in enumerate(value):
        if not isinstance(name, str):
            raise record.refuse(f"slots[{at}]", f"got {name!r}, takes the name of a slot")
    return value


def _result(record: Record, value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise record.refuse("result", "takes an object")
    for name in value:
        if name not in RESULT_FIELDS:
            raise record.refuse(f"result.{name}", f"unknown, a result takes {', '.join(RESULT_FIELDS)}")
    for name in RESULT_FIELDS:
        if name not in value:
            raise record.refuse(f"result.{name}", "is missing")
    if value["winner"] is not None and value["winner"] not in SIDE_NAMES:
        raise record.refuse("result.winner", f"got {value['winner']!r}, takes null or one of {', '.join(SIDE_NAMES)}")
    if value["reason"] not in REASON_NAMES:
        raise record.refuse("result.reason", f"got {value['reason']!r}, takes one of {', '.join(REASON_NAMES)}")
    for name in ("rounds", "supremacy"):
        if not _is_int(value[name]):
            raise record.refuse(f"result.{name}", f"got {value[name]!r}, takes an int")
    markers = value["prescience"]
    if not isinstance(markers, list) or len(markers) != 3 or not all(_is_int(marker) for marker in markers):
        raise record.refuse("result.prescience", f"got {markers!r}, takes three ints")
    _text(record, "result.digest", value["digest"])
    return value


def check_rules(record: Record) -> None:
    """Refuse a record that was made with other Programs or slots than these."""
    if record.rules != rules_digest():
        raise record.refuse("rules", f"recorded under {record.rules!r}, this version plays {rules_digest()!r}")


def started(record: Record) -> Game:
    """The game of *record* at its first question."""
    try:
        if record.scenario is None:
            game = new_game(record.config, record.seed, record.explicit_chance)
        else:
            game = build(record.scenario, record.seed, record.config, record.explicit_chance)
    except ValueError as error:
        raise record.refuse("config" if record.scenario is None else "scenario", str(error)) from error
    if game.content.digest != record.content:
        raise record.refuse("content", f"recorded with {record.content!r}, loaded is {game.content.digest!r}")
    return game


def answer(record: Record, game: Game, at: int) -> None:
    """Give *game* the answer `record.slots[at]`."""
    try:
        game.pick(game.slot_called(record.slots[at]))
    except IllegalSlot as error:
        raise record.refuse(f"slots[{at}]", f"{record.slots[at]!r} cannot be picked: {error}") from error


def check_result(record: Record, game: Game) -> None:
    """Whether *game*, replayed, ended as *record* says; RecordError names the field that differs."""
    found = result_of(game)
    for name in RESULT_FIELDS:
        if record.result[name] != found[name]:
            raise record.refuse(f"result.{name}", f"recorded {record.result[name]!r}, the replay has {found[name]!r}")


def replay_record(record: Record) -> Game:
    """The game of *record*, played again and checked against its result; RecordError names what differs."""
    check_rules(record)
    game = started(record)
    for at in range(len(record.slots)):
        answer(record, game, at)
    check_result(record, game)
    return game

