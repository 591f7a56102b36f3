"""Adapters: shards, hashes, PEFT's names, merging."""

import copy
import json
from pathlib import Path

import pytest
import torch

from trainer import lora
from trainer.adapter import SHARD_BYTES, full_config, join_adapter, load_adapter, save_adapter
from trainer.durable import sha256_of
from trainer.faults import TrainerFault

from .fixed_model import fixed_model, fixed_student, tokens


def _trained_model():
    model = fixed_model("sdpa")
    config = lora.attach(model, rank=4, alpha=8, seed=3)
    with torch.no_grad():
        for parameter in lora.trainable(model).values():
            parameter.add_(torch.randn(parameter.shape, generator=torch.Generator().manual_seed(5)) * 0.1)
    return model, config


def _tensors(model) -> dict[str, torch.Tensor]:
    return {name: parameter.detach() for name, parameter in lora.trainable(model).items()}


def test_an_adapter_round_trip_keeps_every_bit(tmp_path: Path) -> None:
    model, config = _trained_model()
    save_adapter(tmp_path / "adapter", _tensors(model), config, {"template_sha256": "t", "base_sha256": "b"})
    tensors, read, about = load_adapter(tmp_path / "adapter")
    assert read == config
    assert about == {"template_sha256": "t", "base_sha256": "b", "version": 1}
    assert set(tensors) == set(_tensors(model))
    assert all(torch.equal(tensors[name], tensor) for name, tensor in _tensors(model).items())


def test_adapter_shards_stay_small_and_a_large_tensor_is_split_by_rows(tmp_path: Path) -> None:
    tensors = {"large": torch.arange(9_000_000, dtype=torch.float32).reshape(3000, 3000), "small": torch.ones(3)}
    save_adapter(tmp_path / "adapter", tensors, full_config(), {})
    files = sorted((tmp_path / "adapter").glob("*.safetensors"))
    assert len(files) == 3
    assert all(file.stat().st_size <= SHARD_BYTES for file in files)
    read, _, _ = load_adapter(tmp_path / "adapter")
    assert all(torch.equal(read[name], tensor) for name, tensor in tensors.items())


@pytest.mark.parametrize("harm", ["flip", "cut", "delete", "settings"])
def test_an_adapter_with_a_wrong_byte_is_rejected_by_file_name(tmp_path: Path, harm: str) -> None:
    model, config = _trained_model()
    save_adapter(tmp_path / "adapter", _tensors(model), config, {})
    shard = tmp_path / "adapter" / ("adapter_config.json" if harm == "settings" else "adapter-00001-of-00001.safetensors")
    data = bytearray(shard.read_bytes())
    data[len(data) // 2] ^= 1
    if harm == "delete":
        shard.unlink()
    else:
        shard.write_bytes(data[: len(data) // 2] if harm == "cut" else data)
    with pytest.raises(TrainerFault) as fault:
        load_adapter(tmp_path / "adapter")
    assert fault.value.code == "ADAPTER_CORRUPT"
    assert shard.name in fault.value.message


def test_a_file_name_in_an_adapter_cannot_leave_its_folder(tmp_path: Path) -> None:
    model, config = _trained_model()
    save_adapter(tmp_path / "adapter", _tensors(model), config, {})
    index = tmp_path / "adapter" / "adapter.json"
    value = json.loads(index.read_text())
    value["files"][0]["name"] = "../elsewhere.safetensors"
    index.write_text(json.dumps(value))
    with pytest.raises(TrainerFault, match="ADAPTER_CORRUPT"):
        load_adapter(tmp_path / "adapter")


@pytest.mark.parametrize(
    "changed",
    [{"r": 0}, {"r": "4"}, {"lora_alpha": float("nan")}, {"lora_alpha": None}, {"peft_type": "LOHA"}, {"use_dora": True}],
)
def test_adapter_settings_that_would_be_served_wrongly_are_rejected(tmp_path: Path, changed: dict) -> None:
    model, config = _trained_model()
    save_adapter(tmp_path / "adapter", _tensors(model), {**config, **changed}, {})
    with pytest.raises(TrainerFault, match="adapter_config.json is refused"):
        load_adapter(tmp_path / "adapter")


def test_adapter_settings_without_a_hash_and_invalid_shards_are_rejected(tmp_path: Path) -> None:
    model, config = _trained_model()
    save_adapter(tmp_path / "adapter", _tensors(model), config, {})
    index = tmp_path / "adapter" / "adapter.json"
    value = json.loads(index.read_text())
    value["files"] = [each for each in value["files"] if each["name"] != "adapter_config.json"]
    index.write_text(json.dumps(value))
    with pytest.raises(TrainerFault, match="does not name adapter_config.json"):
        load_adapter(tmp_path / "adapter")
    shard = tmp_path / "adapter" / value["files"][0]["name"]
    shard.write_bytes(b"\x80\x04cos\nsystem\n")
    value["files"][0]["sha256"] = sha256_of(shard)
    index.write_text(json.dumps(value))
    with pytest.raises(TrainerFault, match="ADAPTER_CORRUPT"):
        load_adapter(tmp_path / "adapter")


def test_an_interrupted_replacement_leaves_the_old_adapter(tmp_path: Path) -> None:
    model, config = _trained_model()
    save_adapter(tmp_path / "adapter", _tensors(model), config, {"step": 1})
    (tmp_path / "adapter").rename(tmp_path / ".adapter.old")
    assert load_adapter(tmp_path / "adapter")[2]["step"] == 1


def test_a_new_adapter_changes_nothing_and_is_the_same_for_the_same_seed(tmp_path: Path) -> None:
    ids = torch.tensor([tokens(9, 1)])
    plain = fixed_model("sdpa")(ids).logits
    models = [fixed_model("sdpa") for _ in range(2)]
    for model in models:
        lora.attach(model, rank=4, alpha=8, seed=3)
    assert torch.equal(models[0](ids).logits, plain)
    assert all(torch.equal(a, b) for a, b in zip(_tensors(models[0]).values(), _tensors(models[1]).values(), strict=True))


def test_merged_weights_answer_like_the_adapter() -> None:
    model, config = _trained_model()
    merged = fixed_model("sdpa")
    lora.merge_into(merged, _tensors(model), config)
    ids = torch.tensor([tokens(12, 2)])
    assert not torch.allclose(merged(ids).logits, fixed_model("sdpa")(ids).logits, atol=1e-2)
    torch.testing.assert_close(merged(ids).logits, model(ids).logits, atol=1e-4, rtol=1e-4)


def test_the_reference_stays_unchanged_while_the_policy_trains() -> None:
    student = fixed_student()
    student.adapter_config = lora.attach(student.model, rank=4, alpha=8, seed=3)
    with torch.no_grad():
        for parameter in student.parameters().values():
            parameter.add_(0.05)
    from trainer.batch import TokenRow, batch_of

    batch = batch_of([TokenRow(tokens(9, 1), [0] * 4 + [1] * 5)])
    begun = student.log_probabilities(batch, 8)[0].detach()
    student.remember_start()
    with torch.no_grad():
        for parameter in student.parameters().values():
            parameter.add_(0.05)
    assert torch.equal(student.start_log_probabilities(batch, 8), begun)
    assert not torch.allclose(student.log_probabilities(batch, 8)[0], begun, atol=1e-3)


def test_peft_loads_the_joined_adapter_and_gives_the_same_answers(tmp_path: Path) -> None:
    peft = pytest.importorskip("peft", reason="peft is not installed, so its loading is not tried")
    model, config = _trained_model()
    save_adapter(tmp_path / "adapter", _tensors(model), config, {})
    join_adapter(tmp_path / "adapter", tmp_path / "joined")
    theirs = peft.PeftModel.from_pretrained(copy.deepcopy(fixed_model("sdpa")), tmp_path / "joined")
    ids = torch.tensor([tokens(12, 2)])
    torch.testing.assert_close(theirs(ids).logits, model(ids).logits, atol=1e-5, rtol=1e-5)


def test_the_joined_adapter_loads_like_the_sharded_one(tmp_path: Path) -> None:
    model, config = _trained_model()
    save_adapter(tmp_path / "adapter", _tensors(model), config, {"stage": "sft"})
    join_adapter(tmp_path / "adapter", tmp_path / "joined")
    tensors, settings, about = load_adapter(tmp_path / "joined")
    assert (settings, about["stage"]) == (config, "sft")
    expected = _tensors(model)
    assert tensors.keys() == expected.keys()
    assert all(torch.equal(tensors[name], expected[name]) for name in expected)
