"""The plain training loop runs, learns from what it plays, and never picks an illegal slot."""

from __future__ import annotations

import math

import pytest

pytest.importorskip("torch")

import torch

from scripts.train_loop import Player, advantages_of, read_arguments, train


def test_a_few_updates() -> None:
    threads = torch.get_num_threads()
    small = ["--envs", "4", "--steps", "40", "--updates", "3", "--epochs", "2", "--minibatch", "80", "--width", "16"]
    try:
        told = train(read_arguments([*small, "--max-rounds", "1"]))
        again = train(read_arguments([*small, "--max-rounds", "1"]))
    finally:
        torch.set_num_threads(threads)
    assert told["games"] >= 4 and told["won"] == 0.0 and math.isfinite(told["loss"])
    assert told["loss"] == again["loss"], "the same seed learns the same"


def test_a_masked_slot_is_never_picked() -> None:
    player = Player(5, 7, 8)
    mask = torch.zeros((1, 7), dtype=torch.bool)
    mask[0, 3] = True
    choice, _ = player(torch.ones((1, 5)), mask)
    assert choice.probs[0, 3] == 1.0 and choice.entropy().item() == 0.0
    mask[0, 5] = True
    choice, _ = player(torch.ones((1, 5)), mask)
    assert set(choice.sample((200,)).flatten().tolist()) == {3, 5}


def test_advantages() -> None:
    settings = read_arguments(["--gamma", "0.5", "--gae-lambda", "1"])
    rewards, values = torch.tensor([[0.0], [1.0], [0.0], [0.0]]), torch.zeros(4, 1)
    ended, after_end = torch.tensor([[0.0], [1.0], [0.0], [0.0]]), torch.zeros(4, 1)
    found = advantages_of(rewards, values, ended, after_end, torch.tensor([4.0]), settings)
    assert found.flatten().tolist() == [0.5, 1.0, 1.0, 2.0]
    ended[3], after_end[3] = 1.0, 8.0  # broken off, and worth something
    found = advantages_of(rewards, values, ended, after_end, torch.tensor([4.0]), settings)
    assert found.flatten().tolist() == [0.5, 1.0, 2.0, 4.0]
