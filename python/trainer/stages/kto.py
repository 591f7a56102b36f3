"""KTO: single messages labelled good or bad, compared with the policy at the start of the stage."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from trainer.batch import TokenRow, batch_of, in_micro_batches, moved
from trainer.chat import Chat
from trainer.config import StageConfig
from trainer.faults import TrainerFault
from trainer.losses import KtoTerms, kto_loss
from trainer.rows import READ_AT_ONCE, KtoRow, in_groups, parse_rows
from trainer.stages.stage import PlainStage, StepOutcome
from trainer.stages.table import KtoConfig
from trainer.student import Student

# Ratio of weighted good to weighted bad rows. Far from 1 the model learns to say less, or more, of everything.
MOST_UNBALANCED = 4.0


@dataclass(frozen=True)
class Judged:
    prompt: list[int]
    completion: list[int]
    spoken: list[int]  # 1 for what the model says; the template's newline after it is 0
    desirable: bool
    problem: str = ""

    @property
    def length(self) -> int:
        return len(self.prompt) + len(self.completion)


class KtoStage(PlainStage):
    def __init__(self, config: StageConfig, student: Student, chat: Chat) -> None:
        self._config = config
        self._settings = config.kto or KtoConfig()
        self._student = student
        read = 0
        self._rows: list[Judged] = []
        for file in config.rows:
            for group in in_groups(parse_rows(KtoRow, file.file, file.sha256), READ_AT_ONCE):
                read += len(group)
                whole = [(row, (row.prompt + row.completion, row.tools)) for row in group]
                short = [each for each in whole if not chat.surely_longer(*each[1], config.context)]
                chat.read_ahead(asked for _, asked in short)
                judged = [judge(chat, row) for row, _ in short]
                self._rows += [each for each in judged if each.length <= config.context]
        check_labels(self._rows, self._settings)
        self._plan = plan_steps(
            self._rows, config.seed, config.length.epochs, self._settings.micro_batch, config.length.tokens_per_step
        )
        self.steps = min(len(self._plan), config.length.most_steps or len(self._plan))
        desirable = sum(row.desirable for row in self._rows)
        self.facts = {
            "rows": len(self._rows),
            "rows_left_out": read - len(self._rows),
            "desirable": desirable,
            "undesirable": len(self._rows) - desirable,
        }
        student.remember_start()

    def step(self, number: int) -> StepOutcome:
        groups = self._plan[number]
        rows = sum(len(group) for group in groups)
        device = self._student.device
        loss, z0, margin, right = (torch.zeros((), device=device) for _ in range(4))
        tokens = trainable = 0
        for group in groups:
            members = [self._rows[index] for index in group]
            swapped = self._swapped_log_ratios(members)
            for piece in _pieces(members, self._config.length.tokens_per_micro_batch):
                terms = self._terms(piece, swapped)
                part = terms.losses.sum() / rows
                part.backward()
                loss += part.detach()
                margin += terms.margin.sum() / rows
                right += (terms.margin > 0).sum() / rows
            z0 += swapped.mean().clamp(min=0) / len(groups)
            tokens += sum(row.length for row in members)
            trainable += sum(sum(row.spoken) for row in members)
        return StepOutcome(loss, tokens, trainable, {"z0": z0, "margin": margin, "accuracy": right})

    @torch.no_grad()
    def _swapped_log_ratios(self, members: list[Judged]) -> torch.Tensor:
        """Each prompt with its neighbour's completion: an answer to something else shows how far the policy has moved
        in general, without sampling."""
        chunk = self._config.loss_chunk
        rows = [_row(row, neighbour(members, index)) for index, row in enumerate(members)]
        ratios = []
        for piece in in_micro_batches(rows, self._config.length.tokens_per_micro_batch):
            batch = batch_of(piece).to(self._student.device)
            moved = self._student.log_probabilities(batch, chunk)[0] - self._student.start_log_probabilities(batch, chunk)
            ratios.append(_row_sums(moved, batch.row_of, batch.rows))
        return torch.cat(ratios)

    def _terms(self, members: list[Judged], swapped: torch.Tensor) -> KtoTerms:
        chunk = self._config.loss_chunk
        batch = batch_of([_row(row, row) for row in members]).to(self._student.device)
        before = self._student.start_log_probabilities(batch, chunk)
        ratios = self._student.log_probabilities(batch, chunk)[0] - before
        return kto_loss(
            _row_sums(ratios, batch.row_of, batch.rows),
            swapped,
            moved(torch.tensor([row.desirable for row in members]), self._student.device),
            self._settings.beta,
            self._settings.desirable_weight,
            self._settings.undesirable_weight,
        )


def judge(chat: Chat, row: KtoRow) -> Judged:
    prompt = chat.encode_prompt(row.prompt, row.tools)
    whole = chat.encode_row([*row.prompt, *row.completion], row.tools)
    return Judged(prompt, whole.ids[len(prompt) :], whole.mask[len(prompt) :], row.label, row.problem_id)


def neighbour(members: Sequence[Judged], index: int) -> Judged:
    """The nearest previous row of another problem, wrapping around the micro-batch. A completion of the same problem
    would also answer this prompt, and z0 would count learning as a general movement of the policy."""
    for back in range(1, len(members)):
        if members[index - back].problem != members[index].problem:
            return members[index - back]
    return members[index - 1]


def check_labels(rows: Sequence[Judged], settings: KtoConfig) -> None:
    if len(rows) < 2:
        raise TrainerFault(
            "NOTHING_TO_TRAIN", f"Only {len(rows)} rows fit the context.", "Give more rows or a longer context."
        )
    desirable = sum(row.desirable for row in rows)
    if desirable in (0, len(rows)):
        which = "desirable" if desirable else "undesirable"
        raise TrainerFault(
            "LABELS_UNBALANCED",
            f"All {len(rows)} rows are {which}: KTO needs rows of both labels.",
            "Give rows of both labels, about the same number of each.",
        )
    ratio = settings.desirable_weight * desirable / (settings.undesirable_weight * (len(rows) - desirable))
    if not 1 / MOST_UNBALANCED <= ratio <= MOST_UNBALANCED:
        raise TrainerFault(
            "LABELS_UNBALANCED",
            f"{desirable} desirable against {len(rows) - desirable} undesirable rows are {ratio:.2f} to 1 by weight.",
            "Sub-sample the larger side, or set kto.desirable_weight and kto.undesirable_weight.",
        )


def plan_steps(
    rows: Sequence[Judged], seed: int, epochs: int, micro_batch: int, tokens_per_step: int
) -> list[list[list[int]]]:
    """Updates, made of micro-batches, made of rows. Labels alternate as evenly as their numbers allow, whatever the
    order of the file: with rows sorted by label, whole batches would push in one direction only."""
    plan: list[list[list[int]]] = []
    for epoch in range(epochs):
        order = interleave([row.desirable for row in rows], random.Random(f"{seed}/{epoch}"))
        groups = [order[start : start + micro_batch] for start in range(0, len(order), micro_batch)]
        if len(groups) > 1 and len(groups[-1]) < 2:
            groups[-2].extend(groups.pop())
        step: list[list[int]] = []
        size = 0
        for group in groups:
            weight = sum(rows[index].length for index in group)
            if step and size + weight > tokens_per_step:
                plan.append(step)
                step, size = [], 0
            step.append(group)
            size += weight
        plan.append(step)
    return plan


def interleave(labels: Sequence[bool], generator: random.Random) -> list[int]:
    sides = [[index for index, label in enumerate(labels) if label is side] for side in (True, False)]
    places: list[tuple[float, int]] = []
    for side in sides:
        generator.shuffle(side)
        # Spread evenly over [0, 1), so that the merge of both sides is as even as possible.
        places.extend(((rank + 0.5) / len(side), index) for rank, index in enumerate(side))
    return [index for _, index in sorted(places)]


def _pieces(members: list[Judged], most_tokens: int) -> list[list[Judged]]:
    """Groups that fit into memory; z0 is still computed over the whole group."""
    pieces: list[list[Judged]] = []
    size = 0
    for row in members:
        if not pieces or size + row.length > most_tokens:
            pieces.append([])
            size = 0
        pieces[-1].append(row)
        size += row.length
    return pieces


def _row(prompted: Judged, completed: Judged) -> TokenRow:
    return TokenRow(prompted.prompt + completed.completion, [0] * len(prompted.prompt) + completed.spoken)


def _row_sums(values: torch.Tensor, row_of: torch.Tensor, rows: int) -> torch.Tensor:
    return torch.zeros(rows, dtype=values.dtype, device=values.device).index_add(0, row_of, values)
