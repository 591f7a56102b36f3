"""A lock that a thread cannot take twice in a row while another thread waits for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class FairLock:
    """A thread that releases and takes a plain lock in a loop gets it again before any waiting thread wakes up. Here
    the next waiting thread already holds `_gate`, so the last owner has to queue behind it."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._gate = threading.Lock()

    @contextmanager
    def taken(self) -> Iterator[None]:
        with self._gate:
            self._lock.acquire()
        try:
            yield
        finally:
            self._lock.release()
