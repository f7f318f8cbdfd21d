"""Every switch of the Ruleset in both positions, in table talk; and the Ruleset itself."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from dune_env.arrakis.board import AREA_INDEX, SIETCH_AREAS
from dune_env.arrakis.ruleset import (
    EXCLUSIVE_2023,
    V1_1,
    ConfigError,
    Ruleset,
    config_from,
    ruleset_differences,
    ruleset_from,
)
from tests.readings import FIELDS, NORTH_EAST, READINGS, table
from tests.table import Table

# --- the Ruleset itself


def test_presets_differ_where_the_2023_text_speaks() -> None:
    assert ruleset_from("v1_1") == Ruleset()
    assert ruleset_differences(V1_1) == []
    assert ruleset_differences(EXCLUSIVE_2023) == [
        "advance_is_optional",
        "every_fallen_ban",
        "arrakeen_win_check",
        "fifth_wormsign",
        "wild_maker_from_wormsign",
        "worm_from_the_board",
        "scouting_reveals_all",
        "transport_adds_an_area",
        "tank_advances_arrivals",
        "guerrilla_only_barred",
        "mahdi_largest_margin",
        "mahdi_merge_keeps_below_limit",
    ]


def test_where_the_2023_text_is_silent_the_field_says_so() -> None:
    source = Path("dune_env/arrakis/ruleset.py").read_text(encoding="utf-8")
    silent = re.findall(r"(\w+): bool = True  #.*2023 text is silent", source)
    assert sorted(silent) == sorted(
        [
            "elite_falls_without_regular",
            "alternate_surplus_dice",
            "used_bene_gesserit_leaves",
            "mahdi_reserves_spice",
            "mahdi_leads_with_leaders",
        ]
    )
    assert all(getattr(EXCLUSIVE_2023, name) == getattr(V1_1, name) for name in silent)


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_names_its_rule_or_question(name: str) -> None:
    source = Path("dune_env/arrakis/ruleset.py").read_text(encoding="utf-8")
    assert re.search(rf"    {name}: bool = True  # [RQ]-", source)


def test_a_dict_changes_fields_of_a_preset() -> None:
    config = config_from({"ruleset": {"preset": "exclusive_2023", "advance_is_optional": True}})
    assert config.rules == replace(EXCLUSIVE_2023, advance_is_optional=True)
    assert config_from({"ruleset": {"trim_may_take_token": False}}).rules == replace(V1_1, trim_may_take_token=False)


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"advance": True}, "ruleset.advance: unknown, a Ruleset takes preset, advance_is_optional"),
        ({"advance_is_optional": 1}, "ruleset.advance_is_optional: got 1, takes True or False"),
        ({"preset": "v1_2"}, "ruleset.preset: got 'v1_2', takes one of v1_1, exclusive_2023"),
        ({"preset": []}, "ruleset.preset: got"),
        ("v1_2", "ruleset: got 'v1_2', takes a Ruleset"),
        (None, "ruleset: got None, takes a Ruleset"),
    ],
)
def test_a_wrong_ruleset_is_refused_by_name(choice: object, message: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(message)):
        config_from({"ruleset": choice})


def test_a_wrong_type_is_refused_by_the_ruleset_itself() -> None:
    # Compiled code refuses it before the Ruleset can name the field.
    with pytest.raises((ConfigError, TypeError), match=r"ruleset\.fifth_wormsign: got 'yes'|bool object expected"):
        Ruleset(fifth_wormsign="yes")  # type: ignore[arg-type]


# --- no field without effect, none without a test


def sources(folder: str) -> str:
    files = [path for path in Path(folder).rglob("*.py") if path.name != "ruleset.py"]
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_is_read_by_the_rules(name: str) -> None:
    found = re.search(rf"rules\.{name}\b", sources("dune_env")) is not None
    assert found, f"nothing in dune_env reads {name}"


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_is_tested_on_both_readings(name: str) -> None:
    tests = "\n\n\n".join(path.read_text(encoding="utf-8") for path in sorted(Path("tests").glob("test_rulesets*.py")))
    body = re.search(rf"@READINGS\ndef test_{name}\(on: bool\).*?(?=\n\n\n|\Z)", tests, re.DOTALL)
    assert body is not None, f"no test_{name} in tests/test_rulesets*.py"
    assert f'"{name}"' in body.group()
    assert len(re.findall(r"\bon\b", body.group())) >= 3, "it sets up the reading, but looks at one only"


# --- where the editions differ


@READINGS
def test_advance_is_optional(on: bool) -> None:
    talk = table(
        "advance_is_optional",
        on,
        {
            "legions": {
                "gara_kulon": {"side": "atreides", "regular": 3},
                "north_east_12": {"side": "harkonnen", "regular": 1},
            },
            "dice": {"atreides": ["strategy"], "harkonnen": ["mentat", "mentat"]},
        },
    )
    talk.pick("die(strategy)", "action(attack)").areas_picked("gara_kulon", "north_east_12").roll("3hit", "1shield")
    assert talk.offers("yes", "no") == on
    assert talk.units("atreides", "north_east_12") == (0 if on else 3)
    if on:
        assert talk.pick("no").units("atreides", "gara_kulon") == 3


@READINGS
def test_every_fallen_ban(on: bool) -> None:
    talk = table("every_fallen_ban", on, {"phase": "spice_harvesting", "harvesters": []})
    assert talk.ask() != "spice_harvesting.PayForMarker"
    if not on:
        assert talk.seat() == "harkonnen"
        assert talk.offers("keep(choam)", "keep(spacing_guild)", "keep(landsraad)")
        talk.pick("keep(landsraad)")
    assert talk.bans() == (["choam", "spacing_guild", "landsraad"] if on else ["landsraad"])


@READINGS
def test_arrakeen_win_check(on: bool) -> None:
    talk = table(
        "arrakeen_win_check",
        on,
        {
            "legions": {"broken_land": {"side": "atreides", "regular": 3}},
            "prescience": {"kwisatz_haderach": 5, "sand_dwellers": 5, "jihad": 5},
            "objectives": ["objective_1"],
            "dice": {"atreides": ["strategy"], "harkonnen": ["mentat", "mentat"]},
        },
    )
    talk.pick("die(strategy)", "action(attack)").areas_picked("broken_land", "arrakeen")
    talk.pick("yes")
    assert talk.marker("jihad") == 8
    assert talk.winner() == ("atreides" if on else "nobody")


@READINGS
def test_phase_ends_with_harkonnen(on: bool) -> None:
    talk = table(
        "phase_ends_with_harkonnen",
        on,
        {
            "turn": "harkonnen",
            "legions": {
                "gara_kulon": {"side": "atreides", "regular": 2},
                "carthag": {"side": "harkonnen", "regular": 2},
            },
            "dice": {"atreides": ["mentat", "mentat"], "harkonnen": ["strategy"]},
        },
    )
    talk.pick("die(strategy)", "pass")
    assert (talk.phase() == "action_resolution") == (not on)
    if not on:
        talk.pick("die(mentat)", "pass")
        assert talk.seat() == "atreides"
        talk.pick("die(mentat)", "pass")
        assert talk.phase() != "action_resolution"


FIVE_SIGNS = ["north_east_2", "north_east_10", "north_east_13", "north_east_14", "north_east_16"]


def five_worms(name: str, on: bool) -> Table:
    """Desert Hazards with five Wormsigns, all of them Sandworms, and the Wild Maker in play off the board."""
    position: dict[str, object] = {
        "phase": "desert_hazards",
        "legions": {"carthag": {"side": "harkonnen", "regular": 2}},
        "leaders": {"wild_maker": "off_board"},
        "wormsigns": FIVE_SIGNS,
    }
    talk = table(name, on, position)
    for _ in FIVE_SIGNS:
        talk.pick("wormsign(sandworm)")
    return talk


@READINGS
def test_fifth_wormsign(on: bool) -> None:
    talk = five_worms("fifth_wormsign", on)
    worms = 0
    while talk.phase() == "desert_hazards" and talk.ask() != "storms":
        talk.pick(talk.options()[0])
        worms = max(worms, sum(talk.has("worm", area) for area in FIVE_SIGNS))
    assert worms == (5 if on else 4)


@READINGS
def test_wild_maker_from_wormsign(on: bool) -> None:
    talk = table(
        "wild_maker_from_wormsign",
        on,
        {
            "phase": "desert_hazards",
            "legions": {"carthag": {"side": "harkonnen", "regular": 2}},
            "leaders": {"wild_maker": "off_board"},
            "wormsigns": ["north_east_2"],
        },
    )
    talk.pick("wormsign(sandworm)")
    assert ("option(1)" in talk.options()) == on  # the Wild Maker's figure


@READINGS
def test_wild_maker_enters_empty(on: bool) -> None:
    talk = table(
        "wild_maker_enters_empty",
        on,
        {
            "legions": {
                "gara_kulon": {"side": "atreides", "regular": 2},
                "north_east_12": {"side": "harkonnen", "regular": 2},
            },
            "harvesters": ["north_east_8"],
            "worms": ["north_east_5"],
            "hands": {"atreides": ["shai_hulud"]},
            "dice": {"atreides": ["mentat"], "harkonnen": ["mentat", "mentat"]},
        },
    )
    talk.pick("die(mentat)", "card(shai_hulud)")
    assert "north_east_9" in talk.areas()
    assert ("north_east_12" in talk.areas()) == ("north_east_8" in talk.areas()) == (not on)
    assert not {"gara_kulon", "sihaya_ridge", "north_east_5"} & set(talk.areas())
    if not on:
        talk.areas_picked("north_east_12").areas_picked("north_east_11")
        assert talk.has("worm", "north_east_12") and talk.units("harkonnen", "north_east_11") == 2


@READINGS
def test_worm_from_the_board(on: bool) -> None:
    talk = table(
        "worm_from_the_board",
        on,
        {
            "phase": "desert_hazards",
            "legions": {"carthag": {"side": "harkonnen", "regular": 2}},
            "worms": ["north_east_5"],
            "wormsigns": ["north_east_2"],
        },
    )
    talk.pick("wormsign(sandworm)")
    assert ("pick_area(north_east_5)" in talk.options()) == on
    if on:
        talk.areas_picked("north_east_5")
    talk.skip_forced()
    assert talk.has("worm", "north_east_2") and talk.has("worm", "north_east_5") != on


@READINGS
def test_scouting_reveals_all(on: bool) -> None:
    talk = table(
        "scouting_reveals_all",
        on,
        {
            "turn": "harkonnen",
            "legions": {
                "gara_kulon": {"side": "atreides", "tokens": ["atreides_starting_1"]},
                "carthag": {"side": "harkonnen", "regular": 2},
            },
            "zones": {NORTH_EAST: "ornithopter"},
            "dice": {"atreides": [], "harkonnen": ["mentat"]},
        },
    )
    talk.pick("free(scouting)").skip_forced().areas_picked("gara_kulon")
    assert ("option(0)" in talk.options()) == (not on)
    if not on:
        assert talk.offers("option(0)", "option(1)", "all")
        talk.pick("option(1)")
    assert "tokens" not in talk.legion("atreides", "gara_kulon")
    assert bool(talk.game.sietch_up[SIETCH_AREAS.index(AREA_INDEX["gara_kulon"])]) == on


@READINGS
def test_transport_adds_an_area(on: bool) -> None:
    talk = table(
        "transport_adds_an_area",
        on,
        {
            "turn": "harkonnen",
            "legions": {"central_north_east_8": {"side": "harkonnen", "regular": 2, "leaders": ["beast_rabban"]}},
            "zones": {NORTH_EAST: "ornithopter"},
            "dice": {"atreides": [], "harkonnen": ["leadership"]},
        },
    )
    talk.pick("die(leadership)", "pick_leader(beast_rabban)").areas_picked("north_east_5").skip_forced()
    talk.pick("all").skip_forced()
    assert talk.noted("transport") == 1
    assert (talk.ask() == "move_legions.PickDestination") == on
    assert ("north_east_6" in talk.areas()) == on


def rabban_walks_first(on: bool) -> Table:
    talk = table(
        "transport_adds_an_area",
        on,
        {
            "turn": "harkonnen",
            "legions": {"central_north_east_7": {"side": "harkonnen", "regular": 2, "leaders": ["beast_rabban"]}},
            "zones": {NORTH_EAST: "ornithopter"},
            "dice": {"atreides": [], "harkonnen": ["leadership"]},
        },
    )
    talk.pick("die(leadership)", "pick_leader(beast_rabban)").areas_picked("central_north_east_8")
    return talk.pick("all")


@READINGS
def test_transport_adds_an_area_to_the_second_move_too(on: bool) -> None:
    assert ("north_east_5" in rabban_walks_first(on).areas()) == on


@READINGS
def test_tank_advances_arrivals(on: bool) -> None:
    talk = table(
        "tank_advances_arrivals",
        on,
        {
            "legions": {"gara_kulon": {"side": "atreides", "regular": 2, "leaders": ["paul_atreides"]}},
            "row": ["paul_drinks_the_water_of_life"],
            "tank": {"atreides": [None, "stilgar"]},
            "dice": {"atreides": ["mentat"], "harkonnen": ["mentat", "mentat"]},
        },
    )
    talk.pick("die(mentat)", "claim(paul_drinks_the_water_of_life)")
    assert talk.leader("stilgar") == "tank_3"
    assert talk.leader("paul_muaddib") == ("tank_2" if on else "tank_1")


@READINGS
def test_elite_falls_without_regular(on: bool) -> None:
    talk = table(
        "elite_falls_without_regular",
        on,
        {
            "legions": {
                "gara_kulon": {"side": "atreides", "elite": 2, "generic": 1},
                "hobars_gap": {"side": "atreides", "regular": 6},
                "windgap": {"side": "atreides", "regular": 6},
                "tasmin_sink": {"side": "atreides", "regular": 4},
                "north_east_12": {"side": "harkonnen", "regular": 4},
            },
            "dice": {"atreides": ["strategy"], "harkonnen": ["mentat", "mentat"]},
        },
    )
    assert talk.supply("atreides", "regular") == 0
    talk.pick("die(strategy)", "action(attack)").areas_picked("gara_kulon", "north_east_12")
    talk.roll("2special", "2hit_2special")
    assert ("pick(elite)" in talk.options()) == on
    if on:
        talk.pick("pick(elite)")
        assert talk.legion("atreides", "gara_kulon") == {"elite": 1, "generic": 1}
    else:
        talk.pick("pick(naib)").pick("pick(elite)")  # nothing else can absorb the second Hit
        assert talk.legion("atreides", "gara_kulon") == {"elite": 1}


@READINGS
def test_alternate_surplus_dice(on: bool) -> None:
    talk = table("alternate_surplus_dice", on, {"phase": "action_dice", "locked": 0})
    talk.pick("action_roll(4strategy)", "action_roll(5leadership_3mentat)")
    assert talk.seat() == "harkonnen"
    talk.pick(talk.options()[0])
    assert talk.seat() == ("atreides" if on else "harkonnen")


@READINGS
def test_used_bene_gesserit_leaves(on: bool) -> None:
    talk = table(
        "used_bene_gesserit_leaves",
        on,
        {
            "bene_gesserit": {"atreides": 0, "placed": {"atreides": "mentat"}, "reserve": 4},
            "dice": {"atreides": ["strategy"], "harkonnen": ["mentat", "mentat"]},
        },
    )
    talk.pick("bene_gesserit_token", "pass")
    assert talk.game.bene_gesserit_reserve == (4 if on else 5)


# --- points that every edition leaves open


@READINGS
def test_trim_may_take_token(on: bool) -> None:
    talk = table(
        "trim_may_take_token",
        on,
        {
            "legions": {
                "gara_kulon": {"side": "atreides", "regular": 5, "tokens": ["atreides_starting_1"]},
                "north_east_12": {"side": "atreides", "regular": 1},
                "carthag": {"side": "harkonnen", "regular": 1},
            },
            "dice": {"atreides": ["strategy"], "harkonnen": ["mentat", "mentat"]},
        },
    )
    talk.pick("die(strategy)", "action(move)").areas_picked("north_east_12", "gara_kulon")
    assert talk.ask() == "trim.TrimUnit"
    assert talk.offers("pick(regular)")
    assert ("pick_token(atreides_starting_1)" in talk.options()) == on


@READINGS
def test_worms_cross_impassable(on: bool) -> None:
    talk = table(
        "worms_cross_impassable",
        on,
        {
            "legions": {"carthag": {"side": "harkonnen", "regular": 1}},
            "worms": ["north_east_4"],
            "atomics": "rimwall_west",
            "dice": {"atreides": [], "harkonnen": ["mentat", "mentat"]},
        },
    )
    talk.pick("action(move_worms)").skip_forced()
    if talk.ask() == "move_worms.PickWorm":
        talk.areas_picked("north_east_4")
    assert ("rimwall_west" in talk.areas()) == on


@READINGS
def test_retreat_takes_station(on: bool) -> None:
    talk = table(
        "retreat_takes_station",
        on,
        {
            "turn": "harkonnen",
            "legions": {
                "north_east_7": {"side": "atreides", "regular": 2},
                "north_east_8": {"side": "harkonnen", "regular": 3},
            },
            "stations": ["central_north_east_6"],
            "stations_left": {"jihad": 1, "sand_dwellers": 0, "kwisatz_haderach": 0},
            "dice": {"atreides": [], "harkonnen": ["strategy"]},
        },
    )
    talk.pick("die(strategy)", "action(attack)").areas_picked("north_east_8", "north_east_7")
    talk.roll("3shield", "2shield").pick("yes", "yes")
    talk.areas_picked("central_north_east_6")
    if on:
        talk.pick("station(jihad)")
    assert talk.units("atreides", "central_north_east_6") == 2
    assert talk.has("station", "central_north_east_6") != on
    assert talk.marker("jihad") == int(on)


@READINGS
def test_hawat_leaves_tank(on: bool) -> None:
    talk = table(
        "hawat_leaves_tank",
        on,
        {
            "turn": "harkonnen",
            "supremacy": 1,
            "tank": {"harkonnen": ["thufir_hawat"]},
            "hands": {"harkonnen": ["hawats_scheming", "hawats_scheming"]},
            "dice": {"atreides": [], "harkonnen": ["mentat"]},
        },
    )
    assert ("free(hawats_scheming)" in talk.options()) == on
    if on:
        talk.pick("free(hawats_scheming)")
        assert talk.leader("thufir_hawat") == "out_of_the_game" and talk.leader("gaius_helen_mohiam") == "off_board"


@READINGS
def test_token_backs_differ(on: bool) -> None:
    talk = table(
        "token_backs_differ",
        on,
        {
            "legions": {
                "gara_kulon": {"side": "atreides", "tokens": ["atreides_starting_1"]},
                "hobars_gap": {"side": "atreides", "tokens": ["atreides_standard_1"]},
                "carthag": {"side": "harkonnen", "regular": 1},
            },
        },
    )
    starting = []
    for seed in range(40):
        twin = talk.game.resample(1, seed)
        found = [token for token in range(16) if twin.token_at[token] == talk.game.token_at[0]]
        starting.append(found[0] < 8)
    assert all(starting) == on


@READINGS
def test_unused_bene_gesserit_returns(on: bool) -> None:
    talk = table(
        "unused_bene_gesserit_returns",
        on,
        {
            "turn": "harkonnen",
            "bene_gesserit": {"atreides": 0, "placed": {"atreides": "mentat"}, "reserve": 4},
            "dice": {"atreides": [], "harkonnen": ["strategy"]},
        },
    )
    talk.pick("die(strategy)", "pass")
    assert talk.phase() != "action_resolution"
    assert talk.game.bene_gesserit[0] == int(on)
