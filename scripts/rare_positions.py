"""Positions from which random games come to what they rarely do otherwise, by the note that it leaves."""

from __future__ import annotations


def legion(side: str, *leaders: str, regular: int = 2, tokens: int = 0) -> dict[str, object]:
    return {"side": side, "regular": regular, "leaders": list(leaders), "tokens": tokens}


def held_by(*areas: str) -> dict[str, object]:
    """One Atreides Unit in each of *areas*."""
    return {area: legion("atreides", regular=1) for area in areas}


def at_the_end(card: str, legions: dict[str, object]) -> dict[str, object]:
    """The End of the Round with one Prescience card in the row."""
    return {"phase": "end_of_round", "row": [card], "legions": legions}


def in_the_turn(**fields: object) -> dict[str, object]:
    """A turn of the Atreides with a few dice of each kind."""
    return {"turn": "atreides", "dice": {"atreides": ["house", "strategy"]}, **fields}


def playing(card: str, **fields: object) -> dict[str, object]:
    return in_the_turn(hands={"atreides": [card]}, **fields)


def harkonnen_playing(card: str, leader: str) -> dict[str, object]:
    """A turn of the Harkonnen, *card* in hand and *leader* waiting off the board."""
    return {"turn": "harkonnen", "hands": {"harkonnen": [card]}, "leaders": {leader: "off_board"}}


def mahdi_with(leader: str) -> dict[str, object]:
    """A solo round with *leader* in play, and Mahdi's dice still to come."""
    return {"turn": "harkonnen", "leaders": {leader: "off_board"}}


RAGES = [f"rage_overcame_shaddam_iv_{which}" for which in ("settlement", "legion", "assault")]
ENEMY: dict[str, object] = {"shield_wall_east": legion("harkonnen", "beast_rabban", regular=1)}
FORCE: dict[str, object] = {"gara_kulon": legion("atreides", "stilgar", regular=5), **ENEMY}

RARE: dict[str, dict[str, object]] = {
    "alia_the_abomination:otherwise": playing("alia_the_abomination", legions=ENEMY, leaders={"alia": "off_board"}),
    "our_family_atomics:first": playing("our_family_atomics", atomics="rimwall_west"),
    "beloved_feyd_rautha:otherwise": harkonnen_playing("beloved_feyd_rautha", "feyd_rautha"),
    "mahdi_beloved_feyd_rautha:otherwise": mahdi_with("feyd_rautha"),
    "mudir_nahya_the_demon_ruler:first": {
        **harkonnen_playing("mudir_nahya_the_demon_ruler", "feyd_rautha"),
        "leaders": {"beast_rabban": "out_of_the_game"},
    },
    "mahdi_mudir_nahya_the_demon_ruler:first": mahdi_with("feyd_rautha"),
    **{f"{rage}:otherwise": harkonnen_playing(rage, "shaddam_iv") for rage in RAGES},
    **{f"mahdi_{rage}:otherwise": mahdi_with("shaddam_iv") for rage in RAGES},
    "smugglers_sabotage:otherwise": playing("smugglers_sabotage", leaders={"gurney_halleck": "off_board"}),
    "smugglers_reinforce:otherwise": playing("smugglers_reinforce", leaders={"gurney_halleck": "off_board"}),
    "smugglers_wormsigns:otherwise": playing("smugglers_wormsigns", leaders={"gurney_halleck": "off_board"}),
    "shai_hulud:otherwise": playing("shai_hulud", wild_maker="north_east_10"),
    "special_wild_maker:first": in_the_turn(leaders={"wild_maker": "off_board"}),
    "special_wild_maker:otherwise": in_the_turn(wild_maker="north_east_10"),
    "special_wild_maker": in_the_turn(wild_maker="north_east_10"),
    "special_alia": in_the_turn(leaders={"alia": "off_board"}),
    "special_chani": in_the_turn(leaders={"chani": "off_board"}),
    "special_paul_muaddib": in_the_turn(legions={"gara_kulon": legion("atreides", "paul_muaddib")}),
    "special_reverend_mother_jessica": in_the_turn(leaders={"reverend_mother_jessica": "off_board"}),
    "atomics": in_the_turn(prescience={"jihad": 8}),
    "claim_dew_collectors_for_the_planting": at_the_end(
        "dew_collectors_for_the_planting", held_by("false_wall_south", "pasty_mesa", "south_west_8")
    ),
    "claim_new_hidden_wind_traps": at_the_end(
        "new_hidden_wind_traps", held_by("broken_land", "false_wall_east", "splintered_rock")
    ),
    "claim_stunted_worms": at_the_end("stunted_worms", held_by("harg_pass", "central_north_east_8")),
    "claim_the_desert_war": at_the_end(
        "the_desert_war", held_by("north_east_3", "south_east_1", "south_west_2", "the_great_flat")
    ),
    "claim_the_water_discipline": at_the_end(
        "the_water_discipline", {"north_east_1": legion("atreides", "paul_atreides", "lady_jessica")}
    ),
    "claim_jessica_trains_paul": at_the_end(
        "jessica_trains_paul", {"windgap": legion("atreides", "paul_atreides", "lady_jessica")}
    ),
    "claim_the_lisan_al_gaib": at_the_end(
        "the_lisan_al_gaib", {"windgap": legion("atreides", "paul_atreides", tokens=2)}
    ),
    "claim_the_fremen_call_paul_the_mahdi": at_the_end(
        "the_fremen_call_paul_the_mahdi", {"windgap": legion("atreides", "paul_atreides")}
    ),
    "claim_paul_drinks_the_water_of_life": in_the_turn(
        row=["paul_drinks_the_water_of_life"], legions={"windgap": legion("atreides", "paul_atreides")}
    ),
    "claim_assumed_jessica_in_a_sietch": in_the_turn(
        row=["assumed_jessica_in_a_sietch"], legions={"windgap": legion("atreides", "lady_jessica")}
    ),
    "claim_assumed_harvesters_lost": in_the_turn(row=["assumed_harvesters_lost"], harvesters_lost=2),
    "claim_assumed_victory_in_battle": in_the_turn(row=["assumed_victory_in_battle"], legions=FORCE),
    "claim_assumed_enemy_leader_falls": in_the_turn(row=["assumed_enemy_leader_falls"], legions=FORCE),
    "claim_assumed_maker_devours_a_legion": {
        "turn": "atreides",
        "dice": {"atreides": []},
        "row": ["assumed_maker_devours_a_legion"],
        "worms": ["north_east_5"],
        "legions": {"north_east_3": legion("harkonnen", regular=1)},
    },
}
