"""Low-rank adapters on every linear layer except the head.

Our own implementation, because it needs three things at once: float32 factors over a frozen base of any dtype, a second
frozen pair of factors (the reference policy, without a second model), and tensors under PEFT's names.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import nn
from torch.autograd.function import FunctionCtx
from torch.nn import functional

from trainer.adapter import Tensors, full_config, lora_config

TARGETS = ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj")
PREFIX = "base_model.model."


class LoraLinear(nn.Module):
    """y = W x + (alpha / rank) * B (A x), W frozen."""

    def __init__(self, base: nn.Linear, rank: int, alpha: float, generator: torch.Generator) -> None:
        super().__init__()
        device = base.weight.device
        self.base = base
        self.scale = alpha / rank
        first = torch.empty(rank, base.in_features, dtype=torch.float32)
        # PEFT's initialisation: uniform in +-1/sqrt(in), and zeros, so that training starts exactly at the base. Drawn
        # on the CPU: the same seed gives the same start on every device.
        bound = 1 / math.sqrt(base.in_features)
        first.uniform_(-bound, bound, generator=generator)
        self.first = nn.Parameter(first.to(device))
        self.second = nn.Parameter(torch.zeros(base.out_features, rank, dtype=torch.float32, device=device))
        self.reference: tuple[torch.Tensor, torch.Tensor] | None = None
        self.use_reference = False

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        first, second = self.first, self.second
        if self.use_reference:
            if self.reference is None:
                return functional.linear(inputs, self.base.weight, self.base.bias)
            first, second = self.reference
        flat = inputs.reshape(-1, inputs.shape[-1])
        outputs = _LowRankLinear.apply(flat, self.base.weight, self.base.bias, first, second, self.scale)
        return outputs.reshape(*inputs.shape[:-1], outputs.shape[-1])


class _LowRankLinear(torch.autograd.Function):
    """Both products in one autograd node: each sum is part of a matrix product instead of another pass over the whole
    batch, in the forward pass and for the gradient of the inputs. Computed in the base's dtype; the factors' gradients
    are float32."""

    @staticmethod
    def forward(
        ctx: FunctionCtx,
        inputs: torch.Tensor,
        weight: torch.Tensor,
        bias: torch.Tensor | None,
        first: torch.Tensor,
        second: torch.Tensor,
        scale: float,
    ) -> torch.Tensor:
        inputs = inputs.to(weight.dtype)
        near, far = first.to(weight.dtype), second.to(weight.dtype)
        inner = (inputs @ near.t()).mul_(scale)
        outputs = functional.linear(inputs, weight, bias).addmm_(inner, far.t())
        ctx.save_for_backward(inputs, weight, near, far, inner)
        ctx.scale = scale
        return outputs

    @staticmethod
    def backward(ctx: FunctionCtx, gradient: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        inputs, weight, near, far, inner = ctx.saved_tensors
        gradient = gradient.to(weight.dtype)
        to_inner = (gradient @ far).mul_(ctx.scale)
        to_inputs = torch.addmm(gradient @ weight, to_inner, near) if ctx.needs_input_grad[0] else None
        return to_inputs, None, None, _product(to_inner.t(), inputs), _product(gradient.t(), inner), None


def _product(left: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
    if left.is_cuda and left.dtype is torch.bfloat16:
        return torch.mm(left, right, out_dtype=torch.float32)
    return (left @ right).float()


def attach(model: nn.Module, rank: int, alpha: float, seed: int, base: str | None = None) -> dict[str, Any]:
    """Freezes the model, attaches adapters to its linear layers, and returns their PEFT config. `base` names the model."""
    for parameter in model.parameters():
        parameter.requires_grad_(False)
    generator = torch.Generator().manual_seed(seed)
    found: set[str] = set()
    for parent_name, parent in list(model.named_modules()):
        for name, child in list(parent.named_children()):
            if name in TARGETS and isinstance(child, nn.Linear):
                setattr(parent, name, LoraLinear(child, rank, alpha, generator))
                found.add(name)
    if not found:
        raise ValueError(f"the model has none of the linear layers {', '.join(TARGETS)}")
    return lora_config(rank, alpha, sorted(found), base)


def layers(model: nn.Module) -> Iterator[tuple[str, LoraLinear]]:
    for name, module in model.named_modules():
        if isinstance(module, LoraLinear):
            yield name, module


def trainable(model: nn.Module) -> dict[str, nn.Parameter]:
    """Every trained parameter under the name with which it is saved."""
    pairs: dict[str, nn.Parameter] = {}
    for name, layer in layers(model):
        pairs[f"{PREFIX}{name}.lora_A.weight"] = layer.first
        pairs[f"{PREFIX}{name}.lora_B.weight"] = layer.second
    if not pairs:
        pairs = {name: parameter for name, parameter in model.named_parameters() if parameter.requires_grad}
    return pairs


@torch.no_grad()
def load_into(model: nn.Module, tensors: Tensors) -> None:
    own = trainable(model)
    missing = sorted(set(own) ^ set(tensors))
    if missing:
        raise ValueError(f"adapter and model do not belong together; first difference: {missing[0]}")
    for name, parameter in own.items():
        if parameter.shape != tensors[name].shape:
            raise ValueError(f"{name} is {tuple(tensors[name].shape)}, the model wants {tuple(parameter.shape)}")
        parameter.copy_(tensors[name])


@torch.no_grad()
def keep_reference(model: nn.Module) -> None:
    """Stores the current adapters as the reference; `referring` switches back to them."""
    for _, layer in layers(model):
        layer.reference = (layer.first.detach().clone(), layer.second.detach().clone())


@contextmanager
def referring(model: nn.Module) -> Iterator[None]:
    found = [layer for _, layer in layers(model)]
    for layer in found:
        layer.use_reference = True
    try:
        yield
    finally:
        for layer in found:
            layer.use_reference = False


@torch.no_grad()
def merge_into(model_copy: nn.Module, tensors: Tensors, config: dict[str, Any]) -> None:
    """Adds an adapter to plain weights in float32, then casts back. The caller merges into a fresh copy each time,
    because subtracting a merge from bfloat16 weights would not restore the old ones."""
    parameters = dict(model_copy.named_parameters())
    if config["peft_type"] == full_config()["peft_type"]:
        for name, tensor in tensors.items():
            parameters[name].copy_(tensor)
        return
    scale = config["lora_alpha"] / config["r"]
    for name, first in tensors.items():
        if not name.endswith(".lora_A.weight"):
            continue
        stem = name.removesuffix(".lora_A.weight")
        weight = parameters[stem.removeprefix(PREFIX) + ".weight"]
        second = tensors[f"{stem}.lora_B.weight"].to(weight.device, torch.float32)
        delta = second @ first.to(weight.device, torch.float32)
        weight.copy_((weight.float() + scale * delta).to(weight.dtype))

