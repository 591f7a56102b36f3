"""The event stream: one JSON object per line on stdout, which carries nothing else."""

from __future__ import annotations

import json
import math
import sys
import threading
from typing import Any, TextIO

_LOCK = threading.Lock()


class Events:
    """Writes events, each with the id of the request it answers, if any."""

    def __init__(self, stream: TextIO | None = None, request: str | None = None) -> None:
        self._stream = stream if stream is not None else sys.stdout
        self._request = request

    def of(self, request: str | None) -> Events:
        return Events(self._stream, request)

    def emit(self, event: str, **fields: Any) -> None:
        line: dict[str, Any] = {"event": event}
        if self._request is not None:
            line["id"] = self._request
        line.update(fields)
        text = json.dumps(_plain(line), ensure_ascii=False, allow_nan=False)
        # The trainer's thread and the server's loop write to one pipe; interleaved lines would not parse.
        with _LOCK:
            self._stream.write(text + "\n")
            self._stream.flush()


def _plain(value: Any) -> Any:
    """Replaces NaN and infinity, which JSON lacks: the event that reports one must still be readable."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value
