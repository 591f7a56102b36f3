"""Steps captured as CUDA graphs, one per size of batch: some four hundred small kernels become one launch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from trainer.decode_state import Buffers

Step = Callable[[], None]
# Rows, whether any has a nucleus, bound on the lengths.
Key = tuple[int, bool, int]


class StepGraphs:
    """A graph reads weights and cache where they lie, so both are only ever written in place. One that cannot be captured
    or does not agree with the plain step is left out with a note."""

    def __init__(self, notes: list[str]) -> None:
        self.captured: dict[Key, torch.cuda.CUDAGraph | None] = {}
        self._notes = notes
        self._pool: Any = None

    def graph_of(self, key: Key, buffers: Buffers, rows: int, step: Step, reset: Step) -> Step:
        """`reset` uploads the rows again: trial steps draw from them, and what those write to the cache is what the real
        ones write again."""
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
        # Another thread may be training meanwhile; only this one's calls count as part of the capture.
        with torch.cuda.graph(graph, pool=self._pool, stream=side, capture_error_mode="thread_local"):
            step()
        graph.replay()
        same = (buffers.tokens[0] == plain[0])[:rows]
        gaps = (buffers.log_probabilities[0] - plain[1]).abs()[:rows]
        # A library may round differently inside a capture; a draw between two near equals may then fall otherwise.
        share, gap = same.float().mean().item(), torch.where(same, gaps, 0.0).max().item()
        if share >= 0.9 and gap < 0.05:
            return graph
        self._go_without(key, f"it agrees with the plain step on {share:.0%} of tokens, off by {gap:.3f}")
        return None

    def _go_without(self, key: Key, why: str) -> None:
        self._notes.append(f"steps of {key[0]} rows{' with a nucleus' if key[1] else ''} go without a CUDA graph: {why}")
