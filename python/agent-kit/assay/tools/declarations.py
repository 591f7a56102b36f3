"""The tools as they are declared to models. `tools.json` is generated; its source is Assay's TypeScript."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DECLARATIONS: list[dict[str, Any]] = json.loads((Path(__file__).parent.parent / "tools.json").read_text("utf-8"))


def parameter_names(tool: str) -> list[str]:
    for declared in DECLARATIONS:
        if declared["function"]["name"] == tool:
            return list(declared["function"]["parameters"]["properties"])
    return []
