"""Tokens per second in rollouts, prefill and training, compared with `transformers.generate` in the same run.

A part that fails becomes a line in the table, and the rest is still measured. The most informative parts come first,
because a machine may be taken away.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from trainer.bench_parts import Bench
from trainer.bench_sizes import FULL, QUICK
from trainer.device import DTYPES, pick_device
from trainer.faults import TrainerFault

SMOLLM2 = dict(
    vocab_size=49152,
    hidden_size=576,
    intermediate_size=1536,
    num_hidden_layers=30,
    num_attention_heads=9,
    num_key_value_heads=3,
    max_position_embeddings=8192,
    rope_parameters={"rope_type": "default", "rope_theta": 100000.0},
    tie_word_embeddings=True,
)
TINY = dict(
    vocab_size=700,
    hidden_size=128,
    intermediate_size=256,
    num_hidden_layers=2,
    num_attention_heads=4,
    num_key_value_heads=2,
    max_position_embeddings=8192,
    tie_word_embeddings=True,
)
SHAPES = {"smollm2": SMOLLM2, "tiny": TINY}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--shape", choices=sorted(SHAPES), help="random weights of this shape")
    parser.add_argument("--model", help="Hugging Face folder, instead of a shape")
    parser.add_argument("--device", default="auto", choices=["auto", "cpu", "cuda"])
    parser.add_argument("--dtype", choices=sorted(DTYPES))
    parser.add_argument("--quick", action="store_true", help="small sizes, for a CPU")
    parser.add_argument("--budget", type=float, default=140.0, help="seconds after which no further part begins")
    parser.add_argument("--out", type=Path, help="file for the numbers as JSON")


def run(arguments: argparse.Namespace) -> int:
    report = measure(arguments)
    sys.stdout.write(table(report) + "\n")
    sys.stdout.flush()
    return 0 if any("tokens_per_second" in part for part in report["parts"].values()) else 1


def bench(request: dict[str, Any]) -> dict[str, Any]:
    """The bench as a request of the worker: options by name, and the table as part of the result."""
    parser = argparse.ArgumentParser(exit_on_error=False)
    add_arguments(parser)
    arguments = parser.parse_args([])
    for name in vars(arguments).keys() & request.keys():
        setattr(arguments, name, request[name])
    if arguments.out is not None:
        arguments.out = Path(arguments.out)
    if isinstance(arguments.model, dict):
        arguments.model = arguments.model.get("folder")
    report = measure(arguments)
    return {**report, "table": table(report)}


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    if not arguments.shape and not arguments.model:
        arguments.shape = "tiny" if arguments.quick else "smollm2"
    device = pick_device(arguments.device)
    dtype = DTYPES[arguments.dtype or ("bfloat16" if device.type == "cuda" else "float32")]
    begun = time.perf_counter()
    model = _load(arguments, dtype).to(device).eval()
    parts = Bench(model, device, dtype, QUICK if arguments.quick else FULL)
    report: dict[str, Any] = {
        "model": arguments.model or f"random weights, {arguments.shape}",
        "parameters": sum(each.numel() for each in model.parameters()),
        "device": torch.cuda.get_device_name(device) if device.type == "cuda" else f"cpu, {torch.get_num_threads()} threads",
        "dtype": str(dtype).removeprefix("torch."),
        "torch": torch.__version__,
        "python": platform.python_version(),
        "parts": {},
    }
    for name, part in _parts(parts):
        spent = time.perf_counter() - begun
        if spent > arguments.budget:
            report["parts"][name] = {"skipped": f"the budget of {arguments.budget:g} s is spent"}
        else:
            report["parts"][name] = _guarded(part)
        report.update(parts.engine_facts(), seconds=round(time.perf_counter() - begun, 1))
        _write(arguments.out, report)
    return report


def _parts(bench: Bench) -> list[tuple[str, Callable[[], dict[str, Any]]]]:
    small, large = bench.sizes.batches
    parts: list[tuple[str, Callable[[], dict[str, Any]]]] = [
        ("engine and transformers agree", bench.agreement),
        (f"engine, batch {large}", lambda: bench.engine_rate(large)),
        (f"engine, batch {small}", lambda: bench.engine_rate(small)),
        (f"engine, batch {large}, top-p 0.95", lambda: bench.engine_rate(large, 0.95)),
        (f"engine, steps alone, batch {large}", lambda: bench.decode_rate(large)),
        ("engine, episodes of several turns", bench.episode_rate),
        ("engine, prefill", bench.prefill_rate),
        ("cache given back", lambda: bench.drop_engine() or {}),
    ]
    for rows, length in bench.sizes.training:
        parts.append((f"training, {rows} x {length}", lambda rows=rows, length=length: bench.training_rate(rows, length)))
    for batch in (large, small):
        parts.append((f"generate, dynamic, batch {batch}", lambda batch=batch: bench.transformers_rate(batch, False)))
    for batch in (large, small):
        parts.append((f"generate, static, batch {batch}", lambda batch=batch: bench.transformers_rate(batch, True)))
    return parts


def _guarded(part: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    try:
        return part()
    except Exception as error:
        if torch.cuda.is_available():
            torch.cuda.empty_cache()
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}:{last.lineno}"
        return {"failed": f"{type(error).__name__} at {where}: {str(error)[:300]}"}


def table(report: dict[str, Any]) -> str:
    """Markdown table with each rate of the engine beside that of `generate` at the same size, where both were measured.
    """
    parts = {name: part for name, part in report["parts"].items() if part}
    lines = [
        f"{report['model']}, {report['parameters'] / 1e6:.1f} M parameters, {report['dtype']}, {report['device']}, "
        f"torch {report['torch']}; attention {report.get('attention')}, {report.get('graphs', 0)} graphs, "
        f"{report['seconds']} s in all",
        "",
        "| | tokens/s | against generate, static | against generate, dynamic | |",
        "|---|---|---|---|---|",
    ]
    for name, part in parts.items():
        rate = part.get("tokens_per_second")
        rest = ", ".join(f"{key} {value}" for key, value in part.items() if key not in ("tokens_per_second", "tokens"))
        cells = [name, f"{rate:,.0f}" if rate else "–", *_ratios(name, rate, parts), rest]
        lines.append("| " + " | ".join(cells) + " |")
    lines += [f"\nNote: {note}" for note in report.get("notes", [])]
    return "\n".join(lines)


def _ratios(name: str, rate: float | None, parts: dict[str, dict[str, Any]]) -> list[str]:
    size = next((word for word in name.split(", ") if word.startswith("batch ")), None)
    if rate is None or size is None or not name.startswith("engine"):
        return ["", ""]
    others = [parts.get(f"generate, {kind}, {size}", {}).get("tokens_per_second") for kind in ("static", "dynamic")]
    return [f"{rate / other:.1f} x" if other else "" for other in others]


def _load(arguments: argparse.Namespace, dtype: torch.dtype) -> Any:
    from transformers import AutoModelForCausalLM, LlamaConfig, LlamaForCausalLM

    if arguments.model:
        if not Path(arguments.model).is_dir():
            raise TrainerFault("WEIGHTS_MISSING", f"{arguments.model} is not a folder.", "Name a folder, or give --shape.")
        return AutoModelForCausalLM.from_pretrained(
            arguments.model, dtype=dtype, attn_implementation="sdpa", local_files_only=True
        )
    torch.manual_seed(7)
    return LlamaForCausalLM._from_config(
        LlamaConfig(**SHAPES[arguments.shape]), dtype=dtype, attn_implementation="sdpa"
    )


def _write(path: Path | None, report: dict[str, Any]) -> None:
    # Written after every part, so that results are kept even if the next part kills the process.
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
