"""Converts messages between the server, which uses the chat-completions format, and Inspect."""

from __future__ import annotations

import json

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    ContentReasoning,
    ModelOutput,
)
from inspect_ai.tool import ToolCall, ToolInfo, ToolParams

from assay.inspect_task.server import JsonObject


def tool_info(tool: JsonObject) -> ToolInfo:
    function = tool["function"]
    return ToolInfo(
        name=function["name"],
        description=function["description"],
        parameters=ToolParams.model_validate(function["parameters"]),
    )


def from_server(message: JsonObject, called: dict[str, str]) -> ChatMessage:
    """`called` maps the ids of calls to the names of their tools."""
    content = message.get("content") or ""
    match message["role"]:
        case "system":
            return ChatMessageSystem(content=content)
        case "tool":
            call = message["tool_call_id"]
            return ChatMessageTool(content=content, tool_call_id=call, function=called.get(call))
        case _:
            return ChatMessageUser(content=content)


def action(output: ModelOutput) -> JsonObject:
    """Converts a model's answer to the action of a step."""
    message = output.message
    answer: JsonObject = {"content": message.text, "finish_reason": _finish_reason(output)}
    reasoning = "".join(
        part.reasoning for part in message.content if isinstance(part, ContentReasoning)
    ) if isinstance(message.content, list) else ""
    if reasoning:
        answer["reasoning_content"] = reasoning
    if message.tool_calls:
        answer["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                # Arguments that Inspect could not parse are sent as text, which the server rejects like any invalid
                # call.
                "function": {"name": call.function, "arguments": call.parse_error or json.dumps(call.arguments)},
            }
            for call in message.tool_calls
        ]
    return answer


def as_shown(message: ChatMessageAssistant, shown: JsonObject | None) -> ChatMessageAssistant:
    """The answer with the call ids that the results refer to, and with arguments that chat templates can parse."""
    calls = (shown or {}).get("tool_calls")
    if not calls:
        return message
    repaired = [
        ToolCall(
            id=call["id"],
            function=call["function"]["name"],
            arguments=json.loads(call["function"]["arguments"]),
        )
        for call in calls
    ]
    return message.model_copy(update={"tool_calls": repaired})


def _finish_reason(output: ModelOutput) -> str:
    return "length" if output.stop_reason == "max_tokens" else output.stop_reason
