"""Decoding for Llama-shaped models over one static cache, written by hand so that a step is one captured CUDA graph.

The cache is one block of memory divided into slots, one conversation each. A step takes up to `bucket` rows, and a row
only names the slot of its conversation. Rows can join and leave between two chunks of steps without moving the cache,
so a batch shrinks to a smaller bucket, or accepts new requests, by uploading a few hundred numbers. So there is no
copying of live rows, and no bucket per length.

The same code runs eagerly on a CPU, in tiles of a fixed number of rows and stretches of a fixed number of tokens. A
matrix product of another shape may round differently, and a request's tokens would then depend on concurrent or earlier
requests.
"""

from __future__ import annotations

from typing import Any

import torch
from torch.nn import functional

from trainer.cache_attention import Dense, Step, Stretch, choose
from trainer.decode_state import Buffers, Piece, Row
from trainer.llama_weights import LlamaWeights
from trainer.sampling import draw, negative_exponential, row_keys, vocabulary_salt
from trainer.step_graphs import StepGraphs

BUCKETS = (8, 32, 64, 128, 256)
LENGTHS = (1024, 2048, 4096, 8192, 16384, 32768)
# The host checks for finished rows this often; each check stalls the GPU briefly.
GPU_CHUNK = 8
CPU_TILE = 8
CPU_STRETCH = 128


class LlamaDecoder:
    def __init__(
        self,
        weights: LlamaWeights,
        context: int,
        slots: int,
        end_id: int,
        *,
        graphs: bool | None = None,
        batched: bool | None = None,
    ) -> None:
        self.weights = weights
        self.context = context
        self.slots = slots
        self.end_id = end_id
        self.device = weights.embedding.device
        self.dtype = weights.embedding.dtype
        on_cuda = self.device.type == "cuda"
        # Packed, in buckets and several steps at a time: made for a GPU. A CPU can do it too, but not exactly.
        self.batched = on_cuda if batched is None else batched
        shape = weights.shape
        self.attention, note = choose(self.device, self.dtype, shape.heads, shape.key_heads, shape.width)
        self.notes: list[str] = [] if note is None else [note]
        # One more slot than is handed out: rows that only fill up a bucket write there.
        self.cache = torch.zeros(
            len(weights.layers), (slots + 1) * context, 2 * shape.key_heads, shape.width,
            dtype=self.dtype, device=self.device,
        )  # fmt: skip
        self.salt = vocabulary_salt(shape.vocabulary, self.device)
        self.chunk = GPU_CHUNK if self.batched else 1
        # A reused prefix must be split at the same places as when it was first read.
        self.stretch = 1 if self.batched else CPU_STRETCH
        self.graphs = StepGraphs(self.notes) if (on_cuda if graphs is None else graphs) else None
        self._buffers: dict[int, Buffers] = {}
        self._wide_head = on_cuda and self.dtype != torch.float32 and self._can_widen()

    @property
    def most_rows(self) -> int:
        return min(self.slots, BUCKETS[-1])

    @torch.no_grad()
    def copy_prefix(self, source: int, target: int, length: int) -> None:
        here, there = source * self.context, target * self.context
        self.cache[:, there : there + length] = self.cache[:, here : here + length]

    @torch.no_grad()
    def prefill(self, pieces: list[Piece]) -> None:
        """Writes the keys and values of all pieces to the cache, in one packed pass."""
        if not pieces:
            return
        if not self.batched:
            for piece in pieces:
                for begin in range(0, len(piece.tokens), CPU_STRETCH):
                    part = piece.tokens[begin : begin + CPU_STRETCH]
                    self._prefill([Piece(piece.slot, piece.begin + begin, part)])
            return
        self._prefill(pieces)

    def _prefill(self, pieces: list[Piece]) -> None:
        tokens = torch.tensor([token for piece in pieces for token in piece.tokens])
        places = torch.cat([torch.arange(piece.begin, piece.begin + len(piece.tokens)) for piece in pieces])
        counts = [len(piece.tokens) for piece in pieces]
        starts = [piece.slot * self.context for piece in pieces]
        offsets = torch.tensor(starts).repeat_interleave(torch.tensor(counts))
        lengths = [piece.begin + len(piece.tokens) for piece in pieces]
        stretch = self.attention.ready_stretch(Stretch(starts, lengths, counts), self.device)
        places, tokens, offsets = (each.to(self.device) for each in (places, tokens, offsets))
        self._blocks(tokens, places, places + offsets, lambda query, cache: self.attention.stretch(query, cache, stretch))

    @torch.no_grad()
    def advance(self, rows: list[Row], steps: int) -> tuple[list[list[int]], list[list[float]]]:
        """Draws up to `steps` tokens for every row; [step][row]. Rows that have ended repeat their last token."""
        width = CPU_TILE if not self.batched else next(each for each in BUCKETS if each >= len(rows))
        tokens: list[list[int]] = [[] for _ in range(steps)]
        chances: list[list[float]] = [[] for _ in range(steps)]
        for first in range(0, len(rows), width):
            tile = rows[first : first + width]
            drawn = self._run(tile, width, steps)
            for step in range(steps):
                tokens[step] += drawn[0][step][: len(tile)]
                chances[step] += drawn[1][step][: len(tile)]
        return tokens, chances

    @torch.no_grad()
    def logits(self, row: Row) -> torch.Tensor:
        """The logits for the next token of one row."""
        width = CPU_TILE if not self.batched else BUCKETS[0]
        buffers = self._upload([row], width)
        return self._logits(buffers, self._longest([row], 1))[0]

    def _run(self, rows: list[Row], width: int, steps: int) -> tuple[list[list[int]], list[list[float]]]:
        nucleus = any(row.sampling.top_p < 1 and row.sampling.temperature > 0 for row in rows)
        longest = self._longest(rows, steps)
        buffers = self._upload(rows, width)

        def step() -> None:
            self._step(buffers, nucleus, longest)

        if self.graphs is not None:
            step = self.graphs.graph_of((width, nucleus, longest), buffers, len(rows), step, lambda: self._upload(rows, width))
        for _ in range(steps):
            step()
        return buffers.tokens[:steps].tolist(), buffers.log_probabilities[:steps].tolist()

    def _longest(self, rows: list[Row], steps: int) -> int:
        if not isinstance(self.attention, Dense):
            return self.context
        needed = max(row.position for row in rows) + steps + 1
        return min(self.context, next((each for each in LENGTHS if each >= needed), self.context))

    def _upload(self, rows: list[Row], width: int) -> Buffers:
        if width not in self._buffers:
            self._buffers[width] = Buffers(width, self.chunk, self.device)
        self._buffers[width].upload(rows, self.context, idle_slot=self.slots)
        return self._buffers[width]

    def _step(self, buffers: Buffers, nucleus: bool, longest: int) -> None:
        logits = self._logits(buffers, longest)
        # Keyed by the position in the conversation: counted from the start of the answer, every turn of an episode
        # would get the noise of the previous turn.
        noise = negative_exponential(self.salt, *row_keys(buffers.seed, buffers.position))
        top_p = buffers.top_p if nucleus else None
        chosen, chance = draw(logits, noise, buffers.inverse_temperature, buffers.greedy.bool(), top_p)
        live = 1 - buffers.done
        chosen = torch.where(live.bool(), chosen, buffers.token)
        buffers.tokens.index_copy_(0, buffers.tick, chosen.unsqueeze(0))
        buffers.log_probabilities.index_copy_(0, buffers.tick, chance.unsqueeze(0))
        buffers.token.copy_(chosen)
        buffers.position.add_(live)
        buffers.drawn.add_(live)
        ended = (chosen == self.end_id) | (buffers.drawn >= buffers.limit)
        buffers.done.logical_or_(ended)
        buffers.tick.add_(1)

    def _logits(self, buffers: Buffers, longest: int) -> torch.Tensor:
        # A row that has ended attends to one position only, so that it costs almost nothing.
        lengths = torch.where(buffers.done.bool(), 1, buffers.position + 1)
        step = self.attention.ready_step(Step(buffers.start, lengths, longest), self.dtype)
        hidden = self._blocks(
            buffers.token,
            buffers.position,
            buffers.start + buffers.position,
            lambda query, cache: self.attention.step(query, cache, step),
        )
        hidden = functional.rms_norm(hidden, hidden.shape[1:], self.weights.norm, self.weights.shape.epsilon)
        if self._wide_head:
            return torch.mm(hidden, self.weights.head.t(), out_dtype=torch.float32)
        return functional.linear(hidden, self.weights.head).float()

    def _blocks(self, tokens: torch.Tensor, positions: torch.Tensor, places: torch.Tensor, attend: Any) -> torch.Tensor:
        shape = self.weights.shape
        heads, key_heads, width = shape.heads, shape.key_heads, shape.width
        cosine, sine = self._rotation(positions)
        hidden = self.weights.embedding[tokens]
        count = hidden.shape[0]
        for number, layer in enumerate(self.weights.layers):
            normed = functional.rms_norm(hidden, (shape.hidden,), layer.input_norm, shape.epsilon)
            mixed = functional.linear(normed, layer.mixing, layer.mixing_bias).view(count, -1, width)
            if layer.query_norm is not None:
                mixed = torch.cat(
                    [
                        functional.rms_norm(mixed[:, :heads], (width,), layer.query_norm, shape.epsilon),
                        functional.rms_norm(mixed[:, heads:-key_heads], (width,), layer.key_norm, shape.epsilon),
                        mixed[:, -key_heads:],
                    ],
                    dim=1,
                )
            turned = torch.addcmul(mixed * cosine, mixed.roll(width // 2, -1), sine)
            self.cache[number].index_copy_(0, places, turned[:, heads:])
            attended = attend(turned[:, :heads], self.cache[number]).reshape(count, -1)
            # The residual is added inside the product, in place: two kernels and one rounding fewer per layer.
            hidden.addmm_(attended, layer.output.t())
            if layer.output_bias is not None:
                hidden += layer.output_bias
            normed = functional.rms_norm(hidden, (shape.hidden,), layer.inner_norm, shape.epsilon)
            gate, up = functional.linear(normed, layer.gate_up, layer.gate_up_bias).chunk(2, dim=-1)
            hidden.addmm_(functional.silu(gate) * up, layer.down.t())
            if layer.down_bias is not None:
                hidden += layer.down_bias
        return hidden

    def _rotation(self, positions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Tables for queries, keys and values at once. Values are not rotated; including them avoids splitting the
        tensor."""
        shape = self.weights.shape
        turning, still = shape.heads + shape.key_heads, shape.key_heads
        cosine, sine = self.weights.cosine[positions].unsqueeze(1), self.weights.sine[positions].unsqueeze(1)
        return (
            torch.cat([cosine.expand(-1, turning, -1), torch.ones_like(cosine).expand(-1, still, -1)], dim=1),
            torch.cat([sine.expand(-1, turning, -1), torch.zeros_like(sine).expand(-1, still, -1)], dim=1),
        )

    def _can_widen(self) -> bool:
        """Half-precision logits would cost a log-probability its third decimal; the product can return float32 instead.
        """
        try:
            probe = torch.ones(8, 8, dtype=self.dtype, device=self.device)
            return torch.mm(probe, probe, out_dtype=torch.float32).dtype == torch.float32
        except Exception as error:
            self.notes.append(f"logits stay in {self.dtype}: {type(error).__name__}: {str(error)[:120]}")
            return False
