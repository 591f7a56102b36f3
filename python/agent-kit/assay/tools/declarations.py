"""The tools as they are declared to models. `tools.json` is generated; its source is Assay's TypeScript."""

from __future__ import annotations

import json
from os.path import dirname, join
from typing import Any

with open(join(dirname(dirname(__file__)), "tools.json"), encoding="utf-8") as _file:
    DECLARATIONS: list[dict[str, Any]] = json.load(_file)


def parameter_names(tool: str) -> list[str]:
    for declared in DECLARATIONS:
        if declared["function"]["name"] == tool:
            return list(declared["function"]["parameters"]["properties"])
    return []
