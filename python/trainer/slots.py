"""Which conversation lies in which slot of the cache, and which beginnings can be used again."""

from __future__ import annotations

from collections import OrderedDict

from trainer.decode import LlamaDecoder
from trainer.decode_state import Piece
from trainer.prefix_index import BLOCK, PrefixIndex
from trainer.request import Request

# Blocks that a request must find ready in the next wave, beyond those it finds now.
WORTH_WAITING = 3


class Slots:
    def __init__(self, decoder: LlamaDecoder, prefix_cache: bool) -> None:
        self.decoder = decoder
        self.prefixes = PrefixIndex() if prefix_cache else None
        # The least recently used comes first.
        self.free: OrderedDict[int, None] = OrderedDict.fromkeys(range(decoder.slots))

    def known(self, tokens: list[int], keys: list[int]) -> tuple[int | None, int]:
        """The slot with the longest usable beginning of these tokens, and its length."""
        source, shared = self.prefixes.longest(tokens, keys) if keys else (None, 0)
        return source, shared - shared % self.decoder.stretch

    def take(self, source: int | None, shared: int) -> int:
        if source is not None and source in self.free and shared > self.prefixes.length(source) - BLOCK:
            # The same conversation goes on where it lies.
            slot = source
        else:
            slot = next((each for each in self.free if each != source), source)
            if source is not None and slot != source:
                self.decoder.copy_prefix(source, slot, shared)
        del self.free[slot]
        if self.prefixes is not None:
            self.prefixes.forget(slot)
        return slot

    def hold(self, slot: int, tokens: list[int]) -> None:
        if self.prefixes is not None:
            self.prefixes.hold(slot, tokens[: len(tokens) - len(tokens) % self.decoder.stretch])

    def give_back(self, request: Request) -> None:
        self.free[request.slot] = None
        if request.fault is not None:
            if self.prefixes is not None:
                self.prefixes.forget(request.slot)
            return
        # The last token drawn was never read. Without batches even the others are not used again: they were rounded in
        # tiles, and a prompt is read in stretches.
        drawn = request.ids[:-1] if self.decoder.batched else []
        self.hold(request.slot, request.prompt + drawn if drawn else request.prompt[:-1])

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
        self.requests: list[Request] = []
        self.pieces: list[Piece] = []
        self.prefilled = 0
        self.reused = 0

    @property
    def has_room(self) -> bool:
        return self.prefilled < self._most_tokens and bool(self._slots.free)

    def take(self, request: Request) -> bool:
        """False where the request would do better in the next wave."""
        # The last token of a prompt is read by the first step, which draws from it.
        head = request.prompt[:-1]
        keys = PrefixIndex.keys(head) if self._slots.prefixes is not None else []
        source, shared = self._slots.known(head, keys)
        ahead = shared // BLOCK + WORTH_WAITING
        if ahead < len(keys) and keys[ahead] in self._fresh:
            return False
        self._fresh.update(keys)
        request.slot = self._slots.take(source, shared)
        if len(head) > shared:
            self.pieces.append(Piece(request.slot, shared, head[shared:]))
        self.prefilled += len(head) - shared
        self.reused += shared
        self.requests.append(request)
        return True

    def read(self) -> None:
        self._slots.decoder.prefill(self.pieces)
        for request in self.requests:
            self._slots.hold(request.slot, request.prompt[:-1])
