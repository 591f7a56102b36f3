"""The three losses on one fixed batch each: the rows as the trainer sees them, and the resulting numbers."""

import torch

from trainer.batch import TokenRow, batch_of
from trainer.losses import dr_grpo_loss, kto_loss, sft_loss, turn_advantages

from .fixed_model import fixed_model, fixed_student, tokens

SFT_ROWS = [(tokens(17, 1), [0] * 6 + [1] * 4 + [0] * 3 + [1] * 4), (tokens(11, 2), [0] * 8 + [1] * 3)]

KTO_ROWS = [(tokens(7, 3), tokens(5, 4), True), (tokens(9, 5), tokens(4, 6), False), (tokens(5, 7), tokens(6, 8), True),
            (tokens(6, 9), tokens(3, 10), False)]  # fmt: skip
KTO_BETA, KTO_DESIRABLE, KTO_UNDESIRABLE = 0.3, 1.0, 1.25

# One group of three episodes of two, two and one turns: (prompt, [(response, tool result)…]).
GRPO_EPISODES = [
    (tokens(6, 11), [(tokens(4, 12), tokens(3, 13)), (tokens(3, 14), [])]),
    (tokens(6, 11), [(tokens(5, 15), tokens(2, 16)), (tokens(2, 17), [])]),
    (tokens(6, 11), [(tokens(4, 18), [])]),
]
GRPO_STEP_REWARDS, GRPO_OUTCOMES = [[0.4, 1.0], [0.1, 0.7], [0.9]], [1.0, 0.0, 0.0]
GRPO_LENGTH, GRPO_CLIP = 16, 0.2


def sft_number() -> float:
    student = fixed_student()
    batch = batch_of([TokenRow(ids, mask) for ids, mask in SFT_ROWS])
    hidden = student.hidden(batch)[batch.predicting]
    weights = torch.ones(batch.trainable_tokens)
    return sft_loss(hidden, student.head, batch.targets, weights, batch.trainable_tokens, chunk=4).item()


def kto_number() -> float:
    student, start = fixed_student(), fixed_student(fixed_model(shift=0.02))

    def ratios(rows: list[tuple[list[int], list[int]]]) -> torch.Tensor:
        batch = batch_of([TokenRow(prompt + said, [0] * len(prompt) + [1] * len(said)) for prompt, said in rows])
        moved = student.log_probabilities(batch, 5)[0] - start.log_probabilities(batch, 5)[0]
        return torch.zeros(batch.rows).index_add(0, batch.row_of, moved)

    swapped = [(prompt, KTO_ROWS[place - 1][1]) for place, (prompt, _, _) in enumerate(KTO_ROWS)]
    terms = kto_loss(
        ratios([(prompt, said) for prompt, said, _ in KTO_ROWS]),
        ratios(swapped),
        torch.tensor([label for _, _, label in KTO_ROWS]),
        KTO_BETA,
        KTO_DESIRABLE,
        KTO_UNDESIRABLE,
    )
    return terms.losses.mean().item()


def grpo_advantages() -> list[list[float]]:
    return turn_advantages(GRPO_STEP_REWARDS, GRPO_OUTCOMES, gamma=0.5, outcome_weight=1.0)


def grpo_rows() -> list[TokenRow]:
    """Log-probabilities of the sampler: a policy slightly different from ours, so that some ratios are clipped."""
    rows = []
    for (prompt, turns), advantages in zip(GRPO_EPISODES, grpo_advantages(), strict=True):
        row = TokenRow(list(prompt), [0] * len(prompt), {"advantage": []})
        for (said, result), advantage in zip(turns, advantages, strict=True):
            row.ids.extend(said + result)
            row.mask.extend([1] * len(said) + [0] * len(result))
            row.values["advantage"].extend([advantage] * len(said))
        rows.append(row)
    old = fixed_student(fixed_model(shift=0.6)).log_probabilities(batch_of(rows), 7)[0].tolist()
    for row in rows:
        row.values["old"] = [old.pop(0) for _ in range(row.trained)]
    return rows


def grpo_number() -> float:
    batch = batch_of(grpo_rows())
    now, _ = fixed_student().log_probabilities(batch, 7)
    return dr_grpo_loss(
        now, batch.values["old"], batch.values["advantage"], len(GRPO_EPISODES), GRPO_LENGTH, GRPO_CLIP
    ).item()
