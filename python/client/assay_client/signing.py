"""Signs requests in the arena's version 2, which covers arena, method, target and body (docs/identity.md)."""

from __future__ import annotations

import hashlib
import time
import uuid
from collections.abc import Generator
from typing import Protocol

import httpx


class SigningKey(Protocol):
    """An sr25519 hotkey. `bittensor_wallet.Keypair`, and the hotkey of a `bittensor_wallet.Wallet`, are one."""

    @property
    def ss58_address(self) -> str: ...

    def sign(self, data: bytes) -> bytes: ...


class HotkeyAuth(httpx.Auth):
    """Signs every request, including each retry: a nonce can be used only once.

    `arena` is the arena's name as used in signatures. Without it, the arena is asked for its name before the first
    request.
    """

    requires_request_body = True
    requires_response_body = True

    def __init__(self, key: SigningKey, url: str, arena: str | None = None) -> None:
        self._key = key
        self._health = f"{url.rstrip('/')}/health"
        self._arena = arena

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        if self._arena is None:
            answer = yield httpx.Request("GET", self._health)
            self._arena = answer.raise_for_status().json()["arena"]
        request.headers.update(self._headers(self._arena, request))
        yield request

    def _headers(self, arena: str, request: httpx.Request) -> dict[str, str]:
        hotkey, timestamp, nonce = self._key.ss58_address, str(int(time.time())), str(uuid.uuid4())
        target = request.url.raw_path.decode("ascii")
        body = hashlib.sha256(request.content).hexdigest()
        lines = ["assay-request-v2", arena, request.method, target, body, hotkey, timestamp, nonce]
        return {
            "X-Hotkey": hotkey,
            "X-Timestamp": timestamp,
            "X-Nonce": nonce,
            "X-Signature": f"0x{self._key.sign(chr(10).join(lines).encode()).hex()}",
            "X-Signature-Version": "2",
        }
