"""The thread that runs an engine for a server."""

from __future__ import annotations

import threading
import time

from trainer.engine import Engine, Request

GATHER_SECONDS = 0.008


class EngineThread(threading.Thread):
    """Runs the engine while there are requests."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(name="engine", daemon=True)
        self._engine = engine
        self._wake = threading.Event()
        self._stopping = False

    def submit(self, request: Request) -> None:
        self._engine.submit(request)
        self._wake.set()

    def stop(self) -> None:
        self._stopping = True
        self._wake.set()
        self.join()

    def run(self) -> None:
        while not self._stopping:
            self._wake.wait()
            self._wake.clear()
            until = time.monotonic() + GATHER_SECONDS
            while not self._engine.full and time.monotonic() < until and not self._stopping:
                time.sleep(0.001)
            while self._engine.busy and not self._stopping:
                self._engine.advance()
