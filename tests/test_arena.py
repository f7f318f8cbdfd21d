"""Measuring agents: plans, matches that go on where they were broken off, intervals, ratings, and a look inside."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("scipy")
pytest.importorskip("openskill")
pytest.importorskip("yaml")

from agents import make_agent
from agents.arena import fingerprints, parts
from agents.arena.fingerprints import HARKONNEN_PLAYER, agent_fingerprint, match_key, modules_behind
from agents.arena.games import Match, check_players, play_match, tasks_of
from agents.arena.insight import calibration, estimate_of, look_inside, report, told
from agents.arena.intervals import paired_interval, paired_wins, rate
from agents.arena.parts import results_in, run_part
from agents.arena.plan import read_plan, rows_of
from agents.arena.ratings import Pairing, ratings
from agents.arena.stories import MARKER_SOURCES, Story, Teller
from agents.evaluation import PLAYED_HARKONNEN, WEIGHTS, features, win_value
from agents.greedy import Greedy
from agents.mcts import Mcts
from agents.race import race_value
from dune_env.arrakis.game import GameConfig, new_game
from dune_env.arrakis.names import ATREIDES, HARKONNEN
from dune_env.arrakis.ruleset import MODES
from dune_env.engine.chance import Generator

SOLO = GameConfig(mode="solo", max_rounds=2)
PLAN = """
name: small
title: A small ladder
kind: ladder
agents: [random, heuristic]
compare_with: random
first_seed: 50
games: 3
settings: [{max_rounds: 1}]
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "eval_small.yaml"
    path.write_text(text)
    return path


# --- plans


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("kind: ladder", "kind: cup", r"kind: got 'cup', takes one of ladder, round_robin"),
        ("games: 3", "games: many", r"games: got 'many', takes a whole number"),
        ("games: 3", "games: 0", r"games: got 0, takes 1 or more"),
        ("games: 3\n", "", r"games: missing"),
        ("compare_with: random", "compare_with: oracle", r"compare_with: got 'oracle', takes one of random, heuristic"),
        ("max_rounds: 1", "rounds: 1", r"settings.rounds: unknown, takes label, ties"),
        ("max_rounds: 1", "ties: never", r"ties: got 'never', takes one of ask, seeded"),
        ("kind: ladder", "kind: round_robin", r"agents: a round_robin takes none"),
        ("kind: ladder", "kind: ladder\natreides: [random]", r"atreides: a ladder takes none"),
        ("kind: ladder", "kind: ladder\nexplain: -2", r"explain: got -2, takes 0 or more"),
        ("games: 3", "games: 3\nfirst_seed: -1", r"first_seed: got -1, takes 0 or more"),
        ("name: small", "name: ../small", r"name: got '\.\./small', takes the name of a file, without a path"),
        ("[random, heuristic]", "[random, 5]", r"agents: got 5, takes names of agents"),
        ("[{max_rounds: 1}]", "[]", r"settings: takes one or more, each with a label of its own"),
        ("[{max_rounds: 1}]", "[{max_rounds: 1}, {max_rounds: 2}]", r"settings: takes one or more, each with a label"),
        ("kind: ladder", "kind: ladder\nside: harkonnen", r"side: Mahdi plays the Harkonnen"),
        ("kind: ladder", "kind: ladder\nspeed: 3", r"speed: unknown, takes name"),
    ],
)
def test_a_wrong_plan_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in PLAN
    with pytest.raises(ValueError, match=message):
        read_plan(written(tmp_path, PLAN.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("text", "message"), [("name: [unclosed", "takes YAML: "), ("- name", r"takes a mapping of keys to values, got \[")]
)
def test_a_plan_that_is_no_mapping_is_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ValueError, match=rf"\.yaml: {message}"):
        read_plan(written(tmp_path, text))


def test_a_round_robin_pairs_everyone_and_scaling_keeps_four_games(tmp_path: Path) -> None:
    text = PLAN.replace("ladder", "round_robin").replace("agents: [random, heuristic]\ncompare_with: random", "")
    plan = read_plan(written(tmp_path, text + "atreides: [a, b]\nharkonnen: [c, d, e]\n"))
    pairs = [(row.match.agent, row.match.opponent) for row in rows_of(plan)]
    assert pairs == [(x, y) for x in "ab" for y in "cde"]
    assert {row.match.config.mode for row in rows_of(plan)} == {"two_player"}
    large = read_plan(written(tmp_path, PLAN.replace("games: 3", "games: 1000")))
    assert [row.match.games for row in rows_of(large, 0.05)] == [50, 50]
    assert [row.match.games for row in rows_of(large, 0.001)] == [4, 4]


def test_the_plans_that_are_shipped_can_be_read() -> None:
    found = [read_plan(path) for path in sorted(Path("configs").glob("eval_*.yaml"))]
    by_name = {plan.name: plan for plan in found}
    assert len(by_name) == len(found) >= 6
    assert by_name["mahdi"].games == 1000 and not by_name["mahdi"].smaller
    assert by_name["search"].games == 100 and by_name["search"].smaller
    assert {setting.options["ties"] for setting in by_name["ties"].settings} == {"ask", "seeded"}
    contents = {setting.options.get("content") for setting in by_name["content"].settings}
    sums = {f"objectives_sum_{number}" for number in range(15, 21)}
    assert contents == {None, "objectives_765", "wormsigns_844", *sums}


# --- playing


def test_a_match_broken_off_goes_on_where_it_was(tmp_path: Path) -> None:
    match = Match("random", "mahdi", ATREIDES, GameConfig(mode="solo", max_rounds=1), 7, 70)
    assert [len(task) for task in tasks_of(match)] == [32, 32, 6]
    store = tmp_path / "match.jsonl"
    whole = play_match(match, store=store)
    lines = store.read_text().splitlines()
    assert len(lines) == 3
    first = json.loads(lines[0])
    first["results"][0]["rounds"] = 99  # shows that it is not played again
    store.write_text(json.dumps(first) + "\n" + lines[1][:40])  # the second line was cut short
    again = play_match(match, store=store)
    assert again.results[0].rounds == 99
    assert again.results[1:] == whole.results[1:]
    assert play_match(match, store=store).results == again.results


def test_what_is_kept_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, PLAN)
    first = run_part(read_plan(path), tmp_path / "kept", tmp_path / "scratch", 1)
    assert first == json.loads((tmp_path / "kept" / "small.json").read_text())
    assert [len(row["games"]["seed"]) for row in first["rows"]] == [3, 3]
    assert "margin_over_first_95" in first["rows"][1]["figures"]
    played: list[str] = []
    play = parts.play_match

    def watched(match: Match, *rest: object) -> object:
        played.append(match.agent)
        return play(match, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(parts, "play_match", watched)
    assert run_part(read_plan(path), tmp_path / "kept", tmp_path / "scratch", 1) == first
    assert played == []
    other = tmp_path / "eval_other.yaml"
    other.write_text(PLAN.replace("name: small", "name: other").replace("[random, heuristic]", "[heuristic, random]"))
    swapped = run_part(read_plan(other), tmp_path / "kept", tmp_path / "scratch", 1)
    assert played == [], "another part has played it"
    assert [row["games"] for row in swapped["rows"]] == [row["games"] for row in first["rows"]][::-1]
    assert all(set(row) == set(first["rows"][0]) for row in swapped["rows"])
    path.write_text(PLAN.replace("[random, heuristic]", "[random, heuristic, greedy]").replace("max_rounds: 1", ""))
    monkeypatch.setattr(parts, "rows_of", lambda plan, scale: rows_of(plan, scale)[:1])
    run_part(read_plan(path), tmp_path / "kept", tmp_path / "scratch", 1)
    assert played == ["random"], "another setting, another match"


def test_the_key_of_a_match_is_what_it_hangs_on() -> None:
    base = Match("random", "mahdi", ATREIDES, SOLO, 7, 4)
    others = [
        Match("heuristic", "mahdi", ATREIDES, SOLO, 7, 4),
        Match("random", "mahdi", ATREIDES, SOLO, 8, 4),
        Match("random", "mahdi", ATREIDES, SOLO, 7, 5),
        Match("random", "mahdi", ATREIDES, GameConfig(mode="solo", max_rounds=2, content="wormsigns_844"), 7, 4),
        Match("random", "mahdi", ATREIDES, GameConfig(mode="solo", max_rounds=2, ties="seeded"), 7, 4),
        Match("random", "random", ATREIDES, GameConfig(max_rounds=2), 7, 4),
    ]
    keys = [match_key(match) for match in [base, *others]]
    assert len(set(keys)) == len(keys)
    assert match_key(Match("random", "mahdi", ATREIDES, SOLO, 7, 4)) == keys[0]


def test_results_hang_on_the_code_behind_the_agent_and_on_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    searches = modules_behind({"mcts"}, "solo")
    assert searches > {"guides", "evaluation", "heuristic", "odds"} and not searches & {"learned", "base"}
    names = ("heuristic", "greedy", "mcts:8", "ppo_lookahead", "mcts:8:ppo_lookahead")
    searching = {"greedy", "mcts:8"}  # and playing between two as well

    def fingerprints_of(mode: str) -> dict[str, str]:
        playing = names if mode == "solo" else ("heuristic", *searching)
        return {name: agent_fingerprint.__wrapped__(name, ATREIDES, mode) for name in playing}

    before = {mode: fingerprints_of(mode) for mode in MODES}
    code = fingerprints._code

    def changed_by(module: str, mode: str = "solo") -> set[str]:
        """The agents whose results are void when this module is another."""
        with monkeypatch.context() as patch:
            patch.setattr(fingerprints, "_code", lambda path: code(path) + "!" * (path.stem == module))
            return {name for name, found in fingerprints_of(mode).items() if found != before[mode][name]}

    assert changed_by("odds") == set(names)
    assert changed_by("evaluation") == set(names) - {"heuristic"}
    assert changed_by("mcts") == {"mcts:8", "mcts:8:ppo_lookahead"}
    assert changed_by("advised") == {"ppo_lookahead", "mcts:8:ppo_lookahead"}, "what a policy hears"
    assert changed_by("learned_guide") == {"mcts:8:ppo_lookahead"}
    for module in HARKONNEN_PLAYER:
        assert changed_by(module) == set() and changed_by(module, "two_player") == searching
    of_both = [agent_fingerprint("heuristic", side, "two_player") for side in (ATREIDES, HARKONNEN)]
    assert of_both[0] != of_both[1]


@pytest.mark.parametrize("mode", MODES)
def test_the_player_of_the_harkonnen_is_asked_between_two_players_only(mode: str) -> None:
    game = new_game(GameConfig(mode=mode), 4)
    greedy, tree = Greedy(ATREIDES, 1), Mcts(ATREIDES, 1, 8)
    for _ in range(200):
        info_set = game.info_set(game.seat_to_act)
        for agent in (greedy, tree):
            if game.seat_to_act == ATREIDES:
                agent.act(info_set)
        game.pick(greedy.guide.atreides.act(info_set) if game.seat_to_act == ATREIDES else info_set.options()[0])
    for guide in (greedy.guide, tree.heuristic):
        assert hasattr(guide.atreides, "question")
        assert hasattr(guide.harkonnen, "question") == (mode == "two_player"), "set with the first question"
    counted = len(WEIGHTS) + len(PLAYED_HARKONNEN) * (mode == "two_player")
    assert len(features(game)) == counted, "their dice and assaults come last, between two players"


def test_results_of_a_trained_policy_hang_on_its_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("ppo_lookahead", "mcts:8:ppo_lookahead")
    before = {agent_fingerprint.__wrapped__(name, ATREIDES, "solo") for name in names}
    monkeypatch.setattr("agents.learned.weights_hash", lambda path: "other weights")
    after = {agent_fingerprint.__wrapped__(name, ATREIDES, "solo") for name in names}
    assert len(before) == 2 and len(after) == 2 and not before & after


# --- figures


def test_wilson_interval() -> None:
    found = rate(187, 200)
    assert (found.share, found.low, found.high) == pytest.approx((0.935, 0.8921, 0.9617), abs=2e-4)
    assert rate(0, 10).low == 0.0 and rate(10, 10).high == 1.0


def test_paired_comparisons() -> None:
    low, high = paired_interval([1.0, 2.0, 4.0, 5.0], [0.0, 1.0, 2.0, 4.0])  # differences 1, 1, 2, 1
    assert (low, high) == pytest.approx((1.25 - 0.7956, 1.25 + 0.7956), abs=1e-3)
    assert paired_interval([1.0, 2.0], [1.0, 2.0]) == [0.0, 0.0]
    found = paired_wins([True] * 6 + [False, True], [False] * 6 + [False, True])
    assert found == {"only_ours": 6, "only_theirs": 0, "p": pytest.approx(2 / 64)}
    assert paired_wins([True], [True])["p"] == 1.0


def test_ratings_follow_the_results_side_by_side() -> None:
    pairings = [
        Pairing("strong", "strong", [1, -1] * 20),
        Pairing("strong", "weak", [1] * 40),
        Pairing("weak", "strong", [-1] * 40),
        Pairing("weak", "weak", [1, -1, 0, 0] * 10),
    ]
    found = ratings(pairings)
    for side in ("atreides", "harkonnen"):
        strong, weak = found[side, "strong"], found[side, "weak"]
        assert strong[0] - strong[1] > weak[0] + weak[1]
    assert set(found) == {(side, name) for side in ("atreides", "harkonnen") for name in ("strong", "weak")}


def test_agents_that_meet_on_both_sides_are_counted_together(tmp_path: Path) -> None:
    text = PLAN.replace("ladder", "round_robin").replace("agents: [random, heuristic]\ncompare_with: random", "")
    text += "atreides: [random, heuristic]\nharkonnen: [random, heuristic]\n"
    text = text.replace("max_rounds: 1", "max_rounds: 20").replace("games: 3", "games: 5")
    part = run_part(read_plan(written(tmp_path, text)), tmp_path / "kept", tmp_path / "scratch", 1)
    (duel,) = part["duels"]
    rows = {(row["agent"], row["opponent"]): row for row in part["rows"]}
    won = sum(rows["heuristic", "random"]["games"]["won"])
    won += rows["random", "heuristic"]["games"]["reason"].count("supremacy")
    assert (duel["agent"], duel["opponent"], duel["games"], duel["wins"]) == ("heuristic", "random", 10, won)
    assert won >= 8
    assert {each["side"] for each in part["ratings"]} == {"atreides", "harkonnen"}


# --- a look inside


@pytest.mark.parametrize("mode", MODES)
def test_the_sources_add_up_to_the_tracks(mode: str) -> None:
    seen_lost = 0
    for seed in range(6):
        game = new_game(GameConfig(mode=mode), seed)
        sietches = sum(1 for at in game.sietch_at if at >= 0)
        teller, picks = Teller(game, seed), Generator()
        picks.seed(seed)
        while not game.over and game.round <= 60:
            teller.pick(game.asked[picks.below(len(game.asked))])
        story = teller.finish(ATREIDES)
        assert sum(story.supremacy.values()) == game.supremacy
        assert sum(story.markers.values()) == sum(game.prescience)
        assert min(story.supremacy.values()) >= 0
        if mode == "two_player":
            assert story.supremacy["end of the round"] == story.supremacy["Bene Gesserit tokens"] == 0
        lost = sum(story.sietches_lost.values())
        assert lost == sietches - sum(1 for at in game.sietch_at if at >= 0)
        seen_lost += lost
        assert set(story.markers) <= set(MARKER_SOURCES)
    assert seen_lost > 3


def test_listening_changes_no_game() -> None:
    games = [new_game(SOLO, 3), new_game(SOLO, 3)]
    teller, picks = Teller(games[0], 3), Generator()
    picks.seed(3)
    for _ in range(150):
        slot = games[1].asked[picks.below(len(games[1].asked))]
        teller.pick(slot)
        games[1].pick(slot)
    assert games[0].history == games[1].history and games[0].digest() == games[1].digest()


def test_a_report_of_a_match() -> None:
    match = Match("heuristic", "random", ATREIDES, GameConfig(max_rounds=20), 100, 6)
    found = look_inside(match, 4)
    assert found["games"]["all"] == 4 >= found["games"]["won"] + found["games"]["lost"]
    assert found["calibration"] is None, "the heuristic has no estimate"
    assert found["means"]["all"]["actions"]["atreides move"] > 0
    text = told(found, "four games")
    assert "Prescience steps by source" in text and "Sietches lost by round" in text


def test_a_search_says_what_it_expects() -> None:
    match = Match("greedy", "mahdi", ATREIDES, GameConfig(mode="solo", max_rounds=1), 100, 1)
    found = look_inside(match, 1)["calibration"]
    assert found["positions"] == sum(each["positions"] for each in found["bins"]) > 2


def test_a_search_expects_what_it_searches_by() -> None:
    game = new_game(GameConfig(mode="two_player"), 4)
    while game.round < 2:
        game.pick(game.asked[0])
    drawn = game.info_set(HARKONNEN).sample(9)
    for name, value in (("greedy", win_value(drawn)), ("mcts:8", race_value(drawn))):
        match = Match(name, "random", HARKONNEN, game.config, 4, 1)
        estimate = estimate_of(make_agent(name, HARKONNEN), match, 9)
        assert estimate is not None and estimate(game) == -value != 0.0
    assert win_value(drawn) != race_value(drawn)


def test_players_that_cannot_play_a_match_are_named() -> None:
    pytest.importorskip("torch")
    for name, opponent, message in (
        ("stilgar", "random", "agent: got 'stilgar' for atreides"),
        ("random", "stilgar", "agent: got 'stilgar' for harkonnen"),
        ("ppo_lookahead", "random", "'ppo_lookahead' hears advice on the game against Mahdi and plays no other"),
    ):
        with pytest.raises(ValueError, match=message):
            check_players(Match(name, opponent, ATREIDES, GameConfig(mode="two_player"), 4, 1))
    with pytest.raises(ValueError, match=r"side: got 'atreides', takes 0 \(atreides\) or 1 \(harkonnen\)"):
        make_agent("heuristic", "atreides")  # type: ignore[arg-type]


def test_calibration_by_hand() -> None:
    stories = [Story(0, result=1.0, expected=[0.9, 0.5]), Story(1, result=-1.0, expected=[-0.9, 0.5])]
    found = calibration(stories)
    assert found is not None
    assert found["squared_error"] == pytest.approx((0.01 + 0.25 + 0.01 + 2.25) / 4, abs=1e-4)
    assert found["squared_error_of_the_mean"] == 1.0
    middle = [each for each in found["bins"] if each["from"] <= 0.5 < each["to"]]
    assert middle[0]["positions"] == 2 and middle[0]["came"] == 0.0
    assert report(stories)["games"] == {"all": 2, "won": 1, "lost": 1}


def test_results_survive_the_file(tmp_path: Path) -> None:
    part = run_part(read_plan(written(tmp_path, PLAN)), tmp_path / "kept", tmp_path / "scratch", 1)
    row = part["rows"][0]
    results = results_in(row)
    assert [result.seed for result in results] == [50, 51, 52]
    assert row["figures"]["wins"] == sum(result.won for result in results)
