"""The HTTP client under the name that agents written for ORO's sandbox use."""

from __future__ import annotations

import logging
import time
from os import getenv
from typing import Any, Optional

from assay.gateway import GatewaySilent, Reply, request

logger = logging.getLogger(__name__)

MAX_DELAY_SECONDS = 10


class ProxyClient:
    """Sends requests to the gateway, retries where that can help, and returns the parsed JSON or `None`.

    `max_retries` counts all tries, as it does in the original. A rejection (a 4xx that is neither a timeout nor a rate
    limit) is not retried: the same request would be rejected again, and the pauses would use up the agent's time.
    """

    def __init__(
        self,
        proxy_url: Optional[str] = None,
        timeout: float = 120,
        max_retries: int = 3,
        retry_delay: float = 2,
        rate_limit_retry_delay: float = 5,
        api_key: Optional[str] = None,
    ) -> None:
        self.proxy_url = proxy_url or getenv("SANDBOX_PROXY_URL", "http://proxy:80")
        self.timeout = timeout
        self.max_retries = max_retries
        self.retry_delay = retry_delay
        self.rate_limit_retry_delay = rate_limit_retry_delay
        self.api_key = api_key or getenv("CHUTES_ACCESS_TOKEN")

    def get(self, path: str, params: Optional[dict[str, Any]] = None) -> Any:
        return self._ask("GET", path, parameters=params)

    def post(self, path: str, json_data: Optional[dict[str, Any]] = None) -> Any:
        return self._ask("POST", path, body=json_data)

    def _ask(
        self, method: str, path: str, parameters: Optional[dict[str, Any]] = None, body: Optional[dict[str, Any]] = None
    ) -> Any:
        # As in the original, only POST requests to a model carry the key.
        key = self.api_key if method == "POST" and "/inference/" in path else None
        for attempt in range(self.max_retries):
            reply: Optional[Reply] = None
            try:
                reply = request(method, path, parameters, body, url=self.proxy_url, timeout=self.timeout, api_key=key)
            except GatewaySilent as silence:
                logger.warning("%s %s: %s", method, path, silence)
            if reply is not None and reply.status == 200:
                return reply.json()
            if reply is not None:
                logger.warning("%s %s was answered with %d", method, path, reply.status)
                if not reply.may_pass:
                    return None
            if attempt + 1 < self.max_retries:
                limited = reply is not None and reply.status == 429
                base = self.rate_limit_retry_delay if limited else self.retry_delay
                time.sleep(min(base * 2**attempt, MAX_DELAY_SECONDS))
        return None
