"""Our GGUF reader on a file written here value by value."""

import struct

import numpy as np
import pytest

from trainer.faults import TrainerFault
from trainer.gguf import KINDS, GgufFile


def text(value: str) -> bytes:
    return struct.pack("<Q", len(value.encode())) + value.encode()


def entry(key: str, kind: int, data: bytes) -> bytes:
    return text(key) + struct.pack("<I", kind) + data


def gguf(entries: list[bytes], tensors: list[tuple[str, tuple[int, ...], int, bytes]], alignment: int = 32) -> bytes:
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(entries)) + b"".join(entries)
    body = b""
    for name, shape, kind, data in tensors:
        # GGUF writes the fastest dimension first.
        head += text(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape[::-1], kind, len(body))
        body += data + b"\0" * (-len(data) % alignment)
    return head + b"\0" * (-len(head) % alignment) + body


def half(value: float) -> bytes:
    return np.float16(value).tobytes()


def test_gguf_metadata_of_every_type_is_read():
    file = GgufFile(
        gguf(
            [
                entry("general.architecture", 8, text("llama")),
                entry("count", 4, struct.pack("<I", 30)),
                entry("below", 11, struct.pack("<q", -5)),
                entry("share", 6, struct.pack("<f", 0.5)),
                entry("flag", 7, b"\1"),
                entry("words", 9, struct.pack("<IQ", 8, 2) + text("é") + text("")),
                entry("kinds", 9, struct.pack("<IQ3i", 5, 3, 1, -2, 3)),
            ],
            [],
        )
    )
    assert file.metadata == {
        "general.architecture": "llama",
        "count": 30,
        "below": -5,
        "share": 0.5,
        "flag": True,
        "words": ["é", ""],
        "kinds": [1, -2, 3],
    }


def test_gguf_floats_are_read_in_the_order_of_torch():
    values = np.arange(6, dtype=np.float32).reshape(2, 3)
    shortened = (values.view(np.uint32) >> 16).astype(np.uint16)
    file = GgufFile(
        gguf(
            [],
            [
                ("whole", (2, 3), 0, values.tobytes()),
                ("half", (2, 3), 1, values.astype(np.float16).tobytes()),
                ("brain", (2, 3), 30, shortened.tobytes()),
            ],
        )
    )
    for name in ("whole", "half", "brain"):
        assert file.tensor(name).dtype == np.float32
        assert np.array_equal(file.tensor(name), values)


def by_hand(kind: str, block: bytes) -> list[float]:
    """One block, value by value, as the format describes it."""
    scale = float(np.frombuffer(block[:2], np.float16)[0])
    least = float(np.frombuffer(block[2:4], np.float16)[0])

    def four(at: int, place: int) -> int:
        byte = block[at + place % 16]
        return byte & 15 if place < 16 else byte >> 4

    def fifth(at: int, place: int) -> int:
        return (int.from_bytes(block[at : at + 4], "little") >> place & 1) << 4

    def six(place: int) -> int:
        half_of, within = divmod(place, 128)
        quarter, column = divmod(within, 32)
        low = block[half_of * 64 + (quarter % 2) * 32 + column]
        high = block[128 + half_of * 32 + column]
        return ((low & 15 if quarter < 2 else low >> 4) | (high >> 2 * quarter & 3) << 4) - 32

    def pair(place: int) -> tuple[int, int]:
        """Scale and minimum of a group, as llama.cpp's get_scale_min_k4 reads them."""
        told = block[4:16]
        if place < 4:
            return told[place] & 63, told[place + 4] & 63
        low, high = told[place + 4], (told[place - 4] >> 6, told[place] >> 6)
        return (low & 15) | high[0] << 4, (low >> 4) | high[1] << 4

    def packed(place: int) -> int:
        byte = block[16 + place // 64 * 32 + place % 32]
        return byte & 15 if place % 64 < 32 else byte >> 4

    if kind == "Q4_K":
        pairs = [pair(place // 32) for place in range(256)]
        return [scale * pairs[place][0] * packed(place) - least * pairs[place][1] for place in range(256)]
    if kind == "Q6_K":
        whole = float(np.frombuffer(block[208:210], np.float16)[0])
        scales = struct.unpack("16b", block[192:208])
        return [whole * scales[place // 16] * six(place) for place in range(256)]
    return [
        {
            "Q4_0": lambda: scale * (four(2, place) - 8),
            "Q4_1": lambda: scale * four(4, place) + least,
            "Q5_0": lambda: scale * ((four(6, place) | fifth(2, place)) - 16),
            "Q5_1": lambda: scale * (four(8, place) | fifth(4, place)) + least,
            "Q8_0": lambda: scale * struct.unpack("32b", block[2:34])[place],
        }[kind]()
        for place in range(32)
    ]


@pytest.mark.parametrize(
    ("number", "kind"), [(n, k) for n, k in KINDS.items() if k.values > 1], ids=lambda x: getattr(x, "name", "")
)
def test_quantised_gguf_blocks_are_unpacked(number, kind):
    random_source = np.random.default_rng(number)
    blocks = []
    for scale in (0.5, -0.25, 0.0078125, 1.0):
        block = bytearray(random_source.integers(0, 256, kind.size, dtype=np.uint8).tobytes())
        if kind.name == "Q6_K":
            block[208:210] = half(scale)
        else:
            block[:2] = half(scale)
            if kind.name in ("Q4_1", "Q5_1", "Q4_K"):
                block[2:4] = half(-3 * scale)
        blocks.append(bytes(block))
    file = GgufFile(
        gguf([], [("first", (1,), 0, b"\0" * 4), ("blocks", (2, 2 * kind.values), number, b"".join(blocks))])
    )
    wanted = np.array([by_hand(kind.name, block) for block in blocks], dtype=np.float32).reshape(2, 2 * kind.values)
    assert np.array_equal(file.tensor("blocks"), wanted)


def test_gguf_tensors_follow_the_stated_alignment():
    values = np.array([1.0, 2.0], dtype=np.float32)
    data = gguf(
        [entry("general.alignment", 4, struct.pack("<I", 64))], [("a", (2,), 0, values.tobytes())], alignment=64
    )
    assert GgufFile(data).tensor("a").tolist() == [1.0, 2.0]


GOOD = gguf([entry("words", 9, struct.pack("<IQ", 8, 1) + text("x"))], [("a", (32,), 8, b"\0" * 34)])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GGML" + GOOD[4:],
        b"GGUF" + struct.pack("<I", 9) + GOOD[8:],
        b"GGUF" + struct.pack("<IQQ", 3, 2**60, 0),
        gguf([entry("x", 9, struct.pack("<IQ", 5, 2**60))], []),
        gguf([entry("x", 9, struct.pack("<IQ", 8, 2**60))], []),
        gguf([entry("x", 9, struct.pack("<IQ", 9, 1))], []),
        gguf([entry("x", 77, b"")], []),
        gguf([entry("x", 8, struct.pack("<Q", 2**63))], []),
        gguf([entry("x", 8, struct.pack("<Q", 1) + b"\xff")], []),
        gguf([entry("general.alignment", 4, struct.pack("<I", 0))], []),
        gguf([], [("a", (33,), 8, b"\0" * 34)]),
        gguf([], [("a", (32,), 99, b"\0" * 34)]),
        gguf([], [("a", (2**40, 32), 8, b"\0" * 34)]),
    ],
)
def test_bad_files_are_refused(data):
    with pytest.raises(TrainerFault) as caught:
        GgufFile(data).tensor("a")
    assert caught.value.code == "WEIGHTS_CORRUPT"


def test_a_gguf_file_truncated_anywhere_is_rejected():
    GgufFile(GOOD).tensor("a")
    body = len(GOOD) - 64 + 34
    for length in range(0, body):
        with pytest.raises(TrainerFault):
            GgufFile(GOOD[:length]).tensor("a")
