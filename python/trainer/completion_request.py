"""Parses and validates a chat-completions request once; all other code uses the checked values."""

from __future__ import annotations

import math
import secrets
from dataclasses import dataclass
from typing import Any

from trainer.sampling import Sampling

DEFAULT_TOKENS = 1024
MOST_TOKENS = 1 << 20
# Not supported. On other servers they change what is drawn, so a request that sets one gets a note.
IGNORED = ("stop", "tool_choice", "response_format", "presence_penalty", "frequency_penalty", "logit_bias", "top_logprobs")


class BadRequest(Exception):
    """`parameter` and `code` as in OpenAI's error objects. The message also names the field, for clients that show only
    that."""

    def __init__(self, message: str, parameter: str | None = None, code: str | None = None, status: int = 400) -> None:
        super().__init__(message)
        self.message = message
        self.parameter = parameter
        self.code = code
        self.status = status


@dataclass(frozen=True)
class CompletionRequest:
    model: str
    messages: list[dict[str, Any]]
    tools: list[Any] | None
    sampling: Sampling
    seed_was_given: bool
    log_probabilities: bool
    token_ids: bool
    stream: bool
    stream_usage: bool
    notes: list[str]


def read_request(body: Any) -> CompletionRequest:
    if not isinstance(body, dict):
        raise BadRequest("The body is not a JSON object.")
    model = body.get("model", "student")
    if not isinstance(model, str) or len(model) > 200:
        raise BadRequest("model must be text of at most 200 characters.", "model")
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        raise BadRequest("messages must be a list of at least one message.", "messages")
    tools = body.get("tools")
    if tools is not None and not isinstance(tools, list):
        raise BadRequest("tools must be a list.", "tools")
    if _given(body, "n", int, 1) != 1:
        raise BadRequest("n must be 1; send another request with another seed for another answer.", "n")
    seed = _given(body, "seed", int, None)
    sampling = Sampling(
        temperature=_number(body, "temperature", 1.0, 0.0, 100.0),
        top_p=_number(body, "top_p", 1.0, 0.0, 1.0),
        # Without a seed the answer need not be reproducible, so any seed is fine.
        seed=_fold(secrets.randbits(63) if seed is None else seed),
        most_tokens=_most_tokens(body),
    )
    options = body.get("stream_options")
    if options is not None and not isinstance(options, dict):
        raise BadRequest("stream_options must be an object.", "stream_options")
    notes = [f"{name} is ignored by this server" for name in IGNORED if body.get(name) not in (None, [], {}, 0, "auto")]
    return CompletionRequest(
        model=model,
        messages=[_flattened(message) for message in messages],
        tools=tools or None,
        sampling=sampling,
        seed_was_given=seed is not None,
        log_probabilities=_given(body, "logprobs", bool, False),
        token_ids=_given(body, "return_token_ids", bool, False),
        stream=_given(body, "stream", bool, False),
        stream_usage=bool((options or {}).get("include_usage")),
        notes=notes,
    )


def _flattened(message: Any) -> Any:
    """Joins text parts to one text. Other errors in a message are reported when it is rendered."""
    content = message.get("content") if isinstance(message, dict) else None
    if not isinstance(content, list):
        return message
    if not all(isinstance(part, dict) and part.get("type") == "text" and isinstance(part.get("text"), str) for part in content):
        raise BadRequest("messages may contain only parts of type text.", "messages")
    return {**message, "content": "\n".join(part["text"] for part in content)}


def _most_tokens(body: dict[str, Any]) -> int:
    name = "max_completion_tokens" if body.get("max_completion_tokens") is not None else "max_tokens"
    most = _given(body, name, int, DEFAULT_TOKENS)
    if not 1 <= most <= MOST_TOKENS:
        raise BadRequest(f"{name} must be between 1 and {MOST_TOKENS}.", name)
    return most


def _given(body: dict[str, Any], name: str, kind: type, default: Any) -> Any:
    value = body.get(name)
    if value is None:
        return default
    if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
        raise BadRequest(f"{name} must be of type {kind.__name__}.", name)
    return value


def _number(body: dict[str, Any], name: str, default: float, least: float, most: float) -> float:
    value = body.get(name)
    if value is None:
        return default
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not math.isfinite(value) or not least <= value <= most:
        raise BadRequest(f"{name} must be a number from {least:g} to {most:g}.", name)
    return float(value)


def _fold(seed: int) -> int:
    """Reduces a seed to the 63 bits that a tensor holds; smaller seeds are unchanged."""
    return seed % (1 << 63)
