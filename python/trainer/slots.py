"""Assigns conversations to slots of the cache, and finds reusable beginnings."""

from __future__ import annotations

from collections import OrderedDict

from trainer.decode import LlamaDecoder
from trainer.decode_state import Piece
from trainer.prefix_index import BLOCK, Beginning, PrefixIndex
from trainer.request import Request

# Blocks that a request must gain in the next wave, beyond those it can reuse now.
WORTH_WAITING = 3


class Slots:
    def __init__(self, decoder: LlamaDecoder, prefix_cache: bool) -> None:
        self.decoder = decoder
        self.prefixes = PrefixIndex() if prefix_cache else None
        # Least recently used first.
        self.free: OrderedDict[int, None] = OrderedDict.fromkeys(range(decoder.slots))

    def known(self, wanted: Beginning) -> tuple[int | None, int]:
        """The slot with the longest usable beginning of these tokens, and its length."""
        source, shared = self.prefixes.longest(wanted) if self.prefixes is not None else (None, 0)
        return source, shared - shared % self.decoder.stretch

    def take(self, source: int | None, shared: int) -> int:
        if source is not None and source in self.free and shared > self.prefixes.length(source) - BLOCK:
            # The same conversation continues in its slot.
            slot = source
        else:
            slot = next((each for each in self.free if each != source), source)
            if source is not None and slot != source:
                self.decoder.copy_prefix(source, slot, shared)
        del self.free[slot]
        if self.prefixes is not None:
            self.prefixes.forget(slot)
        return slot

    def hold(self, slot: int, beginning: Beginning) -> None:
        if self.prefixes is not None:
            beginning.cut(len(beginning) - len(beginning) % self.decoder.stretch)
            self.prefixes.hold(slot, beginning)

    def give_back(self, request: Request) -> None:
        self.free[request.slot] = None
        if self.prefixes is None:
            return
        if request.fault is not None:
            self.prefixes.forget(request.slot)
        # The last drawn token was never read. Without batching, drawn tokens are not reused at all: they were rounded
        # in tiles, while a prompt is read in stretches.
        elif self.decoder.batched and len(request.ids) > 1:
            self.prefixes.extend(request.slot, [request.prompt[-1], *request.ids[:-1]])

    def forget(self) -> None:
        if self.prefixes is not None:
            self.prefixes.clear()

    def reset(self) -> None:
        self.forget()
        self.free = OrderedDict.fromkeys(range(self.decoder.slots))


class Wave:
    """Requests whose prompts are read in one pass."""

    def __init__(self, slots: Slots, most_tokens: int) -> None:
        self._slots = slots
        self._most_tokens = most_tokens
        self._fresh: set[int] = set()
        self._beginnings: list[Beginning] = []
        self.requests: list[Request] = []
        self.pieces: list[Piece] = []
        self.prefilled = 0
        self.reused = 0

    @property
    def has_room(self) -> bool:
        return self.prefilled < self._most_tokens and bool(self._slots.free)

    def take(self, request: Request) -> bool:
        """Adds a request. False if it should wait for the next wave."""
        # The first step reads the last token of a prompt and draws from it.
        head = request.prompt[:-1]
        beginning = Beginning(head)
        source, shared = self._slots.known(beginning)
        ahead = shared // BLOCK + WORTH_WAITING
        if self._slots.prefixes is not None and ahead < len(beginning.keys) and beginning.keys[ahead] in self._fresh:
            return False
        self._fresh.update(beginning.keys)
        request.slot = self._slots.take(source, shared)
        if len(head) > shared:
            self.pieces.append(Piece(request.slot, shared, head[shared:]))
        self.prefilled += len(head) - shared
        self.reused += shared
        self._beginnings.append(beginning)
        self.requests.append(request)
        return True

    def read(self) -> None:
        self._slots.decoder.prefill(self.pieces)
        for request, beginning in zip(self.requests, self._beginnings, strict=True):
            self._slots.hold(request.slot, beginning)
