"""Keeps the weights with the lowest held-out loss and decides when to stop looking for better ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from trainer.config import EarlyStoppingConfig

if TYPE_CHECKING:
    import torch

Tensors = dict[str, "torch.Tensor"]


class EarlyStopping:
    """Measured at the start and then every `every_steps` steps. All of its state is part of a checkpoint."""

    def __init__(self, config: EarlyStoppingConfig) -> None:
        self._config = config
        self.losses: list[tuple[int, float]] = []
        # Step and weights of the best measurement after a step. The start itself is never exported as a trained result.
        self.best: tuple[int, Tensors] | None = None

    def due(self, done: int) -> bool:
        return done % self._config.every_steps == 0 and not self.measured(done)

    def measured(self, done: int) -> bool:
        return bool(self.losses) and self.losses[-1][0] == done

    def add(self, done: int, loss: float, tensors: Callable[[], Tensors]) -> None:
        """Adds a measurement. A loss that is not a number is worse than every number."""
        earlier = [each for step, each in self.losses if step > 0]
        if done > 0 and (self.best is None or loss < min(earlier)):
            self.best = (done, tensors())
        self.losses.append((done, loss if loss == loss else float("inf")))

    @property
    def exhausted(self) -> bool:
        """Whether the last `patience` measurements brought no improvement."""
        after = [loss for step, loss in self.losses if step > 0]
        recent, before = after[-self._config.patience :], after[: -self._config.patience]
        return bool(before) and min(recent) >= min(before)

    def facts(self) -> dict[str, Any]:
        """For the run record."""
        finite = [[step, loss if loss != float("inf") else None] for step, loss in self.losses]
        return {"losses": finite, "best_step": self.best[0] if self.best is not None else None}

    def state(self) -> dict[str, Any]:
        step, tensors = self.best or (None, {})
        return {"losses": [list(each) for each in self.losses], "best_step": step, "tensors": tensors}

    def load_state(self, state: dict[str, Any]) -> None:
        self.losses = [(int(step), float(loss)) for step, loss in state["losses"]]
        self.best = None if state["best_step"] is None else (int(state["best_step"]), state["tensors"])
