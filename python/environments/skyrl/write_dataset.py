"""Writes the problems of a split of `assay env serve` as a dataset for SkyRL, one JSON object per line.

    python -m environments.skyrl.write_dataset --split train --out train.jsonl
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from environments.session import JsonObject, post, server_url


def dataset_rows(url: str, split: str) -> list[JsonObject]:
    """The environment replaces the prompt; SkyRL measures its length."""
    tasks = post(url, "/assay/tasks", {"split": split})["tasks"]
    return [
        {
            "data_source": f"assay/{split}/{task['category']}",
            "prompt": [{"role": "user", "content": task["query"]}],
            "env_class": "shopping",
            "split": split,
            "problem_id": task["problem_id"],
        }
        for task in tasks
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", type=server_url, default=server_url())
    parser.add_argument("--split", default="train", choices=["train", "eval"])
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    rows = dataset_rows(options.url, options.split)
    options.out.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    print(f"{len(rows)} problems in {options.out}")


if __name__ == "__main__":
    main()
