"""What was sampled, as the server returned it, and the rows it is trained as.

Token ids and log-probabilities come from the sampler. Text is never tokenised again: one shifted token and every
ratio after it is wrong.
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
    """One step's samples, by group of equal prompts or problems."""

    groups: list[list[Trajectory]]
    metrics: dict[str, Any] = field(default_factory=dict)


def merge_turns(trajectory: Trajectory, advantages: Sequence[float]) -> list[TokenRow]:
    """One row for as many turns as continue each other token for token, else one more row. The trained tokens are the
    sampled ones, each with its turn's advantage and the log-probability it was sampled with."""
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
