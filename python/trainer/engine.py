"""Answers many prompts at once: requests join and leave a running batch, and adapters are swapped between requests.

Between two chunks of steps, finished requests leave and waiting ones are prefilled into free slots. So episodes of very
different lengths keep the GPU busy without sorting or padding.

Threads: any thread may submit, generate or swap; the thread that advances holds the engine for one chunk.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from trainer.decode import LlamaDecoder
from trainer.device import DTYPES, one_thread, pick_device, slots_that_fit
from trainer.fair_lock import FairLock
from trainer.faults import TrainerFault
from trainer.llama_weights import read_llama, why_not
from trainer.plain_decode import PlainDecoder
from trainer.request import Counters, Generated, Request, context_full
from trainer.request_scheduler import RequestScheduler
from trainer.running_batch import RunningBatch
from trainer.sampling import Sampling
from trainer.sequential_scheduler import SequentialScheduler
from trainer.weight_swap import WeightSwap

if TYPE_CHECKING:
    from trainer.chat import Chat

__all__ = ["Counters", "Engine", "Generated", "Request", "Sampling"]

# Limit on the activations per matrix in one prefill, in numbers.
PREFILL_NUMBERS = 1 << 26
MOST_PREFILL_TOKENS = 1 << 16
# Narrower models gain nothing from a second CPU thread.
SMALL_HIDDEN = 256


class Engine:
    """Has its own copy of the weights. Adapters are merged in float32, then cast, into the memory of the old weights.
    """

    def __init__(
        self,
        model_folder: str | Path,
        dtype: str | torch.dtype = "float32",
        device: str = "auto",
        context: int | None = None,
        **options: Any,
    ) -> None:
        from transformers import AutoModelForCausalLM

        from trainer.chat import Chat

        chat = Chat.load(model_folder)
        kind = DTYPES[dtype] if isinstance(dtype, str) else dtype
        self.folder = Path(model_folder)
        model = AutoModelForCausalLM.from_pretrained(
            str(model_folder), dtype=kind, attn_implementation="sdpa", local_files_only=True
        )
        self._begin(model, chat, chat.eos_id, kind, device, context, **options)

    @classmethod
    def of_model(
        cls,
        model: Any,
        chat: Chat | None,
        end_id: int,
        dtype: torch.dtype,
        device: str = "auto",
        context: int | None = None,
        **options: Any,
    ) -> Engine:
        """An engine for a model that is already in memory; the weights are copied."""
        engine = cls.__new__(cls)
        engine.folder = None
        engine._begin(model, chat, end_id, dtype, device, context, **options)
        return engine

    def _begin(
        self,
        model: Any,
        chat: Chat | None,
        end_id: int,
        dtype: torch.dtype,
        device: str,
        context: int | None,
        *,
        slots: int | None = None,
        graphs: bool | None = None,
        batched: bool | None = None,
        prefix_cache: bool = True,
    ) -> None:
        self.chat = chat
        self.end_id = end_id
        self.device = pick_device(device)
        self.dtype = dtype
        longest = getattr(model.config, "max_position_embeddings", 2048)
        self.context = min(context or longest, longest)
        self.version = "base"
        self.counters = Counters()
        self.notes: list[str] = []
        self._turn = FairLock()
        self._is_small = self.device.type == "cpu" and model.config.hidden_size <= SMALL_HIDDEN
        model.eval()
        reason = why_not(model.config, self.context)
        self._decoder: LlamaDecoder | None = None
        self._scheduler: RequestScheduler
        if reason is None:
            weights = read_llama(model, self.context, dtype, self.device)
            self._weights = WeightSwap(weights.places)
            slots = slots or slots_that_fit(weights, self.context)
            self._decoder = LlamaDecoder(weights, self.context, slots, end_id, graphs=graphs, batched=batched)
            self.notes += self._decoder.notes
            prefill_tokens = min(MOST_PREFILL_TOKENS, PREFILL_NUMBERS // weights.shape.hidden)
            self._scheduler = RunningBatch(self._decoder, self.counters, self.notes, prefill_tokens, prefix_cache)
        else:
            self.notes.append(f"plain transformers decoding: {reason}")
            own = copy.deepcopy(model).to(self.device, dtype)
            self._scheduler = SequentialScheduler(PlainDecoder(own, end_id), self.counters)
            self._weights = WeightSwap(dict(own.named_parameters()))

    def use(self, tensors: dict[str, torch.Tensor] | None, config: dict[str, Any] | None, version: str) -> None:
        """Swaps the weights. Running requests finish with the old ones; waiting requests get the new ones."""
        with self._holding():
            while self._scheduler.live:
                try:
                    self._scheduler.decode()
                except Exception as error:
                    self._scheduler.fail_all(_said(error))
            self._weights.put(tensors, config)
            self.version = version
            self.forget_prefixes()

    def generate(self, prompts: list[list[int]], sampling: list[Sampling]) -> list[Generated]:
        requests = [Request(list(prompt), each) for prompt, each in zip(prompts, sampling, strict=True)]
        for request in requests:
            self.submit(request)
        while not all(request.ended for request in requests):
            self.advance()
        for request in requests:
            if request.fault is not None:
                raise request.fault
        return [Generated(each.ids, each.log_probabilities, each.finish or "stop") for each in requests]

    def submit(self, request: Request) -> None:
        room = self.context - len(request.prompt)
        if room < 1 or not request.prompt:
            raise context_full(len(request.prompt), self.context)
        request.limit = max(1, min(request.sampling.most_tokens, room))
        self._scheduler.submit(request)

    def forget_prefixes(self) -> None:
        self._scheduler.forget_prefixes()

    @cached_property
    def base_sha256(self) -> str | None:
        """Hash of the weights that this engine was loaded from; `None` if they came from memory."""
        from trainer.student import base_sha256

        return None if self.folder is None else base_sha256(self.folder)

    @property
    def conversations(self) -> int | None:
        """Number of conversations that the cache can hold; `None` without a cache."""
        return self._decoder.slots if self._decoder is not None else None

    @property
    def busy(self) -> bool:
        return bool(self._scheduler.waiting or self._scheduler.live)

    @property
    def full(self) -> bool:
        """Whether the waiting requests would fill the largest batch."""
        return len(self._scheduler.waiting) >= self._scheduler.most_rows

    def advance(self) -> bool:
        """Does one chunk of work. False if there was none."""
        with self._holding():
            try:
                return self._scheduler.advance(self.version)
            except Exception as error:
                self._scheduler.fail_all(_said(error))
                return True

    @contextmanager
    def _holding(self) -> Iterator[None]:
        with self._turn.taken(), one_thread() if self._is_small else nullcontext():
            yield


def _said(error: Exception) -> Exception:
    if isinstance(error, torch.OutOfMemoryError):
        return TrainerFault(
            "OUT_OF_MEMORY",
            "the device has no memory left for decoding.",
            "Lower the context, or give the engine fewer slots.",
            exit=1,
        )
    return error
