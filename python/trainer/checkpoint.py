"""Checkpoints for resuming a killed run: weights, optimiser, random state and position, written atomically.

Two are kept. The newest is used. One whose hash does not match is rejected by name rather than skipped, because
resuming from an older one would silently change what is trained.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
from pathlib import Path
from typing import Any

import torch

from trainer.durable import sha256_of, sync_to_disk
from trainer.faults import TrainerFault

KEPT = 2
PREFIX = "step-"


def save_checkpoint(folder: Path, step: int, state: dict[str, Any]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / f"{PREFIX}{step:08d}"
    new = folder / f".{place.name}.new"
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir()
    # Serialised in memory, so that the hash is that of the intended bytes, not of what the disk stored.
    buffer = io.BytesIO()
    torch.save(state, buffer)
    (new / "state.pt").write_bytes(buffer.getbuffer())
    about = {"step": step, "sha256": hashlib.sha256(buffer.getbuffer()).hexdigest()}
    (new / "about.json").write_text(json.dumps(about) + "\n", encoding="utf-8")
    for file in new.iterdir():
        sync_to_disk(file)
    sync_to_disk(new)
    shutil.rmtree(place, ignore_errors=True)
    os.rename(new, place)
    sync_to_disk(folder)
    for old in _found(folder)[:-KEPT]:
        shutil.rmtree(old)
    return place


def load_checkpoint(folder: Path, device: torch.device | str = "cpu") -> tuple[int, dict[str, Any]] | None:
    found = _found(folder)
    if not found:
        return None
    place = found[-1]
    try:
        about = json.loads((place / "about.json").read_text(encoding="utf-8"))
        announced, step = about["sha256"], int(about["step"])
        actual = sha256_of(place / "state.pt")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _corrupt(place, f"it cannot be read ({error})") from error
    if actual != announced:
        raise _corrupt(place / "state.pt", "its SHA-256 does not match the one stored beside it")
    # Only tensors and plain values are stored, so that a foreign checkpoint cannot run code here.
    return step, torch.load(place / "state.pt", map_location=device, weights_only=True)


def _found(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"{PREFIX}*")) if folder.is_dir() else []


def _corrupt(path: Path, why: str) -> TrainerFault:
    return TrainerFault(
        "CHECKPOINT_CORRUPT",
        f"Checkpoint {path} is refused: {why}.",
        "Delete this checkpoint to resume from the one before it, or the output folder to start again.",
    )
