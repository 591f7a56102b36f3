"""Shortens tool results to a number of characters, as the harness does in training and evaluation."""

from __future__ import annotations

import json
from typing import Any, Callable


# Long texts by sellers. Everything that can be asked for is also in other fields.
FREE_TEXTS = ("description", "short_description")
# Other texts are titles and error messages. They are shortened only as the last resort.
SHORTEST_TEXT = 40


def shorten(result: Any, most: int) -> str:
    """The result as JSON of at most `most` characters: free texts are shortened first, then lists lose items at their end."""
    text = compact(result)
    if _length(text) <= most:
        return text
    if not isinstance(result, (list, dict)):
        return _cut_to_fit(result if isinstance(result, str) else text, most)

    def fits(value: Any) -> bool:
        return _length(compact(value)) <= most

    bare = _without_texts(result, 0)
    lists = [bare] if isinstance(bare, list) else [field for field in bare.values() if isinstance(field, list)]
    longest = max((len(each) for each in lists), default=0)
    items = _most_that(lambda count: fits(_with_lists(bare, count)), longest)
    parts = None
    if items == 0:
        parts = _most_that(lambda count: fits(_with_parts(_with_lists(bare, 1), count)), 256)

    def shortened(value: Any) -> Any:
        listed = _with_lists(value, max(1, items))
        return listed if parts is None else _with_parts(listed, parts)

    for length in (400, 200, 100, 50, 0):
        candidate = shortened(_without_texts(result, length))
        if fits(candidate):
            return compact(candidate)
    last = _with_short_texts(shortened(bare))
    return compact(last) if fits(last) else _cut_to_fit(text, most)


def compact(value: Any) -> str:
    """JSON without spaces and escapes, as most models write it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _length(text: str) -> int:
    """In UTF-16 units, which the harness counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _start(text: str, length: int) -> str:
    """The first UTF-16 units of a text. Half a character becomes a replacement character."""
    return text.encode("utf-16-le", "surrogatepass")[: 2 * length].decode("utf-16-le", "replace")


def _ended(text: str, length: int) -> str:
    return text if _length(text) <= length else _start(text, length - 1) + "…"


def _cut_to_fit(text: str, most: int) -> str:
    """The beginning of a text whose structure cannot be kept. Escapes may double the length."""

    def fits(kept: int) -> bool:
        start = text.encode("utf-16-le", "surrogatepass")[: 2 * kept].decode("utf-16-le", "surrogatepass")
        # The harness counts half a character as an escape of six.
        half = 5 if "\ud800" <= start[-1:] <= "\udbff" else 0
        return _length(compact(start)) + half < most

    return compact(_start(text, _most_that(fits, most)) + "…")


def _with_short_texts(value: Any) -> Any:
    if isinstance(value, list):
        return [_with_short_texts(item) for item in value]
    if isinstance(value, dict):
        return {key: _with_short_texts(field) for key, field in value.items()}
    return _ended(value, SHORTEST_TEXT) if isinstance(value, str) else value


def _without_texts(value: Any, length: int, name: str = "") -> Any:
    if isinstance(value, list):
        return [_without_texts(item, length, name) for item in value]
    if isinstance(value, dict):
        fields = {key: _without_texts(field, length, key) for key, field in value.items()}
        return {key: field for key, field in fields.items() if field is not None or value[key] is None}
    if not isinstance(value, str) or name not in FREE_TEXTS:
        return value
    if length == 0:
        return None
    return _ended(value, length)


def _with_lists(value: Any, most: int) -> Any:
    if isinstance(value, list):
        return _shorter(value, most)
    return {key: _shorter(field, most) if isinstance(field, list) else field for key, field in value.items()}


def _with_parts(value: Any, most: int) -> Any:
    def item(one: Any) -> Any:
        return {key: _shorter(field, most) for key, field in one.items()} if isinstance(one, dict) else one

    if isinstance(value, list):
        return [item(one) for one in value]
    return {
        key: [item(one) for one in field] if isinstance(field, list) else item(field) for key, field in value.items()
    }


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
