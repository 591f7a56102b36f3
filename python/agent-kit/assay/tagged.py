"""Parses tool calls that models write as tagged text."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple, Optional

TAGS = re.compile(r"</?(?:think|tool_call|response|obs)>")


class Tagged(NamedTuple):
    think: str
    #: Each is `{"name": ..., "parameters": ...}`.
    tool_calls: list[dict[str, Any]]
    response: str
    #: Why the tool-call tags in the text could not be parsed. Send this message back to the model.
    problem: Optional[str]


def parse_tagged(text: str) -> Tagged:
    """Parses `<think>`, `<tool_call>` and `<response>`; tolerates unambiguous deviations.

    Some chat templates drop the opening `<think>`; some models write one `<tool_call>` per call, or `arguments`
    for `parameters`, or put the JSON into a code fence.
    """
    think = _between(text, "think")
    if think is None and "</think>" in text:
        think = text.split("</think>", 1)[0]
    calls: list[dict[str, Any]] = []
    problem = None
    for block in re.findall(r"<tool_call>(.*?)(?:</tool_call>|\Z)", text, re.DOTALL):
        try:
            calls.extend(_read_calls(block))
        except ValueError as error:
            problem = f"The tool call is not understood: {error}"
    return Tagged(plain(think or ""), calls, plain(_between(text, "response") or ""), problem if not calls else None)


def plain(text: str) -> str:
    """Returns the text without tags: a stray tag would make a step unreadable."""
    return TAGS.sub("", text).strip()


def _between(text: str, tag: str) -> Optional[str]:
    match = re.search(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
    return match.group(1) if match else None


def _read_calls(block: str) -> list[dict[str, Any]]:
    unfenced = re.sub(r"^```\w*|```$", "", block.strip()).strip()
    written = json.loads(unfenced)
    calls = []
    for call in [written] if isinstance(written, dict) else written:
        if not isinstance(call, dict) or not isinstance(call.get("name"), str):
            raise ValueError('a call is an object with "name" and "parameters"')
        parameters = call.get("parameters", call.get("arguments", {}))
        if isinstance(parameters, str):
            parameters = json.loads(parameters or "{}")
        if not isinstance(parameters, dict):
            raise ValueError(f'the "parameters" of {call["name"]} must be an object')
        calls.append({"name": call["name"], "parameters": parameters})
    return calls
