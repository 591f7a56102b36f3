"""Parses arguments as models write them, like the TypeScript tools and with the same error messages."""

from __future__ import annotations

import json
import re
from typing import Any, Mapping, Sequence

NUMBER = re.compile(r"\s*[0-9]{1,15}(\.[0-9]{1,15})?\s*")
MAX_AMOUNT = 1_000_000_000_000


class Refusal(Exception):
    """An invalid call; the message is for the model."""


def without_empty(given: Mapping[str, Any]) -> dict[str, Any]:
    """Removes `None` and empty text, which models use to omit a field."""
    return {name: value for name, value in given.items() if value is not None and value != ""}


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def number_text(number: float) -> str:
    """Formats a number as JSON would: 5.0 as 5."""
    return str(int(number)) if float(number).is_integer() else repr(number)


def amount(given: Mapping[str, Any], name: str) -> float:
    value = read_amount(given.get(name))
    if value is None:
        raise Refusal(f"{name} must be a number from 0 to {MAX_AMOUNT}.")
    return value


def read_amount(value: Any) -> float | None:
    if isinstance(value, str) and NUMBER.fullmatch(value):
        value = float(value)
    return value if is_number(value) and 0 <= value <= MAX_AMOUNT else None


def whole_number(given: Mapping[str, Any], name: str, low: int, high: int) -> int:
    value = read_amount(given.get(name))
    if value is None or not float(value).is_integer() or not low <= value <= high:
        raise Refusal(f"{name} must be a whole number from {low} to {high}.")
    return int(value)


def text(given: Mapping[str, Any], name: str, form: str) -> str:
    value = given.get(name)
    if is_number(value):
        return number_text(value)
    if not isinstance(value, str):
        raise Refusal(f"{name} must be {form}.")
    return value


def comma_list(given: Mapping[str, Any], name: str, form: str) -> str:
    value = given.get(name)
    parts = value if isinstance(value, list) else [value]
    if not parts or not all(isinstance(part, str) or is_number(part) for part in parts):
        raise Refusal(f"{name} must be {form}.")
    return ",".join(part if isinstance(part, str) else number_text(part) for part in parts)


def parts_of(listed: str) -> list[str]:
    return [part.strip() for part in listed.split(",") if part.strip()]


def choice(given: Mapping[str, Any], name: str, choices: Sequence[str], form: str) -> str:
    value = given.get(name)
    if value not in choices:
        raise Refusal(f"{name} must be {form}.")
    return str(value)


def json_or(value: Any) -> Any:
    """Parses JSON text; `None` if it is invalid."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return None


def words_of(said: str) -> list[str]:
    """Words in lower case without duplicates: runs of letters and digits."""
    return list(dict.fromkeys(re.findall(r"[^\W_]+", said.lower())))
