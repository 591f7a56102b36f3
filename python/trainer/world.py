"""Several processes that train one model, as started by `accelerate launch` or `torchrun`.

Decoder layers are sharded with FSDP2. Embedding, head and last norm stay whole on every process, because the chunked
loss multiplies with the head outside any module's forward. Losses are already divided by the weight of the whole step,
so gradients are summed, never averaged.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

import torch
from torch import nn


@dataclass(frozen=True)
class World:
    rank: int = 0
    size: int = 1

    @property
    def leads(self) -> bool:
        return self.rank == 0

    @property
    def alone(self) -> bool:
        return self.size == 1


def join_world(device_type: str) -> World:
    size = int(os.environ.get("WORLD_SIZE", "1"))
    if size == 1:
        return World()
    import torch.distributed as distributed

    if device_type == "cuda":
        torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", "0")))
    if not distributed.is_initialized():
        distributed.init_process_group("nccl" if device_type == "cuda" else "gloo")
    return World(distributed.get_rank(), size)


def shard(model: nn.Module, world: World, compute: torch.dtype) -> None:
    if world.alone:
        return
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard

    device_type = next(model.parameters()).device.type
    mesh = init_device_mesh(device_type, (world.size,))
    policy = MixedPrecisionPolicy(param_dtype=compute, reduce_dtype=torch.float32)
    for layer in model.get_decoder().layers:
        fully_shard(layer, mesh=mesh, mp_policy=policy)


def sum_gradients(parameters: list[nn.Parameter], world: World) -> None:
    """FSDP has averaged the gradients of sharded parameters, which are turned back into sums; the others are summed
    here."""
    if world.alone:
        return
    import torch.distributed as distributed

    for parameter in parameters:
        if parameter.grad is None:
            continue
        if _is_sharded(parameter):
            _local(parameter.grad).mul_(world.size)
        else:
            distributed.all_reduce(parameter.grad)


def clip_gradients(parameters: list[nn.Parameter], most: float, world: World) -> torch.Tensor:
    limit = most if most > 0 else float("inf")
    if world.alone:
        return nn.utils.clip_grad_norm_(parameters, limit)
    import torch.distributed as distributed

    gradients = [each.grad for each in parameters if each.grad is not None]
    squares = [_local(each).float().pow(2).sum() for each in gradients]
    sharded = sum((s for s, g in zip(squares, gradients, strict=True) if _is_sharded(g)), torch.zeros_like(squares[0]))
    whole = sum((s for s, g in zip(squares, gradients, strict=True) if not _is_sharded(g)), torch.zeros_like(squares[0]))
    distributed.all_reduce(sharded)
    norm = (sharded + whole).sqrt()
    scale = (limit / (norm + 1e-6)).clamp(max=1)
    for each in gradients:
        _local(each).mul_(scale)
    return norm


def sum_over(value: torch.Tensor, world: World) -> torch.Tensor:
    if not world.alone:
        import torch.distributed as distributed

        distributed.all_reduce(value)
    return value


def whole(tensor: torch.Tensor) -> torch.Tensor:
    """The whole of a sharded tensor; every process must call it at the same time."""
    return tensor.full_tensor() if _is_sharded(tensor) else tensor


def part_like(parameter: torch.Tensor, tensor: torch.Tensor) -> torch.Tensor:
    """This process's part of `tensor`, sharded like `parameter`."""
    if not _is_sharded(parameter):
        return tensor
    from torch.distributed.tensor import distribute_tensor

    return distribute_tensor(tensor.to(parameter.device), parameter.device_mesh, parameter.placements)


def _is_sharded(tensor: torch.Tensor) -> bool:
    return hasattr(tensor, "full_tensor")


def _local(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.to_local() if _is_sharded(tensor) else tensor
