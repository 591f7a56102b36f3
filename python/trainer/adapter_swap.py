"""Puts the adapter of a folder on an engine, after checking that it was trained on this base with this template."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from trainer.adapter import load_adapter
from trainer.chat import TEMPLATE_SHA256
from trainer.durable import sha256_of
from trainer.faults import TrainerFault

if TYPE_CHECKING:
    from trainer.engine import Engine


def swap_adapter(engine: Engine, folder: str | Path | None) -> str:
    """The version of the weights from now on: of the folder's content, so that equal adapters have equal names."""
    if folder is None:
        engine.use(None, None, "base")
        return engine.version
    tensors, config, about = load_adapter(folder)
    if about.get("template_sha256") != TEMPLATE_SHA256:
        raise _differs(folder, "another chat template")
    base = about.get("base_sha256")
    if base is not None and engine.base_sha256 is not None and base != engine.base_sha256:
        raise _differs(folder, "other base weights")
    engine.use(tensors, config, sha256_of(Path(folder) / "adapter.json")[:16])
    return engine.version


def _differs(folder: str | Path, what: str) -> TrainerFault:
    return TrainerFault(
        "TEMPLATE_DIFFERS",
        f"The adapter in {folder} was trained with {what} than this server has.",
        "Serve the model it was trained on, with the trainer of the same version.",
    )
