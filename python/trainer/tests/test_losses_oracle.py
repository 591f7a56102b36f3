"""The same fixed batches through TRL. If it is not installed, only the stored numbers of test_losses.py are checked."""

import pytest
import torch

from . import fixed_losses as fixed
from .fixed_model import fixed_model

pytest.importorskip("trl", reason="trl is not installed, so its losses are not compared")


def _padded(rows: list[list[int]], pad: int, left: bool = False) -> torch.Tensor:
    longest = max(len(row) for row in rows)
    return torch.tensor([([pad] * (longest - len(row)) + row) if left else row + [pad] * (longest - len(row)) for row in rows])


def _dataset(**columns: list) -> object:
    from datasets import Dataset

    return Dataset.from_dict(columns)


@pytest.mark.parametrize("kind", ["chunked", "full"])
def test_the_sft_loss_equals_that_of_trl(kind: str) -> None:
    from trl.trainer.sft_trainer import _patch_chunked_ce_lm_head

    model = fixed_model("sdpa")
    if kind == "chunked":
        _patch_chunked_ce_lm_head(model, chunk_size=4)
    ids = _padded([ids for ids, _ in fixed.SFT_ROWS], 0)
    mask = _padded([mask for _, mask in fixed.SFT_ROWS], 0)
    attention = _padded([[1] * len(ids) for ids, _ in fixed.SFT_ROWS], 0)
    loss = model(input_ids=ids, attention_mask=attention, labels=ids.masked_fill(mask == 0, -100)).loss
    assert fixed.sft_number() == pytest.approx(loss.item(), abs=1e-5)


def test_the_kto_loss_equals_that_of_trl(tiny_chat, tmp_path) -> None:
    from trl import KTOConfig, KTOTrainer

    trainer = KTOTrainer(
        model=fixed_model("sdpa"),
        ref_model=fixed_model("sdpa", shift=0.02),
        args=KTOConfig(
            output_dir=str(tmp_path),
            per_device_train_batch_size=4,
            beta=fixed.KTO_BETA,
            desirable_weight=fixed.KTO_DESIRABLE,
            undesirable_weight=fixed.KTO_UNDESIRABLE,
            use_cpu=True,
            bf16=False,
            gradient_checkpointing=False,
            report_to="none",
        ),
        train_dataset=_dataset(prompt=["a", "b"], completion=["c", "d"], label=[True, False]),
        processing_class=tiny_chat.tokenizer,
    )
    batch = {"label": torch.tensor([label for _, _, label in fixed.KTO_ROWS])}
    for prefix, shift in (("", 0), ("KL_", 1)):
        pairs = [(prompt, fixed.KTO_ROWS[place - shift][1]) for place, (prompt, _, _) in enumerate(fixed.KTO_ROWS)]
        batch[f"{prefix}input_ids"] = _padded([prompt + said for prompt, said in pairs], 0)
        batch[f"{prefix}attention_mask"] = _padded([[1] * len(prompt + said) for prompt, said in pairs], 0)
        batch[f"{prefix}completion_mask"] = _padded([[0] * len(prompt) + [1] * len(said) for prompt, said in pairs], 0)
    with torch.no_grad():
        loss = trainer._compute_loss(trainer.model, batch, return_outputs=False)
    assert fixed.kto_number() == pytest.approx(loss.item(), abs=1e-5)


def test_the_dr_grpo_loss_with_turn_advantages_and_tool_mask_equals_that_of_trl(tiny_chat, tmp_path) -> None:
    pytest.importorskip("requests", reason="trl's GRPO trainer imports requests without asking for it")
    from trl import GRPOConfig, GRPOTrainer

    trainer = GRPOTrainer(
        model=fixed_model("sdpa"),
        reward_funcs=lambda completions, **_: [0.0] * len(completions),
        args=GRPOConfig(
            output_dir=str(tmp_path),
            loss_type="dr_grpo",
            scale_rewards="none",
            beta=0.0,
            epsilon=fixed.GRPO_CLIP,
            max_completion_length=fixed.GRPO_LENGTH,
            num_generations=3,
            per_device_train_batch_size=3,
            use_cpu=True,
            bf16=False,
            gradient_checkpointing=False,
            report_to="none",
        ),
        train_dataset=_dataset(prompt=["a", "b", "c"]),
        processing_class=tiny_chat.tokenizer,
    )
    trainer.current_gradient_accumulation_steps = 1
    rows = fixed.grpo_rows()
    begins = len(fixed.GRPO_EPISODES[0][0])
    sampled = [row.mask[begins:] for row in rows]

    def spread(name: str) -> torch.Tensor:
        lists = []
        for row, mask in zip(rows, sampled, strict=True):
            values = list(row.values[name])
            lists.append([values.pop(0) if flag else 0.0 for flag in mask])
        return _padded(lists, 0.0)

    completions = [row.ids[begins:] for row in rows]
    inputs = {
        "prompt_ids": torch.tensor([row.ids[:begins] for row in rows]),
        "prompt_mask": torch.ones(len(rows), begins, dtype=torch.long),
        "completion_ids": _padded(completions, 0),
        "completion_mask": _padded([[1] * len(each) for each in completions], 0),
        "tool_mask": _padded(sampled, 0),
        "advantages": spread("advantage"),
        "old_per_token_logps": spread("old"),
    }
    with torch.no_grad():
        loss = trainer._compute_loss(trainer.model, inputs)
    assert fixed.grpo_number() == pytest.approx(loss.item(), abs=1e-5)
