"""`python -m trainer train`: one stage from its config to its adapter."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from trainer.config import StageConfig, read_config
from trainer.deadline import Deadline
from trainer.events import Events
from trainer.faults import TrainerFault
from trainer.stages.table import STAGES, Setup

if TYPE_CHECKING:
    from trainer.engine_host import EngineHost


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", required=True, type=Path, help="JSON file of one stage")
    parser.add_argument("--out", required=True, type=Path, help="output folder; a run in it is taken up")


def run(arguments: argparse.Namespace) -> int:
    from trainer.engine_host import EngineHost

    # Of several processes only the first writes events.
    quiet = os.environ.get("RANK", "0") != "0"
    host = EngineHost()
    try:
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            train(read_config(arguments.config), arguments.out, Events(nowhere) if quiet else Events(), host)
    finally:
        host.stop()
    return 0


def train(config: StageConfig, out: Path, events: Events, host: EngineHost) -> None:
    try:
        _train(config, out, events, host)
    except Exception as error:
        if not _is_out_of_memory(error):
            raise
        raise TrainerFault("OUT_OF_MEMORY", "The device has no memory left.", _what_to_lower(config), exit=1) from error


def _train(config: StageConfig, out: Path, events: Events, host: EngineHost) -> None:
    deadline = Deadline(config.deadline_seconds)
    import torch

    from trainer.chat import TEMPLATE_SHA256, Chat
    from trainer.loop import Loop
    from trainer.run_record import RunRecord, identity_of
    from trainer.student import base_sha256, load_student, pick_device
    from trainer.world import join_world, shard

    if config.template_sha256 != TEMPLATE_SHA256:
        raise TrainerFault(
            "TEMPLATE_DIFFERS",
            f"The rows were made for the chat template {config.template_sha256[:12]}, "
            f"and this trainer has {TEMPLATE_SHA256[:12]}.",
            "Make the rows again with the template of this trainer.",
        )
    world = join_world(pick_device(config.model.device).type)
    kind = STAGES[config.stage]
    if not world.alone and not kind.distributed:
        raise TrainerFault(
            "NOT_DISTRIBUTED", f"Stage {config.stage} runs in one process.", "Start it without accelerate or torchrun."
        )
    base = base_sha256(config.model.folder)
    record = RunRecord(out, identity_of(config, base))
    if record.done:
        events.emit("done", stage=config.stage, step=record.before["steps"], adapter=str(out / "adapter"), already=True)
        return
    torch.manual_seed(config.seed)
    student = load_student(config, base)
    stage = kind.begin(Setup(config, student, Chat.load(config.model.folder), host, events, world))
    shard(student.model, world, student.compute)
    about = {
        "stage": config.stage,
        "name": config.name,
        "seed": config.seed,
        "template_sha256": TEMPLATE_SHA256,
        "base_sha256": base,
        "rows_sha256": [each.sha256 for each in config.rows],
    }
    try:
        Loop(config, out, student, stage, record, events, deadline, world, about).run()
    finally:
        stage.close()


def _is_out_of_memory(error: Exception) -> bool:
    import torch

    # The CPU's allocator has no exception class of its own.
    words = ("can't allocate memory", "not enough memory", "out of memory")
    return isinstance(error, (torch.OutOfMemoryError, MemoryError)) or (
        isinstance(error, RuntimeError) and any(each in str(error).lower() for each in words)
    )


def _what_to_lower(config: StageConfig) -> str:
    length = config.length
    settings = [f"length.tokens_per_micro_batch ({length.tokens_per_micro_batch})", f"loss_chunk ({config.loss_chunk})"]
    settings += STAGES[config.stage].memory_settings
    rest = f"a row longer than a micro-batch stands alone, so lower context ({config.context}) too."
    return f"Lower {' or '.join(settings)}; {rest} What was begun with other settings needs another output folder."
