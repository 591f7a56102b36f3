"""AdamW over the trained tensors. Its state is saved under their names, so that it can be restored on any device."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from trainer import world as worlds
from trainer.config import OptimiserConfig


class Optimiser:
    def __init__(self, parameters: dict[str, nn.Parameter], config: OptimiserConfig) -> None:
        self._parameters = parameters
        matrices = [each for each in parameters.values() if each.dim() > 1]
        others = [each for each in parameters.values() if each.dim() <= 1]
        groups = [{"params": matrices, "weight_decay": config.weight_decay}, {"params": others, "weight_decay": 0.0}]
        fused = next(iter(parameters.values())).is_cuda
        self._adam = torch.optim.AdamW(
            [group for group in groups if group["params"]],
            lr=config.learning_rate,
            betas=(config.beta1, config.beta2),
            fused=fused,
        )

    def forget_gradients(self) -> None:
        self._adam.zero_grad(set_to_none=True)

    def update(self, learning_rate: float) -> None:
        for group in self._adam.param_groups:
            group["lr"] = learning_rate
        self._adam.step()

    def state(self) -> dict[str, dict[str, Any]]:
        return {
            name: {key: worlds.whole(value).cpu() for key, value in self._adam.state[parameter].items()}
            for name, parameter in self._parameters.items()
            if parameter in self._adam.state
        }

    @torch.no_grad()
    def load_state(self, state: dict[str, dict[str, Any]]) -> None:
        for name, parameter in self._parameters.items():
            if name not in state:
                continue
            # The step count stays where AdamW keeps it; the moments move to the parameter's device.
            self._adam.state[parameter] = {
                key: value.to(parameter.device) if key == "step" and parameter.is_cuda
                else value.clone() if key == "step"
                else worlds.part_like(parameter, value.to(parameter.device))
                for key, value in state[name].items()
            }
