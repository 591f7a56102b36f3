"""Sizes of the bench, for a GPU and for a CPU."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Sizes:
    batches: tuple[int, ...]
    prompt: int
    new: int
    dynamic_new: int  # the slowest part is measured on fewer tokens; a rate stays comparable
    prefill_rows: int
    prefill_length: int
    conversations: int
    turns: int
    first_prompt: tuple[int, int]
    answer: tuple[int, int]
    result: tuple[int, int]
    at_once: int
    training: tuple[tuple[int, int], ...]
    micro_batch_tokens: int
    rank: int
    context: int


FULL = Sizes(
    batches=(64, 256),
    prompt=512,
    new=256,
    dynamic_new=64,
    prefill_rows=32,
    prefill_length=2048,
    conversations=100,
    turns=6,
    first_prompt=(900, 1400),
    answer=(20, 200),
    result=(100, 600),
    at_once=256,
    training=((16, 2048), (32, 4096)),
    micro_batch_tokens=32768,
    rank=32,
    context=6144,
)
QUICK = Sizes(
    batches=(2, 8),
    prompt=48,
    new=12,
    dynamic_new=6,
    prefill_rows=4,
    prefill_length=64,
    conversations=6,
    turns=3,
    first_prompt=(60, 90),
    answer=(3, 12),
    result=(8, 20),
    at_once=8,
    training=((2, 64), (4, 96)),
    micro_batch_tokens=192,
    rank=8,
    context=512,
)
