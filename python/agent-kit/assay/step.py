"""One step of a dialogue in its wire format."""

from __future__ import annotations

import base64
import hashlib
import json
import time
from typing import Any, Sequence, TypedDict


class ToolCallResult(TypedDict):
    name: str
    parameters: dict[str, Any]
    tool_call_id: str
    result: Any


def tool_call_id(name: str, parameters: dict[str, Any], length: int = 8) -> str:
    """Hashes the name and the `str` of the parameters, so the same call always gets the same id."""
    digest = hashlib.md5(f"{name}\n{parameters}".encode(), usedforsecurity=False).digest()
    letters = base64.urlsafe_b64encode(digest).decode()
    return "".join(letter for letter in letters if letter not in "=+/")[:length]


def tagged_content(think: str, tool_calls: Sequence[ToolCallResult], response: str) -> str:
    parts = []
    if think:
        parts.append(f"<think>{think}</think>")
    if tool_calls:
        calls = [{"name": call["name"], "parameters": call["parameters"]} for call in tool_calls]
        parts.append(f"<tool_call>{json.dumps(calls)}</tool_call>")
    if response:
        parts.append(f"<response>{response}</response>")
    return "\n".join(parts)


def make_step(
    think: str, tool_calls: Sequence[ToolCallResult], response: str, query: str, number: int
) -> dict[str, Any]:
    said = {"think": think, "tool_call": list(tool_calls), "response": response}
    return {
        "completion": {
            "reasoning_content": "",
            "content": tagged_content(think, tool_calls, response),
            "message": {name: value for name, value in said.items() if value},
        },
        "extra_info": {"step": number, "query": query, "timestamp": int(time.time() * 1000)},
    }
