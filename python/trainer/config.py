"""The stage config TypeScript writes: read once, strictly, before anything heavy is imported."""

from __future__ import annotations

import dataclasses
import json
import types
import typing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from trainer.faults import TrainerFault

SUPERVISED = ("sft", "rejection", "teacher")


@dataclass(frozen=True)
class ModelConfig:
    folder: str
    dtype: Literal["bfloat16", "float32"] = "float32"
    device: Literal["auto", "cpu", "cuda"] = "auto"
    gradient_checkpointing: bool = False


@dataclass(frozen=True)
class RowsFile:
    file: str
    sha256: str


@dataclass(frozen=True)
class LoraConfig:
    rank: int = 32
    alpha: float = 64


@dataclass(frozen=True)
class OptimiserConfig:
    learning_rate: float = 2e-4
    warmup_share: float = 0.05
    schedule: Literal["cosine", "constant"] = "cosine"
    weight_decay: float = 0.0
    clip: float = 1.0
    beta1: float = 0.9
    beta2: float = 0.95


@dataclass(frozen=True)
class LengthConfig:
    epochs: int = 3
    most_steps: int | None = None
    tokens_per_step: int = 65536
    tokens_per_micro_batch: int = 16384


@dataclass(frozen=True)
class CheckpointConfig:
    every_seconds: float = 60
    every_steps: int = 50


@dataclass(frozen=True)
class KtoConfig:
    beta: float = 0.1
    desirable_weight: float = 1.0
    undesirable_weight: float = 1.0
    micro_batch: int = 16


@dataclass(frozen=True)
class GrpoConfig:
    group: int = 8
    clip: float = 0.2
    length_normaliser: int = 1024
    gamma: float = 1.0
    outcome_weight: float = 1.0
    kl_stop: float = 2.0
    temperature: float = 1.0
    states_per_step: int = 16
    teacher_state_steps: int = 30
    problems_per_step: int = 8
    rollout_steps: int = 30
    refresh_every: int = 1
    most_new_tokens: int = 256
    most_turns: int = 8
    importance_cap: float = 2.0
    step_weight: float = 1.0
    step_weight_end: float = 0.3
    # To roll out; all that the rows are of where none are named.
    problems: list[str] | None = None


@dataclass(frozen=True)
class HarnessConfig:
    url: str
    token: str


@dataclass(frozen=True)
class StageConfig:
    stage: Literal["sft", "rejection", "teacher", "kto", "grpo"]
    name: str
    seed: int
    model: ModelConfig
    template_sha256: str
    rows: list[RowsFile]
    start: str | None = None
    lora: LoraConfig | None = None
    context: int = 4096
    over_context: Literal["drop", "window"] = "drop"
    optimiser: OptimiserConfig = field(default_factory=OptimiserConfig)
    length: LengthConfig = field(default_factory=LengthConfig)
    checkpoint: CheckpointConfig = field(default_factory=CheckpointConfig)
    deadline_seconds: float | None = None
    loss_chunk: int = 4096
    kto: KtoConfig | None = None
    grpo: GrpoConfig | None = None
    harness: HarnessConfig | None = None
    axis_head: bool = False


def parse_config(value: object) -> StageConfig:
    config = _read(StageConfig, value, "config")
    positive = {
        "length.epochs": config.length.epochs,
        "length.tokens_per_step": config.length.tokens_per_step,
        "length.tokens_per_micro_batch": config.length.tokens_per_micro_batch,
        "context": config.context,
        "loss_chunk": config.loss_chunk,
        "checkpoint.every_steps": config.checkpoint.every_steps,
    }
    if config.lora is not None:
        positive["lora.rank"] = config.lora.rank
    if config.grpo is not None:
        positive |= {
            "grpo.length_normaliser": config.grpo.length_normaliser,
            "grpo.refresh_every": config.grpo.refresh_every,
            "grpo.states_per_step": config.grpo.states_per_step,
            "grpo.problems_per_step": config.grpo.problems_per_step,
            "grpo.most_new_tokens": config.grpo.most_new_tokens,
        }
    for name, number in positive.items():
        if number < 1:
            raise _refused(f"{name} is {number}", f"{name} must be at least 1")
    if not config.rows:
        raise _refused("rows names no file", "name at least one file with its sha256")
    if config.stage == "grpo" and config.harness is None:
        raise _refused("harness is missing", "stage grpo asks the harness for rewards; give its url and token")
    if config.stage == "grpo" and config.grpo is not None and config.grpo.group < 2:
        raise _refused("grpo.group is below 2", "an advantage compares at least two samples of one state")
    if config.grpo is not None and config.grpo.temperature != 1:
        raise _refused(
            f"grpo.temperature is {config.grpo.temperature:g}",
            "sample at 1: log-probabilities are of the policy itself, and ratios of one that was sharpened or flattened are wrong",
        )
    if config.grpo is not None and config.grpo.importance_cap < 1 + config.grpo.clip:
        raise _refused(
            f"grpo.importance_cap is {config.grpo.importance_cap:g}",
            f"it must be at least 1 + grpo.clip ({1 + config.grpo.clip:g}), or it bends every update",
        )
    if config.grpo is not None and config.grpo.problems == []:
        raise _refused("grpo.problems is empty", "name a problem, leave the field out, or set grpo.rollout_steps to 0")
    if config.stage == "kto" and config.kto is not None and config.kto.micro_batch < 2:
        raise _refused("kto.micro_batch is below 2", "a mismatched pair needs a neighbour; 8 or more is better")
    return config


def parse_model(value: object) -> ModelConfig:
    return _read(ModelConfig, value, "model")


def read_config(path: Path) -> StageConfig:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise _refused(f"{path} cannot be read ({error})", "give a JSON file") from error
    return parse_config(value)


def _read(kind: Any, value: object, where: str) -> Any:
    """A value of the annotated type, or a refusal that names the field."""
    origin = typing.get_origin(kind)
    if origin is types.UnionType:
        if value is None:
            return None
        return _read(next(each for each in typing.get_args(kind) if each is not type(None)), value, where)
    if origin is Literal:
        if value not in typing.get_args(kind):
            raise _refused(f"{where} is {value!r}", f"choose one of {', '.join(typing.get_args(kind))}")
        return value
    if origin is list:
        if not isinstance(value, list):
            raise _refused(f"{where} is no list", "give a list")
        return [_read(typing.get_args(kind)[0], each, f"{where}[{index}]") for index, each in enumerate(value)]
    if dataclasses.is_dataclass(kind):
        return _read_fields(kind, value, where)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
        raise _refused(f"{where} is {value!r}", f"it must be a {kind.__name__}")
    return value


def _read_fields(kind: Any, value: object, where: str) -> Any:
    if not isinstance(value, dict):
        raise _refused(f"{where} is no object", "give an object")
    hints = typing.get_type_hints(kind)
    unknown = sorted(set(value) - set(hints))
    if unknown:
        raise _refused(f"{where} has an unknown field {unknown[0]}", f"known are {', '.join(hints)}")
    read: dict[str, Any] = {}
    for each in dataclasses.fields(kind):
        if each.name in value:
            read[each.name] = _read(hints[each.name], value[each.name], f"{where}.{each.name}")
        elif each.default is dataclasses.MISSING and each.default_factory is dataclasses.MISSING:
            raise _refused(f"{where}.{each.name} is missing", "give it")
    return kind(**read)


def _refused(message: str, remedy: str) -> TrainerFault:
    return TrainerFault("CONFIG_INVALID", f"{message[0].upper()}{message[1:]}.", f"{remedy[0].upper()}{remedy[1:]}.")
