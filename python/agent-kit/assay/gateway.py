"""HTTP client for the gateway, the only address an agent's sandbox can reach."""

from __future__ import annotations

import json
from os import getenv
from typing import Any, Mapping, NamedTuple, Optional
from urllib.parse import urlencode, urlsplit

from assay.http import exchange
from assay.pace import Pace

MAX_ANSWER_BYTES = 64 * 1024 * 1024

_pace = Pace()


class GatewaySilent(Exception):
    """The gateway did not answer: no connection, a lost connection, or a timeout."""


class Reply(NamedTuple):
    status: int
    text: str

    def json(self) -> Any:
        """The parsed body, or `None` if it is not JSON."""
        try:
            return json.loads(self.text)
        except ValueError:
            return None

    @property
    def may_pass(self) -> bool:
        """Whether a retry of the same request can succeed."""
        return self.status in (408, 425, 429) or self.status >= 500


def request(
    method: str,
    path: str,
    parameters: Optional[Mapping[str, Any]] = None,
    body: Any = None,
    *,
    url: Optional[str] = None,
    timeout: float = 120,
    api_key: Optional[str] = None,
) -> Reply:
    """Sends one request. Does not use `urllib`, which would follow a proxy set in the environment."""
    base = urlsplit(url or getenv("SANDBOX_PROXY_URL") or "http://proxy:80")
    given = {name: value for name, value in (parameters or {}).items() if value is not None}
    target = base.path.rstrip("/") + path + ("?" + urlencode(given, doseq=True) if given else "")
    headers = {"Accept": "application/json", "Connection": "close"}
    if api_key:
        headers["Authorization"] = f"Bearer {api_key}"
    content = None
    if body is not None:
        headers["Content-Type"] = "application/json"
        content = json.dumps(body).encode()
    elif method in ("POST", "PUT", "PATCH"):
        content = b""
    _pace.wait()
    ask = _exchange_securely if base.scheme == "https" else exchange
    try:
        address = (base.hostname or "proxy", base.port or (443 if base.scheme == "https" else 80))
        status, answer = ask(address, method, target, headers, content, timeout, MAX_ANSWER_BYTES)
        return Reply(status, answer.decode("utf-8", "replace"))
    except (OSError, ValueError) as error:
        raise GatewaySilent(f"{type(error).__name__}: {error}") from error


def _exchange_securely(address, method, target, headers, content, timeout, most) -> tuple[int, bytes]:
    """For use with your own server; inside a sandbox there is no TLS."""
    import http.client

    connection = http.client.HTTPSConnection(*address, timeout=timeout)
    try:
        connection.request(method, target, content, headers)
        response = connection.getresponse()
        return response.status, response.read(most)
    except http.client.HTTPException as error:
        raise ConnectionError(f"{type(error).__name__}: {error}") from error
    finally:
        connection.close()
