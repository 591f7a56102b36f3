"""Converts Qwen2.5 models from GGUF files, in any quantisation that `gguf.py` reads, to Hugging Face folders."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from .gguf import KINDS, GgufFile, corrupt
from .model_folder import LAYER_NAMES, config_fields, layer_part, save_model
from .tokenizer import qwen2_tokenizer


def save_qwen2(file: GgufFile, folder: Path, sha256: str) -> dict[str, Any]:
    """Fills the folder and returns its description."""
    metadata = file.metadata
    config = qwen2_config(metadata)
    tokenizer = qwen2_tokenizer(
        metadata["tokenizer.ggml.tokens"],
        metadata["tokenizer.ggml.merges"],
        metadata["tokenizer.ggml.token_type"],
        config.max_position_embeddings,
    )
    parameters = save_model(folder, config, tokenizer, qwen2_tensors(file))
    kinds = sorted({KINDS[place.kind].name for place in file.tensors.values()})
    source = {"gguf": metadata.get("general.name"), "sha256": sha256, "quantised": "+".join(kinds)}
    return {"kind": "qwen2", "source": source, "parameters": parameters}


def qwen2_config(metadata: dict[str, Any]) -> Any:
    from transformers import Qwen2Config

    return Qwen2Config(architectures=["Qwen2ForCausalLM"], **config_fields(metadata, "Qwen2"))


def qwen2_tensors(file: GgufFile) -> Iterator[tuple[str, np.ndarray]]:
    """All tensors under transformers' names. Rows of heads keep their order, because llama.cpp also rotates Qwen2 by
    halves.

    Quantised files hold the shared matrix twice, the head with more bits per value. That copy is used for both.
    """
    shared = "output.weight" if "output.weight" in file.tensors else "token_embd.weight"
    for name in file.tensors:
        if name == shared:
            yield "model.embed_tokens.weight", file.tensor(name)
        elif name == "token_embd.weight":
            _require_shared(file, name, shared)
        elif name == "output_norm.weight":
            yield "model.norm.weight", file.tensor(name)
        else:
            layer, part = layer_part(name)
            yield f"model.layers.{layer}.{LAYER_NAMES[part]}.{name.rpartition('.')[2]}", file.tensor(name)


def _require_shared(file: GgufFile, one: str, other: str) -> None:
    """Checks that two copies of one matrix differ only by rounding. Independent matrices are nearly orthogonal."""
    rows = slice(0, 64)
    first, second = file.tensor(one)[rows].ravel(), file.tensor(other)[rows].ravel()
    cosine = float(first @ second / max(1e-12, float(np.linalg.norm(first) * np.linalg.norm(second))))
    if cosine < 0.95:
        raise corrupt(f"embedding and head differ (cosine {cosine:.2f}); only models that share them are converted")
