"""Which slot of the cache already holds the beginning of a prompt.

Every turn of an episode sends the whole conversation again, and samples of one problem begin alike: most of a prompt
has been through the model before. Beginnings are known by the hashes of their blocks, each chained to the one before;
what a hash finds is compared token by token before it is believed.
"""

from __future__ import annotations

from array import array

BLOCK = 32


class PrefixIndex:
    def __init__(self) -> None:
        self._holders: dict[int, int] = {}
        self._held: dict[int, array[int]] = {}
        self._keys: dict[int, list[int]] = {}

    @staticmethod
    def keys(tokens: list[int]) -> list[int]:
        data = array("i", tokens)
        chained: list[int] = []
        key = 0
        for begin in range(0, len(tokens) - BLOCK + 1, BLOCK):
            key = hash((key, data[begin : begin + BLOCK].tobytes()))
            chained.append(key)
        return chained

    def hold(self, slot: int, tokens: list[int]) -> None:
        self.forget(slot)
        self._held[slot] = array("i", tokens)
        self._keys[slot] = self.keys(tokens)
        for key in self._keys[slot]:
            self._holders[key] = slot

    def forget(self, slot: int) -> None:
        self._held.pop(slot, None)
        for key in self._keys.pop(slot, []):
            if self._holders.get(key) == slot:
                del self._holders[key]

    def length(self, slot: int) -> int:
        return len(self._held.get(slot, ()))

    def longest(self, tokens: list[int], keys: list[int]) -> tuple[int | None, int]:
        """The slot that shares the longest beginning, and how many tokens of it."""
        found: int | None = None
        for key in keys:
            holder = self._holders.get(key)
            if holder is None:
                break
            found = holder
        if found is None:
            return None, 0
        held = self._held[found]
        most = min(len(held), len(tokens))
        wanted = array("i", tokens[:most])
        if held[:most] == wanted:
            return found, most
        shared = next(place for place in range(most) if held[place] != wanted[place])
        return found, shared

    def clear(self) -> None:
        self._holders.clear()
        self._held.clear()
        self._keys.clear()
