"""A killed run resumes as if nothing had happened; a run that cannot continue keeps its results."""

import json
import signal
import time
from pathlib import Path

import pytest
import torch

from trainer.adapter import load_adapter
from trainer.checkpoint import load_checkpoint, save_checkpoint
from trainer.deadline import Deadline
from trainer.faults import TrainerFault
from trainer.stages.sft import SftStage
from trainer.stages.stage import StepOutcome

from .forked import ForkedTrainer
from .heard import of_kind, run_stage
from .stage_files import sft_row, stage_config, stage_value, write_rows


@pytest.fixture
def rows(tmp_path: Path) -> dict[str, str]:
    return write_rows(tmp_path / "rows.jsonl", [sft_row(number) for number in range(16)])


def _start(config: Path, out: Path) -> ForkedTrainer:
    return ForkedTrainer("train", "--config", str(config), "--out", str(out))


def test_a_killed_and_resumed_run_is_byte_for_byte_the_same(tiny_folder: Path, rows: dict[str, str], tmp_path: Path) -> None:
    value = stage_value(
        tiny_folder, rows, checkpoint={"every_seconds": 1000, "every_steps": 3},
        length={"epochs": 20, "tokens_per_step": 400, "tokens_per_micro_batch": 200, "most_steps": 20},
        optimiser={"learning_rate": 3e-3, "schedule": "cosine", "warmup_share": 0.1, "weight_decay": 0.01},
    )  # fmt: skip
    config = tmp_path / "stage.json"
    config.write_text(json.dumps(value))
    whole = _start(config, tmp_path / "whole")
    cut = _start(config, tmp_path / "cut")
    for line in cut.lines():
        event = json.loads(line)
        if event["event"] == "step" and event["step"] == 8:
            break
    assert cut.kill() == -signal.SIGKILL
    assert not (tmp_path / "cut" / "adapter").exists()
    said, ending = _start(config, tmp_path / "cut").ended()
    events = [json.loads(line) for line in said.splitlines()]
    assert (ending, whole.ended()[1]) == (0, 0)
    assert 6 <= of_kind(events, "begin")[0]["step"] < 20
    files = sorted(path.name for path in (tmp_path / "whole" / "adapter").iterdir())
    assert files == sorted(path.name for path in (tmp_path / "cut" / "adapter").iterdir())
    for name in files:
        assert (tmp_path / "whole" / "adapter" / name).read_bytes() == (tmp_path / "cut" / "adapter" / name).read_bytes()
    lines = [json.loads(line) for line in (tmp_path / "cut" / "metrics.jsonl").read_text().splitlines()]
    assert [line["step"] for line in lines] == list(range(1, 21))


def test_the_last_two_checkpoints_are_kept_and_a_wrong_byte_is_rejected(tmp_path: Path) -> None:
    for step in (3, 6, 9):
        save_checkpoint(tmp_path, step, {"value": torch.tensor(step)})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["step-00000006", "step-00000009"]
    assert load_checkpoint(tmp_path)[1]["value"].item() == 9
    state = tmp_path / "step-00000009" / "state.pt"
    data = bytearray(state.read_bytes())
    data[len(data) // 2] ^= 1
    state.write_bytes(data)
    with pytest.raises(TrainerFault) as fault:
        load_checkpoint(tmp_path)
    assert fault.value.code == "CHECKPOINT_CORRUPT"
    assert str(state) in fault.value.message


def test_an_incomplete_checkpoint_is_ignored(tmp_path: Path) -> None:
    save_checkpoint(tmp_path, 3, {"value": torch.tensor(3)})
    (tmp_path / ".step-00000006.new").mkdir()
    (tmp_path / ".step-00000006.new" / "state.pt").write_bytes(b"half")
    assert load_checkpoint(tmp_path)[0] == 3


def test_a_loss_that_is_not_finite_stops_and_keeps_the_last_good_checkpoint(
    tiny_folder: Path, rows: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = SftStage.step

    def poisoned(stage: SftStage, number: int) -> StepOutcome:
        outcome = original(stage, number)
        if number == 4:
            outcome.loss.fill_(float("nan"))
        return outcome

    monkeypatch.setattr(SftStage, "step", poisoned)
    config = stage_config(
        tiny_folder, rows, checkpoint={"every_seconds": 1000, "every_steps": 2}, length={"epochs": 2, "tokens_per_step": 400}
    )
    with pytest.raises(TrainerFault) as fault:
        run_stage(config, tmp_path / "out")
    assert (fault.value.code, fault.value.exit) == ("LOSS_NOT_FINITE", 1)
    assert "step 4" in fault.value.message
    step, state = load_checkpoint(tmp_path / "out" / "checkpoint")
    assert step == 4
    assert all(tensor.isfinite().all() for tensor in state["parameters"].values())
    assert json.loads((tmp_path / "out" / "run.json").read_text())["stopped"] == "nan"


@pytest.mark.parametrize("error", [torch.OutOfMemoryError("CUDA out of memory"), RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried")])
def test_running_out_of_memory_says_what_to_lower(
    tiny_folder: Path, rows: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def starve(*_: object) -> None:
        raise error

    monkeypatch.setattr(SftStage, "step", starve)
    with pytest.raises(TrainerFault) as fault:
        run_stage(stage_config(tiny_folder, rows), tmp_path / "out")
    assert fault.value.code == "OUT_OF_MEMORY"
    assert "length.tokens_per_micro_batch (200)" in fault.value.remedy


def test_a_deadline_stops_cleanly_and_the_run_can_be_resumed(
    tiny_folder: Path, rows: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = SftStage.step

    def slow(stage: SftStage, number: int) -> StepOutcome:
        time.sleep(0.3)
        return original(stage, number)

    monkeypatch.setattr(SftStage, "step", slow)
    length = {"epochs": 50, "tokens_per_step": 400, "most_steps": 40}
    begun = time.monotonic()
    config = stage_config(tiny_folder, rows, length=length, deadline_seconds=6.0)
    events = run_stage(config, tmp_path / "out")
    assert time.monotonic() - begun < 12
    assert of_kind(events, "stopped")[0]["reason"] == "deadline"
    done = of_kind(events, "done")[0]["step"]
    assert 0 < done < 40
    record = json.loads((tmp_path / "out" / "run.json").read_text())
    assert (record["state"], record["stopped"], record["planned_steps"]) == ("stopped", "deadline", 40)
    assert record["next_learning_rate"] == pytest.approx(1e-3)
    assert load_adapter(tmp_path / "out" / "adapter")[2]["step"] == done
    monkeypatch.setattr(SftStage, "step", original)
    again = run_stage(stage_config(tiny_folder, rows, length=length), tmp_path / "out")
    assert of_kind(again, "begin")[0]["step"] == done
    assert of_kind(again, "done")[0]["step"] == 40


def test_the_deadline_leaves_time_for_a_step_and_for_writing() -> None:
    now = [0.0]
    deadline = Deadline(10.0, lambda: now[0])
    deadline.saw_step(3.0)
    deadline.saw_writing(1.0)
    now[0] = 4.9
    assert not deadline.spent()
    now[0] = 5.1
    assert deadline.spent()
    assert not Deadline(None).spent()
