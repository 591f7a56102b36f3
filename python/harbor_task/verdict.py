"""Asks Assay's environment server for the verdict on the agent's recommendation.

If the server cannot be reached, no reward is written: that is not a failure of the agent, and Harbor reports it as an
error.
"""

import json
import os
import re
import urllib.request
from pathlib import Path

PROBLEM = Path("/tests/problem.json")
RECOMMENDATION = Path("/app/recommendation.txt")
REWARD = Path("/logs/verifier/reward.json")
MAX_BYTES = 10_000
MAX_PRODUCTS = 20


def recommended():
    """The ids that the agent wrote, separated by commas or spaces; empty if the file is missing or is not such a list.
    """
    if not RECOMMENDATION.is_file():
        return []
    with RECOMMENDATION.open("rb") as file:
        ids = re.split(r"[\s,]+", file.read(MAX_BYTES).decode(errors="replace").strip())
    fits = len(ids) <= MAX_PRODUCTS and all(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", each) for each in ids)
    return ids if fits else []


def verdict(problem_id, product_ids):
    request = urllib.request.Request(
        os.environ["ASSAY_ENV_URL"].rstrip("/") + "/assay/verdict",
        json.dumps({"problem_id": problem_id, "product_ids": product_ids}).encode(),
        {"Content-Type": "application/json", "Authorization": f"Bearer {os.environ['ASSAY_ENV_TOKEN']}"},
    )
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


def main():
    judged = verdict(json.loads(PROBLEM.read_text())["problem_id"], recommended())
    REWARD.parent.mkdir(parents=True, exist_ok=True)
    REWARD.write_text(json.dumps({"reward": judged["outcome"], "rule_score": judged["score"]}))


if __name__ == "__main__":
    main()
