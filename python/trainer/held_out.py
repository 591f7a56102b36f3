"""Chooses the problems whose rows are held out for early stopping."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from trainer.faults import TrainerFault


def held_out_problems(problems: Iterable[str], share: float) -> frozenset[str]:
    """Selects whole problems: rows of one problem resemble each other, so a loss on rows beside trained ones would
    measure memorisation.

    Chosen by the hash of the id alone, so that runs with other seeds or rates hold out the same problems.
    """
    ordered = sorted(set(problems), key=lambda each: hashlib.sha256(each.encode()).digest())
    if len(ordered) < 2:
        raise TrainerFault(
            "NOTHING_TO_TRAIN",
            f"early_stopping holds out whole problems, and the rows are of {len(ordered)}.",
            "Give rows of more problems, or set early_stopping to null.",
        )
    return frozenset(ordered[: min(len(ordered) - 1, max(1, round(share * len(ordered))))])
