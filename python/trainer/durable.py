"""Atomic writes of files and folders.

Everything from which a run can resume is written here: to a temporary name, flushed to disk, then renamed, so that a
power cut or `kill -9` leaves the old state or the new one, never a mixture.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import uuid
from collections.abc import Callable
from pathlib import Path


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sync_to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_text(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    with beside.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)
    sync_to_disk(path.parent)


def write_folder(folder: Path, fill: Callable[[Path], None]) -> None:
    """Fills a new folder and replaces `folder` by it.

    A folder cannot be renamed over one that holds files, so for a moment the name does not exist. `settle` repairs an
    interruption at that moment.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    settle(folder)
    new = folder.with_name(f".{folder.name}.new")
    old = folder.with_name(f".{folder.name}.old")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir()
    fill(new)
    for file in new.iterdir():
        sync_to_disk(file)
    sync_to_disk(new)
    if folder.exists():
        os.rename(folder, old)
    os.rename(new, folder)
    sync_to_disk(folder.parent)
    shutil.rmtree(old, ignore_errors=True)


def settle(folder: Path) -> None:
    """Restores the old folder after an interruption between the two renames."""
    old = folder.with_name(f".{folder.name}.old")
    if old.exists() and not folder.exists():
        os.rename(old, folder)
