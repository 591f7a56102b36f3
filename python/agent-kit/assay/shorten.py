"""Shortens tool results to a number of characters, as the harness does in training and evaluation."""

from __future__ import annotations

import json
from typing import Any, Callable


def shorten(result: Any, most: int) -> str:
    """The result as JSON of at most `most` characters: free texts are shortened first, then lists lose items at their end."""
    text = compact(result)
    if len(_utf16(text)) <= 2 * most:
        return text

    def fits(value: Any) -> bool:
        return len(_utf16(compact(value))) <= 2 * most

    if not isinstance(result, (list, dict)):
        return compact(text[: most // 2] + "…")
    bare = _without_texts(result, 0)
    lists = [bare] if isinstance(bare, list) else [field for field in bare.values() if isinstance(field, list)]
    longest = max((len(each) for each in lists), default=0)
    items = _most_that(lambda count: fits(_with_lists(bare, count)), longest)
    for length in (400, 200, 100, 50, 0):
        candidate = _with_lists(_without_texts(result, length), max(1, items))
        if items == 0:
            parts = _most_that(lambda count: fits(_with_parts(_with_lists(bare, 1), count)), 256)
            candidate = _with_parts(candidate, parts)
        if fits(candidate):
            return compact(candidate)
    return compact(text[: most // 2] + "…")


def compact(value: Any) -> str:
    """JSON without spaces and escapes, as most models write it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _utf16(text: str) -> bytes:
    # The harness counts UTF-16 units. A lone surrogate, which JSON allows, counts as one.
    return text.encode("utf-16-le", "surrogatepass")


def _without_texts(value: Any, length: int, name: str = "") -> Any:
    if isinstance(value, list):
        return [_without_texts(item, length, name) for item in value]
    if isinstance(value, dict):
        fields = {key: _without_texts(field, length, key) for key, field in value.items()}
        return {key: field for key, field in fields.items() if field is not None or value[key] is None}
    if not isinstance(value, str) or name not in ("description", "short_description"):
        return value
    if length == 0:
        return None
    return value if len(value) <= length else value[: length - 1] + "…"


def _with_lists(value: Any, most: int) -> Any:
    if isinstance(value, list):
        return _shorter(value, most)
    return {key: _shorter(field, most) if isinstance(field, list) else field for key, field in value.items()}


def _with_parts(value: Any, most: int) -> Any:
    if isinstance(value, list):
        return [_with_parts(item, most) for item in value]
    return {key: _shorter(field, most) for key, field in value.items()} if isinstance(value, dict) else value


def _shorter(value: Any, most: int) -> Any:
    if not isinstance(value, (list, dict)) or len(value) <= most:
        return value
    if isinstance(value, list):
        return [*value[:most], {"left_out": len(value) - most}]
    return {**dict(list(value.items())[:most]), "left_out": len(value) - most}


def _most_that(is_good: Callable[[int], bool], limit: int) -> int:
    """The largest count that is good, where every smaller one is good as well."""
    good, bad = 0, limit + 1
    while bad - good > 1:
        middle = (good + bad) // 2
        if is_good(middle):
            good = middle
        else:
            bad = middle
    return good
