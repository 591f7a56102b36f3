"""Reads GGUF: metadata, and tensors as float32. Supports only what a conversion needs, using only numpy."""

import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .faults import TrainerFault

MAGIC = b"GGUF"
VERSIONS = (2, 3)
DEFAULT_ALIGNMENT = 32
STRING, ARRAY = 8, 9
SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
SMALLEST_STRING = 8


@dataclass(frozen=True)
class TensorPlace:
    shape: tuple[int, ...]
    kind: int
    start: int


@dataclass(frozen=True)
class Kind:
    """A storage format: the number of values and bytes per block, and the function that decodes rows of blocks."""

    name: str
    values: int
    size: int
    unpack: Callable[[np.ndarray], np.ndarray]


class GgufFile:
    def __init__(self, data: bytes | memoryview) -> None:
        self._data = memoryview(data)
        cursor = _Cursor(self._data)
        if cursor.take(4).tobytes() != MAGIC:
            raise corrupt("it does not begin with the GGUF magic number")
        version = cursor.scalar("I")
        if version not in VERSIONS:
            raise corrupt(f"it has version {version}")
        tensors, entries = cursor.scalar("Q"), cursor.scalar("Q")
        self.metadata: dict[str, Any] = {}
        for _ in range(entries):
            key = cursor.string()
            self.metadata[key] = cursor.value(cursor.scalar("I"))
        self.tensors = dict(_tensor_place(cursor) for _ in range(tensors))
        alignment = self.metadata.get("general.alignment", DEFAULT_ALIGNMENT)
        if not isinstance(alignment, int) or alignment < 1:
            raise corrupt(f"tensors are aligned to {alignment}")
        self._start = -(-cursor.at // alignment) * alignment

    def tensor(self, name: str) -> np.ndarray:
        """Float32, with the slowest dimension first, as in torch."""
        place = self.tensors.get(name)
        if place is None:
            raise corrupt(f"it has no tensor {name}")
        kind = KINDS.get(place.kind)
        if kind is None:
            raise corrupt(
                f"{name} is stored as kind {place.kind}; known are {', '.join(k.name for k in KINDS.values())}"
            )
        count = 1
        for size in place.shape:
            count *= size
        if not place.shape or place.shape[-1] % kind.values != 0:
            raise corrupt(f"{name} has the shape {place.shape}, which {kind.name} cannot hold")
        length = count // kind.values * kind.size
        start = self._start + place.start
        if start + length > len(self._data):
            raise corrupt(f"it ends before {name} does")
        blocks = np.frombuffer(self._data[start : start + length], dtype=np.uint8).reshape(-1, kind.size)
        return kind.unpack(blocks).reshape(place.shape)


class _Cursor:
    def __init__(self, data: memoryview) -> None:
        self._data = data
        self.at = 0

    def take(self, length: int) -> memoryview:
        if length > len(self._data) - self.at:
            raise corrupt(f"it ends at byte {len(self._data)}, in the middle of a value")
        self.at += length
        return self._data[self.at - length : self.at]

    def scalar(self, form: str) -> Any:
        return struct.unpack(f"<{form}", self.take(struct.calcsize(f"<{form}")))[0]

    def string(self) -> str:
        try:
            return self.take(self.scalar("Q")).tobytes().decode()
        except UnicodeDecodeError as error:
            raise corrupt(f"a text in it is not UTF-8: {error}") from error

    def value(self, kind: int) -> Any:
        if kind == STRING:
            return self.string()
        if kind == ARRAY:
            return self._array(self.scalar("I"), self.scalar("Q"))
        if kind not in SCALARS:
            raise corrupt(f"a value in it has the type {kind}")
        return self.scalar(SCALARS[kind])

    def _array(self, kind: int, length: int) -> list[Any]:
        # A length beyond the end of the file must not cause a loop of that length.
        if kind in SCALARS:
            form = f"<{min(length, len(self._data) + 1)}{SCALARS[kind]}"
            return list(struct.unpack(form, self.take(struct.calcsize(form))))
        if kind != STRING or length > len(self._data) // SMALLEST_STRING:
            raise corrupt(f"an array in it has {length} values of type {kind}")
        return [self.string() for _ in range(length)]


def _tensor_place(cursor: _Cursor) -> tuple[str, TensorPlace]:
    name = cursor.string()
    dimensions = cursor.scalar("I")
    if dimensions > 8:
        raise corrupt(f"{name} has {dimensions} dimensions")
    shape = tuple(cursor.scalar("Q") for _ in range(dimensions))
    return name, TensorPlace(shape[::-1], cursor.scalar("I"), cursor.scalar("Q"))


def _halves(blocks: np.ndarray, at: int) -> np.ndarray:
    """One float16 of each block, as a column."""
    return blocks[:, at : at + 2].copy().view(np.float16).astype(np.float32)


def _nibbles(packed: np.ndarray) -> np.ndarray:
    """The low halves of all bytes of a block, then the high halves."""
    return np.concatenate([packed & 0x0F, packed >> 4], axis=1)


def _fifth_bits(blocks: np.ndarray, at: int) -> np.ndarray:
    return np.unpackbits(blocks[:, at : at + 4], axis=1, bitorder="little") << 4


def _float32(blocks: np.ndarray) -> np.ndarray:
    return blocks.copy().view(np.float32)


def _float16(blocks: np.ndarray) -> np.ndarray:
    return blocks.copy().view(np.float16).astype(np.float32)


def _bfloat16(blocks: np.ndarray) -> np.ndarray:
    return (blocks.copy().view(np.uint16).astype(np.uint32) << 16).view(np.float32)


def _q4_0(blocks: np.ndarray) -> np.ndarray:
    return _halves(blocks, 0) * (_nibbles(blocks[:, 2:]).astype(np.float32) - 8)


def _q4_1(blocks: np.ndarray) -> np.ndarray:
    return _halves(blocks, 0) * _nibbles(blocks[:, 4:]).astype(np.float32) + _halves(blocks, 2)


def _q5_0(blocks: np.ndarray) -> np.ndarray:
    values = _nibbles(blocks[:, 6:]) | _fifth_bits(blocks, 2)
    return _halves(blocks, 0) * (values.astype(np.float32) - 16)


def _q5_1(blocks: np.ndarray) -> np.ndarray:
    values = _nibbles(blocks[:, 8:]) | _fifth_bits(blocks, 4)
    return _halves(blocks, 0) * values.astype(np.float32) + _halves(blocks, 2)


def _q8_0(blocks: np.ndarray) -> np.ndarray:
    return _halves(blocks, 0) * blocks[:, 2:].view(np.int8).astype(np.float32)


def _six_bit_pairs(packed: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Eight scales and eight minima of six bits each, in 12 bytes. The first four of both are in the low bits of the
    first eight bytes. Of the last four, the high bits are in the top two bits of those bytes, and the low bits in the
    last four bytes."""
    first, second, rest = packed[:, :4], packed[:, 4:8], packed[:, 8:]
    scales = np.concatenate([first & 63, (rest & 15) | (first >> 6 << 4)], axis=1)
    minima = np.concatenate([second & 63, (rest >> 4) | (second >> 6 << 4)], axis=1)
    return scales.astype(np.float32), minima.astype(np.float32)


def _q4_k(blocks: np.ndarray) -> np.ndarray:
    """256 values in eight groups of 32, two groups in the halves of 32 bytes; each group has a scale and a minimum."""
    count = len(blocks)
    scales, minima = _six_bit_pairs(blocks[:, 4:16])
    packed = blocks[:, 16:].reshape(count, 4, 1, 32)
    values = np.concatenate([packed & 0x0F, packed >> 4], axis=2).reshape(count, 8, 32).astype(np.float32)
    steps, offsets = _halves(blocks, 0) * scales, _halves(blocks, 2) * minima
    return (values * steps[:, :, None] - offsets[:, :, None]).reshape(count, 256)


def _q6_k(blocks: np.ndarray) -> np.ndarray:
    """256 values in two halves of 128: 64 bytes with four low bits, 32 with two high ones, a scale for every 16."""
    count = len(blocks)
    low = blocks[:, :128].reshape(count, 2, 64)
    high = blocks[:, 128:192].reshape(count, 2, 32)
    scales = blocks[:, 192:208].view(np.int8).astype(np.float32)
    quarters = np.concatenate([low & 0x0F, low >> 4], axis=2).reshape(count, 2, 4, 32)
    tops = np.stack([(high >> shift) & 3 for shift in (0, 2, 4, 6)], axis=2)
    values = (quarters | (tops << 4)).astype(np.float32) - 32
    return (values.reshape(count, 16, 16) * (_halves(blocks, 208) * scales)[:, :, None]).reshape(count, 256)


KINDS = {
    0: Kind("F32", 1, 4, _float32),
    1: Kind("F16", 1, 2, _float16),
    2: Kind("Q4_0", 32, 18, _q4_0),
    3: Kind("Q4_1", 32, 20, _q4_1),
    6: Kind("Q5_0", 32, 22, _q5_0),
    7: Kind("Q5_1", 32, 24, _q5_1),
    8: Kind("Q8_0", 32, 34, _q8_0),
    12: Kind("Q4_K", 256, 144, _q4_k),
    14: Kind("Q6_K", 256, 210, _q6_k),
    30: Kind("BF16", 1, 2, _bfloat16),
}


def corrupt(what: str) -> TrainerFault:
    return TrainerFault("WEIGHTS_CORRUPT", f"The GGUF file cannot be read: {what}.", "Fetch the weights again.")
