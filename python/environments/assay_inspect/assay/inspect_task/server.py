"""Client of the environment server: plain requests, and sessions.

`assay_inspect` and `assay_verifiers` each have this file, because each is installed without the other. A test compares
them.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

import aiohttp
import httpx

DEFAULT_URL = "http://127.0.0.1:8790"
TOKEN_ENV = "ASSAY_ENV_TOKEN"
# A tool result has at most 32,000 characters, and one answer gets eight of them.
MAX_MESSAGE_BYTES = 16 * 1024 * 1024
TIMEOUT_SECONDS = 60.0

JsonObject = dict[str, Any]


def server_url(url: str | None = None) -> str:
    return (url or os.environ.get("ASSAY_ENV_URL") or DEFAULT_URL).rstrip("/")


@dataclass(frozen=True)
class ServerAddress:
    """Address of the server. The token is read when it is needed, so that no config, log or trace contains it."""

    url: str
    token_env: str = TOKEN_ENV

    @property
    def headers(self) -> dict[str, str]:
        token = os.environ.get(self.token_env)
        return {"Authorization": f"Bearer {token}"} if token else {}

    def ask(self, path: str, body: JsonObject | None = None) -> Any:
        """Sends a plain request: POST if there is a body, otherwise GET."""
        method = "GET" if body is None else "POST"
        url = f"{self.url}{path}"
        try:
            response = httpx.request(method, url, json=body, headers=self.headers, timeout=TIMEOUT_SECONDS)
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            raise RuntimeError(
                f"The environment server at {self.url} cannot be reached ({error}). Start it with `npx assay env serve`, or "
                "give its address (ASSAY_ENV_URL)."
            ) from error
        if response.is_error:
            raise RuntimeError(f"{url} answered {response.status_code}: {response.text[:500]}")
        return response.json()


class Session:
    """One session of the server, in OpenEnv's protocol."""

    def __init__(self, address: ServerAddress) -> None:
        self._address = address

    async def __aenter__(self) -> Self:
        self._http = aiohttp.ClientSession(headers=self._address.headers)
        try:
            self._socket = await self._http.ws_connect(f"{self._address.url}/ws", max_msg_size=MAX_MESSAGE_BYTES)
        except BaseException:
            await self._http.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._socket.close()
        await self._http.close()

    async def reset(self, **parameters: Any) -> JsonObject:
        return await self._ask("reset", parameters)

    async def step(self, action: JsonObject) -> JsonObject:
        return await self._ask("step", action)

    async def _ask(self, kind: str, data: JsonObject) -> JsonObject:
        await self._socket.send_str(json.dumps({"type": kind, "data": data}))
        reply = await self._socket.receive(timeout=TIMEOUT_SECONDS)
        if reply.type is not aiohttp.WSMsgType.TEXT:
            raise RuntimeError(f"The environment server ended the session ({reply.type.name}).")
        message = json.loads(reply.data)
        if message["type"] == "error":
            raise RuntimeError(f"{message['data']['message']} ({message['data']['code']})")
        return message["data"]
