"""The list of steps that `agent_main` returns."""

from __future__ import annotations

from typing import Any, Sequence

from assay.step import ToolCallResult, make_step
from assay.tagged import plain


class Dialogue:
    """Collects the steps of one attempt.

    >>> dialogue = Dialogue("a red lamp")
    >>> dialogue.add(think="Search first.", tool_calls=[assay.tools.execute("find_product", {"q": "red lamp"})])
    >>> return dialogue.steps
    """

    def __init__(self, query: str) -> None:
        self.query = query
        #: In wire format; return it from `agent_main`.
        self.steps: list[dict[str, Any]] = []

    def __len__(self) -> int:
        return len(self.steps)

    def add(self, think: str = "", tool_calls: Sequence[ToolCallResult] = (), response: str = "") -> dict[str, Any]:
        """Adds one step. Fills in a thought if there is none, because a step without one counts as malformed."""
        names = ", ".join(call["name"] for call in tool_calls)
        thought = plain(think) or (f"Using {names}." if names else "Answering the user.")
        step = make_step(thought, tool_calls, plain(response), self.query, len(self.steps) + 1)
        self.steps.append(step)
        return step

    def has_called(self, name: str) -> bool:
        return any(call["name"] == name for call in self.tool_calls())

    def tool_calls(self) -> list[ToolCallResult]:
        return [call for step in self.steps for call in step["completion"]["message"].get("tool_call", [])]
