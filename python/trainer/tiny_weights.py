"""A model small enough to learn a few conversations on two cores: for tests and rehearsals, not for shopping."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import rendering
from .chat import Chat
from .faults import TrainerFault
from .messages import check_messages, check_tools
from .tokenizer import tiny_tokenizer

VOCABULARY = 700
LONGEST = 8192


def save_tiny(rows: Path, folder: Path, seed: int) -> dict[str, Any]:
    """Two layers of 128, seeded, with a tokenizer trained on the rows. The same rows and seed give the same bytes."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    tokenizer = tiny_tokenizer(training_texts(rows), VOCABULARY, LONGEST)
    chat = Chat(tokenizer)
    config = LlamaConfig(
        vocab_size=chat.vocabulary,
        hidden_size=128,
        intermediate_size=256,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=LONGEST,
        tie_word_embeddings=True,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=chat.eos_id,
        pad_token_id=chat.pad_id,
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = LlamaForCausalLM(config).to(torch.float32)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return {"kind": "tiny", "seed": seed, "parameters": sum(tensor.numel() for tensor in model.parameters())}


def training_texts(rows: Path) -> Iterator[str]:
    """The text between the markers of each row. Held-out rows are excluded: they must not even influence the
    vocabulary."""
    try:
        lines = rows.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise TrainerFault("ROWS_CORRUPT", f"{rows} cannot be read: {error}.", "Name a file of rows.") from error
    for number, line in enumerate(lines, start=1):
        try:
            row = json.loads(line)
            messages = row.get("messages") or [*row["prompt"], *row.get("completion", [])]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise TrainerFault("ROWS_CORRUPT", f"{rows}, line {number} is no row.", "Write the rows again.") from error
        if row.get("split") != "train":
            raise TrainerFault(
                "HELD_OUT_ROW",
                f"Row {row.get('id')} belongs to the split {row.get('split')!r}.",
                "Use rows of 'train'.",
            )
        pieces = rendering.render_pieces(check_messages(messages), check_tools(row.get("tools")), False)
        yield from (piece.text for piece in pieces if not piece.is_marker)
