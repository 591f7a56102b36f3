"""The interface between the loop and a stage."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import torch


@dataclass
class StepOutcome:
    """Gradients are in the parameters. The loop reads numbers that are still on the device together, once."""

    loss: torch.Tensor
    tokens: int
    trainable_tokens: int
    metrics: dict[str, Any] = field(default_factory=dict)


class Stage(Protocol):
    steps: int
    facts: dict[str, Any]  # known before the first step: rows, skipped rows, ...

    def step(self, number: int) -> StepOutcome:
        """Accumulates the gradients of update `number`. Depends only on the number, so that a run can be resumed."""

    def halt(self, metrics: dict[str, Any]) -> str | None:
        """A reason to end the stage before this update is made."""

    def updated(self, number: int) -> None:
        """Called after the update."""

    def held_out_loss(self) -> float:
        """Loss on the held-out problems. Called only if the config sets `early_stopping`."""

    def state(self) -> dict[str, Any]: ...

    def load_state(self, state: dict[str, Any]) -> None: ...

    def close(self) -> None: ...


class PlainStage:
    """A stage without state, resources or a reason to stop early."""

    def halt(self, metrics: dict[str, Any]) -> str | None:
        return None

    def updated(self, number: int) -> None:
        return None

    def held_out_loss(self) -> float:
        raise NotImplementedError

    def state(self) -> dict[str, Any]:
        return {}

    def load_state(self, state: dict[str, Any]) -> None:
        return None

    def close(self) -> None:
        return None
