"""Conversations to tokens and back, the same for training and serving."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from . import rendering, spoken
from .faults import TrainerFault
from .messages import check_messages, check_tools
from .rendering import TEMPLATE_SHA256, TURN_END, TURN_MARKERS

__all__ = ["TEMPLATE_SHA256", "Chat", "Encoded"]

# Turns of one episode share all they began with, and so do the rows made from it.
REMEMBERED_PIECES = 4096


@dataclass(frozen=True)
class Encoded:
    """Tokens, and 1 for each that the model says itself: its words up to and including the end of its turn."""

    ids: list[int]
    mask: list[int]


class Chat:
    def __init__(self, tokenizer: Any) -> None:
        from tokenizers import Tokenizer

        tokenizer.chat_template = rendering.CHAT_TEMPLATE.decode()
        self.tokenizer = tokenizer
        self.vocabulary: int = len(tokenizer)
        self._marker_ids = {marker: _single_id(tokenizer, marker) for marker in TURN_MARKERS}
        self.eos_id: int = self._marker_ids[TURN_END]
        self.pad_id: int = _pad_id(tokenizer, self.eos_id)
        # A copy, because this one takes the letters of special tokens for letters.
        self._plain = Tokenizer.from_str(tokenizer.backend_tokenizer.to_str())
        self._plain.encode_special_tokens = True
        self._plain.no_truncation()
        self._plain.no_padding()
        self._plain_ids = lru_cache(maxsize=REMEMBERED_PIECES)(self._encode_plain)

    @staticmethod
    def load(folder: str | Path) -> "Chat":
        """The tokenizer of a Hugging Face folder. Our template always replaces its own."""
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
        """What the model sees before it speaks."""
        return self._encode(messages, tools, add_generation_prompt=True).ids

    def encode_row(self, messages: list[dict], tools: str | list | None) -> Encoded:
        """All of a conversation. The prompt before each of its turns is a prefix of it, token for token."""
        return self._encode(messages, tools, add_generation_prompt=False)

    def decode(self, ids: list[int]) -> str:
        return self.tokenizer.decode(ids, skip_special_tokens=False, clean_up_tokenization_spaces=False)

    def parse(self, text: str) -> tuple[str, list[dict]]:
        """Content and tool calls of a turn; rendered again they give the same text."""
        return spoken.parse_spoken(text)

    def _encode(self, messages: list[dict], tools: str | list | None, add_generation_prompt: bool) -> Encoded:
        ids: list[int] = []
        mask: list[int] = []
        for piece in rendering.render_pieces(check_messages(messages), check_tools(tools), add_generation_prompt):
            tokens = (self._marker_ids[piece.text],) if piece.is_marker else self._plain_ids(piece.text)
            ids.extend(tokens)
            mask.extend([int(piece.is_spoken)] * len(tokens))
        return Encoded(ids, mask)

    def _encode_plain(self, text: str) -> tuple[int, ...]:
        return tuple(self._plain.encode(text, add_special_tokens=False).ids)


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
    """Never the end of a turn: whoever masks padding would mask that out of the loss as well."""
    candidates = [tokenizer.pad_token_id, tokenizer.get_added_vocab().get("<|endoftext|>"), tokenizer.bos_token_id]
    found = next((candidate for candidate in candidates if candidate is not None and candidate != eos_id), None)
    if found is None:
        raise TrainerFault(
            "TEMPLATE_UNSUPPORTED",
            "The tokenizer has no token to pad with besides the end of a turn.",
            "Add a padding token to it.",
        )
    return found
