"""The parts of the bench, one function each. They share a model in memory and return plain numbers."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy
import torch

from trainer.bench_sizes import Sizes
from trainer.decode import BUCKETS
from trainer.decode_state import Piece
from trainer.engine import Engine, Request, Sampling

# Never drawn, so that every answer has the requested length.
NO_END = -1


class Bench:
    def __init__(self, model: Any, device: torch.device, dtype: torch.dtype, sizes: Sizes) -> None:
        self.model = model
        self.device = device
        self.dtype = dtype
        self.sizes = sizes
        self._engine: Engine | None = None
        self._student: Any = None
        self._draws = numpy.random.default_rng(7)

    @property
    def engine(self) -> Engine:
        if self._engine is None:
            self._engine = Engine.of_model(self.model, None, NO_END, self.dtype, str(self.device), self.sizes.context)
        return self._engine

    def drop_engine(self) -> None:
        """Frees the engine: its cache fills a third of the device."""
        self._engine = None
        if self.device.type == "cuda":
            torch.cuda.empty_cache()

    def engine_facts(self) -> dict[str, Any]:
        decoder = self._engine._decoder if self._engine is not None else None
        if decoder is None:
            return {}
        graphs = decoder.graphs.captured.values() if decoder.graphs is not None else []
        return {
            "notes": self._engine.notes,
            "attention": decoder.attention.name,
            "graphs": sum(each is not None for each in graphs),
        }

    def words(self, length: int) -> list[int]:
        return self._draws.integers(3, self.model.config.vocab_size, length).tolist()

    def between(self, bounds: tuple[int, int]) -> int:
        return int(self._draws.integers(bounds[0], bounds[1] + 1))

    def engine_rate(self, batch: int, top_p: float = 1.0) -> dict[str, Any]:
        """Includes prefill, as `generate` does."""
        sizes = self.sizes
        warm = [Sampling(1.0, top_p, each, 9) for each in range(batch)]
        before = time.perf_counter()
        self.engine.generate([self.words(sizes.prompt) for _ in range(batch)], warm)
        warm_seconds = time.perf_counter() - before
        prompts = [self.words(sizes.prompt) for _ in range(batch)]
        asked = [Sampling(1.0, top_p, each, sizes.new) for each in range(batch)]
        answers, seconds = self._timed(lambda: self.engine.generate(prompts, asked))
        return _rate(sum(len(each.ids) for each in answers), seconds, first_time_seconds=round(warm_seconds, 2))

    def decode_rate(self, batch: int) -> dict[str, Any]:
        """Only decoding steps, with the cache as full as halfway through an answer."""
        sizes = self.sizes
        engine = self.engine
        prompts = [self.words(sizes.prompt + sizes.new // 2) for _ in range(batch)]
        requests = [Request(prompt, Sampling(seed=each, most_tokens=sizes.new)) for each, prompt in enumerate(prompts)]
        for request in requests:
            engine.submit(request)
        engine.advance()
        drawn = engine.counters.tokens_generated
        chunks = 0

        def some() -> None:
            nonlocal chunks
            until = time.perf_counter() + 1.0
            while time.perf_counter() < until and all(not request.ended for request in requests):
                engine.advance()
                chunks += 1

        _, seconds = self._timed(some)
        tokens = engine.counters.tokens_generated - drawn
        for request in requests:
            request.cancelled = True
        while engine.advance():
            pass
        steps = max(1, tokens // batch)
        return _rate(tokens, seconds, milliseconds_per_step=round(1000 * seconds / steps, 3))

    def prefill_rate(self) -> dict[str, Any]:
        sizes = self.sizes
        decoder = self.engine._decoder
        tokens = [self.words(sizes.prefill_length) for _ in range(sizes.prefill_rows)]
        pieces = [Piece(slot, 0, each) for slot, each in enumerate(tokens)]
        decoder.prefill(pieces)
        repeats = 5 if self.device.type == "cuda" else 1
        _, seconds = self._timed(lambda: [decoder.prefill(pieces) for _ in range(repeats)])
        return _rate(repeats * sizes.prefill_rows * sizes.prefill_length, seconds)

    def episode_rate(self) -> dict[str, Any]:
        """Conversations of several turns, each resending everything before it, with as many in parallel as rows."""
        sizes = self.sizes
        engine = self.engine
        self._warm_buckets()
        before = (engine.counters.tokens_generated, engine.counters.tokens_prefilled, engine.counters.tokens_reused)
        left = sizes.conversations
        running = 0
        system = self.words(sizes.first_prompt[0] // 2)

        def begin() -> None:
            nonlocal left, running
            left -= 1
            running += 1
            ask(system + self.words(self.between(sizes.first_prompt) - len(system)), 1)

        def ask(prompt: list[int], turn: int) -> None:
            def on_end(request: Request) -> None:
                nonlocal running
                if turn < sizes.turns and request.fault is None:
                    ask(request.prompt + request.ids + self.words(self.between(sizes.result)), turn + 1)
                else:
                    running -= 1
                    if left > 0:
                        begin()

            sampling = Sampling(1.0, 1.0, self.between((0, 1 << 30)), self.between(sizes.answer))
            engine.submit(Request(prompt, sampling, on_end))

        def all_of_them() -> None:
            while left > 0 and running < sizes.at_once:
                begin()
            while running > 0:
                engine.advance()

        _, seconds = self._timed(all_of_them)
        tokens, prefilled, reused = (
            after - earlier
            for after, earlier in zip(
                (engine.counters.tokens_generated, engine.counters.tokens_prefilled, engine.counters.tokens_reused),
                before,
                strict=True,
            )
        )
        return _rate(
            tokens,
            seconds,
            requests_per_second=round(sizes.conversations * sizes.turns / seconds, 1),
            prefilled=prefilled,
            reused=reused,
        )

    def transformers_rate(self, batch: int, static: bool) -> dict[str, Any]:
        sizes = self.sizes
        new = sizes.new if static else sizes.dynamic_new
        options: dict[str, Any] = {
            "do_sample": True,
            "top_k": 0,
            "temperature": 1.0,
            "eos_token_id": None,
            "pad_token_id": 0,
            "use_cache": True,
            **({"cache_implementation": "static"} if static else {}),
        }
        model = self.model
        kept = model.generation_config.eos_token_id
        model.generation_config.eos_token_id = None

        ids = torch.tensor([self.words(sizes.prompt) for _ in range(batch)], device=self.device)

        def generate(count: int) -> torch.Tensor:
            # The static cache has the requested length; another length would be compiled again.
            return model.generate(ids, attention_mask=torch.ones_like(ids), max_new_tokens=count, **options)

        try:
            before = time.perf_counter()
            generate(new if static else 4)
            warm_seconds = time.perf_counter() - before
            answers, seconds = self._timed(lambda: generate(new))
        finally:
            model.generation_config.eos_token_id = kept
        tokens = batch * (answers.shape[1] - sizes.prompt)
        return _rate(tokens, seconds, first_time_seconds=round(warm_seconds, 2))

    def agreement(self) -> dict[str, Any]:
        """Checked before anything is timed: the same numbers as transformers, alone, batched and after adapter swaps.
        """
        from trainer.bench_agreement import agreement

        count = min(8, self.sizes.batches[-1])
        prompts = [self.words(self.sizes.prompt - 5 * each) for each in range(count)]
        return agreement(self.engine, self.model, prompts, self.sizes.new // 4, self.sizes.rank)

    def training_rate(self, rows: int, length: int) -> dict[str, Any]:
        from trainer.bench_training import prepared, step_of

        if self._student is None:
            self._student = prepared(self.model, self.device, self.dtype, self.sizes.rank)
        words = [self.words(length) for _ in range(rows)]
        step, micro_batches = step_of(self._student, words, self.sizes.micro_batch_tokens)
        step()
        repeats = 3 if self.device.type == "cuda" else 1
        _, seconds = self._timed(lambda: [step() for _ in range(repeats)])
        memory = torch.cuda.max_memory_allocated() / 2**30 if self.device.type == "cuda" else 0.0
        return _rate(repeats * rows * length, seconds, micro_batches=micro_batches, gibibytes=round(memory, 1))

    def _warm_buckets(self) -> None:
        """Graphs are captured once per batch size and process, not once per episode."""
        rows = min(self.engine._decoder.most_rows, self.sizes.at_once)
        for bucket in BUCKETS:
            count = min(bucket, rows)
            self.engine.generate([self.words(2) for _ in range(count)], [Sampling(seed=1, most_tokens=2)] * count)
            if bucket >= rows:
                return

    def _timed(self, work: Callable[[], Any]) -> tuple[Any, float]:
        if self.device.type == "cuda":
            torch.cuda.synchronize()
        before = time.perf_counter()
        result = work()
        if self.device.type == "cuda":
            torch.cuda.synchronize()
        return result, time.perf_counter() - before


def _rate(tokens: int, seconds: float, **more: Any) -> dict[str, Any]:
    return {"tokens_per_second": round(tokens / seconds, 1), "tokens": tokens, **more}
