"""How much of its machine an engine may use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import torch

from trainer.faults import TrainerFault
from trainer.llama_weights import LlamaWeights

DTYPES = {"bfloat16": torch.bfloat16, "float32": torch.float32, "float16": torch.float16}
# Share of the device's memory for conversations; the trainer beside it needs the rest. Lower it for several trainings
# on one device.
CACHE_SHARE = float(os.environ.get("ASSAY_CACHE_SHARE", "0.3"))
CPU_CACHE_BYTES = 1 << 30
MOST_SLOTS = 1024


def pick_device(name: str) -> torch.device:
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if name.startswith("cuda") and not torch.cuda.is_available():
        raise TrainerFault("NO_CUDA", "A GPU is asked for and torch sees none.", "Use the device cpu or auto.")
    return torch.device(name)


def usual_dtype(device: str) -> str:
    """A CPU computes bfloat16 slower than float32."""
    return "bfloat16" if pick_device(device).type == "cuda" else "float32"


def slots_that_fit(weights: LlamaWeights, context: int) -> int:
    shape, like = weights.shape, weights.embedding
    bytes_per_slot = len(weights.layers) * context * 2 * shape.key_heads * shape.width * like.element_size()
    room: float = CPU_CACHE_BYTES
    if like.is_cuda:
        free, whole = torch.cuda.mem_get_info(like.device)
        room = min(CACHE_SHARE * whole, 0.6 * free)
    return int(max(8, min(MOST_SLOTS, room // bytes_per_slot)))


@contextmanager
def one_thread() -> Iterator[None]:
    """Waking a second thread takes longer than a product of small matrices; on a busy machine a hundred times longer.
    """
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
