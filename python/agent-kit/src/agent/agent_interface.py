"""Tools and dialogue steps under the names that agents written for ORO's sandbox use.

New agents should `import assay`; this module only keeps old ones running.
"""

from __future__ import annotations

from typing import Any, Callable, Optional, Union

from assay.step import ToolCallResult, make_step, tagged_content, tool_call_id

AgentOutput = list[dict[str, Any]]
ToolResult = Any

# Public agents read it directly to describe their tools in a prompt: its name and order are part of the interface.
_TOOL_REGISTRY: dict[str, Callable[..., Any]] = {}

__all__ = [
    "AgentOutput",
    "Tool",
    "ToolCallResult",
    "ToolResult",
    "create_dialogue_step",
    "execute_tool_call",
    "format_content",
    "generate_tool_call_id",
    "get_tool",
    "list_tools",
    "register_tool",
]


def register_tool(name: str, func: Callable[..., Any]) -> None:
    _TOOL_REGISTRY[name] = func


def Tool(name: Union[str, Callable[..., Any], None] = None) -> Callable[..., Any]:
    """Registers a function as a tool: `@Tool`, `@Tool()` or `@Tool("another_name")`."""
    if callable(name):
        register_tool(name.__name__, name)
        return name

    def register(func: Callable[..., Any]) -> Callable[..., Any]:
        register_tool(func.__name__ if name is None else name, func)
        return func

    return register


def get_tool(name: str) -> Callable[..., Any]:
    if name in _TOOL_REGISTRY:
        return _TOOL_REGISTRY[name]
    known = ", ".join(sorted(_TOOL_REGISTRY)) or "none"
    raise ValueError(f"There is no tool '{name}'. Registered: {known}.")


def list_tools() -> list[str]:
    return list(_TOOL_REGISTRY)


def execute_tool_call(tool_name: str, parameters: dict[str, Any]) -> ToolCallResult:
    """Runs a registered tool. Its exceptions reach the caller, because agents expect to catch them."""
    identifier = generate_tool_call_id(tool_name, parameters)
    result = get_tool(tool_name)(**parameters)
    return {"name": tool_name, "parameters": parameters, "tool_call_id": identifier, "result": result}


def create_dialogue_step(
    think: str, tool_results: Optional[list[ToolCallResult]], response: str, query: str, step: int
) -> dict[str, Any]:
    return make_step(think, tool_results or [], response, query, step)


def generate_tool_call_id(name: str, parameters: dict[str, Any], length: int = 8) -> str:
    return tool_call_id(name, parameters, length)


def format_content(think: str, tool_calls: list[ToolCallResult], response: str) -> str:
    return tagged_content(think, tool_calls, response)
