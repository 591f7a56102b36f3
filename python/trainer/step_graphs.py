"""Captures steps as CUDA graphs, one per batch size: about four hundred small kernels become one launch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from trainer.decode_state import Buffers

Step = Callable[[], None]
# Number of rows, whether any uses top-p, and a bound on the lengths.
Key = tuple[int, bool, int]


class StepGraphs:
    """A graph reads weights and cache at fixed addresses, so both are only written in place. A graph that cannot be
    captured or does not agree with the plain step is skipped, with a note."""

    def __init__(self, notes: list[str]) -> None:
        self.captured: dict[Key, torch.cuda.CUDAGraph | None] = {}
        self._notes = notes
        self._pool: Any = None

    def graph_of(self, key: Key, buffers: Buffers, rows: int, step: Step, reset: Step) -> Step:
        """`reset` uploads the rows again after trial steps, which change them. What trial steps write to the cache, the
        real steps overwrite with the same values."""
        if key not in self.captured:
            self.captured[key] = None
            try:
                self.captured[key] = self._capture(key, buffers, rows, step, reset)
            except Exception as error:
                self._go_without(key, f"{type(error).__name__}: {str(error)[:200]}")
            reset()
        graph = self.captured[key]
        return step if graph is None else graph.replay

    def _capture(self, key: Key, buffers: Buffers, rows: int, step: Step, reset: Step) -> torch.cuda.CUDAGraph | None:
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(2):
                step()
        torch.cuda.current_stream().wait_stream(side)
        reset()
        step()
        plain = buffers.tokens[0].clone(), buffers.log_probabilities[0].clone()
        reset()
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        self._pool = self._pool or torch.cuda.graph_pool_handle()
        # Another thread may be training; only this thread's calls are part of the capture.
        with torch.cuda.graph(graph, pool=self._pool, stream=side, capture_error_mode="thread_local"):
            step()
        graph.replay()
        same = (buffers.tokens[0] == plain[0])[:rows]
        gaps = (buffers.log_probabilities[0] - plain[1]).abs()[:rows]
        # A library may round differently inside a capture, and a draw between two almost equal tokens may then differ.
        share, gap = same.float().mean().item(), torch.where(same, gaps, 0.0).max().item()
        if share >= 0.9 and gap < 0.05:
            return graph
        self._go_without(key, f"it agrees with the plain step on {share:.0%} of tokens, off by {gap:.3f}")
        return None

    def _go_without(self, key: Key, why: str) -> None:
        self._notes.append(f"steps of {key[0]} rows{' with a nucleus' if key[1] else ''} go without a CUDA graph: {why}")
