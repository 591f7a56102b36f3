"""Keeps an agent below the gateway's limit of requests, so that its own speed never costs it an answer.

A refusal for haste depends on how busy the machine is; an agent that runs into one behaves differently from run to run.
"""

from __future__ import annotations

import threading
import time
from typing import Callable

# The gateway lets 50 through at once and 30 a second.
BURST = 40
PER_SECOND = 25


class Pace:
    def __init__(
        self, now: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._now = now
        self._sleep = sleep
        self._lock = threading.Lock()
        self._left = float(BURST)
        self._looked = now()

    def wait(self) -> None:
        """Returns when one more request may go out. Threads that wait are let go one after the other."""
        with self._lock:
            now = self._now()
            self._left = min(BURST, self._left + (now - self._looked) * PER_SECOND)
            self._looked = now
            self._left -= 1
            pause = -self._left / PER_SECOND
        if pause > 0:
            self._sleep(pause)
