"""Client of an Assay arena: typed calls in `assay_client.api`, their responses in `assay_client.models`."""

from .arena import Arena, ArenaError
from .signing import HotkeyAuth, SigningKey

__all__ = ["Arena", "ArenaError", "HotkeyAuth", "SigningKey"]
