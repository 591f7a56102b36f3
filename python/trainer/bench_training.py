"""One update with the trainer's own code, repeatable for the bench."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import torch

from trainer import lora
from trainer.attention import NAME
from trainer.batch import TokenRow, batch_of, in_micro_batches
from trainer.config import OptimiserConfig
from trainer.losses import sft_loss
from trainer.optimiser import Optimiser
from trainer.student import Student

LOSS_CHUNK = 4096
# About a fifth of a conversation is said by the model.
SPOKEN = 5


def prepared(model: Any, device: torch.device, dtype: torch.dtype, rank: int) -> Student:
    own = copy.deepcopy(model)
    own.set_attn_implementation(NAME)
    return Student(own, device, dtype, lora.attach(own, rank, 2 * rank, seed=7))


def step_of(student: Student, words: list[list[int]], micro_batch_tokens: int) -> tuple[Callable[[], None], int]:
    """An update on these rows, and its number of micro-batches."""
    optimiser = Optimiser(student.parameters(), OptimiserConfig())
    rows = []
    for ids in words:
        spoken = len(ids) // SPOKEN
        rows.append(TokenRow(ids, [0] * (len(ids) - spoken) + [1] * spoken))
    total = sum(row.trained for row in rows)
    batches = [batch_of(group) for group in in_micro_batches(rows, micro_batch_tokens)]

    def step() -> None:
        optimiser.forget_gradients()
        with student.training():
            for batch in batches:
                batch = batch.to(student.device)
                hidden = student.hidden(batch).index_select(0, batch.predicting)
                weights = torch.ones(batch.targets.shape[0], device=student.device)
                sft_loss(hidden, student.head, batch.targets, weights, total, LOSS_CHUNK).backward()
        optimiser.update(1e-4)

    return step, len(batches)
