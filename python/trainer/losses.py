"""The three losses as pure functions of tensors, and the chunked log-probabilities that they share.

The logits of a vocabulary of 49,152 at 131,000 positions do not fit into a GPU. The head is therefore applied only to
the trained positions, a slice at a time, and again in the backward pass instead of keeping the logits.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch.autograd.function import FunctionCtx


def token_log_probabilities(
    hidden: torch.Tensor, head: torch.Tensor, targets: torch.Tensor, chunk: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """log p(target) at temperature 1 for each row of `hidden` [N, width], in float32, and the entropy there (without
    gradient). At most [chunk, vocabulary] logits exist at a time."""
    return _ChunkedLogProbabilities.apply(hidden, head, targets, chunk)


def sft_loss(
    hidden: torch.Tensor,
    head: torch.Tensor,
    targets: torch.Tensor,
    weights: torch.Tensor,
    total_weight: float | torch.Tensor,
    chunk: int,
) -> torch.Tensor:
    """Weighted negative log-likelihood over a micro-batch, divided by the weight of the *whole step*: the losses of the
    micro-batches add up to one token mean, however the step is divided."""
    log_probabilities, _ = token_log_probabilities(hidden, head, targets, chunk)
    return -(log_probabilities * weights).sum() / total_weight


@dataclass(frozen=True)
class KtoTerms:
    losses: torch.Tensor  # one per row
    z0: torch.Tensor
    margin: torch.Tensor  # beta * h, signed: positive means the right side


def kto_loss(
    log_ratios: torch.Tensor,
    mismatched_log_ratios: torch.Tensor,
    desirable: torch.Tensor,
    beta: float,
    desirable_weight: float,
    undesirable_weight: float,
) -> KtoTerms:
    """`log_ratios` is h = sum over the completion of (log pi - log ref) per row. `mismatched_log_ratios` is the same
    for the neighbour's completion under this row's prompt; it estimates how far the policy has moved in general."""
    z0 = mismatched_log_ratios.detach().mean().clamp(min=0)
    sign = torch.where(desirable, 1.0, -1.0)
    weight = torch.where(desirable, desirable_weight, undesirable_weight)
    losses = weight * (1 - torch.sigmoid(sign * beta * (log_ratios - z0)))
    return KtoTerms(losses=losses, z0=z0, margin=(sign * beta * log_ratios).detach())


def dr_grpo_loss(
    log_probabilities: torch.Tensor,
    old_log_probabilities: torch.Tensor,
    advantages: torch.Tensor,
    trajectories: int,
    length_normaliser: int,
    clip: float,
    importance_cap: float | None = None,
) -> torch.Tensor:
    """Clipped policy loss over sampled tokens only (one advantage per token), divided by the constant trajectories *
    length_normaliser, so that neither the length of a row nor the longest row changes a token's weight.

    `importance_cap` bounds the ratio where a negative advantage would leave it unbounded. The gradient there is that of
    the cap, not zero: the policy is still pushed away from such a token.
    """
    difference = log_probabilities - old_log_probabilities
    if importance_cap is not None:
        # Capped before the exponential: one overflowing token would make the whole step NaN.
        difference = difference + (math.log(importance_cap) - difference.detach()).clamp(max=0)
    ratio = torch.exp(difference)
    clipped = ratio.clamp(1 - clip, 1 + clip)
    per_token = torch.minimum(ratio * advantages, clipped * advantages)
    return -per_token.sum() / (trajectories * length_normaliser)


def turn_advantages(
    step_rewards: Sequence[Sequence[float]],
    outcomes: Sequence[float],
    gamma: float,
    outcome_weight: float,
    step_weight: float = 1.0,
) -> list[list[float]]:
    """One advantage per turn of each trajectory of a group: the discounted future step rewards relative to the members
    that reached this turn, plus the outcome relative to the whole group. Not divided by a deviation.

    A turn that only one member reached has nothing to compare with: its step term is dropped.
    """
    returns: list[list[float]] = []
    for rewards in step_rewards:
        ahead = 0.0
        backwards = []
        for reward in reversed(rewards):
            ahead = reward + gamma * ahead
            backwards.append(ahead)
        returns.append(backwards[::-1])
    mean_outcome = sum(outcomes) / len(outcomes)
    advantages: list[list[float]] = []
    for own, outcome in zip(returns, outcomes, strict=True):
        turns = []
        for turn, value in enumerate(own):
            alive = [other[turn] for other in returns if len(other) > turn]
            step_term = value - sum(alive) / len(alive) if len(alive) >= 2 else 0.0
            turns.append(step_weight * step_term + outcome_weight * (outcome - mean_outcome))
        advantages.append(turns)
    return advantages


def kl_to_start(log_probabilities: torch.Tensor, start_log_probabilities: torch.Tensor) -> torch.Tensor:
    """KL(policy || start) per token sampled from the policy: never negative, unbiased, low variance (k3)."""
    difference = start_log_probabilities - log_probabilities
    return torch.expm1(difference) - difference


class _ChunkedLogProbabilities(torch.autograd.Function):
    @staticmethod
    def forward(
        ctx: FunctionCtx, hidden: torch.Tensor, head: torch.Tensor, targets: torch.Tensor, chunk: int
    ) -> tuple[torch.Tensor, torch.Tensor]:
        log_probabilities = hidden.new_empty(hidden.shape[0], dtype=torch.float32)
        entropies = torch.empty_like(log_probabilities)
        normalisers = torch.empty_like(log_probabilities)
        with torch.autocast(hidden.device.type, enabled=False):
            for start in range(0, hidden.shape[0], chunk):
                part = slice(start, start + chunk)
                logits = _logits(hidden[part], head)
                normaliser = torch.logsumexp(logits, dim=-1)
                chosen = logits.gather(1, targets[part].unsqueeze(1)).squeeze(1)
                log_probabilities[part] = chosen - normaliser
                normalisers[part] = normaliser
                probabilities = torch.exp(logits - normaliser.unsqueeze(1))
                entropies[part] = normaliser - probabilities.mul_(logits).sum(-1)
        ctx.save_for_backward(hidden, head, targets, normalisers)
        ctx.chunk = chunk
        ctx.mark_non_differentiable(entropies)
        return log_probabilities, entropies

    @staticmethod
    def backward(ctx: FunctionCtx, gradient: torch.Tensor, _: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        hidden, head, targets, normalisers = ctx.saved_tensors
        to_hidden = torch.empty_like(hidden) if ctx.needs_input_grad[0] else None
        # Summed in float32: summing chunks of bfloat16 gradients would lose small values.
        to_head = torch.zeros(head.shape, dtype=torch.float32, device=head.device) if ctx.needs_input_grad[1] else None
        with torch.autocast(hidden.device.type, enabled=False):
            for start in range(0, hidden.shape[0], ctx.chunk):
                part = slice(start, start + ctx.chunk)
                slope = torch.exp(_logits(hidden[part], head).sub_(normalisers[part].unsqueeze(1))).neg_()
                slope.scatter_add_(1, targets[part].unsqueeze(1), slope.new_ones(slope.shape[0], 1))
                slope.mul_(gradient[part].unsqueeze(1))
                slope = slope.to(_matrix_dtype(hidden, head))
                if to_hidden is not None:
                    to_hidden[part] = (slope @ head.to(slope.dtype)).to(hidden.dtype)
                if to_head is not None:
                    to_head += (slope.t() @ hidden[part].to(slope.dtype)).float()
        return to_hidden, None if to_head is None else to_head.to(head.dtype), None, None


def _matrix_dtype(hidden: torch.Tensor, head: torch.Tensor) -> torch.dtype:
    """In full fine-tuning, bfloat16 hidden states meet a float32 head; tensor cores need both in bfloat16."""
    return hidden.dtype if hidden.is_cuda else torch.promote_types(hidden.dtype, head.dtype)


def _logits(hidden: torch.Tensor, head: torch.Tensor) -> torch.Tensor:
    dtype = _matrix_dtype(hidden, head)
    hidden, head = hidden.to(dtype), head.to(dtype)
    if hidden.is_cuda and dtype is torch.bfloat16:
        # Logits rounded to bfloat16 are off by up to 0.06 at 20, more than the drift that is monitored.
        return torch.mm(hidden, head.t(), out_dtype=torch.float32)
    return torch.mm(hidden, head.t()).float()
