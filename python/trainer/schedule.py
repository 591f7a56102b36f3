"""Learning rate by step. It follows the planned number of steps even if a deadline ends the run early, so that training
up to a step is the same with and without the interruption."""

from __future__ import annotations

import math

from trainer.config import OptimiserConfig


def learning_rate(config: OptimiserConfig, step: int, steps: int) -> float:
    """The rate of update number `step`, counted from 0."""
    warm = math.ceil(config.warmup_share * steps)
    if step < warm:
        return config.learning_rate * (step + 1) / warm
    if config.schedule == "constant":
        return config.learning_rate
    return config.learning_rate * 0.5 * (1 + math.cos(math.pi * (step - warm) / max(1, steps - warm)))
