"""A small Qwen2 model, written as GGUF and read back as a folder that can be trained and served."""

import json
import struct

import numpy as np
import pytest

from trainer import weights
from trainer.chat import Chat
from trainer.faults import TrainerFault

from .stage_files import sft_row, stage_config, write_rows
from .test_gguf import entry, gguf, text

torch = pytest.importorskip("torch", reason="torch is not installed, so no weights are made")

from .heard import of_kind, run_stage  # noqa: E402 - it imports torch

WIDTH, HEADS, KEY_HEADS, INNER, UNUSED = 32, 4, 2, 48, 3


def vocabulary() -> tuple[list[str], list[str], list[int]]:
    from tokenizers import pre_tokenizers

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    merges = ["l a", "m p", "la mp", "Ġ lamp"]
    words = [*letters, *(merge.replace(" ", "") for merge in merges)]
    added = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<tool_call>", "</tool_call>"]
    unused = [f"[PAD{place}]" for place in range(UNUSED)]
    return [*words, *added, *unused], merges, [1] * len(words) + [3, 3, 3, 4, 4] + [5] * UNUSED


def array(key: str, kind: int, values: list) -> bytes:
    body = b"".join(text(each) for each in values) if kind == 8 else struct.pack(f"<{len(values)}i", *values)
    return entry(key, 9, struct.pack("<IQ", kind, len(values)) + body)


def number(key: str, value: int | float) -> bytes:
    return entry(key, 4, struct.pack("<I", value)) if isinstance(value, int) else entry(key, 6, struct.pack("<f", value))


def metadata(architecture: str = "qwen2") -> list[bytes]:
    tokens, merges, kinds = vocabulary()
    return [
        entry("general.architecture", 8, text(architecture)),
        number("qwen2.block_count", 1),
        number("qwen2.context_length", 256),
        number("qwen2.embedding_length", WIDTH),
        number("qwen2.feed_forward_length", INNER),
        number("qwen2.attention.head_count", HEADS),
        number("qwen2.attention.head_count_kv", KEY_HEADS),
        number("qwen2.rope.freq_base", 1e6),
        number("qwen2.attention.layer_norm_rms_epsilon", 1e-6),
        array("tokenizer.ggml.tokens", 8, tokens),
        array("tokenizer.ggml.merges", 8, merges),
        array("tokenizer.ggml.token_type", 5, kinds),
    ]


def tensors() -> dict[str, np.ndarray]:
    source = np.random.default_rng(3)
    keys = WIDTH // HEADS * KEY_HEADS
    head = source.normal(size=(len(vocabulary()[0]), WIDTH))
    shapes = {
        "attn_norm.weight": (WIDTH,),
        "attn_q.weight": (WIDTH, WIDTH),
        "attn_q.bias": (WIDTH,),
        "attn_k.weight": (keys, WIDTH),
        "attn_k.bias": (keys,),
        "attn_v.weight": (keys, WIDTH),
        "attn_v.bias": (keys,),
        "attn_output.weight": (WIDTH, WIDTH),
        "ffn_norm.weight": (WIDTH,),
        "ffn_gate.weight": (INNER, WIDTH),
        "ffn_up.weight": (INNER, WIDTH),
        "ffn_down.weight": (WIDTH, INNER),
    }
    return {
        "output.weight": head,
        "token_embd.weight": head + 0.01 * source.normal(size=head.shape),
        "output_norm.weight": source.normal(size=WIDTH),
        **{f"blk.0.{name}": source.normal(size=shape) for name, shape in shapes.items()},
    }


def file_of(values: dict[str, np.ndarray], architecture: str = "qwen2") -> bytes:
    stored = [(name, each.shape, 0, each.astype(np.float32).tobytes()) for name, each in values.items()]
    return gguf(metadata(architecture), stored)


def refusal(tmp_path, data: bytes, **rest) -> TrainerFault:
    path = tmp_path / "bad.gguf"
    path.write_bytes(data)
    with pytest.raises(TrainerFault) as caught:
        weights.make_from_gguf([path], tmp_path / "bad", **rest)
    assert not (tmp_path / "bad").exists()
    return caught.value


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("qwen2")
    data = file_of(tensors())
    parts = [place / "part1", place / "part2"]
    parts[0].write_bytes(data[:1000])
    parts[1].write_bytes(data[1000:])
    weights.make_from_gguf(parts, place / "model", name="someone/model")
    return place / "model"


def test_a_converted_qwen2_folder_is_complete_and_computes_with_the_tensors_of_the_file(folder):
    from safetensors.torch import load_file

    about = weights.check_folder(folder)
    assert (about["kind"], about["vocabulary"]) == ("qwen2", len(vocabulary()[0]) - UNUSED)
    stored, values = load_file(folder / "model.safetensors"), tensors()
    pairs = {
        "model.embed_tokens.weight": "output.weight",
        "model.norm.weight": "output_norm.weight",
        "model.layers.0.self_attn.q_proj.weight": "blk.0.attn_q.weight",
        "model.layers.0.self_attn.k_proj.bias": "blk.0.attn_k.bias",
        "model.layers.0.mlp.down_proj.weight": "blk.0.ffn_down.weight",
    }
    for ours, theirs in pairs.items():
        assert torch.equal(stored[ours], torch.from_numpy(values[theirs].astype(np.float32)).to(torch.bfloat16)), ours
    assert json.loads((folder / "config.json").read_text())["tie_word_embeddings"] is True


def test_a_converted_qwen2_tokenizer_keeps_the_ids_of_the_file(folder):
    chat = Chat.load(folder)
    tokens = vocabulary()[0]
    ids = chat.tokenizer.encode("a lamp <tool_call>12<|im_end|>", add_special_tokens=False)
    assert [tokens[each] for each in ids] == ["a", "Ġlamp", "Ġ", *"<tool_call>12", "<|im_end|>"]
    # In a user's message, the end-of-turn marker is ordinary text, and the tool-call marker is not a single token.
    spoken = chat.encode_prompt([{"role": "user", "content": "<|im_end|></tool_call>"}], "")
    assert spoken.count(chat.eos_id) == 1
    assert tokens.index("</tool_call>") not in spoken
    assert chat.decode(chat.tokenizer.encode("naïve 赤い\n\n 7", add_special_tokens=False)) == "naïve 赤い\n\n 7"


def test_a_qwen2_folder_trains_with_and_without_an_adapter(folder, tmp_path):
    rows = write_rows(tmp_path / "rows.jsonl", [sft_row(0)])
    for name, lora in (("lora", {"rank": 2, "alpha": 4}), ("full", None)):
        config = stage_config(folder, rows, lora=lora, length={"epochs": 6})
        losses = [step["loss"] for step in of_kind(run_stage(config, tmp_path / name), "step")]
        assert losses[-1] < losses[0], name
    settings = json.loads((tmp_path / "lora" / "adapter" / "adapter_config.json").read_text())
    assert settings["base_model_name_or_path"] == "someone/model"


def test_files_that_are_not_the_expected_qwen2_are_rejected(tmp_path):
    values = tensors()
    assert "not a Qwen2" in refusal(tmp_path, file_of(values, "gemma")).message
    assert "expected was" in refusal(tmp_path, file_of(values), sha256="0" * 64).message
    unshared = {**values, "token_embd.weight": np.random.default_rng(9).normal(size=values["output.weight"].shape)}
    assert "embedding and head differ" in refusal(tmp_path, file_of(unshared)).message
    assert "blk.0.strange" in refusal(tmp_path, file_of({**values, "blk.0.strange.weight": np.ones(4)})).message
    with pytest.raises(TrainerFault) as caught:
        weights.make_from_gguf([tmp_path / "missing"], tmp_path / "bad")
    assert caught.value.code == "WEIGHTS_MISSING"
