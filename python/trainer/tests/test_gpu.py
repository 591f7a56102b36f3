"""Tests that need a GPU: the packed kernel, and that a step does not wait for the device between micro-batches."""

from pathlib import Path

import pytest
import torch

from trainer import lora
from trainer.adapter import full_config
from trainer.attention import packed_attention
from trainer.batch import TokenRow, batch_of
from trainer.stages.sft import SftStage
from trainer.student import Student, load_student
from trainer.world import World

from .bandit import ASKED, Bandit
from .fixed_model import fixed_model, tokens
from .heard import of_kind, run_stage
from .stage_files import sft_row, stage_config, write_rows

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU here")

MODEL = {"dtype": "bfloat16", "device": "cuda"}


def test_the_packed_kernel_equals_row_by_row_attention_in_value_and_gradient() -> None:
    lengths = [130, 1, 77, 300]
    boundaries = torch.tensor([0, *lengths], device="cuda").cumsum(0, dtype=torch.int32)
    generator = torch.Generator("cuda").manual_seed(1)
    shapes = [(1, 9, sum(lengths), 64), (1, 3, sum(lengths), 64), (1, 3, sum(lengths), 64)]
    results = []
    base = [torch.randn(shape, device="cuda", generator=generator) for shape in shapes]
    for dtype in (torch.bfloat16, torch.float32):
        inputs = [each.to(dtype).requires_grad_() for each in base]
        output, _ = packed_attention(None, *inputs, None, scaling=0.125, boundaries=boundaries, row_lengths=lengths)
        assert output.shape == (1, sum(lengths), 9, 64)
        output.float().pow(2).sum().backward()
        results.append([output, *(each.grad for each in inputs)])
    for packed, exact in zip(*results, strict=True):
        torch.testing.assert_close(packed.float(), exact.float(), atol=0.05, rtol=0.05)


def test_bfloat16_policy_stays_close_to_float32() -> None:
    rows = [TokenRow(tokens(40, n), [0] * 10 + [1] * 30) for n in range(6)]
    exact = Student(fixed_model(), torch.device("cpu"), torch.float32, full_config()).log_probabilities(batch_of(rows), 16)[0]
    model = fixed_model().to("cuda", torch.bfloat16)
    config = lora.attach(model, 4, 8, 1)
    student = Student(model, torch.device("cuda"), torch.bfloat16, config)
    now = student.log_probabilities(batch_of(rows).to(student.device), 16)[0].cpu()
    assert (now - exact).abs().mean().item() < 0.05


def test_a_step_never_waits_for_the_device_between_micro_batches(tiny_folder: Path, tiny_chat, tmp_path: Path) -> None:
    rows = write_rows(tmp_path / "rows.jsonl", [sft_row(number) for number in range(16)])
    config = stage_config(tiny_folder, rows, model={**MODEL, "folder": str(tiny_folder)})
    student = load_student(config)
    stage = SftStage(config, student, tiny_chat, World())
    stage.step(0)
    torch.cuda.set_sync_debug_mode("error")
    try:
        stage.step(0)
    finally:
        torch.cuda.set_sync_debug_mode("default")


@pytest.mark.parametrize("rank", [None, 8])
def test_a_stage_runs_on_the_gpu(tiny_folder: Path, tmp_path: Path, rank: int | None) -> None:
    rows = write_rows(tmp_path / "rows.jsonl", [sft_row(number) for number in range(16)])
    config = stage_config(
        tiny_folder, rows, model={**MODEL, "folder": str(tiny_folder)}, lora=rank and {"rank": rank, "alpha": 16},
        length={"epochs": 5, "tokens_per_step": 1000, "tokens_per_micro_batch": 500},
    )  # fmt: skip
    steps = of_kind(run_stage(config, tmp_path / "out"), "step")
    assert steps[-1]["loss"] < steps[0]["loss"]


def test_server_and_trainer_run_one_policy_on_the_gpu(tiny_folder: Path, tmp_path: Path) -> None:
    bandit = Bandit()
    try:
        row = {"problem_id": "p", "split": "train", "prompt": ASKED, "tools": "", "teacher_actions": []}
        file = write_rows(tmp_path / "states.jsonl", [{**row, "id": f"s{number}"} for number in range(4)])
        config = stage_config(
            tiny_folder, file, "grpo", model={**MODEL, "folder": str(tiny_folder)}, lora={"rank": 8, "alpha": 16},
            harness=bandit.config, optimiser={"learning_rate": 1e-2, "schedule": "constant", "warmup_share": 0.0},
            grpo={"group": 4, "states_per_step": 4, "problems_per_step": 2, "teacher_state_steps": 3, "rollout_steps": 2,
                  "most_new_tokens": 24, "most_turns": 2},
        )  # fmt: skip
        events = run_stage(config, tmp_path / "out")
    finally:
        bandit.stop()
    steps = of_kind(events, "step")
    assert [step["mode"] for step in steps] == ["teacher_states"] * 3 + ["rollouts"] * 2
    assert max(step["ratio_drift"] for step in steps) < 0.05
    assert not of_kind(events, "alarm")
