"""Splits a conversation into parts that the template renders independently of each other.

Each part is rendered and tokenised once and then cached by its content: every turn of an episode resends the whole
conversation, samples of one problem begin alike, and all of them have the same tools.
"""

from __future__ import annotations

from typing import NamedTuple

from .javascript_json import write_json


class Said(NamedTuple):
    """The parts of a message that the template uses."""

    role: str
    content: str
    calls: tuple[tuple[str, str], ...]

    def message(self) -> dict:
        calls = [{"function": {"name": name, "arguments": arguments}} for name, arguments in self.calls]
        return {"role": self.role, "content": self.content, "tool_calls": calls}


class Turn(NamedTuple):
    """`tools` is JSON text, set only in the turn that lists them; `begins` marks where the model speaks next. A turn
    that is not `trained` is read by the model, but not predicted."""

    tools: str
    said: tuple[Said, ...]
    begins: bool = False
    trained: bool = True


MODEL_BEGINS = Turn("", (), begins=True)


def turns_of(messages: list[dict], tools: str) -> list[Turn]:
    """Turns of validated messages. Consecutive results stay together, because they are in one turn; a system message
    stays with the tools listed in it. Every other message is its own turn."""
    said = [_said(message) for message in messages]
    turns: list[Turn] = []
    if tools:
        opening = 1 if said and said[0].role == "system" else 0
        turns.append(Turn(tools, tuple(said[:opening])))
        said, messages = said[opening:], messages[opening:]
    begin = 0
    for place, each in enumerate(said, start=1):
        if each.role == "tool" and place < len(said) and said[place].role == "tool":
            continue
        turns.append(Turn("", tuple(said[begin:place]), trained=messages[begin].get("trained", True)))
        begin = place
    return turns


def _said(message: dict) -> Said:
    calls = message.get("tool_calls") or ()
    return Said(message["role"], message.get("content") or "", tuple(_call(call["function"]) for call in calls))


def _call(function: dict) -> tuple[str, str]:
    given = function["arguments"]
    return function["name"], given if isinstance(given, str) else write_json(given)
