"""Supervised stages from rows to adapter."""

import json
import shutil
from pathlib import Path

import pytest
import torch

from trainer.adapter import load_adapter
from trainer.batch import TokenRow, batch_of
from trainer.faults import TrainerFault
from trainer.stages.sft import SftStage, plan_steps
from trainer.student import load_student
from trainer.world import World

from .fixed_model import fixed_student, tokens
from .heard import of_kind, run_stage
from .stage_files import sft_row, stage_config, write_rows


@pytest.fixture
def rows(tmp_path: Path) -> dict[str, str]:
    return write_rows(tmp_path / "rows.jsonl", [sft_row(number) for number in range(16)])


def test_packed_rows_do_not_see_each_other() -> None:
    student = fixed_student()
    rows = [TokenRow(tokens(9, 1), [0, 0, 0] + [1] * 6), TokenRow(tokens(5, 2), [0] + [1] * 4), TokenRow(tokens(13, 3), [1] * 13)]
    together = student.log_probabilities(batch_of(rows), 6)[0]
    alone = torch.cat([student.log_probabilities(batch_of([row]), 6)[0] for row in rows])
    torch.testing.assert_close(together, alone, atol=1e-6, rtol=1e-6)
    assert len(together) == 6 + 4 + 12


def test_one_micro_batch_and_four_make_the_same_step(tiny_folder: Path, tiny_chat, rows: dict[str, str]) -> None:
    results = []
    for most in (100_000, 400):
        length = {"epochs": 1, "tokens_per_step": 100_000, "tokens_per_micro_batch": most}
        config = stage_config(tiny_folder, rows, length=length)
        student = load_student(config)
        with torch.no_grad():
            for parameter in student.parameters().values():
                parameter.add_(0.01)
        stage = SftStage(config, student, tiny_chat, World())
        outcome = stage.step(0)
        results.append((outcome, {name: each.grad for name, each in student.parameters().items()}))
    (one, gradients), (four, other) = results
    assert one.tokens == four.tokens > 4 * 350
    assert one.loss.item() == pytest.approx(four.loss.item(), abs=1e-6)
    for name, gradient in gradients.items():
        torch.testing.assert_close(gradient, other[name], atol=1e-6, rtol=1e-4)


def test_a_row_of_double_weight_counts_like_two_rows(tiny_folder: Path, tiny_chat, tmp_path: Path) -> None:
    losses = []
    for number, set_of_rows in enumerate(
        ([sft_row(0, weight=2.0), sft_row(1, weight=1.0)], [sft_row(0, weight=1.0), sft_row(0, id="again", weight=1.0), sft_row(1, weight=1.0)])
    ):
        config = stage_config(
            tiny_folder,
            write_rows(tmp_path / f"{number}.jsonl", set_of_rows),
            length={"tokens_per_step": 100_000, "tokens_per_micro_batch": 100_000},
        )
        losses.append(SftStage(config, load_student(config), tiny_chat, World()).step(0).loss.item())
    assert losses[0] == pytest.approx(losses[1], abs=1e-6)


@pytest.mark.parametrize("lora", [{"rank": 8, "alpha": 16}, None])
def test_the_sft_loss_falls_and_all_outputs_are_written(tiny_folder: Path, rows: dict[str, str], tmp_path: Path, lora) -> None:
    length = {"epochs": 12, "tokens_per_step": 1000, "tokens_per_micro_batch": 500}
    optimiser = {"learning_rate": 1e-2 if lora else 2e-3, "warmup_share": 0.1, "schedule": "cosine"}
    config = stage_config(tiny_folder, rows, lora=lora, length=length, optimiser=optimiser)
    events = run_stage(config, tmp_path / "out")
    steps = of_kind(events, "step")
    assert [each["event"] for each in events][0] == "begin"
    assert steps[-1]["step"] == steps[-1]["steps"] == len(steps)
    assert steps[-1]["loss"] < 0.8 * steps[0]["loss"]
    assert steps[0]["learning_rate"] < steps[2]["learning_rate"] > steps[-1]["learning_rate"]
    assert of_kind(events, "done")[0]["adapter"] == str(tmp_path / "out" / "adapter")
    lines = [json.loads(line) for line in (tmp_path / "out" / "metrics.jsonl").read_text().splitlines()]
    assert [line["step"] for line in lines] == [step["step"] for step in steps]
    record = json.loads((tmp_path / "out" / "run.json").read_text())
    assert record["state"] == "done"
    assert record["tokens"] == sum(step["tokens"] for step in steps)
    tensors, settings, about = load_adapter(tmp_path / "out" / "adapter")
    assert settings["peft_type"] == ("LORA" if lora else "FULL")
    assert settings.get("base_model_name_or_path") == ("tiny" if lora else None)
    assert about["base_sha256"] == record["identity"]["model"]["sha256"]
    assert any(tensor.abs().max() > 0 for name, tensor in tensors.items() if "lora_B" in name or lora is None)


def test_a_later_stage_begins_where_the_earlier_one_ended(tiny_folder: Path, rows: dict[str, str], tmp_path: Path) -> None:
    config = stage_config(tiny_folder, rows)
    run_stage(config, tmp_path / "first")
    later = stage_config(tiny_folder, rows, "teacher", start=str(tmp_path / "first" / "adapter"))
    student = load_student(later)
    tensors, _, _ = load_adapter(tmp_path / "first" / "adapter")
    assert all(torch.equal(tensors[name], tensor) for name, tensor in student.tensors().items())


def test_an_adapter_trained_on_other_weights_cannot_be_the_start(tiny_folder: Path, rows: dict[str, str], tmp_path: Path) -> None:
    run_stage(stage_config(tiny_folder, rows), tmp_path / "first")
    other = tmp_path / "other"
    shutil.copytree(tiny_folder, other)
    settings = other / "config.json"
    settings.write_text(settings.read_text() + "\n")
    later = stage_config(other, rows, "teacher", start=str(tmp_path / "first" / "adapter"))
    with pytest.raises(TrainerFault, match="trained on other base weights"):
        run_stage(later, tmp_path / "later")


def test_every_row_is_used_once_per_epoch() -> None:
    plan = plan_steps([30, 50, 20, 90, 10], seed=1, epochs=2, tokens_per_step=100)
    assert plan == plan_steps([30, 50, 20, 90, 10], seed=1, epochs=2, tokens_per_step=100)
    assert sorted(row for step in plan for row in step) == sorted([0, 1, 2, 3, 4] * 2)


def test_a_finished_stage_reports_done_and_rejects_another_config(tiny_folder: Path, rows: dict[str, str], tmp_path: Path) -> None:
    run_stage(stage_config(tiny_folder, rows), tmp_path / "out")
    again = run_stage(stage_config(tiny_folder, rows, deadline_seconds=5), tmp_path / "out")
    assert [event["event"] for event in again] == ["done"]
    assert again[0]["already"] is True
    with pytest.raises(TrainerFault) as fault:
        run_stage(stage_config(tiny_folder, rows, seed=8), tmp_path / "out")
    assert fault.value.code == "RUN_DIFFERS"
    assert "seed" in fault.value.message


def test_invalid_sft_input_is_rejected_with_its_fault_code(tiny_folder: Path, rows: dict[str, str], tmp_path: Path) -> None:
    held_out = write_rows(tmp_path / "held.jsonl", [sft_row(0), sft_row(1, split="test")])
    cases = {
        "HELD_OUT_ROW": stage_config(tiny_folder, held_out),
        "TEMPLATE_DIFFERS": stage_config(tiny_folder, rows, template_sha256="0" * 64),
        "ROWS_CORRUPT": stage_config(tiny_folder, {**rows, "sha256": "0" * 64}),
        "NOTHING_TO_TRAIN": stage_config(tiny_folder, rows, context=8),
        "MODEL_UNREADABLE": stage_config(tmp_path, rows),
    }
    for code, config in cases.items():
        with pytest.raises(TrainerFault) as fault:
            run_stage(config, tmp_path / code)
        assert fault.value.code == code
