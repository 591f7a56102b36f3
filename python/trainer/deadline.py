"""When to stop so that what has to be written is still written in time."""

from __future__ import annotations

import time
from collections.abc import Callable


class Deadline:
    """Counts from its making. `spent` says whether another step, with the writing after it, would end too late.

    The reserve for a step is the longest seen: one slow rollout must not push the end past what the machine is lent for.
    """

    def __init__(self, seconds: float | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun = clock()
        self._seconds = seconds
        self._longest_step = 0.0
        self._writing = 1.0

    def elapsed(self) -> float:
        return self._clock() - self._begun

    def saw_step(self, seconds: float) -> None:
        self._longest_step = max(self._longest_step, seconds)

    def saw_writing(self, seconds: float) -> None:
        self._writing = max(self._writing, 2 * seconds)

    def spent(self) -> bool:
        if self._seconds is None:
            return False
        return self.elapsed() + self._longest_step + self._writing > self._seconds
