"""JSON by the compiled half of the `json` module.

The other half imports `re`, which takes longer than everything else between the start of Python and the agent's first
line. Every CPython has the compiled half; without it, the whole module does the same.
"""

try:
    from _json import encode_basestring_ascii, make_encoder, make_scanner
except ImportError:
    make_scanner = make_encoder = None


class Leave:
    """Settings for the scanner: accept every value unchanged."""

    strict = True
    object_hook = object_pairs_hook = None
    parse_float, parse_int, parse_constant = float, int, float
    memo: dict = {}


def parse(text: str):
    if make_scanner is None:
        import json

        return json.loads(text)
    return make_scanner(Leave)(text, 0)[0]


def write(value) -> str:
    if make_encoder is None:
        import json

        return json.dumps(value, allow_nan=False)
    markers: dict = {}
    encoder = make_encoder(markers, refuse, encode_basestring_ascii, None, ":", ",", False, False, False)
    return "".join(encoder(value, 0))


def refuse(value):
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")
