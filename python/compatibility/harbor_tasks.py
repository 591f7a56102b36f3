"""Reads exported tasks with Harbor's own models and prints the result: harbor_tasks.py FOLDER."""

import json
import sys
from pathlib import Path

from harbor.models.task.task import Task
from harbor.models.task.verifier_mode import resolve_task_verifier_mode


def described(folder: Path) -> dict:
    task = Task(folder)
    # A round trip through Harbor's own writer shows what it has understood.
    config = task.config.model_validate_toml(task.config.model_dump_toml())
    return {
        "valid": Task.is_valid_dir(folder),
        "name": task.name,
        "instruction": task.instruction,
        "metadata": config.metadata,
        "verifier": resolve_task_verifier_mode(config).value,
        "artifacts": config.artifacts,
        "agent_env": config.environment.env,
        "verifier_env": config.verifier.env,
    }


print(json.dumps({folder.name: described(folder) for folder in sorted(Path(sys.argv[1]).iterdir())}))
