"""Plays episodes in our environment for SkyRL through the registry of the installed public package `skyrl-gym`.

The player has no model: it writes a call that cannot be read, searches for the request, and recommends the first product.
Argument: a dataset; ASSAY_ENV_URL is the address of `assay env serve`. Standard output is a JSON list of episodes.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

import skyrl_gym

JsonObject = dict[str, Any]


def call(name: str, **arguments: Any) -> str:
    return f"<tool_call>\n{json.dumps({'name': name, 'arguments': arguments})}\n</tool_call>"


def play(row: JsonObject) -> JsonObject:
    # SkyRL's generator makes environments in the same way.
    environment = skyrl_gym.make(row["env_class"], env_config={}, extras=row)
    prompt, _ = environment.init(row["prompt"])
    unread = environment.step("<tool_call>\n{find\n</tool_call>")
    found = environment.step(f"I search. {call('find_product', q=row['prompt'][0]['content'])}<|im_end|>")
    first = re.search(r'"product_id":\s*"([^"]+)"', found["observations"][0]["content"])
    recommended = call("recommend_product", product_ids=first.group(1) if first else "none")
    last = environment.step(f"{recommended}\n{call('terminate', status='success')}")
    metrics = environment.get_metrics()
    environment.close()
    return {
        "problem": row["problem_id"],
        "prompt_roles": [message["role"] for message in prompt],
        "has_tools": "<tools>" in prompt[0]["content"],
        "unread": unread,
        "found": found,
        "last": last,
        "metrics": metrics,
    }


def main() -> None:
    (dataset,) = sys.argv[1:]
    skyrl_gym.register(id="shopping", entry_point="environments.skyrl.shopping_text_env:ShoppingTextEnv")
    lines = Path(dataset).read_text(encoding="utf-8").splitlines()
    print(json.dumps([play(json.loads(line)) for line in lines]))


if __name__ == "__main__":
    main()
