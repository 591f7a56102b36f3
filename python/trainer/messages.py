"""Validates messages and tools from outside once, before a template uses them."""

import json
from functools import lru_cache
from typing import Any

from .faults import TrainerFault
from .javascript_json import read_json, write_json

ROLES = ("system", "user", "assistant", "tool")


def check_messages(messages: Any) -> list[dict]:
    if not isinstance(messages, list):
        raise unreadable("messages are not a list")
    return [_check_message(message, place) for place, message in enumerate(messages)]


def check_tools(tools: Any) -> list:
    """Tools as a list, from JSON text or from a list; empty if there are none."""
    text = tools_text(tools)
    return list(_read_tools(text)) if text else []


def tools_text(tools: Any) -> str:
    """Validated tools as JSON text, used as a cache key; empty if there are none."""
    if tools is None or tools == "":
        return ""
    if not isinstance(tools, str):
        if not isinstance(tools, list):
            raise unreadable("tools are not a list")
        try:
            tools = json.dumps(tools)
        except (TypeError, ValueError, RecursionError) as error:
            raise unreadable(f"tools cannot be written as JSON: {error}") from error
    return tools if _read_tools(tools) else ""


@lru_cache(maxsize=16)
def _read_tools(text: str) -> tuple:
    """Cached, because every request and row includes tools, nearly always the same ones."""
    try:
        tools = read_json(text)
    except ValueError as error:
        raise unreadable(f"tools are not JSON: {error}") from error
    if tools is None:
        return ()
    if not isinstance(tools, list):
        raise unreadable("tools are not a list")
    try:
        _check_text(write_json(tools), "tools")
    except (TypeError, RecursionError) as error:
        raise unreadable(f"tools cannot be written as JSON: {error}") from error
    return tuple(tools)


def unreadable(what: str) -> TrainerFault:
    return TrainerFault(
        "CHAT_UNREADABLE",
        f"A conversation cannot be rendered: {what}.",
        "Give messages and tools in OpenAI's format, arguments as JSON text.",
    )


def _check_message(message: Any, place: int) -> dict:
    where = f"message {place}"
    if not isinstance(message, dict):
        raise unreadable(f"{where} is not an object")
    if message.get("role") not in ROLES:
        raise unreadable(f"{where} has the role {message.get('role')!r}, which is not one of {', '.join(ROLES)}")
    content = message.get("content")
    if content is not None:
        _check_text(content, f"the content of {where}")
    if not isinstance(message.get("trained", True), bool):
        raise unreadable(f"{where} has the value {message['trained']!r} for trained, which is not true or false")
    calls = message.get("tool_calls")
    if calls is None:
        return message
    if not isinstance(calls, list) or (calls and message["role"] != "assistant"):
        raise unreadable(f"{where} has tool calls that are not a list, or that only an assistant message may have")
    for call in calls:
        _check_call(call, where)
    return message


def _check_call(call: Any, where: str) -> None:
    function = call.get("function") if isinstance(call, dict) else None
    if not isinstance(function, dict) or "name" not in function or "arguments" not in function:
        raise unreadable(f"{where} has a tool call without name or arguments")
    _check_text(function["name"], f"the name of a call in {where}")
    given = function["arguments"]
    try:
        _check_text(given if isinstance(given, str) else write_json(given), f"the arguments of a call in {where}")
    except (TypeError, RecursionError) as error:
        raise unreadable(f"{where} has arguments that cannot be written as JSON: {error}") from error


def _check_text(text: Any, what: str) -> None:
    if not isinstance(text, str):
        raise unreadable(f"{what} is not text")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        # An unpaired surrogate has no UTF-8 bytes, so no tokenizer can encode it.
        raise unreadable(f"{what} holds half a character at {error.start}") from error
