"""The bench on a CPU: every part gives a result, and a part that fails does not affect the others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

from trainer import bench
from trainer.__main__ import main
from trainer.bench_parts import Bench


def test_every_part_of_the_benchmark_reports_a_measurement_or_its_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: Bench) -> dict:
        raise RuntimeError("no such kernel")

    monkeypatch.setattr(Bench, "prefill_rate", broken)
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        assert main(["bench", "--quick", "--device", "cpu", "--out", str(tmp_path / "bench.json")]) == 0
    finally:
        torch.set_num_threads(threads)
    report = json.loads((tmp_path / "bench.json").read_text())
    parts = {name: part for name, part in report["parts"].items() if part}
    assert [name for name, part in parts.items() if "failed" in part] == ["engine, prefill"]
    agreement = parts["engine and transformers agree"]
    assert max(agreement["largest_gap"], agreement["mean_gap_with_adapter"]) < 1e-4
    assert agreement["same_after_taking_it_off"] == agreement["same_alone_and_together"] == "8 of 8"
    assert agreement["changed_by_adapter"] != "0 of 8"
    assert sum("tokens_per_second" in part for part in parts.values()) == len(parts) - 2
    assert parts["engine, episodes of several turns"]["tokens"] > 0
    printed = capsys.readouterr().out
    assert "| engine, batch 8 |" in printed
    assert "no such kernel" in printed
    assert printed.count(" x |") >= 4


def test_the_benchmark_skips_and_reports_parts_beyond_its_time_budget(tmp_path: Path) -> None:
    assert main(["bench", "--quick", "--device", "cpu", "--budget", "0", "--out", str(tmp_path / "b.json")]) == 1
    parts = json.loads((tmp_path / "b.json").read_text())["parts"]
    assert all("skipped" in part for part in parts.values())
    answer = bench.bench({"id": "1", "do": "bench", "quick": True, "device": "cpu", "budget": 0})
    assert answer["table"].count("budget") == len(parts)
