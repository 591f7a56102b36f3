"""Two processes train what one would have trained."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import torch

from trainer.adapter import load_adapter

from .heard import run_stage
from .stage_files import sft_row, stage_config, stage_value, write_rows

PACKAGE_HOME = Path(__file__).parents[2]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_two_processes_train_what_one_would_have(tiny_folder: Path, tmp_path: Path) -> None:
    rows = write_rows(tmp_path / "rows.jsonl", [sft_row(number) for number in range(12)])
    value = stage_value(
        tiny_folder, rows, lora=None, checkpoint={"every_seconds": 1000, "every_steps": 2},
        length={"epochs": 1, "tokens_per_step": 600, "tokens_per_micro_batch": 220, "most_steps": 3},
    )  # fmt: skip
    config = tmp_path / "stage.json"
    config.write_text(json.dumps(value))
    world = {"WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(_free_port()), "OMP_NUM_THREADS": "1"}
    words = [sys.executable, "-m", "trainer", "train", "--config", str(config), "--out", str(tmp_path / "two")]
    processes = [
        subprocess.Popen(
            words, env={**os.environ, **world, "PYTHONPATH": str(PACKAGE_HOME), "RANK": rank, "LOCAL_RANK": rank},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for rank in ("0", "1")
    ]  # fmt: skip
    said = [process.communicate(timeout=120) for process in processes]
    assert [process.returncode for process in processes] == [0, 0], said
    assert said[1][0] == ""
    run_stage(stage_config(tiny_folder, rows, **{key: value[key] for key in ("lora", "length")}), tmp_path / "one")
    one, two = (load_adapter(tmp_path / name / "adapter")[0] for name in ("one", "two"))
    assert set(one) == set(two)
    for name, tensor in one.items():
        torch.testing.assert_close(two[name], tensor, atol=1e-5, rtol=1e-4)
