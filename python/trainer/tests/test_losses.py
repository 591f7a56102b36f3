"""Losses compared with stored numbers, with full logits, and with results computed by hand."""

import json

import pytest
import torch
from torch.nn import functional

from trainer import losses
from trainer.losses import dr_grpo_loss, kl_to_start, kto_loss, sft_loss, token_log_probabilities, turn_advantages

from . import fixed_losses
from .conftest import FIXTURES

GOLDEN = json.loads((FIXTURES / "losses.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["sft", "kto", "grpo"])
def test_the_loss_of_a_fixed_batch_equals_the_stored_number(name: str) -> None:
    assert getattr(fixed_losses, f"{name}_number")() == pytest.approx(GOLDEN[name], abs=1e-5)


@pytest.mark.parametrize("chunk", [1, 3, 64])
@pytest.mark.parametrize("head_is_trained", [True, False])
def test_chunked_loss_equals_full_logits_in_value_and_gradient(chunk: int, head_is_trained: bool) -> None:
    generator = torch.Generator().manual_seed(1)
    hidden = torch.randn(10, 6, generator=generator)
    head = torch.randn(13, 6, generator=generator)
    targets = torch.randint(0, 13, (10,), generator=generator)
    weights = torch.rand(10, generator=generator)
    results = []
    for chunked in (True, False):
        own_hidden, own_head = hidden.clone().requires_grad_(), head.clone().requires_grad_(head_is_trained)
        if chunked:
            loss = sft_loss(own_hidden, own_head, targets, weights, weights.sum(), chunk)
        else:
            per_token = functional.cross_entropy(own_hidden @ own_head.t(), targets, reduction="none")
            loss = (per_token * weights).sum() / weights.sum()
        loss.backward()
        results.append((loss.detach(), own_hidden.grad, own_head.grad))
    for ours, full in zip(*results, strict=True):
        assert (ours is None) == (full is None)
        if ours is not None:
            torch.testing.assert_close(ours, full, atol=1e-6, rtol=1e-5)


def test_at_most_one_chunk_of_logits_exists_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []
    original = losses._logits
    monkeypatch.setattr(losses, "_logits", lambda hidden, head: sizes.append(len(hidden)) or original(hidden, head))
    hidden = torch.randn(23, 4, requires_grad=True)
    token_log_probabilities(hidden, torch.randn(9, 4), torch.zeros(23, dtype=torch.long), 8)[0].sum().backward()
    assert sizes == [8, 8, 7, 8, 8, 7]


def test_the_chunked_entropy_equals_that_of_the_distribution() -> None:
    hidden, head = torch.randn(5, 4), torch.randn(9, 4)
    _, entropies = token_log_probabilities(hidden, head, torch.zeros(5, dtype=torch.long), 2)
    torch.testing.assert_close(entropies, torch.distributions.Categorical(logits=hidden @ head.t()).entropy())


def test_the_kto_loss_separates_the_labels_and_z0_is_never_negative() -> None:
    ratios = torch.zeros(2, requires_grad=True)
    terms = kto_loss(ratios, torch.tensor([-3.0, -1.0]), torch.tensor([True, False]), 0.1, 1.0, 1.0)
    assert terms.z0.item() == 0.0
    terms.losses.sum().backward()
    assert ratios.grad[0] < 0 < ratios.grad[1]


def test_length_and_deviation_do_not_change_a_tokens_weight() -> None:
    def gradient(tokens: int, trajectories: int) -> float:
        now = torch.zeros(tokens, requires_grad=True)
        dr_grpo_loss(now, torch.zeros(tokens), torch.ones(tokens), trajectories, 1024, 0.2, 2.0).backward()
        return now.grad[0].item()

    assert gradient(3, 4) == gradient(300, 4) == -1 / (4 * 1024)


def test_the_ratio_is_capped_but_a_bad_token_keeps_its_gradient() -> None:
    now = torch.tensor([3.0], requires_grad=True)
    loss = dr_grpo_loss(now, torch.zeros(1), -torch.ones(1), 1, 1, 0.2, importance_cap=2.0)
    loss.backward()
    assert loss.item() == pytest.approx(2.0)
    assert now.grad.item() == pytest.approx(2.0)


def test_an_infinite_ratio_does_not_spoil_a_step() -> None:
    now = torch.tensor([-1.0, -1.0, -1.0], requires_grad=True)
    old = torch.tensor([-200.0, -200.0, -1.0])
    loss = dr_grpo_loss(now, old, torch.tensor([-1.0, 1.0, 1.0]), 1, 1, 0.2, importance_cap=2.0)
    loss.backward()
    assert loss.item() == pytest.approx(2.0 - 1.2 - 1.0, abs=1e-4)
    assert now.grad.tolist() == pytest.approx([2.0, 0.0, -1.0], abs=1e-4)


def test_turn_advantages_match_a_worked_example() -> None:
    advantages = turn_advantages([[1.0, 0.5], [0.0, 0.25], [0.5]], [1.0, 0.0, 0.5], gamma=0.5, outcome_weight=2.0)
    # Returns: [1.25, 0.5], [0.125, 0.25], [0.5]; means over the members still running: 0.625 and 0.375; mean outcome
    # 0.5.
    assert advantages == [
        pytest.approx([0.625 + 1.0, 0.125 + 1.0]),
        pytest.approx([-0.5 - 1.0, -0.125 - 1.0]),
        pytest.approx([-0.125 + 0.0]),
    ]


def test_a_turn_that_no_other_sample_reached_has_no_step_term() -> None:
    advantages = turn_advantages([[1.0, 5.0], [0.0]], [1.0, 0.0], gamma=1.0, outcome_weight=1.0, step_weight=0.5)
    assert advantages[0] == pytest.approx([0.5 * 3.0 + 0.5, 0.5])


def test_kl_estimate_is_zero_at_the_start_and_never_negative() -> None:
    now = torch.randn(50)
    assert kl_to_start(now, now).abs().max().item() == 0
    assert kl_to_start(now, torch.randn(50)).min().item() >= 0
