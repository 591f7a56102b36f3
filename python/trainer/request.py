"""A prompt in the engine, and its result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from trainer.decode_state import Row
from trainer.faults import TrainerFault
from trainer.sampling import Sampling


@dataclass(frozen=True)
class Generated:
    """`ids` ends with the end token if the model ended the answer; log-probabilities are of the raw distribution."""

    ids: list[int]
    log_probabilities: list[float]
    finish: str


@dataclass(eq=False)
class Request:
    """One prompt in the engine. Any thread may set `cancelled`; it takes effect at the next chunk."""

    prompt: list[int]
    sampling: Sampling
    on_end: Callable[[Request], None] | None = None
    cancelled: bool = False
    slot: int = -1
    limit: int = 0
    ids: list[int] = field(default_factory=list)
    log_probabilities: list[float] = field(default_factory=list)
    finish: str | None = None
    fault: Exception | None = None
    version: str = ""

    @property
    def ended(self) -> bool:
        return self.finish is not None or self.fault is not None

    def row(self) -> Row:
        last = self.ids[-1] if self.ids else self.prompt[-1]
        position = len(self.prompt) - 1 + len(self.ids)
        return Row(self.slot, last, position, len(self.ids), self.limit, self.sampling)


@dataclass
class Counters:
    requests: int = 0
    tokens_generated: int = 0
    tokens_prefilled: int = 0
    tokens_reused: int = 0
    prefills: int = 0
    chunks: int = 0
    rows: int = 0


def context_full(tokens: int, context: int) -> TrainerFault:
    return TrainerFault(
        "CONTEXT_LENGTH_EXCEEDED",
        f"the prompt has {tokens} tokens and the maximum context length is {context}, the answer included.",
        "Send a shorter conversation.",
    )


def not_finite() -> TrainerFault:
    return TrainerFault(
        "LOGITS_NOT_FINITE",
        "the model answers with numbers that are not finite.",
        "Load an adapter of a run whose loss stayed finite.",
        exit=1,
    )
