"""A tiny model folder and random adapters for it, created once per test session."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path

import torch

from trainer.adapter import save_adapter
from trainer.chat import TEMPLATE_SHA256
from trainer.lora import attach, trainable
from trainer.student import base_sha256
from trainer.tiny_weights import save_tiny

ROWS = Path(__file__).parent / "fixtures" / "chat-rows.jsonl"


@lru_cache(maxsize=None)
def _scratch() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="assay-served-")


@lru_cache(maxsize=None)
def tiny_folder() -> Path:
    folder = Path(_scratch().name) / "tiny"
    folder.mkdir()
    save_tiny(ROWS, folder, seed=7)
    return folder


@lru_cache(maxsize=None)
def adapter_folder(seed: int, template: str = TEMPLATE_SHA256, base: str | None = None) -> Path:
    """An adapter that differs enough from the base to give other answers."""
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(tiny_folder(), dtype=torch.float32)
    config = attach(model, rank=4, alpha=8, seed=seed)
    generator = torch.Generator().manual_seed(seed)
    tensors = {
        name: torch.randn(each.shape, generator=generator) * 0.3 for name, each in trainable(model).items()
    }
    about = {"template_sha256": template, "base_sha256": base or base_sha256(tiny_folder())}
    folder = Path(_scratch().name) / f"adapter-{seed}-{template[:4]}-{(base or '')[:4]}"
    save_adapter(folder, tensors, config, about)
    return folder
