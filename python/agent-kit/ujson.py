"""`ujson` for agents that import it, written with the standard library's `json`.

Texts are the same as those of ujson 6: no spaces, `/` as `\\/`, and other characters than ASCII escaped unless told
otherwise. Not the same: speed, and an unknown option is an error.
"""

import json as _json
from decimal import Decimal as _Decimal

__all__ = ["JSONDecodeError", "decode", "dump", "dumps", "encode", "load", "loads"]

_HTML = {"&": "\\u0026", "<": "\\u003c", ">": "\\u003e"}


class JSONDecodeError(ValueError):
    pass


def dumps(
    obj,
    *,
    ensure_ascii=True,
    encode_html_chars=False,
    escape_forward_slashes=True,
    sort_keys=False,
    indent=0,
    allow_nan=True,
    reject_bytes=True,
    default=None,
    separators=None,
):
    def other(value):
        if isinstance(value, (bytes, bytearray)) and not reject_bytes:
            return bytes(value).decode()
        if isinstance(value, _Decimal):
            return float(value)
        if callable(getattr(value, "toDict", None)):
            return value.toDict()
        if default is not None:
            return default(value)
        raise TypeError(f"{value!r} is not JSON serializable")

    try:
        text = _json.dumps(
            obj,
            ensure_ascii=ensure_ascii,
            sort_keys=sort_keys,
            indent=indent if indent > 0 else None,
            allow_nan=allow_nan,
            default=other,
            separators=separators or ((",", ": ") if indent > 0 else (",", ":")),
        )
    except ValueError as error:
        raise OverflowError(str(error)) from error
    # These characters occur only within texts.
    if escape_forward_slashes:
        text = text.replace("/", "\\/")
    if encode_html_chars:
        for character, escape in _HTML.items():
            text = text.replace(character, escape)
    return text


def loads(s, *, precise_float=False):
    del precise_float  # Floats are always precise here.
    try:
        return _json.loads(s)
    except ValueError as error:
        raise JSONDecodeError(str(error)) from error


def dump(obj, fp, **options):
    fp.write(dumps(obj, **options))


def load(fp, **options):
    return loads(fp.read(), **options)


encode, decode = dumps, loads
