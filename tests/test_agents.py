"""Agents: legal answers, the same ones for the same seed, from the information set alone; odds, evaluation, search."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from agents import make_agent, names
from agents.atreides_aims import Aims
from agents.atreides_taste import AGAINST_MAHDI, BETWEEN_PLAYERS
from agents.base import Agent
from agents.evaluation import WON, advantage, win_value
from agents.guides import HeuristicGuide, softmax
from agents.harkonnen_aims import LAST_PRIZE, NEAR, Raids
from agents.heuristic_harkonnen import HeuristicHarkonnen
from agents.mcts import Mcts, Node, is_behind
from agents.odds import fight
from agents.race import GOODS, NAMES, RACE, RACE_WEIGHTS, race_features, race_value, search_value
from agents.reading import Reading
from dune_env.arrakis import game as rules
from dune_env.arrakis.board import AREA_INDEX, GROUND, GROUND_DISTANCE
from dune_env.arrakis.game import Game, GameConfig, new_game
from dune_env.arrakis.legions import destroy_legion
from dune_env.arrakis.names import ATREIDES, HARKONNEN, REGULAR, RESULT_NAMES
from dune_env.arrakis.pieces import recruit
from dune_env.arrakis.state import N_AREAS, NONE, PROGRAMS, STRENGTH
from dune_env.arrakis.view import InfoSet

ROOT = Path(__file__).resolve().parent.parent
SIDES = (ATREIDES, HARKONNEN)
Maker = Callable[[int, int], Agent]


def quick(name: str) -> Maker:
    """Makers of agents; searches get a budget that a test can wait for."""
    return lambda side, seed: make_agent("mcts:8" if name == "mcts" else name, side, seed)


def play(mode: str, makers: dict[int, Maker], seed: int, rounds: int, most: int = 100_000) -> Game:
    """A game of at most *rounds* rounds and *most* decisions between new agents; every answer is checked."""
    game = new_game(GameConfig(mode=mode), seed)
    agents = {side: make(side, seed) for side, make in makers.items()}
    decisions = 0
    while not game.over and game.round <= rounds and decisions < most:
        if len(game.asked) == 1:
            game.pick(game.asked[0])
            continue
        before = game.digest()
        slot = agents[game.seat_to_act].act(game.info_set(game.seat_to_act))
        assert game.digest() == before, "an agent changed the game"
        assert slot in game.asked, f"illegal answer {slot} at {game.question()}"
        game.pick(slot)
        decisions += 1
    return game


def at_a_turn(seat: int, mode: str = "two_player") -> Game:
    """The first choice of a die by *seat* in a game of the heuristics."""
    game = new_game(GameConfig(mode=mode), 4)
    agents = [quick("heuristic")(side, 4) for side in SIDES]
    while game.question() != "turn.ChooseDie" or game.seat_to_act != seat:
        game.pick(agents[game.seat_to_act].act(game.info_set(game.seat_to_act)))
    return game


# --- making agents


def test_names_are_those_that_can_be_made() -> None:
    assert names() == ["greedy", "heuristic", "mcts", "random"]
    for name in names():
        for side in SIDES:
            assert make_agent(name, side, 3).name == name


@pytest.mark.parametrize("name", [*names(), "mcts:3"])
def test_an_agent_without_a_model_needs_no_learning_library(name: str) -> None:
    """In a process where the libraries of the extra `train` cannot be imported."""
    code = (
        "import sys; sys.modules.update(dict.fromkeys(['torch', 'stable_baselines3', 'sb3_contrib'])); "
        f"from agents import make_agent; print(make_agent({name!r}, 0).name)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.stdout.strip() == name.split(":")[0], done.stderr


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("stilgar", r"agent: got 'stilgar' for harkonnen, takes greedy, heuristic, mcts, random, (\w+, )*mcts:SIM"),
        ("nowhere.zip", r"agent: there is no file 'nowhere\.zip'"),
        ("mcts:", r"agent: 'mcts:' takes a number of simulations, 1 or more, after mcts:, got ''"),
        ("mcts:0", r"takes a number of simulations, 1 or more, after mcts:, got '0'"),
        ("mcts:-5", r"got '-5'"),
        ("mcts:many", r"got 'many'"),
        ("mcts:8:nowhere.zip", r"agent: there is no file 'nowhere\.zip'"),
    ],
)
def test_a_wrong_name_is_told_with_what_it_takes(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_agent(name, HARKONNEN)


@pytest.mark.parametrize("name", ["heuristic", "greedy", "mcts"])
def test_an_agent_answers_for_its_own_side_only(name: str) -> None:
    game = at_a_turn(HARKONNEN)
    with pytest.raises(ValueError, match="agent: plays atreides, got a question to harkonnen"):
        quick(name)(ATREIDES, 1).act(game.info_set(HARKONNEN))
    assert quick(name)(HARKONNEN, 1).act(game.info_set(HARKONNEN)) in game.asked


def test_a_search_takes_one_simulation_or_more() -> None:
    with pytest.raises(ValueError, match="simulations: got 0, takes 1 or more"):
        Mcts(ATREIDES, 1, 0)


def test_the_budget_stands_in_the_name() -> None:
    agent = make_agent("mcts:7", ATREIDES)
    assert isinstance(agent, Mcts) and agent.simulations == 7


# --- playing


@pytest.mark.parametrize("mode", ["two_player", "solo"])
@pytest.mark.parametrize("name", ["random", "heuristic"])
def test_twenty_games_without_an_illegal_answer(name: str, mode: str) -> None:
    for seed in range(20):
        play(mode, {side: quick(name) for side in SIDES}, seed, rounds=20)


@pytest.mark.parametrize("mode", ["two_player", "solo"])
@pytest.mark.parametrize("name", ["greedy", "mcts"])
def test_searches_answer_legally(name: str, mode: str) -> None:
    for seed in range(20):
        play(mode, {side: quick(name) for side in SIDES}, seed, rounds=2, most=10)


@pytest.mark.parametrize("mode", ["two_player", "solo"])
@pytest.mark.parametrize("name", ["greedy", "mcts"])
def test_searches_answer_legally_late_in_the_game(name: str, mode: str) -> None:
    """From the third round on, reached by random play, where Leaders, cards and worms are about."""
    for seed in range(4):
        game = play(mode, {side: quick("random") for side in SIDES}, seed, rounds=2)
        agents = [quick(name)(side, seed) for side in SIDES]
        for _ in range(15):
            if game.over:
                break
            slot = agents[game.seat_to_act].act(game.info_set(game.seat_to_act))
            assert slot in game.asked
            game.pick(slot)


@pytest.mark.parametrize("mode", ["two_player", "solo"])
@pytest.mark.parametrize("name", ["random", "heuristic", "greedy", "mcts"])
def test_the_same_seed_gives_the_same_game(name: str, mode: str) -> None:
    most = 300 if name in ("random", "heuristic") else 25
    games = [play(mode, {side: quick(name) for side in SIDES}, 5, rounds=20, most=most) for _ in range(2)]
    assert games[0].history == games[1].history


@pytest.mark.parametrize("name", ["heuristic", "greedy", "mcts"])
def test_answers_depend_on_the_information_set_alone(name: str) -> None:
    """In games that look the same to a seat but hide other things, an agent answers alike."""
    for seed in range(3):
        game = play("two_player", {side: quick("heuristic") for side in SIDES}, seed, rounds=1, most=40 + 17 * seed)
        seat = game.seat_to_act
        answers = {quick(name)(seat, 9).act(game.info_set(seat))}
        for other in range(4):
            twin = game.resample(seat, other)
            assert twin.view(seat) == game.view(seat)
            answers.add(quick(name)(seat, 9).act(twin.info_set(seat)))
        assert len(answers) == 1


@pytest.mark.parametrize("name", ["greedy", "mcts"])
def test_searches_play_on_drawn_games_only(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game that a search picks in comes from its own draws."""
    game = at_a_turn(ATREIDES)
    drawn: list[Game] = []
    draw, pick = rules.game_from_view, Game.pick

    def drawing(view: object, seed: int) -> Game:
        drawn.append(draw(view, seed))  # type: ignore[arg-type]
        return drawn[-1]

    def picking(self: Game, slot: int) -> None:
        assert self is not game
        pick(self, slot)

    if not rules.__file__.endswith(".py"):
        pytest.skip("compiled rules cannot be watched")
    monkeypatch.setattr(rules, "game_from_view", drawing)
    monkeypatch.setattr(Game, "pick", picking)
    quick(name)(game.seat_to_act, 1).act(game.info_set(game.seat_to_act))
    assert drawn and game not in drawn


@pytest.mark.parametrize("side", SIDES)
def test_the_heuristic_beats_random(side: int) -> None:
    won = 0
    for seed in range(30):
        makers = {side: quick("heuristic"), 1 - side: quick("random")}
        won += play("two_player", makers, 100 + seed, rounds=20).winner == side
    assert won >= 27


def test_an_atreides_has_one_taste_against_mahdi_and_one_against_a_player() -> None:
    alone, together = new_game(GameConfig(mode="solo"), 1), new_game(GameConfig(mode="two_player"), 1)
    assert Aims(Reading(alone, ATREIDES)).taste is AGAINST_MAHDI
    assert Aims(Reading(together, ATREIDES)).taste is BETWEEN_PLAYERS


def test_a_single_answer_is_given_without_thought() -> None:
    game = new_game(GameConfig(), 1)
    view = game.view(game.seat_to_act)
    view.options = view.options[:1]
    for name in names():
        assert make_agent(name, view.seat).act(InfoSet(view)) == view.options[0]


# --- the odds of a battle


def test_single_units_by_hand() -> None:
    """Only one falls with Hit against Special, 1 in 12 for either; both fall with two Hits, 1 in 4; else nobody."""
    won, left, foe_left = fight((1, 0, 0), (1, 0, 0))
    assert won == pytest.approx(1 / 5)
    assert left == pytest.approx(1 / 5) and foe_left == pytest.approx(1 / 5)


def test_a_leader_turns_specials_into_hits() -> None:
    """With a Leader a die harms on 4 faces; that he can take a Hit himself helps more."""
    assert fight((1, 0, 1), (1, 0, 0))[0] > fight((1, 0, 0), (1, 0, 0))[0]
    assert fight((1, 1, 1), (1, 0, 0))[0] > fight((1, 0, 1), (1, 0, 0))[0]


def test_odds_follow_what_stands_on_each_side() -> None:
    base = fight((5, 2, 1), (3, 1, 1), 1, True)[0]
    assert fight((6, 3, 2), (3, 1, 1), 1, True)[0] > base
    assert fight((5, 2, 1), (4, 2, 1), 1, True)[0] < base
    assert fight((5, 2, 1), (3, 1, 1), 3, True)[0] < base
    assert fight((5, 2, 1), (3, 1, 1), 1, False)[0] > base
    assert fight((5, 2, 1), (3, 1, 1), 1, True, True)[0] > base


def test_nobody_at_home_is_won_and_nobody_attacking_is_not() -> None:
    assert fight((2, 0, 1), (0, 0, 0), 3, True)[0] == 1.0
    assert fight((0, 0, 0), (2, 0, 1), 3)[0] == 0.0


# --- the evaluation


def test_the_advantage_grows_with_markers_and_falls_with_supremacy() -> None:
    game = new_game(GameConfig(), 2)
    start = advantage(game)
    ahead = game.copy()
    ahead.prescience = [2, 2, 2]
    behind = game.copy()
    behind.supremacy = 5
    assert advantage(ahead) > start + 0.2
    assert advantage(behind) < start - 0.2
    assert -1.0 < win_value(behind) < win_value(game) < win_value(ahead) < 1.0


def test_unused_dice_are_worth_what_their_results_are() -> None:
    """In the solo game a Mentat die left is worth less than a House die; a token is a die of its result (R-9.2)."""
    game = at_a_turn(ATREIDES, "solo")
    mentat, house = RESULT_NAMES.index("mentat"), RESULT_NAMES.index("house")
    worth = {}
    for result in (mentat, house):
        game.dice = [int(at == result) for at in range(5)] + game.dice[5:]
        game.bene_gesserit_at = [NONE, NONE]
        worth[result] = advantage(game)
        game.dice = [0] * 5 + game.dice[5:]
        game.bene_gesserit_at = [result, NONE]
        assert advantage(game) == pytest.approx(worth[result])
    assert worth[mentat] < worth[house]


def test_the_dice_of_either_player_are_worth_what_their_results_are() -> None:
    """A search that takes all dice for alike spends the best one first."""
    mentat, strategy = RESULT_NAMES.index("mentat"), RESULT_NAMES.index("strategy")
    for side, sign in ((ATREIDES, 1), (HARKONNEN, -1)):
        game = at_a_turn(side)
        worth = {}
        for result in (mentat, strategy):
            game.dice[5 * side : 5 * side + 5] = [int(at == result) for at in range(5)]
            worth[result] = sign * advantage(game)
        assert worth[mentat] < worth[strategy] - 0.03
    game.bene_gesserit_at[HARKONNEN] = strategy
    game.dice[5:] = [0] * 5
    assert -advantage(game) == pytest.approx(worth[strategy])


def test_a_legion_before_a_weak_sietch_is_worth_more_to_the_harkonnen_late() -> None:
    game = at_a_turn(ATREIDES)
    sietch = Reading(game, HARKONNEN).homes(ATREIDES)[0]
    destroy_legion(game, ATREIDES, sietch)
    before = GROUND[sietch][0]
    assert not game.cells[STRENGTH + ATREIDES * N_AREAS + before]
    worth = []
    for steps in (0, 5):
        game.supremacy = steps
        far = advantage(game)
        near = game.copy()
        for _ in range(3):
            recruit(near, HARKONNEN, before, REGULAR)
        worth.append(far - advantage(near))
    assert 0.0 < worth[0] < worth[1]


def test_the_harkonnen_player_wants_high_ranks_near_ones_and_most_of_all_the_last() -> None:
    game = at_a_turn(HARKONNEN)
    game.supremacy = game.content.supremacy_last - 3
    raids = Raids(Reading(game, HARKONNEN))
    assert (raids.prize(1.0), raids.prize(2.0), raids.prize(0.0)) == (1.0, 4.0, 0.0)
    assert raids.prize(3.0) == pytest.approx(9.0 * LAST_PRIZE), "which would complete the Supremacy"
    raids.sietches = raids.sietches[:1]
    sietch, rank = raids.sietches[0]
    strong, near = (6, 6, 2), GROUND[sietch][0]
    farther = next(area for area in GROUND[near] if GROUND_DISTANCE[area][sietch] == 2)
    promised = raids.prize(rank) * raids.chance(strong, sietch)
    assert raids.prospect(strong, near) == pytest.approx(promised)
    assert raids.prospect((2, 0, 0), near) < promised
    assert raids.moves(farther, sietch) == 2 and raids.prospect(strong, farther) == pytest.approx(NEAR * promised)


def test_the_harkonnen_player_draws_into_an_empty_hand_only() -> None:
    game = at_a_turn(HARKONNEN)
    player = HeuristicHarkonnen(1)
    for cards, wanted in ((0, True), (1, True), (3, False)):
        info_set = game.info_set(HARKONNEN)
        info_set.view.hand = [cards, *[0] * (len(info_set.view.hand) - 1)]
        player.scores(info_set)
        assert (player.card_in_hand() > 0.0) == wanted


def test_a_finished_game_is_worth_its_result() -> None:
    game = new_game(GameConfig(), 2)
    game.over, game.winner = True, HARKONNEN
    assert advantage(game) == -WON
    game.winner = ATREIDES
    assert advantage(game) == WON


def test_the_race_adds_what_is_good_by_rounds_gone_by_rounds_left_and_squared() -> None:
    assert NAMES == [name for name, _ in RACE_WEIGHTS]
    found = [0.0] * len(NAMES)
    for name, number in (("need", 20.0), ("round", 3.0), ("supremacy", 5.0), ("row_hope", 2.0), ("assault", 6.0)):
        found[NAMES.index(name)] = number
    goods = [4.0, 7.0, 2.0, 0.0, 0.0, 0.0, 0.0]  # progress, room, hope; no assault is worse than the worst
    told = race_features(found)
    assert len(told) == len(RACE) == len(NAMES) + 3 * len(GOODS)
    assert told[len(NAMES) :] == [3 * good for good in goods] + [7 * good for good in goods] + [g * g for g in goods]
    found[NAMES.index("round")] = 12.0
    late = race_features(found)[len(NAMES) :]
    assert late[:7] == [10 * good for good in goods] and late[7:14] == [0.0] * 7, "rounds count up to the tenth"


def test_nothing_good_counts_against_the_side_that_has_it() -> None:
    assert all(min(weights) >= 0.0 for _, *weights in GOODS)


def test_the_race_is_ahead_with_markers_and_behind_with_supremacy_at_any_stage() -> None:
    for supremacy, number in ((0, 1), (4, 3), (8, 6)):
        game = new_game(GameConfig(mode="two_player"), 2)
        game.supremacy, game.round = supremacy, number
        worth = [race_value(game)]
        for markers in (1, 2, 3):
            game.prescience = [markers] * 3
            worth.append(race_value(game))
        assert worth == sorted(worth) and worth[0] < worth[-1] - 0.1
        game.supremacy += 2
        assert race_value(game) < worth[-1]
    game.over, game.winner = True, HARKONNEN
    assert race_value(game) == pytest.approx(-1.0)


def test_a_search_goes_by_the_race_between_two_players_and_by_the_evaluation_against_mahdi() -> None:
    solo, two_player = new_game(GameConfig(mode="solo"), 2), new_game(GameConfig(mode="two_player"), 2)
    assert search_value(solo) == win_value(solo)
    assert search_value(two_player) == race_value(two_player) != win_value(two_player)
    game = first_question("two_player", 3)
    played_on = game.copy()
    guide, same = Mcts(ATREIDES, 0).guide, HeuristicGuide(0)
    for each in (guide, same):
        each.begin(game.info_set(game.seat_to_act))
    same.play_on(played_on)
    assert guide.value(game) == race_value(played_on)


# --- the search


def test_priors_add_up_to_one_and_follow_the_scores() -> None:
    chances = softmax({4: 0.0, 7: 1.0, 9: -3.0})
    assert sum(chances.values()) == pytest.approx(1.0)
    assert chances[7] > chances[4] > chances[9] > 0.0


def first_question(mode: str, seed: int) -> Game:
    """A game at its first question with two answers or more."""
    game = new_game(GameConfig(mode=mode), seed)
    while len(game.asked) == 1:
        game.pick(game.asked[0])
    return game


@pytest.mark.parametrize("simulations", [1, 3, 12, 64])
def test_every_simulation_is_counted_at_the_root_and_none_is_above_the_budget(simulations: int) -> None:
    game = first_question("solo", 3)
    root = Mcts(ATREIDES, 1, simulations).search(game.info_set(ATREIDES))
    assert 1 <= root.visits == sum(root.count.values()) <= simulations
    assert set(root.count) <= set(game.asked)
    assert root.best() in game.asked


def test_answers_compete_on_the_same_draws_until_they_fall_behind() -> None:
    """Those still in it at the end are the most tried, alike, and the choice is one of them."""
    game = at_a_turn(HARKONNEN)
    root = Mcts(HARKONNEN, 1, 64).search(game.info_set(HARKONNEN))
    assert len(root.count) > 1
    assert set(root.count) == set(root.order[: len(root.count)]), "the likeliest answers compete"
    assert root.count[root.best()] == max(root.count.values())
    assert all(count >= min(4, 64 // len(root.count)) for count in root.count.values())


def test_an_answer_that_makes_a_difference_ends_the_search_early() -> None:
    """Two answers, one always worse by the same: the first batch settles it."""
    root = Node(HARKONNEN)
    root.learn_priors({5: 0.5, 7: 0.5})
    values = {5: [0.3, 0.1, 0.4, 0.2], 7: [0.2, 0.0, 0.3, 0.1]}
    root.count = {slot: len(found) for slot, found in values.items()}
    root.total = {slot: sum(found) for slot, found in values.items()}
    assert root.best() == 5 and is_behind(root, values, 7, 5)
    values[7] = [0.9, -0.6, 0.8, -0.5]  # as bad on average, but the draws differ too much to tell
    assert not is_behind(root, values, 7, 5)


def test_a_likelier_answer_is_preferred_among_equals() -> None:
    root = Node(ATREIDES)
    root.learn_priors({5: 0.1, 7: 0.9})
    root.count, root.total = {5: 4, 7: 4}, {5: 0.8, 7: 0.8}
    assert root.best() == 7
    root.total[5] = 1.2
    assert root.best() == 5


def test_below_the_root_an_unlikely_answer_has_to_be_better_by_more() -> None:
    tree, node = Mcts(ATREIDES, 1), Node(ATREIDES)
    node.learn_priors({5: 0.1, 7: 0.9})
    node.visits, node.count = 8, {5: 4, 7: 4}
    node.total = {5: 4 * 0.3, 7: 4 * 0.2}
    assert node.best() == 5, "at the root the lead is enough"
    assert tree.select(node, [5, 7]) == 7
    node.total[5] = 4 * 0.5
    assert tree.select(node, [5, 7]) == 5


class Watcher:
    """The heuristics as a guide, with the turns and phases of all questions asked, and the positions valued."""

    def __init__(self) -> None:
        self.guide = HeuristicGuide(1)
        self.asked: list[tuple[int, int]] = []
        self.valued: list[Game] = []

    def begin(self, info_set: InfoSet) -> None:
        self.guide.begin(info_set)

    def priors(self, info_set: InfoSet) -> dict[int, float]:
        self.asked.append((info_set.view.turns, info_set.view.phase))
        return self.guide.priors(info_set)

    def value(self, game: Game) -> float:
        self.valued.append(game)
        return self.guide.value(game)

    def look(self, game: Game) -> tuple[float, dict[int, float]]:
        self.valued.append(game)
        return self.guide.look(game)[0], {}


@pytest.mark.parametrize("side", SIDES)
def test_a_tree_ends_with_the_turn_under_way(side: int) -> None:
    game = at_a_turn(side)
    guide = Watcher()
    Mcts(side, 1, 48, guide).search(game.info_set(side))
    assert len(guide.asked) > 3
    assert set(guide.asked) == {(game.turns, game.phase)}


@pytest.mark.parametrize(("mode", "side"), [("solo", ATREIDES), ("two_player", ATREIDES), ("two_player", HARKONNEN)])
def test_values_of_a_search_stand_where_the_next_turn_begins(mode: str, side: int) -> None:
    """Whatever is asked in the middle of Mahdi's reply, such as his ties or a die of a battle, is answered first."""
    game = at_a_turn(side, mode)
    guide = Watcher()
    Mcts(side, 1, 48, guide).search(game.info_set(side))
    assert len(guide.valued) > 3
    for valued in guide.valued:
        begins = valued.turns != game.turns and valued.question() == "turn.ChooseDie"
        assert valued.over or valued.phase != game.phase or begins


def test_answers_come_into_play_by_their_priors() -> None:
    node = Node(ATREIDES)
    node.learn_priors({slot: 1.0 / (slot + 1) for slot in range(50)})
    first = node.considered(list(range(50)))
    node.visits = 400
    later = node.considered(list(range(50)))
    assert first == list(range(len(first))) and 0 < len(first) < len(later) < 50


@pytest.mark.parametrize("name", ["heuristic", "greedy", "mcts"])
def test_a_game_that_can_be_won_this_turn_is_won(name: str) -> None:
    """Arrakeen lies open next to a Legion, and its three steps complete the objective (R-5.7)."""
    game = at_a_turn(ATREIDES)
    arrakeen, near = AREA_INDEX["arrakeen"], AREA_INDEX["rimwall_west"]
    destroy_legion(game, HARKONNEN, arrakeen)
    recruit(game, ATREIDES, near, REGULAR)
    game.dice[:5] = [0, 1, 0, 1, 0]
    goal = game.content.objectives[game.objectives[0]]
    game.prescience = [step - 3 for step in goal]
    PROGRAMS.advance(game)  # asks anew, with what has changed
    agent = quick(name)(ATREIDES, 1)
    turn = game.turns
    while not game.over and game.turns == turn:
        game.pick(game.asked[0] if len(game.asked) == 1 else agent.act(game.info_set(ATREIDES)))
    assert game.winner == ATREIDES
