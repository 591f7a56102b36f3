"""Requests to `assay env serve`, and sessions, for trainers whose environments are not asynchronous."""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from typing import Any

from websockets.sync.client import ClientConnection, connect

JsonObject = dict[str, Any]

DEFAULT_URL = "http://127.0.0.1:8790"
TOKEN_ENV = "ASSAY_ENV_TOKEN"
MAX_MESSAGE_BYTES = 16 * 1024 * 1024
TIMEOUT_SECONDS = 60.0


def server_url(url: str | None = None) -> str:
    return (url or os.environ.get("ASSAY_ENV_URL") or DEFAULT_URL).rstrip("/")


def post(url: str, path: str, body: JsonObject, token_env: str = TOKEN_ENV) -> Any:
    """Sends a plain request and returns the answer's JSON."""
    headers = {"Content-Type": "application/json", **_authorization(token_env)}
    request = urllib.request.Request(f"{url}{path}", data=json.dumps(body).encode(), headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        raise RuntimeError(f"{url}{path} answered {error.code}: {error.read(500).decode(errors='replace')}") from error
    except OSError as error:
        raise _unreachable(url, error) from error


class Session:
    """One session of the server, in OpenEnv's protocol."""

    def __init__(self, url: str, token_env: str = TOKEN_ENV) -> None:
        try:
            self._socket: ClientConnection = connect(
                f"{url.rstrip('/').replace('http', 'ws', 1)}/ws",
                additional_headers=_authorization(token_env),
                max_size=MAX_MESSAGE_BYTES,
            )
        except OSError as error:
            raise _unreachable(url, error) from error

    def ask(self, kind: str, data: JsonObject) -> JsonObject:
        self._socket.send(json.dumps({"type": kind, "data": data}))
        message = json.loads(self._socket.recv())
        if message["type"] == "error":
            raise RuntimeError(f"{message['data']['message']} ({message['data']['code']})")
        return message["data"]

    def close(self) -> None:
        self._socket.close()


def _authorization(token_env: str) -> dict[str, str]:
    token = os.environ.get(token_env)
    return {"Authorization": f"Bearer {token}"} if token else {}


def _unreachable(url: str, error: OSError) -> RuntimeError:
    return RuntimeError(
        f"The environment server at {url} cannot be reached ({error}). Start it with `npx assay env serve`, or give its "
        "address (ASSAY_ENV_URL)."
    )
