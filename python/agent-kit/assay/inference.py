"""Sends requests to the model."""

from __future__ import annotations

import json
import time
from os import getenv
from typing import Any, NamedTuple, Optional, Sequence

from assay import tools as shopping_tools
from assay.gateway import GatewaySilent, Reply, request
from assay.shorten import compact
from assay.step import ToolCallResult, tool_call_id
from assay.tagged import parse_tagged, plain

MAX_DELAY_SECONDS = 10


class ChatFailed(Exception):
    """The model gave no usable answer after all tries."""

    def __init__(self, message: str, status: Optional[int] = None) -> None:
        super().__init__(message)
        #: HTTP status of the gateway's last answer, if there was one.
        self.status = status


class ToolCall(NamedTuple):
    """A tool call that a model wrote."""

    id: str
    name: str
    parameters: dict[str, Any]
    #: Error message if the arguments could not be parsed.
    problem: Optional[str] = None

    def run(self) -> ToolCallResult:
        """Runs it with the kit's tools; errors are returned as `{"error": ...}`."""
        if self.problem is not None:
            return self.answer({"error": self.problem})
        return shopping_tools.execute(self.name, self.parameters)

    def answer(self, result: Any) -> ToolCallResult:
        """Returns the record of this call with the given result."""
        identifier = tool_call_id(self.name, self.parameters)
        return {"name": self.name, "parameters": self.parameters, "tool_call_id": identifier, "result": result}


class Answer(NamedTuple):
    #: Append it to the messages of the next request.
    message: dict[str, Any]
    content: str
    #: The model's reasoning, if the provider returns it separately.
    reasoning: str
    tool_calls: list[ToolCall]
    usage: dict[str, Any]

    @property
    def thought(self) -> str:
        """The model's reasoning, for the `think` field of a step."""
        parsed = parse_tagged(self.content)
        said = parsed.think or plain(self.content.split("<tool_call>")[0])
        return "\n".join(part for part in (plain(self.reasoning), said) if part)

    @property
    def as_written(self) -> dict[str, Any]:
        """The message, with arguments spelt as models of `assay train` spell them: they read their own tokens again."""
        calls = [_written(call, compact(call.parameters)) for call in self.tool_calls]
        return {"role": "assistant", "content": self.content, "tool_calls": calls}


def chat(
    messages: Sequence[dict[str, Any]],
    tools: Optional[Sequence[dict[str, Any]]] = None,
    model: Optional[str] = None,
    *,
    tries: int = 3,
    retry_delay: float = 2,
    timeout: float = 120,
    **fields: Any,
) -> Answer:
    """Returns one completion by the model of this attempt. `fields`, such as temperature, are added to the request."""
    body: dict[str, Any] = {"model": model or getenv("SANDBOX_MODEL", ""), "messages": list(messages), **fields}
    if tools:
        body["tools"] = list(tools)
    reason, status = "no try was made", None
    for attempt in range(tries):
        if attempt > 0:
            time.sleep(min(retry_delay * 2 ** (attempt - 1), MAX_DELAY_SECONDS))
        try:
            key = getenv("CHUTES_ACCESS_TOKEN")
            reply = request("POST", "/inference/chat/completions", body=body, timeout=timeout, api_key=key)
        except GatewaySilent as silence:
            reason, status = str(silence), None
            continue
        status = reply.status
        if reply.status == 200:
            answer = _read(reply)
            if answer is not None:
                return answer
            reason = "the answer is no chat completion"
            continue
        reason = f"the gateway answered {reply.status}: {reply.text[:300]}"
        if not reply.may_pass:
            break
    raise ChatFailed(reason, status)


def _read(reply: Reply) -> Optional[Answer]:
    body = reply.json()
    try:
        message = body["choices"][0]["message"]
        content = _text(message.get("content"))
        calls = [_tool_call(call, place) for place, call in enumerate(message.get("tool_calls") or [])]
        reasoning = _text(message.get("reasoning_content") or message.get("reasoning"))
        usage = body.get("usage") or {}
    except (TypeError, KeyError, IndexError, AttributeError):
        return None
    kept: dict[str, Any] = {"role": "assistant", "content": content}
    if not calls:
        # Some servers leave the model's calls in the text.
        written = parse_tagged(content).tool_calls
        calls = [ToolCall(f"call_{place}", call["name"], call["parameters"]) for place, call in enumerate(written)]
    if calls:
        kept["tool_calls"] = [_written(call, json.dumps(call.parameters)) for call in calls]
    return Answer(kept, content, reasoning, calls, usage)


def _written(call: ToolCall, arguments: str) -> dict[str, Any]:
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}


def _text(content: Any) -> str:
    """Content may come in parts; only text parts are used."""
    if isinstance(content, list):
        return "".join(str(part.get("text") or "") for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""


def _tool_call(call: dict[str, Any], place: int) -> ToolCall:
    written = call["function"].get("arguments") or "{}"
    name = str(call["function"]["name"])
    identifier = str(call.get("id") or f"call_{place}")
    try:
        parameters = json.loads(written) if isinstance(written, str) else written
    except ValueError as error:
        return ToolCall(identifier, name, {}, f"The arguments of {name} are no JSON: {error}")
    if not isinstance(parameters, dict):
        return ToolCall(identifier, name, {}, f"The arguments of {name} must be a JSON object.")
    return ToolCall(identifier, name, parameters)
