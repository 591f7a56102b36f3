"""Held-out problems, keeping the best weights, and stopping when they no longer improve."""

import json
from pathlib import Path

import pytest
import torch

from trainer.adapter import load_adapter
from trainer.config import EarlyStoppingConfig, parse_config
from trainer.deadline import Deadline
from trainer.early_stopping import EarlyStopping
from trainer.faults import TrainerFault
from trainer.held_out import held_out_problems
from trainer.stages.sft import SftStage
from trainer.student import load_student
from trainer.world import World

from .heard import of_kind, run_stage
from .stage_files import kto_row, sft_row, stage_config, stage_value, write_rows


def stopped_after(losses: list[float], patience: int) -> tuple[int | None, int]:
    """The measurement after which it stopped, and the one whose weights were kept."""
    stopping = EarlyStopping(EarlyStoppingConfig(patience=patience, every_steps=1))
    stopping.add(0, 0.01, dict)
    for step, loss in enumerate(losses, start=1):
        stopping.add(step, loss, dict)
        if stopping.exhausted:
            return step, stopping.best[0]
    return None, stopping.best[0]


def test_training_stops_after_the_configured_number_of_measurements_without_improvement() -> None:
    assert stopped_after([3, 2, 1, 1, 1, 1], 2) == (5, 3)
    assert stopped_after([3, 2, 4, 1.5, 4, 4, 4], 3) == (7, 4)
    assert stopped_after([5, 4, 3, 2], 1) == (None, 4)
    assert stopped_after([2, float("nan"), float("nan")], 2) == (3, 1)
    assert stopped_after([float("nan"), 2, 3], 2) == (None, 2)


def test_early_stopping_holds_out_the_same_whole_problems_each_time() -> None:
    problems = [f"p{number}" for number in range(40)]
    chosen = held_out_problems([*problems, *problems], 0.1)
    assert len(chosen) == 4
    assert held_out_problems(problems[::-1], 0.1) == chosen
    assert len(held_out_problems(["a", "b"], 0.99)) == 1
    with pytest.raises(TrainerFault):
        held_out_problems(["a", "a"], 0.5)


def test_held_out_rows_are_not_trained_on_and_their_loss_is_that_of_training(
    tiny_folder: Path, tiny_chat, tmp_path: Path
) -> None:
    rows = [sft_row(number, problem_id=f"p{number % 4}") for number in range(12)]
    [held_out] = held_out_problems([row["problem_id"] for row in rows], 0.25)
    settings = {"share": 0.25, "every_steps": 1, "patience": 1}
    length = {"epochs": 1, "tokens_per_step": 100_000, "tokens_per_micro_batch": 300}
    config = stage_config(tiny_folder, write_rows(tmp_path / "all.jsonl", rows), early_stopping=settings, length=length)
    stage = SftStage(config, load_student(config), tiny_chat, World())
    assert (stage.facts["rows"], stage.facts["rows_held_out"], stage.facts["rows_left_out"]) == (9, 3, 0)
    kept, left = ([row for row in rows if (row["problem_id"] == held_out) is want] for want in (False, True))
    losses = []
    for name, part in (("kept", kept), ("left", left)):
        alone = stage_config(tiny_folder, write_rows(tmp_path / f"{name}.jsonl", part), length=length)
        losses.append(SftStage(alone, load_student(alone), tiny_chat, World()).step(0).loss.item())
    assert stage.step(0).loss.item() == pytest.approx(losses[0], abs=1e-5)
    assert stage.held_out_loss() == pytest.approx(losses[1], abs=1e-5)


@pytest.mark.parametrize("lora", [{"rank": 4, "alpha": 8}, None], ids=["lora", "full"])
def test_the_best_weights_are_exported_also_after_an_interruption(
    tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lora
) -> None:
    rows = write_rows(tmp_path / "rows.jsonl", [sft_row(number) for number in range(12)])
    value = stage_value(
        tiny_folder, rows, lora=lora, early_stopping={"share": 0.2, "every_steps": 2, "patience": 2},
        length={"epochs": 40, "tokens_per_step": 400, "tokens_per_micro_batch": 400, "most_steps": 12},
    )  # fmt: skip
    # The loss improves up to step 4, then gets worse: the run ends with the second measurement after it.
    script = {0: 9.0, 2: 5.0, 4: 3.0, 6: 4.0, 8: 3.5, 10: 1.0}
    seen: list[int] = []
    made = EarlyStopping.add

    def scripted(self: EarlyStopping, done: int, _: float, tensors) -> None:
        seen.append(done)
        made(self, done, script[done], tensors)

    monkeypatch.setattr(EarlyStopping, "add", scripted)
    whole = run_stage(parse_config(value), tmp_path / "whole")
    assert seen == [0, 2, 4, 6, 8]
    assert of_kind(whole, "done")[0] | {"adapter": None} == {
        "event": "done", "stage": "sft", "step": 8, "adapter": None, "stopped": "early",
    }  # fmt: skip
    assert [each["best_step"] for each in of_kind(whole, "held-out")] == [None, 2, 4, 4, 4]
    record = json.loads((tmp_path / "whole" / "run.json").read_text())
    assert (record["state"], record["held_out"]["best_step"], record["steps"]) == ("done", 4, 8)
    assert record["held_out"]["losses"] == [[step, script[step]] for step in seen]

    tensors, _, about = load_adapter(tmp_path / "whole" / "adapter")
    assert about["step"] == 4
    if lora is None:
        assert not (tmp_path / "whole" / "checkpoint").exists()

    steps = iter([False] * 5 + [True])
    monkeypatch.setattr(Deadline, "spent", lambda self: next(steps, False))
    cut = run_stage(parse_config({**value, "deadline_seconds": 1000}), tmp_path / "cut")
    assert of_kind(cut, "done")[0]["stopped"] == "deadline"
    assert load_adapter(tmp_path / "cut" / "adapter")[2]["step"] == 4
    again = run_stage(parse_config(value), tmp_path / "cut")
    assert of_kind(again, "begin")[0]["step"] == 5
    assert of_kind(again, "done")[0]["stopped"] == "early"
    resumed, _, _ = load_adapter(tmp_path / "cut" / "adapter")
    assert all(torch.equal(resumed[name], tensor) for name, tensor in tensors.items())


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"early_stopping": {"share": 0.0}}, "share"),
        ({"early_stopping": {"share": 1.0}}, "share"),
        ({"early_stopping": {"patience": 0}}, "patience"),
        ({"early_stopping": {"every_steps": 0}}, "every_steps"),
    ],
)
def test_invalid_early_stopping_settings_are_rejected(tiny_folder: Path, tmp_path: Path, changes: dict, word: str) -> None:
    rows = write_rows(tmp_path / "rows.jsonl", [sft_row(0)])
    with pytest.raises(TrainerFault) as caught:
        stage_config(tiny_folder, rows, **changes)
    assert word in caught.value.message


def test_only_supervised_stages_hold_out_rows(tiny_folder: Path, tmp_path: Path) -> None:
    rows = write_rows(tmp_path / "rows.jsonl", [kto_row(0, True)])
    with pytest.raises(TrainerFault) as caught:
        stage_config(tiny_folder, rows, "kto", early_stopping={"share": 0.5})
    assert "kto" in caught.value.message
