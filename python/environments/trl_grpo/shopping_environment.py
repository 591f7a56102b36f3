"""`assay env serve` as an environment of TRL's `GRPOTrainer(environment_factory=…)`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from environments.session import JsonObject, Session

TYPES: dict[str, type] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "array": list,
    "object": dict,
}


class ServerEnvironment:
    """One rollout. TRL calls `reset` with a row of the dataset, then tools, then `get_reward`."""

    def __init__(self, url: str) -> None:
        self._session = Session(url)
        self._return = 0.0
        self._done = True

    def reset(self, problem_id: str, **_: Any) -> None:
        self._return = 0.0
        self._done = self._session.ask("reset", {"split": "train", "problem_id": problem_id})["done"]

    def get_reward(self) -> float:
        """Rewards from the server: for steps that the teacher also takes, and for a solved problem."""
        return self._return

    def _call(self, name: str, arguments: JsonObject) -> str:
        if self._done:
            return "The conversation is over."
        result = self._session.ask("step", {"type": "call_tool", "tool_name": name, "arguments": arguments})
        self._return += result["reward"]
        self._done = result["done"]
        return str(result["observation"]["result"])


def environment_factory(url: str) -> Callable[[], ServerEnvironment]:
    """A factory for TRL. The server's tools become methods with signatures from which TRL makes schemas."""
    session = Session(url)
    tools = session.ask("step", {"type": "list_tools"})["observation"]["tools"]
    session.close()
    environment = type("ShoppingEnvironment", (ServerEnvironment,), {tool["name"]: _method(tool) for tool in tools})
    return lambda: environment(url)


def _method(tool: JsonObject) -> Callable[..., str]:
    name: str = tool["name"]
    schema = tool["input_schema"]
    properties: dict[str, JsonObject] = schema.get("properties", {})
    required = schema.get("required", [])

    def method(self: ServerEnvironment, **arguments: Any) -> str:
        given = {parameter: value for parameter, value in arguments.items() if value is not None}
        return self._call(name, given)

    parameters = [inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    annotations: dict[str, Any] = {}
    # Parameters without a default come first, as Python requires.
    for parameter in sorted(properties, key=lambda each: each not in required):
        kind = TYPES.get(properties[parameter].get("type", "string"), str)
        default = inspect.Parameter.empty if parameter in required else None
        hint = kind if parameter in required else kind | None
        annotations[parameter] = hint
        parameters.append(
            inspect.Parameter(parameter, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)
        )
    described = "\n".join(
        f"    {parameter}: {_line(about.get('description', parameter))}" for parameter, about in properties.items()
    )
    method.__name__ = name
    method.__doc__ = f"{_line(tool['description'])}\n\nArgs:\n{described}\n"
    method.__annotations__ = {**annotations, "return": str}
    method.__signature__ = inspect.Signature(parameters, return_annotation=str)  # type: ignore[attr-defined]
    return method


def _line(text: str) -> str:
    """Joins a text to one line, because docstrings are parsed line by line."""
    return " ".join(text.split())
