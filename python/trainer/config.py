"""The stage config that TypeScript writes: parsed once, strictly, before anything heavy is imported."""

from __future__ import annotations

import dataclasses
import json
import types
import typing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from trainer.faults import config_refused
from trainer.stages.table import STAGES

StageName = Literal[tuple(STAGES)]


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
class EarlyStoppingConfig:
    """Holds out the rows of this share of problems, measures their loss every `every_steps` steps, keeps the best
    weights, and stops after `patience` measurements without an improvement."""

    share: float = 0.05
    every_steps: int = 50
    patience: int = 3


@dataclass(frozen=True)
class CheckpointConfig:
    every_seconds: float = 60
    every_steps: int = 50


@dataclass(frozen=True)
class CommonConfig:
    """Fields in the config of every stage."""

    stage: StageName
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
    early_stopping: EarlyStoppingConfig | None = None
    checkpoint: CheckpointConfig = field(default_factory=CheckpointConfig)
    deadline_seconds: float | None = None
    loss_chunk: int = 4096


# Includes the fields that only some stages use; they keep their defaults in the others.
StageConfig = dataclasses.make_dataclass(
    "StageConfig",
    [(name, kind, field(default=default)) for each in STAGES.values() for name, kind, default in each.fields],
    bases=(CommonConfig,),
    frozen=True,
)


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
    if config.early_stopping is not None:
        positive["early_stopping.every_steps"] = config.early_stopping.every_steps
        positive["early_stopping.patience"] = config.early_stopping.patience
    for each in STAGES.values():
        positive |= each.at_least_one(config)
    for name, number in positive.items():
        if number < 1:
            raise config_refused(f"{name} is {number}", f"{name} must be at least 1")
    if not config.rows:
        raise config_refused("rows names no file", "name at least one file with its sha256")
    if config.early_stopping is not None:
        if not 0 < config.early_stopping.share < 1:
            raise config_refused(
                f"early_stopping.share is {config.early_stopping.share:g}", "it must be between 0 and 1, both excluded"
            )
        if not STAGES[config.stage].holds_out:
            raise config_refused(f"early_stopping is set for stage {config.stage}", "only supervised stages hold out rows")
    for each in STAGES.values():
        each.check(config)
    return config


def parse_model(value: object) -> ModelConfig:
    return _read(ModelConfig, value, "model")


def read_config(path: Path) -> StageConfig:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise config_refused(f"{path} cannot be read ({error})", "give a JSON file") from error
    return parse_config(value)


def _read(kind: Any, value: object, where: str) -> Any:
    """A value of the annotated type, or an error that names the field."""
    origin = typing.get_origin(kind)
    if origin is types.UnionType:
        if value is None:
            return None
        return _read(next(each for each in typing.get_args(kind) if each is not type(None)), value, where)
    if origin is Literal:
        if value not in typing.get_args(kind):
            raise config_refused(f"{where} is {value!r}", f"choose one of {', '.join(typing.get_args(kind))}")
        return value
    if origin is list:
        if not isinstance(value, list):
            raise config_refused(f"{where} is no list", "give a list")
        return [_read(typing.get_args(kind)[0], each, f"{where}[{index}]") for index, each in enumerate(value)]
    if dataclasses.is_dataclass(kind):
        return _read_fields(kind, value, where)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
        raise config_refused(f"{where} is {value!r}", f"it must be a {kind.__name__}")
    return value


def _read_fields(kind: Any, value: object, where: str) -> Any:
    if not isinstance(value, dict):
        raise config_refused(f"{where} is no object", "give an object")
    hints = typing.get_type_hints(kind)
    unknown = sorted(set(value) - set(hints))
    if unknown:
        raise config_refused(f"{where} has an unknown field {unknown[0]}", f"known are {', '.join(hints)}")
    read: dict[str, Any] = {}
    for each in dataclasses.fields(kind):
        if each.name in value:
            read[each.name] = _read(hints[each.name], value[each.name], f"{where}.{each.name}")
        elif each.default is dataclasses.MISSING and each.default_factory is dataclasses.MISSING:
            raise config_refused(f"{where}.{each.name} is missing", "give it")
    return kind(**read)
