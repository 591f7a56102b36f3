"""Supervised stages: the likelihood of the target messages, each token with the weight of its row."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch

from trainer.batch import Batch, batch_of_micro_batch
from trainer.chat import Chat, Encoded
from trainer.config import StageConfig
from trainer.faults import TrainerFault
from trainer.held_out import held_out_problems
from trainer.losses import sft_loss
from trainer.packing import fit_row, is_trainable, pack
from trainer.rows import READ_AT_ONCE, SftRow, in_groups, parse_rows
from trainer.stages.stage import PlainStage, StepOutcome
from trainer.student import Student
from trainer.world import World


@dataclass(frozen=True)
class HeldOutRows:
    rows: list[Encoded]
    weights: list[float]


class SftStage(PlainStage):
    def __init__(self, config: StageConfig, student: Student, chat: Chat, world: World) -> None:
        self._config = config
        self._student = student
        self._world = world
        self._rows: list[Encoded] = []
        self._weights: list[float] = []
        problems: list[str] = []
        read = windowed = 0
        for row in self._read(chat):
            read += 1
            fitted = fit_row(chat, row.messages, row.tools, config.context, config.over_context)
            if fitted.encoded is None or row.weight == 0 or not is_trainable(fitted.encoded, config.context):
                continue
            windowed += fitted.turns_dropped > 0
            self._rows.append(fitted.encoded.compact())
            self._weights.append(row.weight)
            problems.append(row.problem_id)
        if not self._rows:
            raise TrainerFault(
                "NOTHING_TO_TRAIN",
                f"Of {read} rows none has words of the model within {config.context} tokens.",
                "Give more rows or a longer context.",
            )
        self._held_out = HeldOutRows([], [])
        fitting = len(self._rows)
        if config.early_stopping is not None:
            self._hold_out(problems, held_out_problems(problems, config.early_stopping.share))
        lengths = [len(row.ids) for row in self._rows]
        self._plan = plan_steps(lengths, config.seed, config.length.epochs, config.length.tokens_per_step)
        self.steps = min(len(self._plan), config.length.most_steps or len(self._plan))
        self.facts = {
            "rows": len(self._rows),
            "rows_left_out": read - fitting,
            "rows_windowed": windowed,
            "tokens_per_epoch": sum(lengths),
        }
        if config.early_stopping is not None:
            self.facts["rows_held_out"] = len(self._held_out.rows)

    def _hold_out(self, problems: list[str], held_out: frozenset[str]) -> None:
        rows = list(zip(self._rows, self._weights, problems, strict=True))
        self._held_out = HeldOutRows(*_columns([row for row in rows if row[2] in held_out]))
        self._rows, self._weights = _columns([row for row in rows if row[2] not in held_out])

    @torch.no_grad()
    def held_out_loss(self) -> float:
        """Every process computes all of it: sharded layers need all processes, and the rows are few."""
        rows, weights = self._held_out.rows, self._held_out.weights
        most = self._config.length.tokens_per_micro_batch
        batches = [batch_of_micro_batch(each) for each in pack(rows, weights, self._config.context, most, range(len(rows)))]
        total_weight = sum(float(batch.values["weight"].sum(dtype=torch.float64)) for batch in batches)
        loss = torch.zeros((), device=self._student.device)
        for batch in batches:
            loss += self._loss(batch.to(self._student.device), total_weight, True)
        return loss.item()

    def _read(self, chat: Chat) -> Iterator[SftRow]:
        for file in self._config.rows:
            for group in in_groups(parse_rows(SftRow, file.file, file.sha256), READ_AT_ONCE):
                asked = [(row.messages, row.tools) for row in group]
                chat.read_ahead(each for each in asked if not chat.surely_longer(*each, self._config.context))
                yield from group

    def step(self, number: int) -> StepOutcome:
        rows = self._plan[number]
        packed = pack(
            self._rows, self._weights, self._config.context, self._config.length.tokens_per_micro_batch, rows
        )
        batches = [batch_of_micro_batch(each) for each in packed]
        total_weight = sum(float(batch.values["weight"].sum(dtype=torch.float64)) for batch in batches)
        loss = torch.zeros((), device=self._student.device)
        for batch, counted in _share(batches, self._world):
            loss += self._add_gradients(batch.to(self._student.device), total_weight, counted)
        return StepOutcome(
            loss=loss,
            tokens=sum(batch.tokens for batch in batches),
            trainable_tokens=sum(batch.trainable_tokens for batch in batches),
        )

    def _add_gradients(self, batch: Batch, total_weight: float, counted: bool) -> torch.Tensor:
        part = self._loss(batch, total_weight, counted)
        part.backward()
        return part.detach()

    def _loss(self, batch: Batch, total_weight: float, counted: bool) -> torch.Tensor:
        hidden = self._student.hidden(batch).index_select(0, batch.predicting)
        weights = batch.values["weight"] * float(counted)
        return sft_loss(hidden, self._student.head, batch.targets, weights, total_weight, self._config.loss_chunk)


def _columns(rows: list[tuple[Encoded, float, str]]) -> tuple[list[Encoded], list[float]]:
    return [row for row, _, _ in rows], [weight for _, weight, _ in rows]


def plan_steps(lengths: Sequence[int], seed: int, epochs: int, tokens_per_step: int) -> list[list[int]]:
    """Rows of each update, determined by the seed alone. A step's rows are chosen before its micro-batches: how memory
    is divided must not change what is trained."""
    plan: list[list[int]] = []
    for epoch in range(epochs):
        order = list(range(len(lengths)))
        random.Random(f"{seed}/{epoch}").shuffle(order)
        step: list[int] = []
        size = 0
        for row in order:
            if step and size + lengths[row] > tokens_per_step:
                plan.append(step)
                step, size = [], 0
            step.append(row)
            size += lengths[row]
        plan.append(step)
    return plan


def _share(batches: list[Batch], world: World) -> list[tuple[Batch, bool]]:
    """This process's micro-batches. All processes must run the same number, or the sharded layers deadlock: a process
    with one fewer runs one that does not count."""
    own = [(batch, True) for batch in batches[world.rank :: world.size]]
    missing = -(-len(batches) // world.size) - len(own)
    return own + [(batches[0], False)] * missing
