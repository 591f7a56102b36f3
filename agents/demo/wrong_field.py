"""Takes the cheapest hit of one search, and fails on the format of the results.

Its author expected an object that contains a list. The results are a list, so the agent fails at its first search on
every problem.
"""

from __future__ import annotations

import assay


def agent_main(problem_data: dict) -> list[dict]:
    query = str(problem_data.get("query", ""))
    dialogue = assay.Dialogue(query)
    found = assay.tools.execute("find_product", {"q": query[:100], "sort": "priceasc"})
    cheapest = found["result"]["products"][0]
    chosen = assay.tools.execute("recommend_product", {"product_ids": cheapest["product_id"]})
    dialogue.add(think="The cheapest will do.", tool_calls=[found, chosen])
    return dialogue.steps
