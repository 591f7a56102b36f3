"""Replaces base weights by trained ones in place, and restores them exactly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from trainer.faults import TrainerFault


class WeightSwap:
    """`places` are the tensors the model computes with. Graphs captured over them stay valid."""

    def __init__(self, places: dict[str, torch.Tensor]) -> None:
        self.places = places
        self._base = {name: tensor.detach().clone() for name, tensor in _without_twins(places).items()}
        self._touched: set[str] = set()

    @torch.no_grad()
    def put(self, tensors: dict[str, torch.Tensor] | None, config: dict[str, Any] | None) -> None:
        changes = {} if tensors is None else merged(self._base, tensors, config or {})
        for name in self._touched - set(changes):
            self.places[name].copy_(self._base[name])
        for name, weight in changes.items():
            self.places[name].copy_(weight())
        self._touched = set(changes)


def _without_twins(places: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Tied weights are one tensor under two names; one copy is enough."""
    seen: set[tuple[int, tuple[int, ...]]] = set()
    kept = {}
    for name, tensor in places.items():
        mark = (tensor.data_ptr(), tuple(tensor.shape))
        if mark not in seen:
            seen.add(mark)
            kept[name] = tensor
    return kept


def merged(
    base: dict[str, torch.Tensor], tensors: dict[str, torch.Tensor], config: dict[str, Any]
) -> dict[str, Callable[[], torch.Tensor]]:
    """The new value of each changed weight, computed one at a time so that no second model is in memory.

    Everything is checked before anything is written: an invalid adapter leaves the engine unchanged.
    """
    from trainer.lora import PREFIX

    changes: dict[str, Callable[[], torch.Tensor]] = {}
    if config.get("peft_type") == "FULL":
        for name, tensor in tensors.items():
            _fits(name, tuple(tensor.shape), base)
            changes[name] = lambda tensor=tensor: tensor
        return changes
    scale = config["lora_alpha"] / config["r"]
    for name, first in tensors.items():
        stem, _, kind = name.rpartition(".lora_")
        target = stem.removeprefix(PREFIX) + ".weight"
        if kind == "B.weight":
            continue
        second = tensors.get(f"{stem}.lora_B.weight")
        if kind != "A.weight" or second is None:
            raise foreign(name)
        _fits(target, (second.shape[0], first.shape[1]), base)

        def weight(target: str = target, first: torch.Tensor = first, second: torch.Tensor = second) -> torch.Tensor:
            old = base[target]
            first, second = (each.to(old.device, torch.float32) for each in (first, second))
            return torch.addmm(old.float(), second, first, alpha=scale)

        changes[target] = weight
    return changes


def _fits(name: str, shape: tuple[int, ...], base: dict[str, torch.Tensor]) -> None:
    if name not in base or tuple(base[name].shape) != shape:
        raise foreign(name)


def foreign(name: str) -> TrainerFault:
    return TrainerFault(
        "ADAPTER_CORRUPT",
        f"the adapter's tensor {name} does not belong to this model.",
        "Name the model that the adapter was trained on.",
    )
