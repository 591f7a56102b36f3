"""A lower bound on the number of tokens of a text, from its bytes alone: tokenising megabytes only to drop them takes
minutes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

# These pre-tokenizers keep every character; others may not.
KEEPING = ("ByteLevel", "Digits")
# Other normalisers, such as those that strip, shorten each piece between added tokens separately, which cannot be seen
# in the whole text.
FORMS = ("NFC", "NFD", "NFKC", "NFKD")


@dataclass(frozen=True)
class TokenBytes:
    """Every byte that has a token ends up in exactly one token, and no token covers more than `longest` bytes."""

    longest: int
    # Bytes without a token are dropped by the tokenizer, so they are not counted.
    silent: bytes
    # Normalises a text before it is split, if there is one.
    normaliser: Any

    @staticmethod
    def of(tokenizer: Any) -> TokenBytes | None:
        """From a `tokenizers.Tokenizer`. `None` if it is not byte-level BPE, or if a step may drop text."""
        told = json.loads(tokenizer.to_str())
        steps = list(_steps(told["pre_tokenizer"]))
        if told["model"]["type"] != "BPE" or not any(step["type"] == "ByteLevel" for step in steps):
            return None
        if not all(_keeps_all(step) for step in steps):
            return None
        if told["normalizer"] is not None and told["normalizer"]["type"] not in FORMS:
            return None
        added = told["added_tokens"]
        if any(token["lstrip"] or token["rstrip"] for token in added):
            return None
        vocabulary = tokenizer.get_vocab(with_added_tokens=False)
        lengths = [len(token) for token in vocabulary] + [len(token["content"].encode()) for token in added]
        silent = bytes(byte for byte, letter in enumerate(_byte_letters()) if letter not in vocabulary)
        return TokenBytes(max(lengths), silent, tokenizer.normalizer)

    def least_tokens(self, text: str) -> int:
        # An unpaired surrogate has no bytes; ignoring it only lowers the bound.
        whole = text.encode("utf-8", "ignore")
        if self.normaliser is not None:
            whole = self.normaliser.normalize_str(whole.decode()).encode()
        return -(-len(whole.translate(None, self.silent)) // self.longest)


def _steps(step: dict[str, Any] | None) -> Iterator[dict[str, Any]]:
    if step is None:
        return
    if step["type"] == "Sequence":
        for each in step["pretokenizers"]:
            yield from _steps(each)
    else:
        yield step


def _keeps_all(step: dict[str, Any]) -> bool:
    return step["type"] in KEEPING or (step["type"] == "Split" and step["behavior"] != "Removed")


def _byte_letters() -> list[str]:
    """The character by which a byte-level vocabulary represents each byte: the byte's own if printable, else one from
    256 on."""
    seen = {*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)}
    above = iter(range(256, 512))
    return [chr(byte if byte in seen else next(above)) for byte in range(256)]
