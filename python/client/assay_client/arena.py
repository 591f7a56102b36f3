"""The connection that every call of `assay_client.api` takes as `client`."""

from __future__ import annotations

from typing import Any

import httpx

from .client import Client
from .signing import HotkeyAuth, SigningKey


class ArenaError(Exception):
    """The arena rejected a request. `code` is the error code of docs and logs; `status` is the HTTP status."""

    def __init__(self, response: httpx.Response) -> None:
        self.status = response.status_code
        self.code, self.detail = _refusal(response)
        super().__init__(f"{self.status} {self.code}: {self.detail}" if self.code else f"{self.status}: {self.detail}")


class Arena(Client):
    """An arena at an address. With a hotkey every request is signed; without one only public calls work.

        arena = Arena("http://127.0.0.1:8788")
        board = get_leaderboard.sync(client=arena)

    Calls raise `ArenaError` for every error response. Use it as a context manager to close its connections.
    """

    def __init__(
        self, url: str, hotkey: SigningKey | None = None, *, arena: str | None = None, timeout: float = 30.0
    ) -> None:
        auth = {} if hotkey is None else {"auth": HotkeyAuth(hotkey, url, arena)}
        super().__init__(base_url=url.rstrip("/"), timeout=httpx.Timeout(timeout), httpx_args=auth)

    def get_httpx_client(self) -> httpx.Client:
        client = super().get_httpx_client()
        client.event_hooks = {"response": [_raise_refusal]}
        return client

    def get_async_httpx_client(self) -> httpx.AsyncClient:
        client = super().get_async_httpx_client()
        client.event_hooks = {"response": [_raise_refusal_async]}
        return client


def _raise_refusal(response: httpx.Response) -> None:
    if response.is_error:
        response.read()
        raise ArenaError(response)


async def _raise_refusal_async(response: httpx.Response) -> None:
    if response.is_error:
        await response.aread()
        raise ArenaError(response)


def _refusal(response: httpx.Response) -> tuple[str | None, str]:
    """The error code and message, from any of the arena's three error formats."""
    try:
        body: Any = response.json()
    except ValueError:
        return None, response.text[:300]
    body = body if isinstance(body, dict) else {}
    detail = body.get("detail")
    if isinstance(detail, dict):
        return detail.get("code"), str(detail.get("message"))
    if isinstance(detail, list):
        return None, "; ".join(f"{'.'.join(map(str, each.get('loc', [])))}: {each.get('msg')}" for each in detail)
    return body.get("error_code"), str(detail)
