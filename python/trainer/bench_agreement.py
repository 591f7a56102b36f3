"""Checks that the engine agrees with transformers, before anything is timed."""

from __future__ import annotations

import copy
from typing import Any

import torch

from trainer.adapter import lora_config
from trainer.engine import Engine, Generated, Sampling
from trainer.lora import PREFIX, merge_into

ADAPTED = ("self_attn.q_proj", "self_attn.v_proj", "mlp.down_proj")


def agreement(engine: Engine, model: Any, prompts: list[list[int]], most_tokens: int, rank: int) -> dict[str, Any]:
    sampling = [Sampling(1.0, 1.0, 50 + each, most_tokens) for each in range(len(prompts))]

    def answers() -> list[Generated]:
        engine.forget_prefixes()
        return engine.generate(prompts, sampling)

    together = answers()
    alone = [engine.generate([prompt], [each])[0] for prompt, each in zip(prompts, sampling, strict=True)]
    tensors, config = random_adapter(model, rank)
    merged = copy.deepcopy(model)
    merge_into(merged, tensors, config)
    engine.use(tensors, config, "random")
    adapted = answers()
    engine.use(None, None, "base")
    again = answers()
    plain_gaps, adapted_gaps = gaps(model, prompts, together), gaps(merged, prompts, adapted)
    return {
        "mean_gap": round(sum(plain_gaps) / len(plain_gaps), 6),
        "largest_gap": round(max(plain_gaps), 6),
        "mean_gap_with_adapter": round(sum(adapted_gaps) / len(adapted_gaps), 6),
        "changed_by_adapter": _same(together, adapted, differ=True),
        "same_after_taking_it_off": _same(together, again),
        "same_alone_and_together": _same(together, alone),
    }


def gaps(model: Any, prompts: list[list[int]], answers: list[Generated]) -> list[float]:
    """Differences between each token's log-probability and the model's own."""
    found: list[float] = []
    device = next(model.parameters()).device
    for prompt, answer in zip(prompts, answers, strict=True):
        ids = torch.tensor([prompt + answer.ids], device=device)
        with torch.no_grad():
            logits = model(ids).logits[0, len(prompt) - 1 : -1].float()
        theirs = torch.log_softmax(logits, -1).gather(1, ids[0, len(prompt) :, None]).squeeze(1).tolist()
        found += [abs(mine - other) for mine, other in zip(answer.log_probabilities, theirs, strict=True)]
    return found


def random_adapter(model: Any, rank: int) -> tuple[dict[str, torch.Tensor], dict[str, Any]]:
    generator = torch.Generator().manual_seed(11)
    tensors: dict[str, torch.Tensor] = {}
    for name, parameter in model.named_parameters():
        stem = name.removesuffix(".weight")
        if stem.endswith(ADAPTED):
            rows, columns = parameter.shape
            tensors[f"{PREFIX}{stem}.lora_A.weight"] = torch.randn(rank, columns, generator=generator) * 0.1
            tensors[f"{PREFIX}{stem}.lora_B.weight"] = torch.randn(rows, rank, generator=generator) * 0.1
    return tensors, lora_config(rank, 2 * rank, sorted(name.rpartition(".")[2] for name in ADAPTED), None)


def _same(one: list[Generated], other: list[Generated], differ: bool = False) -> str:
    count = sum((a.ids == b.ids) != differ for a, b in zip(one, other, strict=True))
    return f"{count} of {len(one)}"
