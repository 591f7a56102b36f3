"""Conversions between conversations and tokens, the same for training and serving."""

import os
from array import array
from collections.abc import Iterable, Iterator, MutableSequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from . import rendering, spoken
from .faults import TrainerFault
from .lru_cache import LruCache
from .messages import check_messages, check_tools, tools_text
from .rendering import TEMPLATE_SHA256, TURN_END, TURN_MARKERS, Piece
from .token_bytes import TokenBytes
from .turns import MODEL_BEGINS, Turn, turns_of

__all__ = ["TEMPLATE_SHA256", "Chat", "Encoded"]

# Turns of one episode share their beginning, and so do the rows made from it.
REMEMBERED_TURNS = 16_384
PARALLELISM = "TOKENIZERS_PARALLELISM"


# Ids, and one byte for each: whether the model says it.
_Tokens = tuple[tuple[int, ...], bytes]


@dataclass(frozen=True)
class Encoded:
    """Tokens, and 1 for each that the model itself says: its words up to and including the end of its turn."""

    ids: MutableSequence[int]
    mask: MutableSequence[int]

    def compact(self) -> "Encoded":
        """The same as arrays: a quarter of the memory, and converted to tensors in one copy."""
        return Encoded(array("q", self.ids), array("q", self.mask))


class Chat:
    def __init__(self, tokenizer: Any) -> None:
        from tokenizers import Tokenizer

        tokenizer.chat_template = rendering.CHAT_TEMPLATE.decode()
        self.tokenizer = tokenizer
        self.vocabulary: int = len(tokenizer)
        self._marker_ids = {marker: _single_id(tokenizer, marker) for marker in TURN_MARKERS}
        self.eos_id: int = self._marker_ids[TURN_END]
        self.pad_id: int = _pad_id(tokenizer, self.eos_id)
        # A copy that encodes the text of special tokens as ordinary text.
        self._plain = Tokenizer.from_str(tokenizer.backend_tokenizer.to_str())
        self._plain.encode_special_tokens = True
        self._plain.no_truncation()
        self._plain.no_padding()
        self._token_bytes = TokenBytes.of(self._plain)
        self._turns: LruCache[Turn, _Tokens] = LruCache(REMEMBERED_TURNS)
        # One number object per id, so that cached turns hold references instead of their own numbers.
        self._ids = list(range(self.vocabulary))
        self._spellings: dict[int, str] = {}

    @staticmethod
    def load(folder: str | Path) -> "Chat":
        """Loads the tokenizer of a Hugging Face folder. Our template always replaces the tokenizer's own."""
        from transformers import AutoTokenizer

        path = Path(folder)
        if not path.is_dir():
            raise TrainerFault(
                "WEIGHTS_MISSING", f"{path} is not a folder.", "Name a local folder with weights and tokenizer."
            )
        try:
            tokenizer = AutoTokenizer.from_pretrained(path, local_files_only=True)
        except (OSError, ValueError, KeyError) as error:
            raise TrainerFault(
                "WEIGHTS_CORRUPT", f"The tokenizer in {path} cannot be read: {error}", "Make the folder again."
            ) from error
        return Chat(tokenizer)

    def render(self, messages: list[dict], tools: str | list | None, add_generation_prompt: bool = False) -> str:
        return rendering.render(check_messages(messages), check_tools(tools), add_generation_prompt)

    def encode_prompt(self, messages: list[dict], tools: str | list | None) -> list[int]:
        """The tokens that the model sees before it speaks."""
        ids: list[int] = []
        for turn in [*turns_of(check_messages(messages), tools_text(tools)), MODEL_BEGINS]:
            ids.extend(self._encode(turn)[0])
        return ids

    def encode_row(self, messages: list[dict], tools: str | list | None) -> Encoded:
        """A whole conversation. The prompt before each of its turns is a token-for-token prefix of it. Messages with
        `"trained": false` are masked like those of others."""
        ids: list[int] = []
        mask: list[int] = []
        for turn in turns_of(check_messages(messages), tools_text(tools)):
            tokens, spoken = self._encode(turn)
            ids.extend(tokens)
            mask.extend(spoken if turn.trained else bytes(len(tokens)))
        return Encoded(ids, mask)

    def surely_longer(self, messages: list[dict], tools: str | list | None, context: int) -> bool:
        """Whether a conversation certainly has more tokens than this, without tokenising it. False if unsure."""
        bound = self._token_bytes
        turns = turns_of(check_messages(messages), tools_text(tools))
        # A character has at most four bytes: nearly all rows are too short for a closer look.
        if bound is None or 4 * sum(map(_letters, turns)) <= context * bound.longest:
            return False
        least = 0
        for turn in turns:
            least += sum(1 if each.is_marker else bound.least_tokens(each.text) for each in _pieces(turn))
            if least > context:
                return True
        return False

    def read_ahead(self, conversations: Iterable[tuple[list[dict], str | list | None]]) -> None:
        """Tokenises the new turns of these on all cores, so that encoding them afterwards only reads the cache."""
        turns = (turn for messages, tools in conversations for turn in turns_of(check_messages(messages), tools_text(tools)))
        pieces = {turn: _pieces(turn) for turn in dict.fromkeys(turns) if self._turns.get(turn) is None}
        words = list(dict.fromkeys(piece.text for each in pieces.values() for piece in each if not piece.is_marker))
        with _all_cores():
            known = self._encode_plain(words)
        for turn, each in pieces.items():
            self._turns.put(turn, self._joined(each, known))

    def decode(self, ids: list[int]) -> str:
        return self.tokenizer.decode(ids, skip_special_tokens=False, clean_up_tokenization_spaces=False)

    def spelling(self, token: int) -> str:
        """The text of one token; called for every token of every answer."""
        known = self._spellings.get(token)
        if known is None:
            known = self._spellings[token] = self.decode([token])
        return known

    def parse(self, text: str) -> tuple[str, list[dict]]:
        """Content and tool calls of a turn; rendering them gives the same text again."""
        return spoken.parse_spoken(text)

    def _encode(self, turn: Turn) -> _Tokens:
        known = self._turns.get(turn)
        if known is None:
            pieces = _pieces(turn)
            known = self._joined(pieces, self._encode_plain([each.text for each in pieces if not each.is_marker]))
            self._turns.put(turn, known)
        return known

    def _joined(self, pieces: list[Piece], words: dict[str, list[int]]) -> _Tokens:
        ids: list[int] = []
        mask = bytearray()
        for piece in pieces:
            tokens = (self._marker_ids[piece.text],) if piece.is_marker else words[piece.text]
            ids.extend(tokens)
            mask.extend(bytes([piece.is_spoken]) * len(tokens))
        return tuple(map(self._ids.__getitem__, ids)), bytes(mask)

    def _encode_plain(self, texts: list[str]) -> dict[str, list[int]]:
        # A batch even for one text: only batches are encoded without holding Python's lock, which decoding needs
        # meanwhile.
        encodings = self._plain.encode_batch_fast(texts, add_special_tokens=False)
        return {text: encoding.ids for text, encoding in zip(texts, encodings, strict=True)}


@contextmanager
def _all_cores() -> Iterator[None]:
    """The tokenizers library reads the environment on every call. Elsewhere the setting may be one thread, which avoids
    its warning after a fork."""
    before = os.environ.get(PARALLELISM)
    os.environ[PARALLELISM] = "true"
    try:
        yield
    finally:
        if before is None:
            del os.environ[PARALLELISM]
        else:
            os.environ[PARALLELISM] = before


def _letters(turn: Turn) -> int:
    said = sum(len(each.content) + sum(map(len, chain.from_iterable(each.calls))) for each in turn.said)
    return said + len(turn.tools)


def _pieces(turn: Turn) -> list[Piece]:
    return rendering.render_pieces([said.message() for said in turn.said], check_tools(turn.tools), turn.begins)


def _single_id(tokenizer: Any, marker: str) -> int:
    found = tokenizer.get_added_vocab().get(marker)
    if found is None:
        raise TrainerFault(
            "TEMPLATE_UNSUPPORTED",
            f"The tokenizer has no token for {marker}.",
            "Use a model whose tokenizer knows ChatML, such as SmolLM2 or Qwen.",
        )
    return found


def _pad_id(tokenizer: Any, eos_id: int) -> int:
    """Never the end of a turn: masking the padding would also mask it out of the loss."""
    candidates = [tokenizer.pad_token_id, tokenizer.get_added_vocab().get("<|endoftext|>"), tokenizer.bos_token_id]
    found = next((candidate for candidate in candidates if candidate is not None and candidate != eos_id), None)
    if found is None:
        raise TrainerFault(
            "TEMPLATE_UNSUPPORTED",
            "The tokenizer has no token to pad with besides the end of a turn.",
            "Add a padding token to it.",
        )
    return found
