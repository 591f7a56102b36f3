"""Waiting requests, running requests, and how each of them ends."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence

from trainer.request import Counters, Request, not_finite


class RequestScheduler:
    """Base of all schedulers. Called by the thread that holds the engine, except for `submit`."""

    most_rows = 1

    def __init__(self, end_id: int, counters: Counters) -> None:
        self.end_id = end_id
        self.counters = counters
        self.waiting: deque[Request] = deque()
        self.live: list[Request] = []

    def submit(self, request: Request) -> None:
        self.waiting.append(request)

    def advance(self, version: str) -> bool:
        """Does one chunk of work; requests that start with it use the weights of this version. False if there was no
        work."""
        raise NotImplementedError

    def decode(self) -> None:
        """Does one chunk for running requests without starting new ones. Needed only if an answer takes more than one
        chunk."""
        raise NotImplementedError

    def forget_prefixes(self) -> None:
        """Called when the weights change."""

    def take_in(self, request: Request, tokens: Sequence[int], chances: Sequence[float]) -> None:
        """Adds the tokens of a chunk to a request, up to its end; rows that have ended repeat their last token."""
        count = min(len(tokens), request.limit - len(request.ids))
        ends = self.end_id in tokens[:count]
        if ends:
            count = tokens.index(self.end_id) + 1
        if not all(map(math.isfinite, chances[:count])):
            request.fault = not_finite()
            self.leave(request, None)
            return
        request.ids += tokens[:count]
        request.log_probabilities += chances[:count]
        self.counters.tokens_generated += count
        if ends or len(request.ids) >= request.limit:
            self.leave(request, "stop" if ends else "length")

    def leave(self, request: Request, finish: str | None) -> None:
        self.live.remove(request)
        self.end(request, finish)

    def end(self, request: Request, finish: str | None) -> None:
        request.finish = finish
        if request.on_end is not None:
            request.on_end(request)

    def fail_all(self, error: Exception) -> None:
        """Fails every request, so that no client waits for an answer that will not come."""
        for request in list(self.live):
            request.fault = error
            self.leave(request, None)
        while self.waiting:
            request = self.waiting.popleft()
            request.fault = error
            self.end(request, None)
