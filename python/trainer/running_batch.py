"""A batch that requests join and leave while it runs."""

from __future__ import annotations

from trainer.decode import LlamaDecoder
from trainer.request import Counters, Request
from trainer.request_scheduler import RequestScheduler
from trainer.slots import Slots, Wave


class RunningBatch(RequestScheduler):
    def __init__(
        self, decoder: LlamaDecoder, counters: Counters, notes: list[str], prefill_tokens: int, prefix_cache: bool
    ) -> None:
        super().__init__(decoder.end_id, counters)
        self.most_rows = decoder.most_rows
        self._decoder = decoder
        self._slots = Slots(decoder, prefix_cache)
        self._notes = notes
        self._prefill_tokens = prefill_tokens

    def advance(self, version: str) -> bool:
        self._admit(version)
        if not self.live:
            return False
        self.decode()
        return True

    def forget_prefixes(self) -> None:
        self._slots.forget()

    def decode(self) -> None:
        decoder = self._decoder
        for request in [each for each in self.live if each.cancelled]:
            self.leave(request, "cancelled")
        if not self.live:
            return
        rows = [request.row() for request in self.live]
        steps = min(decoder.chunk, max(row.limit - row.drawn for row in rows))
        before = len(decoder.notes)
        tokens, chances = decoder.advance(rows, steps)
        self._notes += decoder.notes[before:]
        self.counters.chunks += 1
        self.counters.rows += len(rows)
        for request, drawn, chance in zip(list(self.live), zip(*tokens), zip(*chances), strict=True):
            self.take_in(request, drawn, chance)

    def leave(self, request: Request, finish: str | None) -> None:
        if request.slot >= 0:
            self._slots.give_back(request)
        super().leave(request, finish)

    def fail_all(self, error: Exception) -> None:
        super().fail_all(error)
        self._slots.reset()

    def _admit(self, version: str) -> None:
        """Fills free rows in waves: a request that shares its beginning with one of the current wave waits for the
        next, to reuse it from the cache."""
        while self.waiting and len(self.live) < self.most_rows:
            wave = Wave(self._slots, self._prefill_tokens)
            later: list[Request] = []
            while self.waiting and len(self.live) + len(wave.requests) < self.most_rows and wave.has_room:
                request = self.waiting[0]
                if request.cancelled:
                    self.end(request, "cancelled")
                elif not wave.take(request):
                    later.append(request)
                # Removed only now: if taking it had failed earlier, it would be in no list and never be answered.
                self.waiting.popleft()
            self.waiting.extendleft(reversed(later))
            if not wave.requests:
                return
            for request in wave.requests:
                request.version = version
            self.live += wave.requests
            self.counters.requests += len(wave.requests)
            self.counters.prefills += 1 if wave.pieces else 0
            self.counters.tokens_prefilled += wave.prefilled
            self.counters.tokens_reused += wave.reused
            wave.read()
