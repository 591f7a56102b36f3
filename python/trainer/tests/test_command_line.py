"""`python -m trainer`: missing packages, bad configs, and one process that trains, serves and swaps adapters."""

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from trainer.config import parse_config
from trainer.durable import sha256_of
from trainer.faults import TrainerFault

from .stage_files import sft_row, stage_value, write_rows

PACKAGE_HOME = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(PACKAGE_HOME)}


def test_without_torch_one_line_says_how_to_install_it() -> None:
    # -S hides every installed package.
    words = [sys.executable, "-S", "-m", "trainer", "train", "--config", "c.json", "--out", "o"]
    ended = subprocess.run(words, env=ENVIRONMENT, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2
    assert ended.stderr == ""
    [line] = ended.stdout.splitlines()
    event = json.loads(line)
    assert (event["event"], event["code"], event["exit"]) == ("fault", "TORCH_MISSING", 2)
    assert "pip install" in event["remedy"]


def _value() -> dict[str, Any]:
    return stage_value(Path("model"), {"file": "rows.jsonl", "sha256": "0" * 64})


def test_every_field_of_the_config_is_read() -> None:
    config = parse_config({**_value(), "grpo": {"group": 4, "problems": ["p1"]}, "lora": None, "deadline_seconds": 60})
    assert (config.grpo.group, config.grpo.problems) == (4, ["p1"])
    assert config.lora is None
    assert config.deadline_seconds == 60.0


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"learning_rate": 1}, "learning_rate"),
        ({"optimiser": {"rate": 1}}, "config.optimiser has an unknown field rate"),
        ({"seed": "7"}, "config.seed"),
        ({"seed": True}, "config.seed"),
        ({"stage": "ppo"}, "'ppo'"),
        ({"rows": []}, "rows"),
        ({"rows": [{"file": "a"}]}, "config.rows[0].sha256 is missing"),
        ({"stage": "grpo"}, "harness"),
        ({"length": {"epochs": 0}}, "length.epochs"),
        ({"stage": "kto", "kto": {"micro_batch": 1}}, "micro_batch"),
    ],
)
def test_an_invalid_config_is_rejected_by_field(change: dict[str, Any], named: str) -> None:
    with pytest.raises(TrainerFault) as fault:
        parse_config({**_value(), **change})
    assert (fault.value.code, fault.value.exit) == ("CONFIG_INVALID", 2)
    assert named.lower() in fault.value.message.lower()


class Worker:
    def __init__(self) -> None:
        words = [sys.executable, "-m", "trainer", "work"]
        self.process = subprocess.Popen(
            words, env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def ask(self, last: str, **request: Any) -> list[dict[str, Any]]:
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        events = []
        for line in self.process.stdout:
            events.append(json.loads(line))
            if events[-1]["event"] in (last, "fault"):
                return events
        raise AssertionError(f"it ended after {events}")


@pytest.fixture
def worker() -> Iterator[Worker]:
    found = Worker()
    yield found
    found.process.kill()
    found.process.wait()


def test_one_process_trains_serves_and_swaps_adapters(worker: Worker, tiny_folder: Path, tmp_path: Path) -> None:
    rows = write_rows(tmp_path / "rows.jsonl", [sft_row(number) for number in range(8)])
    config = stage_value(tiny_folder, rows)
    model = config["model"]
    [fault] = worker.ask("adapter", id="0", do="adapter", folder=None)
    assert (fault["id"], fault["code"]) == ("0", "NOT_SERVING")
    served = worker.ask("serving", id="1", do="serve", model=model, port=0)[-1]
    with urllib.request.urlopen(f"{served['url']}/health", timeout=30) as answer:
        assert json.load(answer)["weights_version"] == "base"
    trained = worker.ask("done", id="2", do="train", config=config, out=str(tmp_path / "out"))
    assert [event["event"] for event in trained][0] == "begin"
    assert {event["id"] for event in trained} == {"2"}
    swapped = worker.ask("adapter", id="3", do="adapter", folder=str(tmp_path / "out" / "adapter"))[-1]
    with urllib.request.urlopen(f"{served['url']}/health", timeout=30) as answer:
        assert json.load(answer)["weights_version"] == swapped["version"]
    # Versions depend on the content: adapters with the same name and number of steps are not the same policy.
    assert swapped["version"] == sha256_of(tmp_path / "out" / "adapter" / "adapter.json")[:16]
    [refused] = worker.ask("done", id="4", do="train", config={**config, "sed": 1}, out="x")
    assert (refused["id"], refused["code"]) == ("4", "CONFIG_INVALID")
    assert worker.ask("stopping", id="5", do="stop")[-1]["id"] == "5"
    assert worker.process.wait(30) == 0


def test_the_worker_exits_when_its_input_is_closed(worker: Worker) -> None:
    worker.process.stdin.close()
    assert worker.process.wait(60) == 0
