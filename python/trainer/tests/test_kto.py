"""KTO from rows to adapter."""

import random
from pathlib import Path

import pytest

from trainer.faults import TrainerFault
from trainer.rows import KtoRow
from trainer.stages.kto import Judged, check_labels, interleave, judge, neighbour, plan_steps
from trainer.stages.table import KtoConfig

from .heard import of_kind, run_stage
from .stage_files import kto_row, stage_config, write_rows


def _judged(desirable: bool, length: int = 5) -> Judged:
    return Judged([1] * length, [2, 3], [1, 0], desirable)


@pytest.mark.parametrize("lora", [{"rank": 8, "alpha": 16}, None])
def test_kto_separates_the_labels_from_the_first_step(tiny_folder: Path, tmp_path: Path, lora) -> None:
    # Sorted by label, as a careless program might write them.
    rows = write_rows(tmp_path / "rows.jsonl", [kto_row(n, n < 8) for n in range(16)])
    config = stage_config(
        tiny_folder, rows, "kto", lora=lora, kto={"micro_batch": 8},
        length={"epochs": 6, "tokens_per_step": 2000, "tokens_per_micro_batch": 150},
        optimiser={"learning_rate": 3e-3 if lora else 5e-4, "schedule": "constant", "warmup_share": 0.0},
    )  # fmt: skip
    events = run_stage(config, tmp_path / "out")
    steps = of_kind(events, "step")
    # The reference is the start: before the first update nothing has moved.
    assert steps[0]["margin"] == pytest.approx(0.0, abs=1e-6)
    assert steps[0]["z0"] == pytest.approx(0.0, abs=1e-6)
    assert steps[0]["loss"] == pytest.approx(0.5, abs=1e-6)
    assert steps[-1]["loss"] < steps[0]["loss"] - 0.05
    assert steps[-1]["margin"] > 0.05
    assert steps[-1]["accuracy"] > 0.9
    assert of_kind(events, "begin")[0]["desirable"] == 8


def test_kto_trains_only_the_completion(tiny_chat) -> None:
    row = KtoRow.parse(kto_row(0, True))
    judged = judge(tiny_chat, row)
    spoken = [token for token, flag in zip(judged.completion, judged.spoken, strict=True) if flag]
    assert tiny_chat.decode(spoken).endswith("<|im_end|>")
    assert "find_product" in tiny_chat.decode(spoken)
    assert judged.spoken[-1] == 0  # the template's newline


def test_kto_alternates_labels_whatever_the_order_of_the_file() -> None:
    labels = [True] * 12 + [False] * 10
    order = interleave(labels, random.Random(1))
    assert sorted(order) == list(range(22))
    for start in range(0, 20, 4):
        assert {labels[index] for index in order[start : start + 4]} == {True, False}


def test_every_kto_micro_batch_has_at_least_two_rows() -> None:
    plan = plan_steps([_judged(n % 2 == 0) for n in range(9)], 1, 1, micro_batch=4, tokens_per_step=10)
    assert [len(group) for step in plan for group in step] == [4, 5]


def test_kto_compares_a_completion_with_the_prompt_of_another_problem() -> None:
    members = [Judged([1], [number], [1], True, problem) for number, problem in enumerate("aabaa")]
    assert [neighbour(members, index).completion[0] for index in range(5)] == [2, 2, 1, 2, 2]
    alone = [Judged([1], [number], [1], True, "a") for number in range(3)]
    assert [neighbour(alone, index).completion[0] for index in range(3)] == [2, 0, 1]


def test_kto_rejects_rows_with_one_label_or_far_too_many_of_one() -> None:
    for rows in ([_judged(True)] * 6, [_judged(False)] * 6, [_judged(True)] * 9 + [_judged(False)] * 2):
        with pytest.raises(TrainerFault) as fault:
            check_labels(rows, KtoConfig())
        assert fault.value.code == "LABELS_UNBALANCED"
    check_labels([_judged(True)] * 9 + [_judged(False)] * 2, KtoConfig(undesirable_weight=3.0))
