"""A small linear head that reads from a turn's last hidden state how the episode will score on each axis.

It learns beside the policy on detached hidden states: it sees what the policy knows and cannot bend it. `skill` says how
much of the variance within a step it explains; above zero it would be a usable baseline.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from trainer.stages.trajectory import AXES

LEARNING_RATE = 1e-3


class AxisHead:
    def __init__(self, width: int, device: torch.device) -> None:
        self._linear = nn.Linear(width, len(AXES), dtype=torch.float32)
        # At zero it predicts one half everywhere, and is the same whatever the random state was.
        nn.init.zeros_(self._linear.weight)
        nn.init.zeros_(self._linear.bias)
        self._linear.to(device)
        self._adam = torch.optim.AdamW(self._linear.parameters(), lr=LEARNING_RATE, weight_decay=0.0)
        self._predictions: list[torch.Tensor] = []
        self._targets: list[torch.Tensor] = []

    def predict(self, hidden: torch.Tensor) -> torch.Tensor:
        # The scale of hidden states differs by model and by layer norm; the head should not depend on it.
        flat = nn.functional.layer_norm(hidden.detach().float(), hidden.shape[-1:])
        return torch.sigmoid(self._linear(flat))

    def see(self, hidden: torch.Tensor, targets: torch.Tensor) -> None:
        """Adds up gradients for the turns of one micro-batch."""
        if targets.shape[0] == 0:
            return
        predictions = self.predict(hidden)
        (predictions - targets).pow(2).mean(dim=1).sum().backward()
        self._predictions.append(predictions.detach())
        self._targets.append(targets)

    def update(self) -> dict[str, torch.Tensor]:
        """One step of its own optimiser; empty where no episode said anything about the axes."""
        if not self._targets:
            return {}
        predictions, targets = torch.cat(self._predictions), torch.cat(self._targets)
        self._predictions, self._targets = [], []
        for parameter in self._linear.parameters():
            parameter.grad /= targets.shape[0]
        self._adam.step()
        self._adam.zero_grad(set_to_none=True)
        error = (predictions - targets).pow(2).mean()
        spread = (targets - targets.mean(dim=0)).pow(2).mean()
        metrics = {"axis_loss": error, "axis_skill": 1 - error / spread.clamp(min=1e-6)}
        return metrics | {f"axis_{name}": predictions[:, place].mean() for place, name in enumerate(AXES)}

    def state(self) -> dict[str, Any]:
        return {"linear": self._linear.state_dict(), "adam": self._adam.state_dict()}

    def load_state(self, state: dict[str, Any]) -> None:
        self._linear.load_state_dict(state["linear"])
        self._adam.load_state_dict(state["adam"])
