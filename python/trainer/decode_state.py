"""The state of conversations between two chunks of steps, and the buffers from which a step reads it."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from trainer.sampling import Sampling


@dataclass(frozen=True)
class Row:
    """A conversation between two chunks: everything a step needs to continue it."""

    slot: int
    last_token: int
    position: int  # position of `last_token`
    drawn: int
    limit: int
    sampling: Sampling


@dataclass(frozen=True)
class Piece:
    """Tokens to write to a slot, starting at position `begin`."""

    slot: int
    begin: int
    tokens: list[int]


class Buffers:
    """Inputs and outputs of a step, at fixed addresses."""

    def __init__(self, rows: int, chunk: int, device: torch.device) -> None:
        self.numbers = torch.zeros(8, rows, dtype=torch.int64, device=device)
        self.shares = torch.ones(2, rows, dtype=torch.float32, device=device)
        self.start, self.token, self.position, self.drawn = self.numbers[:4]
        self.limit, self.seed, self.greedy, self.done = self.numbers[4:]
        self.inverse_temperature, self.top_p = self.shares
        self.tick = torch.zeros(1, dtype=torch.int64, device=device)
        self.tokens = torch.zeros(chunk, rows, dtype=torch.int64, device=device)
        self.log_probabilities = torch.zeros(chunk, rows, dtype=torch.float32, device=device)

    def upload(self, rows: list[Row], context: int, idle_slot: int) -> None:
        """Uploads everything the host knows about the rows each time, so that nothing on the device is out of date."""
        numbers = [
            [
                row.slot * context, row.last_token, row.position, row.drawn,
                row.limit, row.sampling.seed, int(row.sampling.temperature == 0), 0,
            ]
            for row in rows
        ]  # fmt: skip
        shares = [[1 / (row.sampling.temperature or 1.0), row.sampling.top_p] for row in rows]
        missing = self.numbers.shape[1] - len(rows)
        idle = [idle_slot * context, 0, 0, 0, 0, 0, 1, 1]
        self.numbers.copy_(torch.tensor(numbers + [idle] * missing).t())
        self.shares.copy_(torch.tensor(shares + [[1.0, 1.0]] * missing).t())
        self.tick.zero_()
