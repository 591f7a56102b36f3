"""Draws the next token so that a request gets the same tokens whatever it is batched with.

The noise of a token is a hash of (seed of the request, position in the conversation, id in the vocabulary). So there is
no generator state that other rows could advance, and turns of a conversation with one seed do not share noise.
Everything stays on the device; nothing here waits for the host.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch

# Multipliers of well-known integer hash finalisers, as the signed numbers that torch's integers hold.
_GOLDEN_64 = 0x9E3779B97F4A7C15 - (1 << 64)
_MIX_64 = 0xBF58476D1CE4E5B9 - (1 << 64)
_GOLDEN_32 = 0x9E3779B1 - (1 << 32)
_MIX_32 = 0x7FEB352D


@dataclass(frozen=True)
class Sampling:
    """How one answer is drawn. Temperature 0 takes the most likely token."""

    temperature: float = 1.0
    top_p: float = 1.0
    seed: int = 0
    most_tokens: int = 256


def vocabulary_salt(vocabulary: int, device: torch.device) -> torch.Tensor:
    """[vocabulary] int32: ids spread over all bits, so that adjacent ids do not get similar noise."""
    return torch.arange(vocabulary, dtype=torch.int32, device=device) * _GOLDEN_32


def row_keys(seed: torch.Tensor, position: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Two int32 keys per row, [rows, 1], from the int64 seed and the position of the token being read."""
    key = seed + (position + 1) * _GOLDEN_64
    key = (key ^ (key >> 30)) * _MIX_64
    key = key ^ (key >> 27)
    key = key * _GOLDEN_64
    key = key ^ (key >> 31)
    return _low_32(key).unsqueeze(1), (_low_32(key >> 32) | 1).unsqueeze(1)


def _low_32(value: torch.Tensor) -> torch.Tensor:
    # Narrowing an out-of-range number is not defined the same way everywhere, so it is wrapped by hand.
    return (((value & 0xFFFFFFFF) ^ 0x80000000) - 0x80000000).to(torch.int32)


def negative_exponential(salt: torch.Tensor, first: torch.Tensor, second: torch.Tensor) -> torch.Tensor:
    """[rows, vocabulary] float32, each the negative of an exponential variable.

    31 bits scaled near zero keep their precision there, where rare tokens win.
    """
    bits = salt ^ first
    bits ^= bits >> 15
    bits *= second
    bits ^= bits >> 13
    bits *= _MIX_32
    bits ^= bits >> 16
    bits &= 0x7FFFFFFF
    return (bits + 0.5).mul_(-(2.0**-31)).log1p_()


def nucleus(probabilities: torch.Tensor, top_p: torch.Tensor) -> torch.Tensor:
    """Zeroes everything outside the smallest set of most likely tokens with `top_p` of the mass; ties with the last one
    stay in."""
    ordered = probabilities.sort(dim=-1, descending=True).values
    before = ordered.cumsum(-1) - ordered
    inside = before < top_p.unsqueeze(1)
    last = inside.sum(-1, keepdim=True).clamp_(min=1) - 1
    return torch.where(probabilities >= ordered.gather(1, last), probabilities, 0.0)


def draw(
    logits: torch.Tensor,
    noise: torch.Tensor,
    inverse_temperature: torch.Tensor,
    greedy: torch.Tensor,
    top_p: torch.Tensor | None,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Tokens [rows] and their log-probabilities under the raw distribution at temperature 1, whatever they were drawn
    with.

    The minimum of exponential variables divided by probabilities falls on each token with its probability.
    """
    raw = torch.log_softmax(logits, dim=-1)
    probabilities = torch.softmax(logits * inverse_temperature.unsqueeze(1), dim=-1)
    if top_p is not None:
        probabilities = nucleus(probabilities, top_p)
    sampled = (probabilities / noise).argmin(-1)
    chosen = torch.where(greedy, logits.argmax(-1), sampled)
    return chosen, raw.gather(1, chosen.unsqueeze(1)).squeeze(1)
