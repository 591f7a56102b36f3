"""Answers many prompts at once: requests join and leave a running batch, adapters are swapped under it.

Between two chunks of steps finished requests leave and waiting ones are prefilled into free slots. Episodes of very
different lengths therefore keep the GPU busy without anything being sorted or padded.

Threads: any thread may submit, generate or swap; whoever advances holds the engine for one chunk.
"""

from __future__ import annotations

import copy
import math
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from trainer.decode import LlamaDecoder
from trainer.device import DTYPES, one_thread, pick_device, slots_that_fit
from trainer.faults import TrainerFault
from trainer.llama_weights import read_llama, why_not
from trainer.plain_decode import PlainDecoder
from trainer.request import Counters, Generated, Request, context_full, not_finite
from trainer.sampling import Sampling
from trainer.slots import Slots, Wave
from trainer.turnstile import Turnstile
from trainer.weight_swap import WeightSwap

if TYPE_CHECKING:
    from trainer.chat import Chat

__all__ = ["Counters", "Engine", "Generated", "Request", "Sampling"]

# Activations of this many numbers per matrix at most in one prefill.
PREFILL_NUMBERS = 1 << 26
MOST_PREFILL_TOKENS = 1 << 16
# Narrower models gain nothing from a second CPU thread.
SMALL_HIDDEN = 256


class Engine:
    """Own copy of the weights; adapters are merged in float32, then cast, into the memory of the old ones."""

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
        """An engine of a model that is already in memory; it is copied."""
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
        self._waiting: deque[Request] = deque()
        self._live: list[Request] = []
        self._turn = Turnstile()
        self._is_small = self.device.type == "cpu" and model.config.hidden_size <= SMALL_HIDDEN
        model.eval()
        reason = why_not(model.config, self.context)
        self._decoder: LlamaDecoder | None = None
        self._plain: PlainDecoder | None = None
        if reason is None:
            weights = read_llama(model, self.context, dtype, self.device)
            self._weights = WeightSwap(weights.places)
            slots = slots or slots_that_fit(weights, self.context)
            self._decoder = LlamaDecoder(weights, self.context, slots, end_id, graphs=graphs, batched=batched)
            self._slots = Slots(self._decoder, prefix_cache)
            self.notes += self._decoder.notes
            self._prefill_tokens = min(MOST_PREFILL_TOKENS, PREFILL_NUMBERS // weights.shape.hidden)
        else:
            self.notes.append(f"plain transformers decoding: {reason}")
            own = copy.deepcopy(model).to(self.device, dtype)
            self._plain = PlainDecoder(own, end_id)
            self._weights = WeightSwap(dict(own.named_parameters()))

    def use(self, tensors: dict[str, torch.Tensor] | None, config: dict[str, Any] | None, version: str) -> None:
        """Swaps the weights. What is being answered is answered to its end with the old ones; what waits gets the new."""
        with self._holding():
            while self._live:
                try:
                    self._decode()
                except Exception as error:
                    self._fail_all(_said(error))
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
        self._waiting.append(request)

    def forget_prefixes(self) -> None:
        if self._decoder is not None:
            self._slots.forget()

    @cached_property
    def base_sha256(self) -> str | None:
        """Of the weights this engine was loaded from; `None` where they came from memory."""
        from trainer.student import base_sha256

        return None if self.folder is None else base_sha256(self.folder)

    @property
    def busy(self) -> bool:
        return bool(self._waiting or self._live)

    @property
    def full(self) -> bool:
        """Whether what waits would already fill the largest batch."""
        return len(self._waiting) >= (self._decoder.most_rows if self._decoder is not None else 1)

    def advance(self) -> bool:
        """One chunk of work. False where there was none."""
        with self._holding():
            try:
                if self._plain is not None:
                    return self._answer_plainly()
                self._admit()
                if not self._live:
                    return False
                self._decode()
                return True
            except Exception as error:
                self._fail_all(_said(error))
                return True

    @contextmanager
    def _holding(self) -> Iterator[None]:
        with self._turn.taken(), one_thread() if self._is_small else nullcontext():
            yield

    def _admit(self) -> None:
        """Fills free rows, wave by wave: a request that begins like one of its wave waits for the next, to find it read."""
        while self._waiting and len(self._live) < self._decoder.most_rows:
            wave = Wave(self._slots, self._prefill_tokens)
            later: list[Request] = []
            while self._waiting and len(self._live) + len(wave.requests) < self._decoder.most_rows and wave.has_room:
                request = self._waiting[0]
                if request.cancelled:
                    self._end(request, "cancelled")
                elif not wave.take(request):
                    later.append(request)
                # Not before: had taking it failed, it would be in no list and never be answered.
                self._waiting.popleft()
            self._waiting.extendleft(reversed(later))
            if not wave.requests:
                return
            for request in wave.requests:
                request.version = self.version
            self._live += wave.requests
            self.counters.requests += len(wave.requests)
            self.counters.prefills += 1 if wave.pieces else 0
            self.counters.tokens_prefilled += wave.prefilled
            self.counters.tokens_reused += wave.reused
            wave.read()

    def _decode(self) -> None:
        decoder = self._decoder
        for request in [each for each in self._live if each.cancelled]:
            self._leave(request, "cancelled")
        if not self._live:
            return
        rows = [request.row() for request in self._live]
        steps = min(decoder.chunk, max(row.limit - row.drawn for row in rows))
        before = len(decoder.notes)
        tokens, chances = decoder.advance(rows, steps)
        self.notes += decoder.notes[before:]
        self.counters.chunks += 1
        self.counters.rows += len(rows)
        for request, drawn, chance in zip(list(self._live), zip(*tokens), zip(*chances), strict=True):
            self._take_in(request, drawn, chance)

    def _take_in(self, request: Request, tokens: tuple[int, ...], chances: tuple[float, ...]) -> None:
        """What a chunk drew for one request, up to its end; rows that ended go on repeating themselves."""
        count = min(len(tokens), request.limit - len(request.ids))
        ends = self.end_id in tokens[:count]
        if ends:
            count = tokens.index(self.end_id) + 1
        if not all(map(math.isfinite, chances[:count])):
            request.fault = not_finite()
            self._leave(request, None)
            return
        request.ids += tokens[:count]
        request.log_probabilities += chances[:count]
        self.counters.tokens_generated += count
        if ends or len(request.ids) >= request.limit:
            self._leave(request, "stop" if ends else "length")

    def _leave(self, request: Request, finish: str | None) -> None:
        self._live.remove(request)
        if request.slot >= 0:
            self._slots.give_back(request)
        self._end(request, finish)

    def _end(self, request: Request, finish: str | None) -> None:
        request.finish = finish
        if request.on_end is not None:
            request.on_end(request)

    def _fail_all(self, error: Exception) -> None:
        """Nobody may wait for ever for an answer that is not coming."""
        for request in list(self._live):
            request.fault = error
            self._leave(request, None)
        while self._waiting:
            request = self._waiting.popleft()
            request.fault = error
            self._end(request, None)
        if self._decoder is not None:
            self._slots.reset()

    def _answer_plainly(self) -> bool:
        if not self._waiting:
            return False
        request = self._waiting.popleft()
        if request.cancelled:
            self._end(request, "cancelled")
            return True
        request.version = self.version
        self._live.append(request)
        self.counters.requests += 1
        request.ids, request.log_probabilities = self._plain.answer(request.prompt, request.sampling, request.limit)
        self.counters.tokens_generated += len(request.ids)
        if not all(map(math.isfinite, request.log_probabilities)):
            request.fault = not_finite()
        self._leave(request, "stop" if request.ids[-1] == self.end_id else "length")
        return True


def _said(error: Exception) -> Exception:
    if isinstance(error, torch.OutOfMemoryError):
        return TrainerFault(
            "OUT_OF_MEMORY",
            "the device has no memory left for decoding.",
            "Lower the context, or give the engine fewer slots.",
            exit=1,
        )
    return error
