"""Decides when to stop so that the results are still written in time."""

from __future__ import annotations

import time
from collections.abc import Callable


class Deadline:
    """Starts counting when it is created. `spent` is true if another step and the writing after it would end too late.

    The reserve for a step is the longest step so far: one slow rollout must not exceed the time for which the machine
    is available.
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
