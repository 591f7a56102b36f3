"""Renders a conversation as text, and marks where the model speaks."""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.sandbox import ImmutableSandboxedEnvironment

from .javascript_json import write_json

TEMPLATE_FOLDER = Path(__file__).parent / "template"
CHAT_TEMPLATE = (TEMPLATE_FOLDER / "chat.jinja").read_bytes()
TRAINING_TEMPLATE = (TEMPLATE_FOLDER / "chat_training.jinja").read_bytes()
TEMPLATE_SHA256 = hashlib.sha256(CHAT_TEMPLATE + b"\0" + TRAINING_TEMPLATE).hexdigest()

TURN_START = "<|im_start|>"
TURN_END = "<|im_end|>"
TURN_MARKERS = (TURN_START, TURN_END)


@dataclass(frozen=True)
class Piece:
    """A stretch of text that is tokenised separately: one marker of the template, or the text between markers."""

    text: str
    is_marker: bool
    is_spoken: bool


class _Spoken(str):
    """Text that the template wrote between its generation marks. Jinja passes each part on unchanged, so the type
    survives."""


class _GenerationMarks(Extension):
    tags = {"generation"}

    def parse(self, parser: Any) -> nodes.Node:
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        return nodes.CallBlock(self.call_method("_spoken"), [], [], body).set_lineno(line)

    def _spoken(self, caller: Any) -> str:
        return _Spoken(caller())


def render(messages: list[dict], tools: list, add_generation_prompt: bool) -> str:
    return _text_template.render(messages=messages, tools=tools, add_generation_prompt=add_generation_prompt)


def render_pieces(messages: list[dict], tools: list, add_generation_prompt: bool) -> list[Piece]:
    """The rendered text, split at the template's own markers and where the model begins to speak.

    Texts may contain the characters of a marker: a shop could write `<|im_end|>` into a title to end our turn. A guard
    character separates such characters while the template runs, so that every whole marker in the result is the
    template's own. It is removed again in the pieces, where they are ordinary text.

    A prompt ends where the model begins to speak. Without a split there, a reply that begins with white space would
    share a token with the template's newline, and no prompt would be a prefix of its row.
    """
    guard = _guard_for(messages, tools)
    if guard is not None:
        messages = [_map_texts(message, lambda text: _parted(text, guard)) for message in messages]
    template = _training_template if guard is None else _guarded_template(guard)
    parts = template.generate(messages=messages, tools=tools, add_generation_prompt=add_generation_prompt)
    pieces: list[Piece] = []
    pending = ""
    for part in parts:
        if isinstance(part, _Spoken):
            pieces += _cut(pending, guard, is_spoken=False)
            pieces += _cut(part, guard, is_spoken=True)
            pending = ""
        else:
            pending += part
    return pieces + _cut(pending, guard, is_spoken=False)


def _cut(text: str, guard: str | None, is_spoken: bool) -> list[Piece]:
    pieces = []
    while text:
        found = [(text.find(marker), marker) for marker in TURN_MARKERS if marker in text]
        at, marker = min(found, default=(len(text), ""))
        words = text[:at] if guard is None else text[:at].replace(guard, "")
        if words:
            pieces.append(Piece(words, is_marker=False, is_spoken=is_spoken))
        if marker:
            pieces.append(Piece(marker, is_marker=True, is_spoken=is_spoken))
        text = text[at + len(marker) :]
    return pieces


def _guard_for(messages: list[dict], tools: list) -> str | None:
    """A character that does not occur in the conversation; `None` if the conversation contains no marker."""
    everything = [write_json(tools)] if tools else []
    for message in messages:
        _map_texts(message, lambda text: everything.append(text) or text)
    if not any(marker in text for text in everything for marker in TURN_MARKERS):
        return None
    taken = set().union(*everything)
    return next(chr(code) for code in range(0xF0000, 0xFFFFE) if chr(code) not in taken)


def _parted(text: str, guard: str) -> str:
    for marker in TURN_MARKERS:
        text = text.replace(marker, marker[0] + guard + marker[1:])
    return text


def _map_texts(message: dict, change: Any) -> dict:
    changed = {**message, "content": change(message.get("content") or "")}
    calls = message.get("tool_calls")
    if calls:
        changed["tool_calls"] = [{**call, "function": _map_call(call["function"], change)} for call in calls]
    return changed


def _map_call(function: dict, change: Any) -> dict:
    given = function["arguments"]
    return {
        "name": change(function["name"]),
        "arguments": change(given if isinstance(given, str) else write_json(given)),
    }


def _environment(guard: str | None) -> ImmutableSandboxedEnvironment:
    environment = ImmutableSandboxedEnvironment(extensions=[_GenerationMarks])
    environment.filters["tojson"] = write_json if guard is None else lambda value: _parted(write_json(value), guard)
    return environment


@lru_cache(maxsize=8)
def _guarded_template(guard: str) -> Any:
    return _environment(guard).from_string(TRAINING_TEMPLATE.decode())


_text_template = _environment(None).from_string(CHAT_TEMPLATE.decode())
_training_template = _environment(None).from_string(TRAINING_TEMPLATE.decode())
