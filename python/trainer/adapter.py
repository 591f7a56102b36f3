"""The result of a stage: trained tensors in shards small enough to transfer, each with its hash.

Tensor names and `adapter_config.json` are PEFT's, so that PEFT itself can load a joined adapter. `adapter.json` lists
the files, their hashes and what they were trained on; a file with a wrong byte is rejected by name. A tensor larger
than a shard (the embedding of a full checkpoint) is stored in blocks of rows.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trainer.durable import settle, sha256_of, write_folder
from trainer.faults import TrainerFault

if TYPE_CHECKING:
    import torch

SHARD_BYTES = 15 * 1024 * 1024
# A safetensors file starts with a header of names and offsets; this much space is reserved for it.
HEADER_BYTES = 256 * 1024
BLOCK_MARK = "::rows::"

Tensors = dict[str, "torch.Tensor"]


def lora_config(rank: int, alpha: float, targets: list[str], base: str | None) -> dict[str, Any]:
    return {
        "peft_type": "LORA",
        "task_type": "CAUSAL_LM",
        "base_model_name_or_path": base,
        "r": rank,
        "lora_alpha": alpha,
        "lora_dropout": 0.0,
        "bias": "none",
        "fan_in_fan_out": False,
        "init_lora_weights": True,
        "inference_mode": True,
        "target_modules": sorted(targets),
    }


def full_config() -> dict[str, Any]:
    """Marks an "adapter" that contains every weight. PEFT has no such type, so it must not load it."""
    return {"peft_type": "FULL"}


def save_adapter(folder: Path | str, tensors: Tensors, config: dict[str, Any], about: dict[str, Any]) -> None:
    from safetensors.torch import save_file

    shards = _shards(tensors)

    def fill(new: Path) -> None:
        paths = []
        for number, shard in enumerate(shards, start=1):
            path = new / f"adapter-{number:05d}-of-{len(shards):05d}.safetensors"
            save_file({name: shard[name] for name in sorted(shard)}, path)
            paths.append(path)
        _write_index(new, config, about, paths)

    write_folder(Path(folder), fill)


def load_adapter(folder: Path | str) -> tuple[Tensors, dict[str, Any], dict[str, Any]]:
    folder = Path(folder)
    settle(folder)
    about = _read_json(folder, "adapter.json")
    files = about.pop("files", None)
    if not isinstance(files, list) or not files:
        raise _corrupt(folder / "adapter.json", "it names no files")
    found: Tensors = {}
    for entry in files:
        name = entry.get("name") if isinstance(entry, dict) else None
        if not isinstance(name, str) or Path(name).name != name:
            raise _corrupt(folder / "adapter.json", f"it names an invalid file: {name!r}")
        path = folder / name
        if not path.is_file():
            raise _corrupt(path, "it is missing")
        if sha256_of(path) != entry.get("sha256"):
            raise _corrupt(path, "its SHA-256 does not match adapter.json")
        if path.suffix == ".safetensors":
            found.update(_read_tensors(path))
    if not any(entry["name"] == "adapter_config.json" for entry in files):
        raise _corrupt(folder / "adapter.json", "it does not name adapter_config.json")
    return _whole(found, folder), _checked_config(folder), about


def require_origin(
    folder: Path | str, about: dict[str, Any], *, template: str, base: str | None, remedy: str
) -> None:
    """Rejects an adapter trained on other weights or with another template; its answers would be nonsense.

    `about` is the result of `load_adapter`. Adapters of earlier versions do not name a base, and a caller may not know
    its own.
    """
    if about.get("template_sha256") != template:
        raise TrainerFault("TEMPLATE_DIFFERS", f"The adapter in {folder} was trained with another chat template.", remedy)
    trained_on = about.get("base_sha256")
    if base is not None and trained_on is not None and trained_on != base:
        raise TrainerFault("ADAPTER_DIFFERS", f"The adapter in {folder} was trained on other base weights.", remedy)


def join_adapter(folder: Path | str, out: Path | str) -> Path:
    """Writes the adapter as the single pair of files that PEFT loads (or `model.safetensors` for full weights).

    A LoRA also gets an index, so that the trainer's own server can load the folder too.
    """
    from safetensors.torch import save_file

    tensors, config, about = load_adapter(folder)
    name = "model.safetensors" if config["peft_type"] == "FULL" else "adapter_model.safetensors"

    def fill(new: Path) -> None:
        save_file({key: tensors[key].contiguous() for key in sorted(tensors)}, new / name, metadata={"format": "pt"})
        if config["peft_type"] != "FULL":
            _write_index(new, config, about, [new / name])

    write_folder(Path(out), fill)
    return Path(out) / name


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--adapter", required=True, help="folder of a sharded adapter")
    parser.add_argument("--out", required=True, help="folder for the joined files")


def run(arguments: argparse.Namespace) -> int:
    join_adapter(arguments.adapter, arguments.out)
    return 0


def _write_index(folder: Path, config: dict[str, Any], about: dict[str, Any], paths: list[Path]) -> None:
    settings = folder / "adapter_config.json"
    settings.write_text(json.dumps(config, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    files = [
        {"name": path.name, "bytes": path.stat().st_size, "sha256": sha256_of(path)} for path in [*paths, settings]
    ]
    index = {**about, "version": 1, "files": files}
    (folder / "adapter.json").write_text(json.dumps(index, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def _shards(tensors: Tensors) -> list[Tensors]:
    limit = SHARD_BYTES - HEADER_BYTES
    shards: list[Tensors] = [{}]
    size = 0
    for name in sorted(tensors):
        for part, tensor in _blocks(name, tensors[name].detach().cpu().contiguous(), limit):
            weight = tensor.numel() * tensor.element_size()
            if shards[-1] and size + weight > limit:
                shards.append({})
                size = 0
            shards[-1][part] = tensor
            size += weight
    return shards


def _blocks(name: str, tensor: torch.Tensor, limit: int) -> list[tuple[str, torch.Tensor]]:
    weight = tensor.numel() * tensor.element_size()
    if weight <= limit:
        return [(name, tensor)]
    rows = max(1, limit // (weight // tensor.shape[0]))
    return [
        (f"{name}{BLOCK_MARK}{start:09d}", tensor[start : start + rows].contiguous())
        for start in range(0, tensor.shape[0], rows)
    ]


def _whole(parts: Tensors, folder: Path) -> Tensors:
    import torch

    whole: Tensors = {}
    blocks: dict[str, list[str]] = {}
    for part in sorted(parts):
        name, mark, _ = part.partition(BLOCK_MARK)
        if mark:
            blocks.setdefault(name, []).append(part)
        else:
            whole[name] = parts[part]
    for name, names in blocks.items():
        whole[name] = torch.cat([parts[part] for part in names])
    if not whole:
        raise _corrupt(folder, "it contains no tensors")
    return whole


def _read_tensors(path: Path) -> Tensors:
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    try:
        return load_file(path)
    except SafetensorError as error:
        raise _corrupt(path, f"it contains no tensors ({error})") from error


def _checked_config(folder: Path) -> dict[str, Any]:
    """Checks the scale of an adapter, which is alpha over rank: a wrong value of either would be served without an
    error."""
    config = _read_json(folder, "adapter_config.json")
    kind, rank, alpha = (config.get(name) for name in ("peft_type", "r", "lora_alpha"))
    is_scaled = type(rank) is int and rank > 0 and type(alpha) in (int, float) and 0 < alpha < float("inf")
    # Kinds of LoRA that do not compute B times A.
    is_plain = not any(config.get(name) for name in ("use_dora", "use_rslora", "rank_pattern", "alpha_pattern"))
    if kind != "FULL" and not (kind == "LORA" and is_scaled and is_plain):
        raise _corrupt(folder / "adapter_config.json", "it describes an adapter that is not supported here")
    return config


def _read_json(folder: Path, name: str) -> dict[str, Any]:
    path = folder / name
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise _corrupt(path, f"it cannot be read ({error})") from error
    if not isinstance(value, dict):
        raise _corrupt(path, "it is not a JSON object")
    return value


def _corrupt(path: Path, why: str) -> TrainerFault:
    return TrainerFault(
        "ADAPTER_CORRUPT",
        f"Adapter file {path} is refused: {why}.",
        "Copy the adapter folder again, or train the stage again.",
    )
