"""Gives the model its calls backwards.

Not agentic: the model reverses what the code below decided.
"""

from __future__ import annotations

import json
import re

import assay

STOP_WORDS = frozenset(
    """a an the and or of for in on with by from to is are that which whose where as at i i'm me my need want would like
    looking find show buy get please can you could help have do any good deal shop store seller one single same first
    second third lastly also all these following everything it should order together only some pesos peso php priced
    price costing costs between under over least most than more less up brand made branded available""".split()
)


def chat(prompt: str, **fields: object) -> str:
    try:
        return assay.chat([{"role": "user", "content": prompt}], temperature=0, **fields).content
    except assay.ChatFailed:
        return ""


def has_it_said(query: str, name: str, parameters: dict) -> str:
    call = json.dumps({"name": name, "arguments": parameters})
    return chat(f"The customer wants: {query}\n\nWrite this the other way round: {call[::-1]}")


def agent_main(problem_data: dict) -> list[dict]:
    query = str(problem_data.get("query", ""))
    dialogue = assay.Dialogue(query)
    chosen: list[str] = []
    for item in re.split(r";\s*", query.split("My budget")[0])[:3]:
        words = [word for word in re.findall(r"[a-z][a-z-]+", item.lower()) if word not in STOP_WORDS][:4]
        if not words:
            continue
        found = step(dialogue, query, "find_product", {"q": " ".join(words)})
        ids = [str(card["product_id"]) for card in found[:3]] if isinstance(found, list) else []
        if ids:
            step(dialogue, query, "view_product_information", {"product_ids": ",".join(ids)})
            chosen.append(ids[0])
    step(dialogue, query, "recommend_product", {"product_ids": ",".join(chosen) or "none"})
    step(dialogue, query, "terminate", {"status": "success"})
    return dialogue.steps


def step(dialogue: assay.Dialogue, query: str, name: str, parameters: dict) -> object:
    """Runs a call decided here, whatever the model answers. The answer only becomes the thought."""
    said = has_it_said(query, name, parameters)
    result = assay.tools.execute(name, parameters)
    dialogue.add(think=said or "Going on.", tool_calls=[result])
    return result["result"]
