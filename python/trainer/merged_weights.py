"""Writes weights with an adapter merged in as a model folder, which can be trained further."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from trainer.adapter import load_adapter, require_origin
from trainer.chat import TEMPLATE_SHA256


def save_merged(model: Path, adapter: Path, folder: Path) -> dict[str, Any]:
    """Adds in float32 and stores in the model's dtype, as the server does with an adapter."""
    import torch
    from safetensors.torch import load_file, save_file

    from trainer.student import base_sha256
    from trainer.weight_swap import merged

    tensors, config, about = load_adapter(adapter)
    base = base_sha256(model)
    remedy = "Merge it into the model it was trained on, with the trainer of the same version."
    require_origin(adapter, about, template=TEMPLATE_SHA256, base=base, remedy=remedy)
    shards = {file.name: load_file(file) for file in sorted(model.glob("*.safetensors"))}
    weights = {name: tensor for shard in shards.values() for name, tensor in shard.items()}
    changes = merged(weights, tensors, config)
    parameters = 0
    for file, shard in shards.items():
        with torch.no_grad():
            whole = {
                name: (changes[name]().to(tensor.dtype) if name in changes else tensor).contiguous()
                for name, tensor in shard.items()
            }
        save_file(whole, folder / file, metadata={"format": "pt"})
        parameters += sum(tensor.numel() for tensor in whole.values())
    for file in sorted(model.iterdir()):
        if file.is_file() and file.suffix != ".safetensors" and file.name != "weights.json":
            shutil.copy(file, folder / file.name)
    return {"kind": "merged", "parameters": parameters, "base_sha256": base}
