"""Keeps an agent below the gateway's request limit, so that its requests are not rejected with 429.

Whether a fast request is rejected depends on the load of the machine, so an agent that hits the limit varies between runs.
"""

from __future__ import annotations

import threading
import time
from typing import Callable

# Below the gateway's limits: a burst of 50, then 30 a second.
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
        """Blocks until one more request may be sent. Waiting threads are released one by one."""
        with self._lock:
            now = self._now()
            self._left = min(BURST, self._left + (now - self._looked) * PER_SECOND)
            self._looked = now
            self._left -= 1
            pause = -self._left / PER_SECOND
        if pause > 0:
            self._sleep(pause)
