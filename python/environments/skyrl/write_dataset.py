"""Writes the problems of a split of `assay env serve` as a dataset for SkyRL, one JSON object per line.

    python -m environments.skyrl.write_dataset --split train --out train.jsonl
"""

from __future__ import annotations

import argparse
import json
import os
import urllib.request
from pathlib import Path
from typing import Any

from environments.skyrl.shopping_text_env import server_url

JsonObject = dict[str, Any]


def rows(url: str, split: str) -> list[JsonObject]:
    """The environment replaces the prompt; SkyRL measures its length."""
    token = os.environ.get("ASSAY_ENV_TOKEN")
    request = urllib.request.Request(
        f"{url.rstrip('/')}/assay/tasks",
        data=json.dumps({"split": split}).encode(),
        headers={"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})},
    )
    with urllib.request.urlopen(request, timeout=60) as response:
        tasks = json.load(response)["tasks"]
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
    parser.add_argument("--url", default=server_url())
    parser.add_argument("--split", default="train", choices=["train", "eval"])
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    written = rows(options.url, options.split)
    options.out.write_text("".join(f"{json.dumps(row)}\n" for row in written), encoding="utf-8")
    print(f"{len(written)} problems in {options.out}")


if __name__ == "__main__":
    main()
