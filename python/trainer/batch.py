"""Rows packed into one sequence, with everything the device would otherwise have to request from the host.

Which positions are trained is decided on the host before the copy, because finding them on a GPU means waiting for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import torch

from trainer.token_tensor import token_tensor

if TYPE_CHECKING:
    from trainer.packing import MicroBatch


@dataclass(frozen=True)
class TokenRow:
    """Token ids, a mask of the trained ones, and values for the trained ones in order."""

    ids: list[int]
    mask: list[int]
    values: dict[str, list[float]] = field(default_factory=dict)

    @property
    def trained(self) -> int:
        return sum(self.mask[1:])


@dataclass(frozen=True)
class Batch:
    ids: torch.Tensor  # [1, T]
    position_ids: torch.Tensor  # [1, T], from 0 in every row
    boundaries: torch.Tensor  # int32, cumulative row lengths
    row_lengths: list[int]
    predicting: torch.Tensor  # [N] positions whose next token is trained
    targets: torch.Tensor  # [N] those tokens
    row_of: torch.Tensor  # [N] the row of each
    values: dict[str, torch.Tensor]  # [N] each

    @property
    def tokens(self) -> int:
        return self.ids.shape[1]

    @property
    def trainable_tokens(self) -> int:
        return self.predicting.shape[0]

    @property
    def rows(self) -> int:
        return len(self.row_lengths)

    def to(self, device: torch.device) -> Batch:
        return Batch(
            moved(self.ids, device),
            moved(self.position_ids, device),
            moved(self.boundaries, device),
            self.row_lengths,
            moved(self.predicting, device),
            moved(self.targets, device),
            moved(self.row_of, device),
            {name: moved(tensor, device) for name, tensor in self.values.items()},
        )


def moved(tensor: torch.Tensor, device: torch.device) -> torch.Tensor:
    """Pinned first; otherwise the copy waits for everything queued on the device."""
    return tensor if device.type == "cpu" else tensor.pin_memory().to(device, non_blocking=True)


def batch_of(sequences: Sequence[TokenRow]) -> Batch:
    lengths = [len(each.ids) for each in sequences]
    boundaries = torch.tensor([0, *lengths], dtype=torch.int32).cumsum(0, dtype=torch.int32)
    ids = token_tensor(each.ids for each in sequences)
    positions = torch.cat([torch.arange(length) for length in lengths])
    mask = token_tensor(each.mask for each in sequences).bool()
    # The first token of a row has no preceding token to predict it from, whatever the mask says.
    mask[boundaries[:-1].long()] = False
    names = sorted(sequences[0].values)
    values = {
        name: torch.tensor([value for each in sequences for value in each.values[name]], dtype=torch.float32)
        for name in names
    }
    return _batch(ids, positions, boundaries, lengths, mask, values)


def batch_of_micro_batch(packed: MicroBatch) -> Batch:
    mask = packed.mask[0].bool().clone()
    boundaries = packed.cu_seqlens.to(torch.int32).cpu()
    mask[boundaries[:-1].long()] = False
    lengths = boundaries.diff().tolist()
    values = {"weight": packed.token_weights[0][mask].float()}
    return _batch(packed.ids[0], packed.position_ids[0], boundaries, lengths, mask, values)


def _batch(
    ids: torch.Tensor,
    positions: torch.Tensor,
    boundaries: torch.Tensor,
    lengths: list[int],
    mask: torch.Tensor,
    values: dict[str, torch.Tensor],
) -> Batch:
    trained = mask.nonzero().squeeze(1)
    for name, tensor in values.items():
        if tensor.shape != trained.shape:
            raise ValueError(f"{name}: {tensor.shape[0]} values for {trained.shape[0]} trained tokens")
    row_of = torch.repeat_interleave(torch.arange(len(lengths)), torch.tensor(lengths))[trained]
    return Batch(
        ids[None],
        positions[None],
        boundaries,
        lengths,
        trained - 1,
        ids[trained],
        row_of,
        values,
    )


def in_micro_batches(sequences: Sequence[TokenRow], most_tokens: int) -> list[list[TokenRow]]:
    """Groups consecutive sequences up to the limit; a longer one forms its own group."""
    groups: list[list[TokenRow]] = []
    size = 0
    for each in sequences:
        if not groups or size + len(each.ids) > most_tokens:
            groups.append([])
            size = 0
        groups[-1].append(each)
        size += len(each.ids)
    return groups
