"""Attention of new tokens over the cache, in three equivalent forms.

A layer's cache is flat: [positions of all slots, 2 * key heads, width], keys before values; a conversation occupies one
slot, from `start` on. `flash` reads exactly the used part of each row, in one kernel; it needs CUDA and half precision.
`dense` reads every row to a common length under a mask; it is the fallback if the kernel is not available. `rowwise`
computes each row separately, so that on a CPU the numbers of a row never depend on its neighbours.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import torch
from torch.nn import functional


@dataclass
class Step:
    """One new token for each of several rows."""

    starts: torch.Tensor  # [rows] int64, first position of the row's slot
    lengths: torch.Tensor  # [rows] int64, positions to attend to, including the new one
    longest: int  # bound on `lengths` known to the host
    boundaries: torch.Tensor | None = None
    slot_starts: torch.Tensor | None = None
    lengths_32: torch.Tensor | None = None
    mask: torch.Tensor | None = None
    places: torch.Tensor | None = None
    spans: list[tuple[int, int]] = field(default_factory=list)


@dataclass
class Stretch:
    """The new tokens of several rows, packed one after the other."""

    starts: list[int]
    lengths: list[int]  # positions to attend to, including the new ones
    counts: list[int]  # new tokens
    boundaries: torch.Tensor | None = None
    slot_starts: torch.Tensor | None = None
    lengths_32: torch.Tensor | None = None


class Rowwise:
    name = "rowwise"

    def ready_step(self, step: Step, dtype: torch.dtype) -> Step:
        step.spans = list(zip(step.starts.tolist(), step.lengths.tolist(), strict=True))
        return step

    def ready_stretch(self, stretch: Stretch, device: torch.device) -> Stretch:
        return stretch

    def step(self, query: torch.Tensor, cache: torch.Tensor, at: Step) -> torch.Tensor:
        rows, heads, width = query.shape
        groups = query.view(rows, cache.shape[1] // 2, -1, width)
        parts = [
            functional.scaled_dot_product_attention(groups[row : row + 1], *_keys_values(cache, start, length))
            for row, (start, length) in enumerate(at.spans)
        ]
        return torch.cat(parts).view(rows, heads, width)

    def stretch(self, query: torch.Tensor, cache: torch.Tensor, at: Stretch) -> torch.Tensor:
        parts = []
        for piece, start, length in zip(query.split(at.counts), at.starts, at.lengths, strict=True):
            count = piece.shape[0]
            mask = None
            if count != length:
                mask = torch.ones(count, length, dtype=torch.bool, device=query.device).tril(length - count)
            mixed = functional.scaled_dot_product_attention(
                piece.transpose(0, 1).unsqueeze(0),
                *_keys_values(cache, start, length),
                attn_mask=mask,
                is_causal=mask is None,
                enable_gqa=True,
            )
            parts.append(mixed.squeeze(0).transpose(0, 1))
        return torch.cat(parts)


class Dense(Rowwise):
    name = "dense"

    def ready_step(self, step: Step, dtype: torch.dtype) -> Step:
        place = torch.arange(step.longest, device=step.starts.device)
        visible = place < step.lengths.unsqueeze(1)
        step.mask = torch.zeros(visible.shape, dtype=dtype, device=visible.device)
        step.mask = step.mask.masked_fill(~visible, float("-inf"))[:, None, None, :]
        step.places = step.starts.unsqueeze(1) + place
        return step

    def step(self, query: torch.Tensor, cache: torch.Tensor, at: Step) -> torch.Tensor:
        rows, heads, width = query.shape
        held = cache[at.places].transpose(1, 2)
        keys, values = held.chunk(2, dim=1)
        # Heads that share keys become positions of one query, so that nothing is repeated.
        groups = query.view(rows, keys.shape[1], -1, width)
        mask = at.mask.expand(-1, -1, groups.shape[2], -1)
        return functional.scaled_dot_product_attention(groups, keys, values, attn_mask=mask).reshape(rows, heads, width)


class Flash:
    """Reads exactly the used part of a row's slot: no copies, no padding."""

    name = "flash"

    def ready_step(self, step: Step, dtype: torch.dtype) -> Step:
        rows = step.starts.shape[0]
        step.boundaries = torch.arange(rows + 1, dtype=torch.int32, device=step.starts.device)
        # Only the starts are read from this; `lengths_32` gives the length of each row.
        step.slot_starts = functional.pad(step.starts, (0, 1)).to(torch.int32)
        step.lengths_32 = step.lengths.to(torch.int32)
        return step

    def ready_stretch(self, stretch: Stretch, device: torch.device) -> Stretch:
        counts = torch.tensor([0, *stretch.counts])
        stretch.boundaries = counts.cumsum(0).to(device, torch.int32)
        stretch.slot_starts = torch.tensor([*stretch.starts, 0], dtype=torch.int32).to(device)
        stretch.lengths_32 = torch.tensor(stretch.lengths, dtype=torch.int32).to(device)
        return stretch

    def step(self, query: torch.Tensor, cache: torch.Tensor, at: Step) -> torch.Tensor:
        return _flash(query, cache, at, 1, at.longest, causal=False)

    def stretch(self, query: torch.Tensor, cache: torch.Tensor, at: Stretch) -> torch.Tensor:
        return _flash(query, cache, at, max(at.counts), max(at.lengths), causal=True)


def _flash(
    query: torch.Tensor, cache: torch.Tensor, at: Step | Stretch, most_new: int, longest: int, causal: bool
) -> torch.Tensor:
    keys, values = cache.chunk(2, dim=1)
    return torch.ops.aten._flash_attention_forward(
        query, keys, values, at.boundaries, at.slot_starts, most_new, longest, 0.0, causal, False,
        seqused_k=at.lengths_32,
    )[0]  # fmt: skip


def _keys_values(cache: torch.Tensor, start: int, length: int) -> tuple[torch.Tensor, torch.Tensor]:
    held = cache[start : start + length].transpose(0, 1).unsqueeze(0)
    keys, values = held.chunk(2, dim=1)
    return keys, values


def choose(device: torch.device, dtype: torch.dtype, heads: int, key_heads: int, width: int) -> tuple[object, str | None]:
    """Returns the form for this device, and why the faster one cannot be used. The kernel is used only if it agrees
    with the plain form on a small cache, because few programs use its length argument."""
    if device.type != "cuda":
        return Rowwise(), None
    if dtype not in (torch.bfloat16, torch.float16):
        return Dense(), f"the flash kernel does not take {dtype}"
    try:
        difference = _difference(Flash(), Rowwise(), device, dtype, heads, key_heads, width)
    except Exception as error:
        return Dense(), f"the flash kernel failed: {type(error).__name__}: {str(error)[:200]}"
    if not difference < 0.05:
        return Dense(), f"the flash kernel differs from the plain form by {difference}"
    return Flash(), None


def _difference(
    one: object, other: object, device: torch.device, dtype: torch.dtype, heads: int, key_heads: int, width: int
) -> float:
    generator = torch.Generator().manual_seed(1)

    def noise(*shape: int) -> torch.Tensor:
        return torch.randn(*shape, generator=generator).to(device, dtype)

    slot = 512
    cache = noise(4 * slot, 2 * key_heads, width)
    starts, lengths, counts = [2 * slot, 0, 3 * slot], [300, 17, 129], [40, 17, 128]
    answers: list[list[torch.Tensor]] = []
    stretch_query, step_query = noise(sum(counts), heads, width), noise(3, heads, width)
    for form in (one, other):
        stretch = form.ready_stretch(Stretch(starts, lengths, counts), device)
        step = Step(torch.tensor(starts, device=device), torch.tensor(lengths, device=device), slot)
        step = form.ready_step(step, dtype)
        answers.append([form.stretch(stretch_query, cache, stretch), form.step(step_query, cache, step)])
    return max((mine - theirs).abs().max().item() for mine, theirs in zip(*answers, strict=True))
