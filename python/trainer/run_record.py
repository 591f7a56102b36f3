"""The identity and progress of a run: `run.json` and `metrics.jsonl` in its output folder."""

from __future__ import annotations

import dataclasses
import json
import os
import platform
from importlib import metadata
from pathlib import Path
from typing import Any

from trainer.config import StageConfig
from trainer.durable import sha256_of, write_text
from trainer.faults import TrainerFault

# Settings that may change when a run is resumed: paths, addresses, remaining time, checkpoint interval. Everything else
# affects what is trained.
CIRCUMSTANCES = ("deadline_seconds", "harness", "checkpoint")


def identity_of(config: StageConfig, base_sha256: str) -> dict[str, Any]:
    identity = dataclasses.asdict(config)
    for name in CIRCUMSTANCES:
        identity.pop(name)
    identity["model"].pop("folder")
    identity["model"]["sha256"] = base_sha256
    identity["rows"] = [each.sha256 for each in config.rows]
    if config.start is not None:
        index = Path(config.start) / "adapter.json"
        identity["start"] = sha256_of(index) if index.is_file() else config.start
    return identity


class RunRecord:
    def __init__(self, out: Path, identity: dict[str, Any]) -> None:
        self._path = out / "run.json"
        self._metrics = out / "metrics.jsonl"
        self.before = self._read()
        if self.before is not None:
            different = _first_difference(self.before.get("identity"), identity)
            if different is not None:
                raise TrainerFault(
                    "RUN_DIFFERS",
                    f"{out} holds another run: {different} is not the same.",
                    "Give the config this folder was begun with, or another output folder.",
                )
        self._identity = identity

    @property
    def done(self) -> bool:
        return self.before is not None and self.before.get("state") == "done"

    def write(self, state: str, config: StageConfig, **facts: Any) -> None:
        settings = dataclasses.asdict(config)
        if settings["harness"] is not None:
            # The token would give every reader of the folder access to the harness.
            settings["harness"] = {"url": settings["harness"]["url"]}
        record = {
            "version": 1,
            "state": state,
            "config": settings,
            "identity": self._identity,
            "versions": _versions(),
            **facts,
        }
        write_text(self._path, json.dumps(record, indent=2, sort_keys=True) + "\n")

    def cut_metrics(self, steps: int) -> None:
        """Removes the lines of steps after the checkpoint: these steps are repeated and would appear twice."""
        if not self._metrics.exists():
            return
        kept = []
        for line in self._metrics.read_text(encoding="utf-8").splitlines():
            try:
                if json.loads(line)["step"] <= steps:
                    kept.append(line + "\n")
            except (ValueError, KeyError, TypeError):
                break  # A line truncated by a kill.
        write_text(self._metrics, "".join(kept))

    def add_metrics(self, line: dict[str, Any]) -> None:
        self._metrics.parent.mkdir(parents=True, exist_ok=True)
        with self._metrics.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def _read(self) -> dict[str, Any] | None:
        if not self._path.exists():
            return None
        try:
            return json.loads(self._path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise TrainerFault(
                "RUN_DIFFERS", f"{self._path} is no JSON ({error}).", "Give another output folder."
            ) from error


def _first_difference(old: Any, new: Any, where: str = "") -> str | None:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(set(old) | set(new)):
            found = _first_difference(old.get(key), new.get(key), f"{where}.{key}" if where else key)
            if found is not None:
                return found
        return None
    # Compared through JSON, like the old side: tuples become lists, and whole floats equal integers.
    return None if json.loads(json.dumps(new)) == old else where


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for package in ("torch", "transformers", "tokenizers", "safetensors"):
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return found
