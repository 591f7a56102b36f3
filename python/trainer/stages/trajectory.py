"""Samples as the server returned them, and the rows on which they are trained.

Token ids and log-probabilities come from the sampler. Text is never tokenised again: one shifted token would make every
later ratio wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from trainer.batch import TokenRow

@dataclass(frozen=True)
class SampledTurn:
    prompt_ids: list[int]
    ids: list[int]
    log_probabilities: list[float]
    reward: float


@dataclass(frozen=True)
class Trajectory:
    turns: list[SampledTurn]
    outcome: float = 0.0


@dataclass
class Gathered:
    """The samples of one step, grouped by prompt or problem."""

    groups: list[list[Trajectory]]
    metrics: dict[str, Any] = field(default_factory=dict)


def merge_turns(trajectory: Trajectory, advantages: Sequence[float]) -> list[TokenRow]:
    """One row for consecutive turns that continue each other token for token, otherwise several. The trained tokens are
    the sampled ones, each with its turn's advantage and the log-probability with which it was sampled."""
    rows: list[TokenRow] = []
    for turn, advantage in zip(trajectory.turns, advantages, strict=True):
        if not turn.ids:
            continue
        if not rows or turn.prompt_ids[: len(rows[-1].ids)] != rows[-1].ids:
            rows.append(TokenRow([], [], {"old": [], "advantage": []}))
        row = rows[-1]
        between = turn.prompt_ids[len(row.ids) :]
        row.ids.extend(between + turn.ids)
        row.mask.extend([0] * len(between) + [1] * len(turn.ids))
        row.values["old"].extend(turn.log_probabilities)
        row.values["advantage"].extend([advantage] * len(turn.ids))
    return rows
