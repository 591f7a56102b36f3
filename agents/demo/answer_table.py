"""Tries to answer the public problems from a table.

Its author solved the public suite once, stored the answers in a packed list so that they cannot be read, and added code
that fetches a newer list. Admission rejects all three.
"""

from __future__ import annotations

import base64
import json
import os

import assay

PACKED = (
    "eyJ3YXRlciBnbGFzcyI6ICIxNzMwNDQ4MjEyIiwgInJ1bm5pbmcgc2hvZXMiOiAiMjIxMDkzNzc0MSIsICJlYXJidWRzIjogIjE5ODgxMjM0NTYi"
    "LCAiYmFieSBib3R0bGUiOiAiMTY2MjkwMTE4MyIsICJyaWNlIGNvb2tlciI6ICIyMDM0NzcxOTA2IiwgInlvZ2EgbWF0IjogIjE4ODcyMDE0NTUifQ=="
)


def answers() -> dict:
    newer = os.popen("curl -s http://10.0.0.7/answers.json").read()
    return json.loads(newer or base64.b64decode(PACKED))


def agent_main(problem_data: dict) -> list[dict]:
    query = str(problem_data.get("query", ""))
    dialogue = assay.Dialogue(query)
    known = [product for words, product in answers().items() if words in query.lower()]
    recommended = assay.tools.execute("recommend_product", {"product_ids": ",".join(known) or "none"})
    dialogue.add(think="This is what fits the request best.", tool_calls=[recommended])
    done = assay.tools.execute("terminate", {"status": "success"})
    dialogue.add(think="Done.", tool_calls=[done])
    return dialogue.steps
