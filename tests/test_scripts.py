"""The scripts that a newcomer runs: settings are checked, training and evaluation run on a small scale."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from scripts import build

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

ROOT = Path(__file__).resolve().parent.parent

TINY = """
name: tiny
env: dune_env/WarForArrakisMahdi-v0
env_options: {ties: seeded, reward: shaped}
seed: 3
n_envs: 2
total_steps: 256
policy: {net_arch: [16]}
ppo: {n_steps: 64, batch_size: 64, n_epochs: 1}
imitation: {games: 2, epochs: 1, batch_size: 64, learning_rate: 0.001}
checkpoint_every: 128
evaluation: {episodes_on_the_way: 1, games: 4, workers: 1}
"""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=300)


def test_training_measures_three_agents_and_can_be_resumed(tmp_path: Path) -> None:
    config = tmp_path / "tiny.yaml"
    config.write_text(TINY)
    done = run("scripts/train_ppo.py", "--config", str(config), "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    home = tmp_path / "tiny"
    rows = json.loads((home / "evaluation.json").read_text())["rows"]
    assert [row["agent"] for row in rows] == ["random", "heuristic", str(home / "model.zip")]
    assert all(row["games"] == 4 for row in rows)
    assert "margin_over_first_95" in rows[2]
    assert (home / "evaluation.png").stat().st_size > 1000
    assert (home / "curve.png").stat().st_size > 1000
    assert list((home / "tensorboard").rglob("events.*"))

    checkpoint = home / "checkpoints" / "model_128_steps.zip"
    again = run(
        "scripts/train_ppo.py", "--config", str(config), "--out", str(tmp_path / "again"), "--resume", str(checkpoint),
        "--no-evaluation",
    )  # fmt: skip
    assert again.returncode == 0, again.stderr
    assert "after 256 steps" in again.stdout

    kept = (home / "model.zip").read_bytes()
    (tmp_path / "wide.yaml").write_text(TINY.replace("[16]", "[16, 16]"))
    (tmp_path / "normal.yaml").write_text(TINY + "normalise: {rewards: true}\n")
    for settings, wanted, told in (
        ("tiny", [checkpoint, "--steps", "128"], "--steps: got 128, takes more than the 128 of the checkpoint"),
        ("wide", [home / "best" / "best_model.zip"], "policy: trained with {'net_arch': [16]}, now"),
        ("normal", [checkpoint], "takes one of checkpoints/, where the rewards' statistics are too"),
        ("tiny", [checkpoint, "--twice"], "--resume takes neither --twice nor --profile"),
    ):
        config = tmp_path / f"{settings}.yaml"
        done = run(
            "scripts/train_ppo.py", "--config", str(config), "--out", str(tmp_path), "--resume", *map(str, wanted)
        )
        assert done.returncode == 2 and told in done.stderr, done.stderr
    assert (home / "model.zip").read_bytes() == kept


def test_two_runs_with_one_seed_give_the_same_weights(tmp_path: Path) -> None:
    config = tmp_path / "tiny.yaml"
    config.write_text(TINY)
    done = run("scripts/train_ppo.py", "--config", str(config), "--out", str(tmp_path), "--twice")
    assert done.returncode == 0, done.stderr
    first, second, verdict = done.stdout.splitlines()
    assert re.fullmatch(r"first: weights [0-9a-f]{64} after 256 steps", first)
    assert second.removeprefix("second") == first.removeprefix("first")
    assert verdict == "the same weights"


def test_a_profile_is_shown(tmp_path: Path) -> None:
    config = tmp_path / "tiny.yaml"
    config.write_text(TINY)
    done = run("scripts/train_ppo.py", "--config", str(config), "--out", str(tmp_path), "--profile", "--steps", "128")
    assert done.returncode == 0, done.stderr
    shares = [float(share) for share in re.findall(r"([0-9.]+)%", done.stdout)]
    assert len(shares) == 4 and sum(shares) == pytest.approx(100.0, abs=0.3)
    assert not (tmp_path / "tiny" / "model.zip").exists()


def test_an_evaluation_plan_and_a_look_inside(tmp_path: Path) -> None:
    plan = tmp_path / "eval_small.yaml"
    plan.write_text(
        "name: small\ntitle: Small\nkind: ladder\nagents: [random]\nfirst_seed: 5\ngames: 100\nexplain: 4\n"
        "settings: [{label: two rounds, max_rounds: 2}]\n"
    )
    done = run("scripts/evaluate.py", "--config", str(plan), "--scale", "0.05", "--out", str(tmp_path / "kept"))
    assert done.returncode == 0, done.stderr
    assert "Only tried out: 5 of 100 games" in done.stdout
    assert "| Prescience steps: claims |" in done.stdout
    assert json.loads((tmp_path / "kept" / "small.json").read_text())["rows"][0]["played"] == 5
    done = run("scripts/evaluate.py", "--agents", "random", "--games", "2", "--max-rounds", "2", "--explain")
    assert done.returncode == 0, done.stderr
    assert "Sietches lost by round" in done.stdout


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("n_envs: many", "n_envs: got 'many', takes a whole number"),
        ("epochs: 3", "epochs: unknown"),
        ("policy: {network: cube}", "policy.network: got 'cube', takes one of flat, wide, map"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, line: str, told: str) -> None:
    config = tmp_path / "wrong.yaml"
    key = line.split(":")[0]
    kept = [x for x in TINY.strip().splitlines() if not x.startswith((key + ":", "imitation"))]
    config.write_text("\n".join([*kept, line]))
    done = run("scripts/train_ppo.py", "--config", str(config), "--out", str(tmp_path))
    assert done.returncode != 0
    assert told in done.stderr


def test_evaluation_names_what_it_does_not_know() -> None:
    done = run("scripts/evaluate.py", "--agents", "oracle", "--games", "1")
    assert done.returncode != 0
    assert "agent: got 'oracle'" in done.stderr
    done = run("scripts/evaluate.py", "--agents", "no/such/model.zip", "--games", "1")
    assert "there is no file 'no/such/model.zip'" in done.stderr
    for name in ("ppo_lookahead", "mcts:4:ppo_lookahead"):
        done = run("scripts/evaluate.py", "--agents", name, "--games", "1", "--opponent", "random")
        assert done.returncode == 2 and f"'{name}' hears advice on the game against Mahdi" in done.stderr


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--seed", "-1"], "--seed takes 0 or more, got -1"),
        (["--max-rounds", "0"], "max_rounds"),
        (["--content", "nope"], "nope"),
        (["--scale", "0.5"], "--scale takes --config as well"),
        (["--out", "README.md"], "--out takes a folder, 'README.md' is a file"),
    ],
)
def test_evaluation_takes_no_wrong_option(options: list[str], told: str) -> None:
    done = run("scripts/evaluate.py", "--agents", "random", "--games", "1", *options)
    assert done.returncode == 2 and told in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("bench.py --games 0", "--games takes a whole number of 1 or more"),
        ("train_loop.py --max-rounds 0", "--max-rounds takes a whole number of 1 or more"),
        ("fuzz_inputs.py --count 0", "--count takes a whole number of 1 or more"),
        ("soak.py --first-seed -1", "--first-seed takes 0 or more, got -1"),
        ("render_board.py --moves -4", "--moves takes 0 or more, got -4"),
        ("render_board.py --out no/such/board.png", "--out takes the path of a .png file in a folder that is there"),
        ("mutants.py R-99.9", "no fault begins with R-99.9"),
        ("rule_coverage.py R-99", "got 'R-99', takes the id of a rule"),
        ("fidelity.py --content nope", "nope: takes a JSON file that can be read, or one of the packs"),
    ],
)
def test_scripts_name_what_they_cannot_take(line: str, told: str) -> None:
    script, *options = line.split()
    done = run(f"scripts/{script}", *options)
    assert done.returncode == 2 and told in done.stderr and "Traceback" not in done.stderr


def test_one_game_has_no_interval() -> None:
    done = run("scripts/evaluate.py", "--agents", "random", "heuristic", "--games", "1", "--max-rounds", "1")
    assert done.returncode == 0, done.stderr
    assert re.search(r"^heuristic +0/1 .* [+-]0\.\d{3} +1\.0  truncated 1$", done.stdout, re.MULTILINE)


def test_a_part_of_the_games_does_not_take_the_place_of_kept_results() -> None:
    kept = (ROOT / "docs" / "results" / "mahdi.json").read_bytes()
    for out in ([], ["--out", "docs"], ["--out", "docs/../docs"]):
        done = run("scripts/results.py", "--only", "mahdi", "--scale", "0.001", *out)
        assert done.returncode == 2 and "--scale takes another folder as --out" in done.stderr
    assert (ROOT / "docs" / "results" / "mahdi.json").read_bytes() == kept


def test_a_checkpoint_of_other_settings_is_not_gone_on_with(tmp_path: Path) -> None:
    (tmp_path / "tiny.yaml").write_text(TINY)
    (tmp_path / "model.zip").write_bytes(b"")
    settings = {**yaml.safe_load(TINY), "policy": {"network": "map"}}
    (tmp_path / "model.yaml").write_text(yaml.safe_dump({"settings": settings}))
    done = run(
        "scripts/train_ppo.py", "--config", str(tmp_path / "tiny.yaml"), "--out", str(tmp_path / "runs"),
        "--resume", str(tmp_path / "model.zip"),
    )  # fmt: skip
    assert done.returncode == 2 and "policy: trained with {'network': 'map'}, now" in done.stderr


def test_without_the_compiler_of_types_what_was_built_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(build, "clean", lambda: pytest.fail("compiled files are removed"))
    monkeypatch.setattr("sys.argv", ["build.py"])
    with pytest.raises(SystemExit):
        build.main()


def test_evaluation_is_the_same_whatever_the_number_of_workers(tmp_path: Path) -> None:
    for workers in ("1", "2"):
        done = run(
            "scripts/evaluate.py", "--agents", "random", "--opponent", "random", "--games", "3", "--max-rounds", "3",
            "--workers", workers, "--out", str(tmp_path / workers),
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    reports = [json.loads((tmp_path / w / "evaluation.json").read_text()) for w in ("1", "2")]
    assert reports[0] == reports[1]


@pytest.mark.parametrize(
    ("value", "mode", "features"),
    [("evaluation", "solo", 42), ("evaluation", "two_player", 50), ("race", "two_player", 71)],
)
def test_the_values_can_be_fitted_anew(value: str, mode: str, features: int) -> None:
    done = run("scripts/fit_evaluation.py", "--value", value, "--mode", mode, "--games", "10", "--workers", "1")
    assert done.returncode == 0, done.stderr
    table = re.findall(r"^(\w+) +(-?\d+\.\d{5}) +(-?\d+\.\d{5})$", done.stdout, re.MULTILINE)
    assert len(table) == features and "2 games left out of the fit" in done.stdout
    fitted = {name: float(weight) for name, _, weight in table}
    assert fitted["need"] <= 0.0 <= fitted["last_steps"], "nothing counts against the side that has it"
    assert any(weight for weight in fitted.values())
    assert len(re.findall(r"explained of the games left out, \w+: -?\d+\.\d%", done.stdout)) == 2


def test_the_race_is_of_the_two_player_game() -> None:
    done = run("scripts/fit_evaluation.py", "--value", "race", "--mode", "solo", "--games", "10")
    assert done.returncode == 2 and "--value race takes --mode two_player" in done.stderr
