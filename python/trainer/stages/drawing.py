"""Which items a step takes, and the seeds of its samples: from the run's seed and the step alone, never from what was
drawn before, so that a run taken up again asks for the same."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


def draw(items: Sequence[Item], count: int, number: int, seed: int) -> list[Item]:
    """Items number*count onwards of an endless row of shuffled rounds; all are seen once before any is seen twice."""
    first = number * count
    last = first + min(count, len(items)) - 1
    places: list[int] = []
    for turn in range(first // len(items), last // len(items) + 1):
        order = list(range(len(items)))
        random.Random(f"{seed}/{turn}").shuffle(order)
        start = turn * len(items)
        places.extend(order[max(first - start, 0) : last + 1 - start])
    # At the seam of two rounds an item can come up twice; one step takes it once.
    return [items[place] for place in dict.fromkeys(places)]


def sample_seed(seed: int, step: int, item: str, member: int) -> int:
    """31 bits: every language on the way holds it exactly."""
    digest = hashlib.sha256(f"{seed}/{step}/{item}/{member}".encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1
