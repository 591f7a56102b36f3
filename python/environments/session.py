"""Session of `assay env serve` for trainers whose environments are not asynchronous."""

from __future__ import annotations

import json
import os
from typing import Any

from websockets.sync.client import ClientConnection, connect

JsonObject = dict[str, Any]

MAX_MESSAGE_BYTES = 16 * 1024 * 1024


class Session:
    """One session of the server, in OpenEnv's protocol."""

    def __init__(self, url: str, token_env: str = "ASSAY_ENV_TOKEN") -> None:
        token = os.environ.get(token_env)
        try:
            self._socket: ClientConnection = connect(
                f"{url.rstrip('/').replace('http', 'ws', 1)}/ws",
                additional_headers={"Authorization": f"Bearer {token}"} if token else {},
                max_size=MAX_MESSAGE_BYTES,
            )
        except OSError as error:
            raise RuntimeError(
                f"The environment server at {url} cannot be reached ({error}). Start it with `npx assay env serve`, or give "
                "its address."
            ) from error

    def ask(self, kind: str, data: JsonObject) -> JsonObject:
        self._socket.send(json.dumps({"type": kind, "data": data}))
        message = json.loads(self._socket.recv())
        if message["type"] == "error":
            raise RuntimeError(f"{message['data']['message']} ({message['data']['code']})")
        return message["data"]

    def close(self) -> None:
        self._socket.close()
