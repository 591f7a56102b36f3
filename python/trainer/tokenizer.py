"""Tokenizers: SmolLM2's rebuilt from its vocabulary, and a small one trained on a few rows."""

from collections.abc import Iterable
from typing import Any

END_OF_TEXT = "<|endoftext|>"
TURN_START = "<|im_start|>"
TURN_END = "<|im_end|>"
# llama.cpp's mark for tokens that are no text.
CONTROL = 3


def smollm2_tokenizer(tokens: list[str], merges: list[str], kinds: list[int], longest: int) -> Any:
    """From the lists in a GGUF file.

    Libraries that read the tokenizer out of such a file take the beginning of a turn for its end and do not part
    digits; the model was trained otherwise.
    """
    from tokenizers import AddedToken, Tokenizer, models

    pairs = [tuple(merge.split(" ")) for merge in merges]
    # No token for what is unknown: some bytes have none, and a control token in their place could be written by anyone.
    tokenizer = Tokenizer(models.BPE(vocab={token: place for place, token in enumerate(tokens)}, merges=pairs))
    _by_bytes(tokenizer)
    control = [token for token, kind in zip(tokens, kinds, strict=True) if kind == CONTROL]
    tokenizer.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in control])
    return _wrapped(tokenizer, longest)


def tiny_tokenizer(texts: Iterable[str], vocabulary: int, longest: int) -> Any:
    """Byte-level, so that nothing is unknown to it."""
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


def _wrapped(tokenizer: Any, longest: int) -> Any:
    from transformers import PreTrainedTokenizerFast

    # Padding must not be the end of a turn: collators that mask padding would mask that out of the loss.
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        bos_token=TURN_START,
        eos_token=TURN_END,
        pad_token=END_OF_TEXT,
        model_max_length=longest,
        clean_up_tokenization_spaces=False,
    )
