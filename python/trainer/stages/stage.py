"""What the loop asks of a stage."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import torch


@dataclass
class StepOutcome:
    """Gradients are in the parameters. Numbers still on the device are read together, once, by the loop."""

    loss: torch.Tensor
    tokens: int
    trainable_tokens: int
    metrics: dict[str, Any] = field(default_factory=dict)


class Stage(Protocol):
    steps: int
    facts: dict[str, Any]  # what is known before the first step: rows, rows left out, ...

    def step(self, number: int) -> StepOutcome:
        """Adds up the gradients of update `number`. Depends on the number alone, so that a run can be taken up."""

    def halt(self, metrics: dict[str, Any]) -> str | None:
        """A reason to end the stage before this update is made."""

    def updated(self, number: int) -> None:
        """Called after the update."""

    def held_out_loss(self) -> float:
        """Loss on the problems that were held out. Asked only where the config sets `early_stopping`."""

    def state(self) -> dict[str, Any]: ...

    def load_state(self, state: dict[str, Any]) -> None: ...

    def close(self) -> None: ...


class PlainStage:
    """Nothing to remember, nothing to close, no reason to stop early."""

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
