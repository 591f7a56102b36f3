"""Runs requests one after the other, for models that transformers itself decodes."""

from __future__ import annotations

from trainer.plain_decode import PlainDecoder
from trainer.request import Counters
from trainer.request_scheduler import RequestScheduler


class SequentialScheduler(RequestScheduler):
    def __init__(self, decoder: PlainDecoder, counters: Counters) -> None:
        super().__init__(decoder.end_id, counters)
        self._decoder = decoder

    def advance(self, version: str) -> bool:
        if not self.waiting:
            return False
        request = self.waiting.popleft()
        if request.cancelled:
            self.end(request, "cancelled")
            return True
        request.version = version
        self.live.append(request)
        self.counters.requests += 1
        self.take_in(request, *self._decoder.answer(request.prompt, request.sampling, request.limit))
        return True
