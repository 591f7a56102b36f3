"""Finds the cache slot that already holds the beginning of a prompt.

Every turn of an episode resends the whole conversation, and samples of one problem begin alike, so most of a prompt has
been through the model before. Beginnings are found by the chained hashes of their blocks and compared token by token
before they are used.
"""

from __future__ import annotations

from array import array

import numpy

BLOCK = 32
ITEM_BYTES = array("i").itemsize


class Beginning:
    """Tokens with the keys of their blocks, computed once and extended as the conversation grows."""

    def __init__(self, tokens: list[int]) -> None:
        self.tokens = array("i", tokens)
        self.keys: list[int] = []
        self._add_keys()

    def __len__(self) -> int:
        return len(self.tokens)

    def extend(self, tokens: list[int]) -> None:
        self.tokens.extend(array("i", tokens))
        self._add_keys()

    def cut(self, length: int) -> None:
        del self.tokens[length:]
        del self.keys[length // BLOCK :]

    def _add_keys(self) -> None:
        known = len(self.keys)
        key = self.keys[-1] if known else 0
        data = self.tokens[known * BLOCK :].tobytes()
        size = BLOCK * ITEM_BYTES
        for begin in range(0, len(data) - size + 1, size):
            key = hash((key, data[begin : begin + size]))
            self.keys.append(key)


class PrefixIndex:
    def __init__(self) -> None:
        self._holders: dict[int, int] = {}
        self._held: dict[int, Beginning] = {}

    def hold(self, slot: int, beginning: Beginning) -> None:
        self.forget(slot)
        self._held[slot] = beginning
        self._holders.update(dict.fromkeys(beginning.keys, slot))

    def extend(self, slot: int, tokens: list[int]) -> None:
        """Appends tokens to what a slot holds; does nothing if the slot was forgotten meanwhile."""
        held = self._held.get(slot)
        if held is None:
            return
        held.extend(tokens)
        # Updates every key: another slot may hold the same beginning by now, but this one was used last.
        self._holders.update(dict.fromkeys(held.keys, slot))

    def forget(self, slot: int) -> None:
        held = self._held.pop(slot, None)
        for key in held.keys if held is not None else ():
            if self._holders.get(key) == slot:
                del self._holders[key]

    def length(self, slot: int) -> int:
        return len(self._held.get(slot, ()))

    def longest(self, wanted: Beginning) -> tuple[int | None, int]:
        """The slot that shares the longest beginning, and the number of shared tokens."""
        found: int | None = None
        for key in wanted.keys:
            holder = self._holders.get(key)
            if holder is None:
                break
            found = holder
        if found is None:
            return None, 0
        held = self._held[found]
        most = min(len(held), len(wanted))
        here, there = (numpy.frombuffer(each.tokens, numpy.intc, most) for each in (held, wanted))
        differing = here != there
        return found, int(differing.argmax()) if differing.any() else most

    def clear(self) -> None:
        self._holders.clear()
        self._held.clear()
