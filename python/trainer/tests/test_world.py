"""Two processes train the same weights as one."""

import json
import socket
from pathlib import Path

import torch

from trainer.adapter import load_adapter

from .forked import ForkedTrainer
from .heard import run_stage
from .stage_files import sft_row, stage_config, stage_value, write_rows


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_two_processes_train_the_same_weights_as_one(tiny_folder: Path, tmp_path: Path) -> None:
    rows = write_rows(tmp_path / "rows.jsonl", [sft_row(number) for number in range(12)])
    value = stage_value(
        tiny_folder, rows, lora=None, checkpoint={"every_seconds": 1000, "every_steps": 2},
        length={"epochs": 1, "tokens_per_step": 600, "tokens_per_micro_batch": 220, "most_steps": 3},
    )  # fmt: skip
    config = tmp_path / "stage.json"
    config.write_text(json.dumps(value))
    world = {"WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(_free_port())}
    words = ["train", "--config", str(config), "--out", str(tmp_path / "two")]
    processes = [ForkedTrainer(*words, environment={**world, "RANK": rank, "LOCAL_RANK": rank}) for rank in ("0", "1")]
    said = [process.ended() for process in processes]
    assert [code for _, code in said] == [0, 0], said
    assert said[1][0] == ""
    run_stage(stage_config(tiny_folder, rows, **{key: value[key] for key in ("lora", "length")}), tmp_path / "one")
    one, two = (load_adapter(tmp_path / name / "adapter")[0] for name in ("one", "two"))
    assert set(one) == set(two)
    for name, tensor in one.items():
        torch.testing.assert_close(two[name], tensor, atol=1e-5, rtol=1e-4)
