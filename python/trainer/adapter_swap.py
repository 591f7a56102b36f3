"""Loads the adapter of a folder into an engine, after checking that it was trained on this base with this template."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from trainer.adapter import load_adapter, require_origin
from trainer.chat import TEMPLATE_SHA256
from trainer.durable import sha256_of

if TYPE_CHECKING:
    from trainer.engine import Engine


def swap_adapter(engine: Engine, folder: str | Path | None) -> str:
    """Returns the new version of the weights, derived from the folder's content, so that equal adapters have equal
    names."""
    if folder is None:
        engine.use(None, None, "base")
        return engine.version
    tensors, config, about = load_adapter(folder)
    remedy = "Serve the model it was trained on, with the trainer of the same version."
    require_origin(folder, about, template=TEMPLATE_SHA256, base=engine.base_sha256, remedy=remedy)
    engine.use(tensors, config, sha256_of(Path(folder) / "adapter.json")[:16])
    return engine.version
