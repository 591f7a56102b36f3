"""The items of a step and the seeds of its samples. They depend only on the run's seed and the step, not on earlier
draws, so that a resumed run gets the same ones."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


def draw(items: Sequence[Item], count: int, number: int, seed: int) -> list[Item]:
    """Items from number*count onwards of an endless sequence of shuffled rounds; each round contains every item once.
    """
    first = number * count
    last = first + min(count, len(items)) - 1
    places: list[int] = []
    for turn in range(first // len(items), last // len(items) + 1):
        order = list(range(len(items)))
        random.Random(f"{seed}/{turn}").shuffle(order)
        start = turn * len(items)
        places.extend(order[max(first - start, 0) : last + 1 - start])
    # Where two rounds meet, an item can appear twice; a step uses it once.
    return [items[place] for place in dict.fromkeys(places)]


def sample_seed(seed: int, step: int, item: str, member: int) -> int:
    """31 bits, which every language involved represents exactly."""
    digest = hashlib.sha256(f"{seed}/{step}/{item}/{member}".encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1
