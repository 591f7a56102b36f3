"""Parses one turn of a model into text and calls."""

import hashlib
import re

from .javascript_json import read_json

OPEN = "<tool_call>\n"
CLOSE = "\n</tool_call>"
CALL = re.compile(r'\{"name": "(?P<name>[^"\\\x00-\x1f]+)", "arguments": (?P<arguments>.*)\}', re.DOTALL)


def parse_spoken(text: str) -> tuple[str, list[dict]]:
    """Text and calls from which the template writes exactly this text.

    Only calls at the end in the template's own form count. Everything else stays in the text: normalising it would
    change the text, and with it the tokens at the beginning of the model's next prompt.
    """
    calls: list[tuple[str, str]] = []
    rest = text
    while rest.endswith(CLOSE):
        start = rest.rfind(OPEN)
        call = _read_call(rest[start + len(OPEN) : -len(CLOSE)]) if start >= 0 else None
        # Before the first call there is either no text, or text and a newline.
        if call is None or start == 1 or (start > 1 and rest[start - 1] != "\n"):
            break
        calls.insert(0, call)
        rest = rest[: max(start - 1, 0)]
    return rest, [_wire_call(place, name, arguments) for place, (name, arguments) in enumerate(calls)]


def _read_call(body: str) -> tuple[str, str] | None:
    matched = CALL.fullmatch(body)
    if matched is None:
        return None
    try:
        value = read_json(matched["arguments"])
    except ValueError:
        return None
    return (matched["name"], matched["arguments"]) if isinstance(value, dict) else None


def _wire_call(place: int, name: str, arguments: str) -> dict:
    """The id is derived from the call, so that the same sample gives the same reply."""
    digest = hashlib.sha256(f"{place}\0{name}\0{arguments}".encode("utf-8", "surrogatepass")).hexdigest()
    return {"id": f"call_{digest[:16]}", "type": "function", "function": {"name": name, "arguments": arguments}}
