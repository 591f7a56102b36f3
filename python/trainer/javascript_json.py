"""JSON with Python's spacing and JavaScript's numbers.

The corpus is rendered in TypeScript, which reads a schema with `JSON.parse` and writes it with spaces after commas and
colons. A schema with `1.0` or a key `"2"` must be written identically on both sides, or every prompt differs.
"""

import json
import re
from decimal import Decimal
from typing import Any

ARRAY_INDEX = re.compile(r"0|[1-9][0-9]{0,9}")
LARGEST_ARRAY_INDEX = 2**32 - 2


def read_json(text: str) -> Any:
    """Raises ValueError for everything that JavaScript would not read, such as NaN."""
    try:
        return json.loads(text, parse_constant=_refuse)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def write_json(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_text(key)}: {write_json(value[key])}" for key in _key_order(value)) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(write_json(item) for item in value) + "]"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return _number(value)
    return _text(value)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def _key_order(value: dict[str, Any]) -> list[str]:
    """JavaScript puts keys that are array indices first, in numeric order."""
    indices = [key for key in value if ARRAY_INDEX.fullmatch(key) and int(key) <= LARGEST_ARRAY_INDEX]
    if not indices:
        return list(value)
    return sorted(indices, key=int) + [key for key in value if key not in set(indices)]


def _number(value: int | float) -> str:
    if isinstance(value, int) and abs(value) <= 2**53:
        return str(value)
    try:
        double = float(value)
    except OverflowError:
        return "null"
    if double in (float("inf"), float("-inf")):
        return "null"
    if double == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(double)).normalize().as_tuple()
    figures = "".join(map(str, digits))
    # The position of the decimal point, counted from the first digit, decides the notation.
    point = len(figures) + int(exponent)
    return ("-" if sign else "") + _placed(figures, point)


def _placed(figures: str, point: int) -> str:
    if len(figures) <= point <= 21:
        return figures + "0" * (point - len(figures))
    if 0 < point <= 21:
        return f"{figures[:point]}.{figures[point:]}"
    if -6 < point <= 0:
        return f"0.{'0' * -point}{figures}"
    mantissa = figures if len(figures) == 1 else f"{figures[0]}.{figures[1:]}"
    return f"{mantissa}e{'+' if point > 0 else '-'}{abs(point - 1)}"
