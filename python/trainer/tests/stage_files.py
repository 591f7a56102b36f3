"""Rows and configs of small stages, in the format that TypeScript writes."""

import hashlib
import json
from pathlib import Path
from typing import Any

from trainer.chat import TEMPLATE_SHA256
from trainer.config import StageConfig, parse_config

TOOLS = json.dumps([{"type": "function", "function": {"name": "find_product", "parameters": {"type": "object"}}}])
THINGS = ("lamp", "chair", "kettle", "rug", "clock", "mirror", "shelf", "vase")


def call(query: str) -> dict[str, Any]:
    arguments = json.dumps({"q": query})
    function = {"name": "find_product", "arguments": arguments}
    return {"role": "assistant", "content": "", "tool_calls": [{"id": "c1", "type": "function", "function": function}]}


def asked(thing: str) -> list[dict[str, Any]]:
    return [{"role": "system", "content": "Shop."}, {"role": "user", "content": f"Find a {thing}."}]


def sft_row(number: int, **changes: Any) -> dict[str, Any]:
    thing = THINGS[number % len(THINGS)]
    answer = {"role": "tool", "tool_call_id": "c1", "name": "find_product", "content": f'["{thing} {number}"]'}
    messages = [*asked(thing), call(thing), answer, {"role": "assistant", "content": f"Take {thing} {number}."}]
    return {
        "id": f"row-{number}", "problem_id": f"p{number}", "split": "train", "messages": messages, "tools": "",
        "weight": 1.0 + number % 3, **changes,
    }  # fmt: skip


def kto_row(number: int, label: bool, **changes: Any) -> dict[str, Any]:
    thing = THINGS[number % len(THINGS)]
    said = call(thing) if label else {"role": "assistant", "content": f"No {thing}, sorry."}
    return {
        "id": f"step-{number}", "problem_id": f"p{number}", "split": "train", "prompt": asked(thing),
        "completion": [said], "tools": "", "label": label, **changes,
    }  # fmt: skip


def state_row(number: int, **changes: Any) -> dict[str, Any]:
    thing = THINGS[number % len(THINGS)]
    actions = [[{"name": "find_product", "arguments": {"q": thing}}]]
    return {
        "id": f"state-{number}", "problem_id": f"p{number}", "split": "train", "prompt": asked(thing), "tools": "",
        "teacher_actions": actions, **changes,
    }  # fmt: skip


def write_rows(path: Path, rows: list[dict[str, Any]]) -> dict[str, str]:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return {"file": str(path), "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}


def stage_value(folder: Path, file: dict[str, str], kind: str = "sft", /, **changes: Any) -> dict[str, Any]:
    return {
        "stage": kind,
        "name": kind,
        "seed": 7,
        "model": {"folder": str(folder), "dtype": "float32", "device": "cpu"},
        "start": None,
        "template_sha256": TEMPLATE_SHA256,
        "rows": [file],
        "lora": {"rank": 4, "alpha": 8},
        "context": 512,
        "optimiser": {"learning_rate": 1e-3, "schedule": "constant", "warmup_share": 0.0},
        "length": {"epochs": 1, "most_steps": None, "tokens_per_step": 400, "tokens_per_micro_batch": 200},
        "checkpoint": {"every_seconds": 1000, "every_steps": 1000},
        "loss_chunk": 64,
        **changes,
    }


def stage_config(*arguments: Any, **changes: Any) -> StageConfig:
    return parse_config(stage_value(*arguments, **changes))
