"""Writes a converted model as a Hugging Face folder: config, tokenizer and bfloat16 weights."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from .chat import Chat
from .gguf import corrupt

# llama.cpp's names for the parts of a layer, and those of transformers.
LAYER_NAMES = {
    "attn_norm": "input_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_norm": "post_attention_layernorm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}


def config_fields(metadata: dict[str, Any], name: str) -> dict[str, Any]:
    """Config fields of all Llama-shaped models, from the metadata of a GGUF file."""
    architecture = name.lower()
    if metadata.get("general.architecture") != architecture:
        raise corrupt(f"it contains a {metadata.get('general.architecture')!r}, not a {name}")
    return {
        "vocab_size": len(metadata["tokenizer.ggml.tokens"]),
        "hidden_size": metadata[f"{architecture}.embedding_length"],
        "intermediate_size": metadata[f"{architecture}.feed_forward_length"],
        "num_hidden_layers": metadata[f"{architecture}.block_count"],
        "num_attention_heads": metadata[f"{architecture}.attention.head_count"],
        "num_key_value_heads": metadata[f"{architecture}.attention.head_count_kv"],
        "max_position_embeddings": metadata[f"{architecture}.context_length"],
        # The file stores 32-bit floats; this restores the intended decimal.
        "rms_norm_eps": float(f"{metadata[f'{architecture}.attention.layer_norm_rms_epsilon']:.6g}"),
        "rope_parameters": {"rope_type": "default", "rope_theta": metadata[f"{architecture}.rope.freq_base"]},
        # Published models up to 1.5B share one matrix between embedding and head.
        "tie_word_embeddings": True,
        "dtype": "bfloat16",
    }


def layer_part(name: str) -> tuple[int, str]:
    """Number and part of `blk.NUMBER.PART.weight` or `.bias`."""
    pieces = name.split(".")
    if len(pieces) != 4 or pieces[0] != "blk" or not pieces[1].isdigit() or pieces[2] not in LAYER_NAMES:
        raise corrupt(f"nothing in a Llama is called {name}")
    return int(pieces[1]), pieces[2]


def save_model(folder: Path, config: Any, tokenizer: Any, tensors: Iterable[tuple[str, np.ndarray]]) -> int:
    """Fills the folder and returns the number of parameters. Holds one tensor at a time in float32."""
    import torch
    from safetensors.torch import save_file

    halves = {name: torch.from_numpy(values).to(torch.bfloat16) for name, values in tensors}
    chat = Chat(tokenizer)
    config.bos_token_id, config.eos_token_id = tokenizer.bos_token_id, chat.eos_id
    config.pad_token_id = chat.pad_id
    config.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    save_file(halves, folder / "model.safetensors", metadata={"format": "pt"})
    return sum(tensor.numel() for tensor in halves.values())
