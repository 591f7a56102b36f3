"""`python -m trainer …`. Exit codes: 0 success; 1 it ran, but the result is negative; 2 invalid usage, or something is
missing."""

from __future__ import annotations

import argparse
import importlib
import sys
from importlib.util import find_spec

from trainer.events import Events
from trainer.faults import TrainerFault

COMMANDS = {
    "train": ("trainer.train", "train one stage"),
    "work": ("trainer.work", "do what JSON lines on stdin ask for"),
    "serve": ("trainer.serve", "serve a model over the OpenAI chat API"),
    "bench": ("trainer.bench", "measure tokens per second"),
    "weights": ("trainer.weights", "make or check a model folder"),
    "join": ("trainer.adapter", "join a sharded adapter for PEFT"),
}
NEEDED = ("torch", "transformers", "tokenizers", "safetensors", "aiohttp", "numpy", "jinja2")


def main(words: list[str]) -> int:
    outline = argparse.ArgumentParser(prog="trainer", description=__doc__)
    chosen = outline.add_subparsers(dest="command", required=True)
    for name, (_, about) in COMMANDS.items():
        chosen.add_parser(name, help=about, add_help=False)
    command = outline.parse_known_args(words[:1])[0].command
    try:
        _require_packages()
        module = importlib.import_module(COMMANDS[command][0])
        parser = argparse.ArgumentParser(prog=f"trainer {command}", description=COMMANDS[command][1])
        module.add_arguments(parser)
        return module.run(parser.parse_args(words[1:]))
    except TrainerFault as fault:
        Events().emit("fault", code=fault.code, message=fault.message, remedy=fault.remedy, exit=fault.exit)
        return fault.exit


def _require_packages() -> None:
    """Checks without importing, so that a missing package is reported in one line instead of a traceback."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise TrainerFault(
            "TORCH_MISSING" if "torch" in missing else "PACKAGES_MISSING",
            f"{sys.executable} has no {', '.join(missing)}.",
            f"Install it with: {sys.executable} -m pip install -r python/trainer/requirements.txt",
        )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
