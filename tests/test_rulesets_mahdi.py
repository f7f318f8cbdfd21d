"""Every switch of the Ruleset that binds Mahdi, in both positions."""

from __future__ import annotations

from tests.readings import NORTH_EAST, READINGS, table
from tests.table import Table

# --- Mahdi, where the editions differ


def mahdi_turn(name: str, on: bool, position: dict[str, object]) -> Table:
    """Mahdi is about to roll its only die; gara_kulon is the Target Sietch and the only one, unless changed."""
    usual: dict[str, object] = {
        "mode": "solo",
        "turn": "harkonnen",
        "dice": {"atreides": []},
        "unrolled": 1,
        "locked": 7,
        "harvest": "habbanya_ridge",
        "target": "gara_kulon",
        "sietches": {"gara_kulon": {"rank": 2}},
    }
    return table(name, on, {**usual, **position})


def regulars(side: str, count: int, **more: object) -> dict[str, object]:
    return {"side": side, "regular": count, **more}


@READINGS
def test_guerrilla_only_barred(on: bool) -> None:
    talk = table(
        "guerrilla_only_barred",
        on,
        {
            "mode": "solo",
            "phase": "end_of_round",
            "row": ["the_fremen_call_paul_the_mahdi"],
            "legions": {"gara_kulon": regulars("atreides", 1, leaders=["paul_atreides"])},
            "zones": {NORTH_EAST: "ornithopter"},
        },
    )
    assert ("claim(the_fremen_call_paul_the_mahdi)" in talk.options()) == on


@READINGS
def test_mahdi_largest_margin(on: bool) -> None:
    talk = mahdi_turn(
        "mahdi_largest_margin",
        on,
        {
            "sietches": {"gara_kulon": {"rank": 2}, "hobars_gap": {"rank": 2}},
            "legions": {
                "gara_kulon": regulars("atreides", 4),
                "north_east_11": regulars("harkonnen", 6),
                "hobars_gap": regulars("atreides", 1),
                "central_south_east_4": regulars("harkonnen", 4),
            },
        },
    )
    talk.pick("roll_die(strategy)")
    assert talk.offers("combat_roll(4hit)" if on else "combat_roll(6hit)")


@READINGS
def test_mahdi_merge_keeps_below_limit(on: bool) -> None:
    talk = mahdi_turn(
        "mahdi_merge_keeps_below_limit",
        on,
        {
            "legions": {
                "gara_kulon": regulars("atreides", 6),
                "north_east_8": regulars("harkonnen", 6, generic=2),
                "north_east_12": regulars("harkonnen", 6),
            },
        },
    )
    talk.pick("roll_die(strategy)").skip_forced()
    assert talk.units("harkonnen", "north_east_11") == (6 if on else 0)
    assert talk.legion("harkonnen", "north_east_12").get("generic", 0) == (0 if on else 2)


@READINGS
def test_mahdi_reserves_spice(on: bool) -> None:
    harvest = {"mode": "solo", "phase": "spice_harvesting", "harvesters": ["north_east_8"]}
    talk = table("mahdi_reserves_spice", on, harvest)
    assert talk.phase() == "end_of_round" or talk.game.round == 2
    assert talk.game.spice_reserve == int(on)


@READINGS
def test_mahdi_leads_with_leaders(on: bool) -> None:
    talk = mahdi_turn("mahdi_leads_with_leaders", on, {"legions": {"north_east_12": regulars("harkonnen", 2)}})
    talk.pick("roll_die(leadership)").skip_forced()
    assert talk.has("sietch", "gara_kulon") == on


# --- Mahdi, points that every edition leaves open


@READINGS
def test_mahdi_attacks_equal_basic(on: bool) -> None:
    talk = mahdi_turn(
        "mahdi_attacks_equal_basic",
        on,
        {
            "legions": {
                "gara_kulon": regulars("atreides", 6),
                "north_east_5": regulars("atreides", 2),
                "north_east_4": {"side": "harkonnen", "elite": 2},
            },
        },
    )
    talk.pick("roll_die(strategy)")
    assert talk.offers("combat_roll(2hit)") == on


@READINGS
def test_mahdi_ignores_impassable_attacks(on: bool) -> None:
    talk = mahdi_turn(
        "mahdi_ignores_impassable_attacks",
        on,
        {
            "legions": {
                "gara_kulon": regulars("atreides", 6),
                "north_east_4": regulars("atreides", 2),
                "rimwall_west": regulars("harkonnen", 3),
            },
        },
    )
    talk.pick("roll_die(strategy)")
    assert ("combat_roll(3hit)" in talk.options()) == on


@READINGS
def test_mahdi_retreats_over_impassable(on: bool) -> None:
    talk = table(
        "mahdi_retreats_over_impassable",
        on,
        {
            "mode": "solo",
            "phase": "desert_hazards",
            "legions": {"north_east_4": regulars("harkonnen", 2)},
            "wormsigns": ["north_east_4"],
        },
    )
    talk.pick("wormsign(sandworm)").skip_forced()
    assert talk.ask() == "worm_consequence.ForcedRetreat"
    assert ("rimwall_west" in talk.areas()) == on and "north_east_5" in talk.areas()


@READINGS
def test_mahdi_skips_blocked_legions(on: bool) -> None:
    talk = mahdi_turn(
        "mahdi_skips_blocked_legions",
        on,
        {
            "legions": {
                "north_east_6": regulars("harkonnen", 2),
                "south_east_8": regulars("harkonnen", 2),
            },
            "worms": ["north_east_2", "north_east_5", "north_east_8", "north_east_9"],
            "wild_maker": "sihaya_ridge",
        },
    )
    talk.pick("roll_die(strategy)").skip_forced()
    assert talk.units("harkonnen", "north_east_6") == 2
    assert talk.units("harkonnen", "south_east_8") == (0 if on else 2)


@READINGS
def test_mahdi_stays_when_too_weak(on: bool) -> None:
    talk = mahdi_turn(
        "mahdi_stays_when_too_weak",
        on,
        {"legions": {"gara_kulon": regulars("atreides", 6), "north_east_9": regulars("harkonnen", 1)}},
    )
    talk.pick("roll_die(strategy)").skip_forced()
    assert talk.units("harkonnen", "north_east_9") == int(on)
    assert talk.units("harkonnen", "north_east_12") == int(not on)


@READINGS
def test_mahdi_may_cease_at_once(on: bool) -> None:
    talk = mahdi_turn(
        "mahdi_may_cease_at_once",
        on,
        {
            "legions": {
                "gara_kulon": regulars("atreides", 6),
                "north_east_5": {"side": "atreides", "tokens": ["atreides_starting_8", "atreides_standard_8"]},
                "north_east_4": regulars("harkonnen", 1, generic=4),
            },
        },
    )
    talk.pick("roll_die(strategy)")
    assert talk.legion("atreides", "north_east_5") == {"regular": 1, "elite": 1, "special_elite": 2}
    assert ("combat_roll(1hit)" in talk.options()) == (not on)
    if not on:
        talk.roll("1shield", "4shield")
    assert talk.noted("R-42.5") == 1


@READINGS
def test_mahdi_reshuffles_for_target(on: bool) -> None:
    talk = mahdi_turn(
        "mahdi_reshuffles_for_target",
        on,
        {
            "sietches": {"gara_kulon": {"rank": 1}, "hobars_gap": {}, "windgap": {}},
            "legions": {"north_east_12": regulars("harkonnen", 2)},
            "exact": {"tactical_seen": [1] * 8},
        },
    )
    talk.pick("roll_die(strategy)")
    assert not talk.has("sietch", "gara_kulon")
    assert any(name.startswith("draw_tactical") for name in talk.options()) == on
    if not on:
        assert talk.game.target_card == -1


@READINGS
def test_mahdi_point_takes_all_spice(on: bool) -> None:
    eight = ["north_east_1", "north_east_2", "north_east_10", "north_east_13"]  # Deep Desert
    talk = table("mahdi_point_takes_all_spice", on, {"mode": "solo", "phase": "spice_harvesting", "harvesters": eight})
    assert talk.game.imperium == [5, 5, 5] and talk.noted("R-38.9") == 0  # the table listens from now on only
    assert talk.game.supremacy >= 1
    assert talk.game.spice_reserve == int(not on)


@READINGS
def test_mahdi_schemes_without_hawat(on: bool) -> None:
    talk = mahdi_turn("mahdi_schemes_without_hawat", on, {"legions": {"north_east_4": regulars("harkonnen", 1)}})
    assert talk.leader("thufir_hawat") == "not_entered"
    talk.pick("roll_die(mentat)").draw("hawats_scheming")
    assert talk.game.parked_scheming == int(on)
    assert len(talk.game.reinforcements) == int(not on)


@READINGS
def test_mahdi_always_advances(on: bool) -> None:
    talk = mahdi_turn(
        "mahdi_always_advances",
        on,
        {
            "legions": {
                "gara_kulon": regulars("atreides", 6),
                "north_east_5": regulars("atreides", 1),
                "north_east_4": regulars("harkonnen", 3),
            },
        },
    )
    talk.pick("roll_die(strategy)").roll("1hit_2shield", "1hit")
    if not on:
        assert talk.seat() == "atreides" and talk.offers("yes", "no")
        talk.pick("no")
    assert talk.units("harkonnen", "north_east_5") == (3 if on else 0)


@READINGS
def test_mahdi_moves_new_tokens(on: bool) -> None:
    talk = mahdi_turn("mahdi_moves_new_tokens", on, {"legions": {"imperial_basin": regulars("harkonnen", 2)}})
    talk.pick("roll_die(strategy)")
    for _ in range(8):
        if talk.ask().startswith("turn") or talk.phase() != "action_resolution":
            break
        talk.pick(talk.options()[0])
    assert talk.noted("R-43.2") == (4 if on else 2)


# --- switches of the common rules that Mahdi's criteria meet


@READINGS
def test_mahdi_takes_hits_without_a_regular_figure(on: bool) -> None:
    talk = mahdi_turn(
        "elite_falls_without_regular",
        on,
        {
            "legions": {
                "gara_kulon": regulars("atreides", 6),
                "north_east_5": regulars("atreides", 2),
                "north_east_4": {"side": "harkonnen", "elite": 3, "generic": 1},
                "carthag": regulars("harkonnen", 6),
                "arrakeen": regulars("harkonnen", 6),
                "arsunt": regulars("harkonnen", 6),
                "hagga_basin": regulars("harkonnen", 6),
            },
        },
    )
    assert talk.supply("harkonnen", "regular") == 0
    talk.pick("roll_die(strategy)").roll("3special", "2hit").skip_forced()
    assert talk.legion("harkonnen", "north_east_4") == ({"elite": 1, "generic": 1} if on else {"elite": 2})
