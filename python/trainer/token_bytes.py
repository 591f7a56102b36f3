"""How few tokens a text can come to, told by its bytes alone: tokenising megabytes only to drop them takes minutes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

# These keep every character they are given; others may not.
KEEPING = ("ByteLevel", "Digits")
# Others, such as those that strip, shorten each piece between added tokens by itself, which the whole text does not show.
FORMS = ("NFC", "NFD", "NFKC", "NFKD")


@dataclass(frozen=True)
class TokenBytes:
    """A byte with a token of its own ends up in exactly one token, and no token stands for more than `longest` of them."""

    longest: int
    # Bytes without one vanish, so that they count for nothing.
    silent: bytes
    # Texts are shortened by it before they are cut, where there is one.
    normaliser: Any

    @staticmethod
    def of(tokenizer: Any) -> TokenBytes | None:
        """Of a `tokenizers.Tokenizer`. Nothing where it is not BPE on bytes, or where anything may swallow text."""
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
        # A half character is no text; without it the count is lower still.
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
    """The letter by which a vocabulary on bytes writes each of them: its own where that can be seen, else one from above."""
    seen = {*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)}
    above = iter(range(256, 512))
    return [chr(byte if byte in seen else next(above)) for byte in range(256)]
