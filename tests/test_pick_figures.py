"""Splits against brute force: every legal one can be picked, and nothing else (R-16.4 to R-16.9, Q-I1)."""

from __future__ import annotations

from itertools import product

import pytest

from dune_env.arrakis.board import AREA_INDEX
from dune_env.arrakis.game import Game
from dune_env.arrakis.lasting_effects import LEADER_BARRED, add_effect
from dune_env.arrakis.movement import push_move
from dune_env.arrakis.movers import HAS_LEADER, HAS_SPECIAL, legion_fits, movable, movable_leaders, movable_tokens
from dune_env.arrakis.names import ATREIDES, HARKONNEN, SIDE_NAMES
from dune_env.arrakis.pieces import leaders, strength
from dune_env.arrakis.scenario import build
from dune_env.arrakis.slots import PICK_AREA, SLOTS
from dune_env.arrakis.state import PROGRAMS
from dune_env.engine.steps import NONE

FROM = AREA_INDEX["gara_kulon"]
TO = AREA_INDEX["north_east_12"]

Group = tuple[int, ...]  # regular, elite, special, generic, Leader bits, token bits


def subsets(numbers: list[int]) -> list[int]:
    """Every subset of *numbers* as bits."""
    found = [0]
    for n in numbers:
        found += [bits | 1 << n for bits in found]
    return found


def legal_groups(game: Game, side: int, kind: int, leader: int) -> set[Group]:
    """By the rules, without a thought for the order of picking."""
    ranges = [range(movable(game, side, FROM, figure) + 1) for figure in range(4)]
    found: set[Group] = set()
    for regular, elite, special, generic in product(*ranges):
        for named in subsets(movable_leaders(game, side, FROM)):
            for tokens in subsets(movable_tokens(game, side, FROM)):
                units = regular + elite + special + tokens.bit_count()
                led = generic + named.bit_count()
                stay = strength(game, side, FROM) - units
                if units == 0:
                    continue
                if leaders(game, side, FROM) - led > 0 and stay == 0:
                    continue
                if kind & HAS_LEADER and led == 0:
                    continue
                if kind & HAS_SPECIAL and special == 0:
                    continue
                if leader != NONE and not named >> leader & 1:
                    continue
                found.add((regular, elite, special, generic, named, tokens))
    return found


def picked_groups(game: Game, side: int, kind: int, leader: int, moved: list[int]) -> set[Group]:
    """Every group that answers to the questions can move; no way may end without one."""
    base = len(game.stack)
    push_move(game, side, 1, kind, leader, 0)
    game.moved.extend(moved)
    PROGRAMS.advance(game)
    assert game.question() == "move_legions.PickMover"
    game.pick(PICK_AREA + FROM)
    assert game.question() == "move_legions.PickDestination"
    found: set[Group] = set()
    waiting = [game]
    waiting[0].pick(PICK_AREA + TO)
    while waiting:
        at = waiting.pop()
        if len(at.stack) > base and at.question() == "move_legions.PickFigures":
            assert at.asked, "a dead end"
            assert len(set(at.asked)) == len(at.asked)
            for slot in at.asked:
                twin = at.copy()
                twin.pick(slot)
                waiting.append(twin)
            continue
        assert len(at.moved) == len(moved) + 7, "nothing moved"
        found.add(tuple(at.moved[-6:]))
    return found


LEGIONS: list[tuple[str, dict[str, object]]] = [
    ("one unit", {"regular": 1}),
    ("a leader", {"regular": 1, "generic": 1}),
    ("grades", {"regular": 2, "elite": 1, "special_elite": 1, "generic": 1}),
    ("specials", {"special_elite": 2, "generic": 2}),
    ("two specials, a regular", {"regular": 1, "special_elite": 2, "leaders": ["first"]}),
    ("all named", {"regular": 1, "elite": 1, "leaders": ["first", "second", "third"]}),
    ("named and generic", {"regular": 2, "special_elite": 1, "generic": 2, "leaders": ["first", "third"]}),
    ("full", {"regular": 3, "elite": 2, "special_elite": 1, "generic": 1, "leaders": ["second", "third"]}),
]
NAMES = {
    "atreides": {"first": "paul_atreides", "second": "lady_jessica", "third": "stilgar"},
    "harkonnen": {"first": "baron_harkonnen", "second": "beast_rabban", "third": "captain_aramsham"},
}
TOKENS = [[], ["atreides_starting_2"], ["atreides_starting_1", "atreides_standard_8", "atreides_starting_4"]]

# What has moved into the Area in this Action already: figures, which of the three Leaders, the first of the tokens.
MOVED = [
    (0, 0, 0, 0, [], 0),
    (1, 0, 0, 0, [], 0),
    (0, 0, 1, 1, [], 0),
    (1, 1, 0, 0, ["third"], 0),
    (0, 0, 0, 0, ["first"], 1),
]


def positions() -> list[tuple[int, dict[str, object], list[int]]]:
    found: list[tuple[int, dict[str, object], list[int]]] = []
    for side, (_, legion), tokens, moved in product((ATREIDES, HARKONNEN), LEGIONS, TOKENS, MOVED):
        names = NAMES[SIDE_NAMES[side]]
        content = dict(legion, side=SIDE_NAMES[side])
        content["leaders"] = [names[x] for x in legion.get("leaders", [])]  # type: ignore[attr-defined]
        if tokens and side == HARKONNEN:
            continue
        content["tokens"] = list(tokens)
        units = sum(int(str(legion.get(f, 0))) for f in ("regular", "elite", "special_elite")) + len(tokens)
        if units > 6:
            continue
        figures = ("regular", "elite", "special_elite", "generic")
        if any(moved[i] > int(str(legion.get(name, 0))) for i, name in enumerate(figures)):
            continue
        if any(name not in legion.get("leaders", []) for name in moved[4]):  # type: ignore[operator]
            continue
        if moved[5] > len(tokens):
            continue
        group: list[int] = []
        if any(moved[:4]) or moved[4] or moved[5]:
            leader_ids = [
                "baron_harkonnen",
                "beast_rabban",
                "",
                "",
                "captain_aramsham",
                "",
                "",
                "paul_atreides",
                "lady_jessica",
            ]
            leader_ids += ["", "", "", "stilgar"]
            bits = sum(1 << leader_ids.index(names[name]) for name in moved[4])
            token = (
                SLOTS.slots[f"pick_token({tokens[0]})"] - SLOTS.slots["pick_token(atreides_starting_1)"]
                if moved[5]
                else 0
            )
            group = [FROM, *moved[:4], bits, 1 << token if moved[5] else 0]
        found.append((side, content, group))
    return found


@pytest.mark.rule("R-16.4", "R-16.5", "R-16.6")
@pytest.mark.parametrize(
    "kind", [0, HAS_LEADER, HAS_SPECIAL, HAS_LEADER | HAS_SPECIAL], ids=["any", "led", "special", "both"]
)
@pytest.mark.parametrize("named", [False, True], ids=["no_name", "with_name"])
def test_every_legal_split_and_no_other_can_be_picked(kind: int, named: bool) -> None:
    tried = 0
    for side, legion, moved in positions():
        sites: dict[str, object] = {} if side == ATREIDES else {"sietches": {}}
        game = build({"turn": SIDE_NAMES[side], "legions": {"gara_kulon": legion}, **sites})
        leader = NONE
        if named:
            names = [str(name) for name in legion["leaders"]]  # type: ignore[attr-defined]
            if not names:
                continue
            leader = game.content.leader_ids.index(names[-1])
        game.moved.extend(moved)
        if not legion_fits(game, side, FROM, kind, leader):
            assert not legal_groups(game, side, kind, leader)
            continue
        expected = legal_groups(game, side, kind, leader)
        assert picked_groups(game.copy(), side, kind, leader, moved) == expected, (legion, moved)
        tried += 1
    assert tried > 20


def test_a_barred_leader_keeps_a_unit() -> None:
    for count in (1, 2, 3):
        legion = {
            "side": "atreides",
            "regular": count,
            "special_elite": 1,
            "generic": 1,
            "leaders": ["paul_atreides", "stilgar"],
        }
        game = build({"legions": {"gara_kulon": legion}})
        add_effect(game, LEADER_BARRED, game.content.leader_ids.index("paul_atreides"), 99)
        for kind in (0, HAS_LEADER, HAS_SPECIAL):
            expected = legal_groups(game, ATREIDES, kind, NONE)
            assert picked_groups(game.copy(), ATREIDES, kind, NONE, []) == expected
