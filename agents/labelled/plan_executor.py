"""Has the model write one plan of searches, runs it and continues without the model.

Mixed: the searches are in the plan; the code below decides pages, products and the recommendation.
"""

from __future__ import annotations

import json

import assay

MAX_STEPS = 16


def agent_main(problem_data: dict) -> list[dict]:
    query = str(problem_data.get("query", ""))
    dialogue = assay.Dialogue(query)
    messages = [
        {"role": "system", "content": "You are a shopping assistant. Use the tools, recommend once, then terminate."},
        {"role": "user", "content": query},
    ]
    prompt = 'Answer with JSON only: {"items": [{"q": "two to four words", "price": "low-high or null"}]}, one entry per product.'
    try:
        text = assay.chat([{"role": "system", "content": prompt}, messages[1]], temperature=0).content
        items = json.loads(text[text.index("{") : text.rindex("}") + 1])["items"]
    except (assay.ChatFailed, ValueError, KeyError):
        items = []
    chosen = []
    for item in items[:MAX_STEPS]:
        wanted = {key: value for key, value in item.items() if key in ("q", "price") and value}
        found = assay.tools.execute("find_product", wanted)
        cards = found["result"] if isinstance(found["result"], list) else []
        ids = [str(card["product_id"]) for card in cards[:3]]
        opened = [assay.tools.execute("view_product_information", {"product_ids": ",".join(ids)})] if ids else []
        dialogue.add(think="As planned.", tool_calls=[found, *opened])
        chosen += ids[:1]
    dialogue.add(tool_calls=[assay.tools.execute("recommend_product", {"product_ids": ",".join(chosen) or "none"})])
    dialogue.add(tool_calls=[assay.tools.execute("terminate", {"status": "success"})])
    return dialogue.steps
