"""Games as JSON: every attribute of the position, Programs and slots by name, and a digest of the rules."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict

from dune_env.arrakis.programs import REGISTER_NAMES
from dune_env.arrakis.ruleset import ConfigError, GameConfig, config_from
from dune_env.arrakis.slots import SLOTS
from dune_env.arrakis.state import PROGRAMS, State
from dune_env.engine.steps import FIRST_REGISTER, FRAME, NONE, PROGRAM, SEAT, STEP

FORMAT = 1


class SaveError(ValueError):
    """A saved game that cannot be read: the message names the field and what it takes."""


INT_FIELDS = [
    "seed", "unrolled", "locked", "bene_gesserit_reserve", "supremacy", "spice_reserve", "claims_made",
    "just_happened", "windows_asked", "harvesters_lost", "round", "phase", "turn_side", "turns", "tank_arrivals",
    "die_spent", "atomics", "atomics_spent", "signs_aside", "winner", "reason", "clock", "harvest_card",
    "target_card", "temporary_target", "last_discard", "next_deck", "ornithopter_used", "ordered_result",
    "parked_scheming",
]  # fmt: skip
LIST_FIELDS = [
    "cells", "figure_supply", "figures_gone", "leader_at", "leader_card", "zones", "dice", "used", "bene_gesserit",
    "bene_gesserit_at", "prescience", "imperium", "bans", "prescience_at", "discards", "deck_left", "hand_size",
    "attached", "effects", "moved", "flown", "placed_worms", "sietch_at", "sietch_up", "events", "tactical_seen",
    "token_seen", "token_laid", "sietch_rank", "objectives", "ruled_out", "token_at", "hand", "deck", "stations_left",
    "signs_left", "reinforcements",
]  # fmt: skip


# The least and largest value of each entry; of all others MOST_INT bounds the size.
LIMITS = {
    "cells": (0, 255), "figure_supply": (0, 255), "figures_gone": (0, 255), "leader_at": (-20, 100),
    "leader_card": (0, 1), "zones": (0, 2), "dice": (0, 20), "used": (0, 20), "bene_gesserit": (0, 20),
    "bene_gesserit_at": (-1, 5), "prescience": (0, 50), "imperium": (0, 10), "bans": (0, 1), "prescience_at": (0, 3),
    "discards": (0, 20), "deck_left": (0, 255), "hand_size": (0, 255), "flown": (0, 100), "placed_worms": (0, 100),
    "sietch_at": (-1, 100), "sietch_up": (0, 1), "tactical_seen": (0, 1), "sietch_rank": (0, 5), "objectives": (0, 5),
    "token_at": (-4, 100), "hand": (0, 20), "deck": (0, 20), "stations_left": (0, 20), "signs_left": (0, 20),
    "unrolled": (0, 20), "locked": (0, 20), "bene_gesserit_reserve": (0, 20), "supremacy": (0, 50),
    "spice_reserve": (0, 50), "phase": (0, 5), "turn_side": (-1, 1), "round": (0, 10_000), "turns": (0, 100_000),
    "atomics": (0, 3), "signs_aside": (0, 20), "winner": (-1, 1), "reason": (0, 2), "harvest_card": (-1, 7),
    "target_card": (-1, 7), "temporary_target": (-1, 7), "last_discard": (-1, 3), "next_deck": (-1, 3),
    "ordered_result": (-1, 4), "seed": (0, 0), "moved": (-20, 1 << 32),
}  # fmt: skip
MOST_INT = 1 << 32

# Lists that grow and shrink; every other one keeps the length that it has in a new game.
GROWING_FIELDS = ["attached", "effects", "moved", "flown", "placed_worms", "objectives", "reinforcements"]


def rules_digest() -> str:
    """A fingerprint of the Programs and slots that a saved stack refers to."""
    defined = sum([len(steps) for steps in PROGRAMS.steps])  # grows while the modules of the rules are imported
    if defined not in DIGESTS:
        DIGESTS[defined] = _rules_digest()
    return DIGESTS[defined]


DIGESTS: dict[int, str] = {}


def _rules_digest() -> str:
    table = [[name, [step.name for step in steps]] for name, steps in zip(PROGRAMS.names, PROGRAMS.steps, strict=True)]
    text = json.dumps([FORMAT, table, REGISTER_NAMES, SLOTS.names])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def to_data(game: State) -> dict[str, object]:
    """The whole game as JSON-ready data."""
    config = asdict(game.config)
    data: dict[str, object] = {
        "digest": rules_digest(),
        "content": game.content.digest,
        "config": config,
        "rng": game.rng.words(),
        "over": game.over,
        "explicit_chance": game.explicit_chance,
        "stack": stack_to_data(game.stack),
        "history": [SLOTS.name(slot) if not game.explicit_chance else slot for slot in game.history],
    }
    for name in INT_FIELDS:
        data[name] = getattr(game, name)
    for name in LIST_FIELDS:
        data[name] = list(getattr(game, name))
    return data


def sealed(data: dict[str, object]) -> str:
    """Saved data as JSON, its checksum in the last field."""
    text = json.dumps(data)
    return text[:-1] + SEAL.format(checksum(text))


SEAL = ', "checksum": "{}"}}'


def checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def check_seal(text: str, data: dict[str, object]) -> None:
    """Refuse saved data that was changed by hand or broken on its way; only its white space may be another."""
    seal = data.get("checksum")
    ending = SEAL.format(seal)
    if text.endswith(ending) and checksum(text[: -len(ending)] + "}") == seal:
        return
    found = checksum(json.dumps({name: value for name, value in data.items() if name != "checksum"}))
    if found != seal:
        raise SaveError(f"checksum: got {seal!r}, takes {found!r}: the saved game was changed or broken")


def stack_to_data(stack: list[int]) -> list[dict[str, object]]:
    """A stack as its Frames, Programs and registers by name."""
    frames: list[dict[str, object]] = []
    for base in range(0, len(stack), FRAME):
        registers = {
            name: stack[base + FIRST_REGISTER + i]
            for i, name in enumerate(REGISTER_NAMES)
            if stack[base + FIRST_REGISTER + i] != NONE
        }
        frames.append(
            {
                "program": PROGRAMS.names[stack[base + PROGRAM]],
                "step": stack[base + STEP],
                "seat": stack[base + SEAT],
                "registers": registers,
            }
        )
    return frames


def config_from_data(data: object) -> GameConfig:
    """The configuration in a saved game."""
    if not isinstance(data, dict):
        raise SaveError("config: takes an object")
    fields = dict(data)
    rules = fields.pop("ruleset", None)
    if not isinstance(rules, dict):
        raise SaveError("config.ruleset: takes an object")
    try:
        return config_from({**fields, "ruleset": rules})
    except ConfigError as error:
        raise SaveError(f"config.{error}") from error


def fill(game: State, data: dict[str, object]) -> None:
    """Give *game*, made for the same config and content, the saved position."""
    if data.get("digest") != rules_digest():
        raise SaveError(f"digest: saved under {data.get('digest')!r}, this version plays {rules_digest()!r}")
    if data.get("content") != game.content.digest:
        raise SaveError(f"content: saved with {data.get('content')!r}, loaded is {game.content.digest!r}")
    for name in [*INT_FIELDS, *LIST_FIELDS, "stack"]:
        fill_field(game, data, name)
    words = _ints(data, "rng")
    if len(words) != 4:
        raise SaveError(f"rng: takes 4 words, got {len(words)}")
    game.rng.set_words(words)
    game.over = _flag(data, "over")
    game.explicit_chance = _flag(data, "explicit_chance")
    history = data.get("history")
    if not isinstance(history, list):
        raise SaveError("history: takes a list of slots")
    game.history = [_answer(slot, at) for at, slot in enumerate(history)]


def fill_field(game: State, data: dict[str, object], name: str) -> None:
    """Give *game* one saved attribute, once it has the shape that the game knows."""
    if name == "stack":
        game.stack = _stack(data)
    elif name in INT_FIELDS:
        value = _int(data, name)
        _within(name, [value])
        setattr(game, name, value)
    elif name in LIST_FIELDS:
        values = _ints(data, name)
        wanted = len(getattr(game, name))
        if name not in GROWING_FIELDS and len(values) != wanted:
            raise SaveError(f"{name}: takes {wanted} ints, got {len(values)}")
        _within(name, values)
        if name == "cells":
            game.cells = bytearray(values)
        else:
            setattr(game, name, values)
    else:
        raise SaveError(f"{name}: unknown, a game has no such attribute")


def _within(name: str, values: list[int]) -> None:
    if not values:
        return
    low, high = LIMITS.get(name, (-MOST_INT, MOST_INT))
    least, most = min(values), max(values)
    if name == "seed" and least >= 0:
        return
    if least < low or most > high:
        raise SaveError(f"{name}: takes {low} to {high}, got {least if least < low else most}")


def _answer(slot: object, at: int) -> int:
    """A slot of the history, by name or, where chance answered too, by number."""
    if isinstance(slot, str) and slot in SLOTS.slots:
        return SLOTS.slots[slot]
    if isinstance(slot, bool) or not isinstance(slot, int):
        raise SaveError(f"history[{at}]: got {slot!r}, takes a slot")
    return slot


def _flag(data: dict[str, object], name: str) -> bool:
    value = data.get(name)
    if not isinstance(value, bool):
        raise SaveError(f"{name}: got {value!r}, takes true or false")
    return value


def _int(data: dict[str, object], name: str) -> int:
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise SaveError(f"{name}: got {value!r}, takes an int")
    return value


def _ints(data: dict[str, object], name: str) -> list[int]:
    value = data.get(name)
    if not isinstance(value, list) or not {type(x) for x in value} <= {int}:  # a bool is no number here
        raise SaveError(f"{name}: takes a list of ints")
    return list(value)


def _stack(data: dict[str, object]) -> list[int]:
    frames = data.get("stack")
    if not isinstance(frames, list):
        raise SaveError("stack: takes a list of frames")
    stack: list[int] = []
    for at, frame in enumerate(frames):
        if not isinstance(frame, dict) or frame.get("program") not in PROGRAMS.names:
            raise SaveError(f"stack[{at}].program: takes the name of a Program")
        base = len(stack)
        stack.extend([NONE] * FRAME)
        program = PROGRAMS.names.index(str(frame["program"]))
        stack[base + PROGRAM] = program
        stack[base + STEP] = _int(frame, "step")
        stack[base + SEAT] = _int(frame, "seat")
        if not 0 <= stack[base + STEP] <= len(PROGRAMS.steps[program]):
            raise SaveError(f"stack[{at}].step: takes 0 to {len(PROGRAMS.steps[program])}, got {frame['step']!r}")
        registers = frame.get("registers")
        if not isinstance(registers, dict):
            raise SaveError(f"stack[{at}].registers: takes an object")
        for name in registers:
            if name not in REGISTER_NAMES:
                raise SaveError(f"stack[{at}].registers.{name}: unknown register")
            stack[base + FIRST_REGISTER + REGISTER_NAMES.index(name)] = _int(registers, name)
    return stack
