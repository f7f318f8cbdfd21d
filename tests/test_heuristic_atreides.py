"""What the heuristic Atreides sees: Legions that Mahdi would attack, marches on settlements, Units to send out."""

from __future__ import annotations

from agents.atreides_aims import Aims
from agents.campaign import Campaign
from agents.heuristic_atreides import HeuristicAtreides
from agents.odds import fight
from agents.reading import Reading
from dune_env.arrakis import slots
from dune_env.arrakis.board import AREA_INDEX
from dune_env.arrakis.game import Game, GameConfig, new_game
from dune_env.arrakis.legions import destroy_legion
from dune_env.arrakis.names import ATREIDES, ELITE, FACEDOWN, HARKONNEN, ORNITHOPTER, REGULAR, SPECIAL
from dune_env.arrakis.pieces import legion_areas, recruit
from dune_env.arrakis.programs import AREA
from dune_env.arrakis.state import SIGNS

HOME = AREA_INDEX["hobars_gap"]  # a Sietch with a facedown token and a Naib
BESIDE = AREA_INDEX["south_east_8"]


def solo() -> Game:
    """A solo game at its first question of the Atreides."""
    game = new_game(GameConfig(mode="solo"), 3)
    while len(game.asked) == 1:
        game.pick(game.asked[0])
    return game


def aims_of(game: Game) -> Aims:
    return Aims(Reading(game.view(ATREIDES), ATREIDES))


def risk_of_home(units: int) -> float:
    """The risk of the Sietch with one Legion alone near it, so many Regulars next door; its defenders count 3."""
    game = solo()
    for area in legion_areas(game, HARKONNEN):
        destroy_legion(game, HARKONNEN, area)
    for _ in range(units):
        assert recruit(game, HARKONNEN, BESIDE, REGULAR)
    aims = aims_of(game)
    assert aims.read.bot_power(ATREIDES, HOME) == 3
    return aims.risk(HOME, 3, aims.read.force(ATREIDES, HOME))


def test_mahdi_is_feared_only_where_he_is_stronger() -> None:
    assert risk_of_home(2) < risk_of_home(6) - 0.3


def test_ties_of_combat_power_are_settled_in_detail() -> None:
    """A token and a Naib count 3 in both ways, three Regulars 3 and in detail 6 (R-39.12)."""
    game = solo()
    for _ in range(3):
        assert recruit(game, HARKONNEN, BESIDE, REGULAR)
    read = Reading(game.view(ATREIDES), ATREIDES)
    assert (read.bot_power(ATREIDES, HOME), read.bot_detail(ATREIDES, HOME)) == (3, 3)
    assert (read.bot_power(HARKONNEN, BESIDE), read.bot_detail(HARKONNEN, BESIDE)) == (3, 6)


def test_cards_that_make_six_dice_help_a_small_attacker() -> None:
    small = fight((2, 0, 0), (2, 0, 0), 2)[0]
    assert fight((2, 0, 0), (2, 0, 0), 2, topped=True)[0] > small + 0.1


def test_six_units_beside_an_open_arrakeen_are_the_spearhead() -> None:
    game = solo()
    arrakeen, near = AREA_INDEX["arrakeen"], AREA_INDEX["rimwall_west"]
    assert Campaign(aims_of(game)).spearhead != near
    destroy_legion(game, HARKONNEN, arrakeen)
    for grade in (REGULAR, REGULAR, REGULAR, REGULAR, ELITE, SPECIAL):
        assert recruit(game, ATREIDES, near, grade)
    plan = Campaign(aims_of(game))
    assert plan.spearhead == near
    assert plan.march(near)[arrakeen] == 0
    assert plan.attack_gain(near, arrakeen) > 5.0
    assert plan.move_gain(near, AREA_INDEX["central_north_east_5"]) < 0.0


def test_a_march_needs_fewer_moves_where_wormsigns_can_be_ridden() -> None:
    game = solo()
    far = Campaign(aims_of(game)).march(HOME)[AREA_INDEX["north_pole"]]
    for area in ("central_south_east_4", "central_south_east_1"):
        game.cells[SIGNS + AREA_INDEX[area]] = FACEDOWN
    assert Campaign(aims_of(game)).march(HOME)[AREA_INDEX["north_pole"]] < far


def test_a_token_can_send_out_a_unit_unless_an_ornithopter_watches() -> None:
    game = solo()
    game.zones = [0] * 8
    assert aims_of(game).parties(HOME) == 2
    game.zones = [ORNITHOPTER] * 8
    assert aims_of(game).parties(HOME) == 1


def test_what_costs_no_die_absorbs_hits_first() -> None:
    agent = HeuristicAtreides(1)
    agent.scores(solo().info_set(ATREIDES))
    agent.view.stack[agent.frame + AREA] = HOME
    grades = [slots.PICK_FIGURE + grade for grade in (ELITE, SPECIAL)]
    elite, fedaykin, naib = (agent.absorb_hit(slot) for slot in (*grades, slots.PICK_NAIB))
    assert elite > fedaykin > naib, "the only Leader of the Legion stays"
