"""What the heuristic Atreides makes of ties of Mahdi's that it settles (R-36.3), and of choices in the desert."""

from __future__ import annotations

import pytest

from agents.heuristic_atreides import HeuristicAtreides
from dune_env.arrakis import slots
from dune_env.arrakis.board import AREA_INDEX, DISTANCE, ZONE_AREAS, ZONES_OF
from dune_env.arrakis.game import Game, GameConfig, new_game
from dune_env.arrakis.legions import destroy_legion
from dune_env.arrakis.names import ATREIDES, CARRYALL, CHOAM, HARKONNEN, LANDSRAAD, NO_WORM, REGULAR, SANDWORM
from dune_env.arrakis.pieces import is_desert, legion_areas, recruit
from dune_env.arrakis.programs import SIDE
from dune_env.arrakis.state import HARVESTERS, N_AREAS, WORMS
from dune_env.arrakis.worms import FROM_SUPPLY

HOME = AREA_INDEX["hobars_gap"]  # a Sietch
NEAR = AREA_INDEX["south_east_8"]  # next to it
FAR = AREA_INDEX["north_pole"]


def solo() -> Game:
    """A solo game at its first question of the Atreides, with no Harkonnen Legion, Vehicle or worm on the board."""
    game = new_game(GameConfig(mode="solo"), 3)
    while len(game.asked) == 1:
        game.pick(game.asked[0])
    for area in legion_areas(game, HARKONNEN):
        destroy_legion(game, HARKONNEN, area)
    for area in range(N_AREAS):
        game.cells[WORMS + area] = NO_WORM
        game.cells[HARVESTERS + area] = 0
    game.zones = [0] * 8
    return game


def with_legion(area: int, units: int = 6) -> Game:
    game = solo()
    for _ in range(units):
        assert recruit(game, HARKONNEN, area, REGULAR)
    return game


def looking_at(game: Game) -> HeuristicAtreides:
    agent = HeuristicAtreides(1)
    agent.scores(game.info_set(ATREIDES))
    return agent


def without_atreides() -> Game:
    game = solo()
    for area in legion_areas(game, ATREIDES):
        destroy_legion(game, ATREIDES, area)
    return game


def deserts(game: Game) -> list[int]:
    return [a for a in range(N_AREAS) if is_desert(game, a)]


def met(question: str) -> tuple[Game, int]:
    """A solo game in which the Atreides are asked *question*, and the agent's answer."""
    for seed in range(40, 50):
        game, agent = new_game(GameConfig(mode="solo"), seed), HeuristicAtreides(seed)
        while not game.over:
            slot = agent.act(game.info_set(ATREIDES))
            if len(game.asked) > 1 and game.question() == question:
                return game, slot
            game.pick(slot)
    raise AssertionError(f"nobody was asked {question}")


def test_the_weaker_units_come_first_where_not_all_fit() -> None:
    game, slot = met("mahdi_deploy.PickGrade")
    assert slot == min(game.asked)


def test_mahdi_deploys_the_weakest_of_his_leaders() -> None:
    game, slot = met("mahdi_deploy.PickLeaderToDeploy")
    strengths = {asked: sum(game.content.leader_strip[asked - slots.PICK_LEADER]) for asked in game.asked}
    assert strengths[slot] == min(strengths.values())


@pytest.mark.parametrize("question", ["battle.UseSpecials", "battle.DefenderUseSpecials"])
def test_specials_are_wasted_for_mahdi_and_well_used_for_the_atreides(question: str) -> None:
    game = solo()
    attacker = {"battle.UseSpecials": HARKONNEN, "battle.DefenderUseSpecials": ATREIDES}[question]
    strips = game.content.leader_strip
    weak, *_, strong = sorted(range(len(strips)), key=lambda leader: sum(strips[leader]))
    for side, better in ((attacker, weak), (1 - attacker, strong)):
        agent = looking_at(game)
        agent.question = question
        agent.view.stack[agent.frame + SIDE] = side
        worse = weak + strong - better
        assert agent.use_special(slots.PICK_LEADER + better) > agent.use_special(slots.PICK_LEADER + worse)


def test_a_worm_from_off_the_board_is_better_than_one_that_leaves_its_place() -> None:
    agent = looking_at(solo())
    for area in range(N_AREAS):
        assert agent.pick_worm_figure(FROM_SUPPLY) > agent.pick_worm_figure(slots.PICK_AREA + area)


def test_a_driven_legion_ends_far_from_the_sietches() -> None:
    agent = looking_at(with_legion(NEAR))
    ends = sorted([HOME, *range(N_AREAS)], key=lambda to: DISTANCE[HOME][to])
    near = next(to for to in ends if DISTANCE[HOME][to] == 1 and to != NEAR)
    assert agent.exile(NEAR, FAR) > agent.exile(NEAR, near) + 0.3


def test_harvesters_go_where_worms_are_and_carryalls_are_not() -> None:
    game = without_atreides()
    first, *others = deserts(game)
    zones = set(ZONES_OF[first])
    other = next(area for area in others if DISTANCE[first][area] > 3 and not zones & set(ZONES_OF[area]))
    agent = looking_at(game)
    assert agent.lay_harvester(slots.PICK_AREA + first) == agent.lay_harvester(slots.PICK_AREA + other)
    game.cells[WORMS + next(a for a in range(N_AREAS) if DISTANCE[first][a] == 1)] = SANDWORM
    agent = looking_at(game)
    assert agent.lay_harvester(slots.PICK_AREA + first) > agent.lay_harvester(slots.PICK_AREA + other)
    game.zones = [CARRYALL if zone in ZONES_OF[first] else 0 for zone in range(8)]
    agent = looking_at(game)
    assert agent.lay_harvester(slots.PICK_AREA + first) < agent.lay_harvester(slots.PICK_AREA + other)


def test_ornithopters_are_kept_away_from_legions_that_could_fly_to_a_sietch() -> None:
    two_away = next(a for a in range(N_AREAS) if DISTANCE[HOME][a] == 2 and ZONES_OF[a])
    agent = looking_at(with_legion(two_away))
    bare = looking_at(solo())
    zones = [zone for zone in range(8) if two_away in ZONE_AREAS[zone]]
    assert zones
    for zone in zones:
        slot = slots.PICK_ZONE + zone
        assert agent.lay_ornithopter(slot) < bare.lay_ornithopter(slot) - 0.02, "nearer than ARRIVAL says by land"
        assert agent.lay_carryall(slot) > bare.lay_carryall(slot), "a Carryall keeps the Zone"


@pytest.mark.parametrize(("units", "falls"), [(6, CHOAM), (2, LANDSRAAD)])
def test_the_ban_that_hurts_mahdi_is_let_through(units: int, falls: int) -> None:
    """CHOAM's makes full Legions smaller; the Landsraad's keeps Reinforcements out of battles."""
    game = with_legion(NEAR, units)
    game.reinforcements = game.reinforcements[:1] * 3
    assert len(game.reinforcements) == 3
    agent = looking_at(game)
    assert min(range(3), key=lambda ban: agent.keep_marker(slots.KEEP + ban)) == falls


def test_a_legion_without_a_way_out_is_struck_first() -> None:
    game = without_atreides()
    trapped = deserts(game)[0]
    free = next(a for a in deserts(game) if DISTANCE[trapped][a] > 4)
    for area in (trapped, free):
        assert recruit(game, HARKONNEN, area, REGULAR)
    for area in range(N_AREAS):
        if DISTANCE[trapped][area] == 1:
            game.cells[WORMS + area] = SANDWORM
    agent = looking_at(game)
    assert agent.ways_out(trapped) == 0 < agent.ways_out(free)
    assert agent.pick_first_strike(slots.PICK_AREA + trapped) > agent.pick_first_strike(slots.PICK_AREA + free)
    assert agent.strike_worth(trapped) > agent.strike_worth(free)
