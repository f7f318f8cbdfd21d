"""Chapter 11 and R-30.11: special Actions in general; what each of them does stands with the Leaders."""

from __future__ import annotations

from dune_env.arrakis.names import RESULT_NAMES
from dune_env.arrakis.special_actions import SPECIALS
from dune_env.engine.steps import NONE
from tests.rules import rule
from tests.table import Table


def turn(side: str, die: str, **fields: object) -> Table:
    dice = {"atreides": [die, "mentat"], "harkonnen": [die, "mentat"]}
    return Table.scenario({"turn": side, "row": [], "legions": {}, "dice": dice, **fields}).pick(f"die({die})")


@rule("R-11.1", "R-11.2")
def test_each_special_action_belongs_to_one_result() -> None:
    content = Table.scenario({}).game.content
    for name in ("baron_harkonnen", "captain_aramsham"):
        box = RESULT_NAMES[content.leader_box[content.leader_ids.index(name)]]
        for die in RESULT_NAMES:
            table = turn("harkonnen", die, legions={"carthag": {"side": "harkonnen", "regular": 1}})
            assert table.offers(f"pick_leader({name})") == (die == box)
        table = turn("harkonnen", box, legions={"carthag": {"side": "harkonnen", "regular": 1}})
        assert table.offers("action(vehicles)" if box == "house" else "action(deploy)", f"pick_leader({name})")


@rule("R-11.3", "R-11.4", "R-11.5")
def test_when_a_card_is_ready_and_when_it_is_spent() -> None:
    off_board = turn("harkonnen", "deployment")
    assert off_board.leader("captain_aramsham") == "off_board" and off_board.offers("pick_leader(captain_aramsham)")
    tank = turn("harkonnen", "deployment", tank={"harkonnen": ["captain_aramsham"]})
    assert tank.refuses("pick_leader(captain_aramsham)")
    special = turn("harkonnen", "deployment").pick("pick_leader(captain_aramsham)")
    while special.ask() != "turn.ChooseDie":
        special.pick("pass" if special.offers("pass") else special.options()[0])
    assert special.card_is_spent("captain_aramsham")
    regular = turn("harkonnen", "deployment").pick("action(deploy)")
    while regular.ask() != "turn.ChooseDie":
        regular.pick("pass" if regular.offers("pass") else regular.options()[0])
    assert not regular.card_is_spent("captain_aramsham")


@rule("R-11.6", "R-30.12")
def test_who_has_no_special_action() -> None:
    content = Table.scenario({}).game.content
    gurney = content.leader_ids.index("gurney_halleck")
    assert SPECIALS[gurney] == NONE and content.leader_box[gurney] < 0
    legions = {"carthag": {"side": "harkonnen", "regular": 1, "generic": 2}}
    gone = dict.fromkeys(("baron_harkonnen", "beast_rabban", "captain_aramsham"), "not_entered")
    for die in RESULT_NAMES:
        table = turn("harkonnen", die, legions=legions, leaders=gone)
        assert not any(name.startswith("pick_leader") for name in table.options())  # a Bashar brings none


@rule("R-30.11")
def test_gurney_is_placed_straight_on_the_board() -> None:
    table = turn("atreides", "mentat", hands={"atreides": ["smugglers_reinforce"]})
    table.pick("card(smugglers_reinforce)")
    assert table.leader("gurney_halleck") == "not_entered"
    table.pick("pick_area(north_east_8)")
    while table.seat() == "atreides" and table.ask() != "turn.ChooseDie":
        table.pick(table.options()[0])
    assert table.leader("gurney_halleck") == "north_east_8"
    assert table.legion("atreides", "north_east_8") == {"elite": 2, "leaders": ["gurney_halleck"]}
