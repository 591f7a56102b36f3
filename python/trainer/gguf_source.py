"""Opens a local GGUF file, in one piece or several parts."""

import hashlib
import mmap
from collections.abc import Sequence
from pathlib import Path

from .faults import TrainerFault
from .gguf import GgufFile


def read_gguf(parts: Sequence[Path], sha256: str | None = None) -> tuple[GgufFile, str]:
    """The file and its hash, which must equal `sha256` if it is given."""
    data = _bytes_of(parts)
    found = hashlib.sha256(data).hexdigest()
    if sha256 is not None and found != sha256:
        raise TrainerFault(
            "WEIGHTS_CORRUPT",
            f"The file has the hash {found}, expected was {sha256}.",
            "Copy it again; parts must be named in their order.",
        )
    return GgufFile(data), found


def _bytes_of(parts: Sequence[Path]) -> memoryview:
    data = bytearray()
    for part in parts:
        try:
            with part.open("rb") as file:
                if len(parts) == 1 and part.stat().st_size > 0:
                    # Memory-mapped: the largest files exceed the memory of some machines.
                    return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
                data += file.read()
        except OSError as error:
            raise TrainerFault(
                "WEIGHTS_MISSING", f"{part} cannot be read: {error.strerror}.", "Name a GGUF file, or its parts in order."
            ) from error
    return memoryview(data)
