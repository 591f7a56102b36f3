"""A lock that nobody can take twice in a row while somebody else waits for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Turnstile:
    """Whoever lets a plain lock go in a loop has it again before anybody else wakes up. Here the next one already stands
    in the turnstile, and the last one has to queue behind."""

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
