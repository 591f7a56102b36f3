"""Tokenizers: SmolLM2's and Qwen2's, rebuilt from their vocabularies, and a small one trained on a few rows."""

from collections.abc import Iterable
from typing import Any

from .gguf import corrupt

END_OF_TEXT = "<|endoftext|>"
TURN_START = "<|im_start|>"
TURN_END = "<|im_end|>"
# llama.cpp's token types: control tokens, which are not text, and unused rows.
CONTROL = 3
UNUSED = 5
# The pattern in Qwen2's own tokenizer.json: words with one preceding character, single digits, punctuation, white
# space.
QWEN2_PIECES = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def smollm2_tokenizer(tokens: list[str], merges: list[str], kinds: list[int], longest: int) -> Any:
    """Builds it from the lists in a GGUF file.

    Libraries that read the tokenizer from such a file mistake the beginning of a turn for its end and do not split
    digits, unlike the tokenizer that the model was trained with.
    """
    from tokenizers import AddedToken, Tokenizer, models

    pairs = [tuple(merge.split(" ")) for merge in merges]
    # No unknown token: some bytes have no token, and a control token in their place could be produced by anyone.
    tokenizer = Tokenizer(models.BPE(vocab={token: place for place, token in enumerate(tokens)}, merges=pairs))
    _by_bytes(tokenizer)
    control = [token for token, kind in zip(tokens, kinds, strict=True) if kind == CONTROL]
    tokenizer.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in control])
    return _wrapped(tokenizer, longest)


def qwen2_tokenizer(tokens: list[str], merges: list[str], kinds: list[int], longest: int) -> Any:
    """Builds it from the lists in a GGUF file. `<tool_call>` is one token there and is spelled with ordinary ones here.

    Qwen2.5-Coder never learned that token: its embedding equals that of `</tool_call>` and almost that of
    `<|im_start|>`. Adapters do not change embeddings, so a trained model would confuse them.
    """
    from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers

    marked = list(zip(tokens, kinds, strict=True))
    pairs = [tuple(merge.split(" ")) for merge in merges]
    # A token without merges never occurs in encoded text. Keeping it in the vocabulary preserves the ids of later
    # tokens.
    words = {token: place for place, (token, kind) in enumerate(marked) if kind != UNUSED}
    tokenizer = Tokenizer(models.BPE(vocab=words, merges=pairs))
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(QWEN2_PIECES), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    control = [token for token, kind in marked if kind == CONTROL]
    tokenizer.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in control])
    wrong = next((token for place, (token, kind) in enumerate(marked)
                  if kind != UNUSED and tokenizer.token_to_id(token) != place), None)
    if wrong is not None:
        raise corrupt(f"the token {wrong!r} cannot get the id it has in the file")
    return _wrapped(tokenizer, longest, start=END_OF_TEXT)


def tiny_tokenizer(texts: Iterable[str], vocabulary: int, longest: int) -> Any:
    """Byte-level, so that no text is unknown to it."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    _by_bytes(tokenizer)
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary,
        special_tokens=[END_OF_TEXT, TURN_START, TURN_END],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    return _wrapped(tokenizer, longest)


def _by_bytes(tokenizer: Any) -> None:
    from tokenizers import decoders, pre_tokenizers

    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()


def _wrapped(tokenizer: Any, longest: int, start: str = TURN_START) -> Any:
    from transformers import PreTrainedTokenizerFast

    # Padding must not be the end of a turn: collators that mask padding would mask it out of the loss.
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        bos_token=start,
        eos_token=TURN_END,
        pad_token=END_OF_TEXT,
        model_max_length=longest,
        clean_up_tokenization_spaces=False,
    )
