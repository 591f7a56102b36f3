"""Runs a stage in this process and records its events."""

import io
import json
from pathlib import Path
from typing import Any

import torch

from trainer.config import StageConfig
from trainer.engine_host import EngineHost
from trainer.events import Events
from trainer.train import train

# Tensors here are tiny, and on a busy machine a second thread mostly waits for the first.
torch.set_num_threads(1)


def run_stage(config: StageConfig, out: Path) -> list[dict[str, Any]]:
    stream = io.StringIO()
    host = EngineHost()
    try:
        train(config, out, Events(stream), host)
    finally:
        host.stop()
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def of_kind(events: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [event for event in events if event["event"] == kind]
