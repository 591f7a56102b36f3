"""Takes the cheapest hit of one search, and stumbles over what the search gives back.

Its author read the answers as an object with a list in it. They are a list, so that the first problem is as far as it
gets, and every problem is its first.
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
