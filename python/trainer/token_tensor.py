"""Many rows of token ids as one tensor."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

import numpy
import torch


def token_tensor(rows: Iterable[Sequence[int]]) -> torch.Tensor:
    """[T] int64. Converting a list takes several times as long, while a GPU waits for it; rows stored as arrays of `q`
    are only copied."""
    parts = [numpy.frombuffer(each if isinstance(each, array) else array("q", each), numpy.int64) for each in rows if len(each)]
    return torch.from_numpy(numpy.concatenate(parts)) if parts else torch.zeros(0, dtype=torch.long)
