"""Native tool calls with schemas that are made for each turn."""

from __future__ import annotations

import json
import re
from collections import Counter

import assay

INSTRUCTIONS = """Shopping agent. Use the function you are given to serve the customer.
Before the call, write one or two sentences: what the last results show, which product is better than which and why."""


def schema(name: str, doc: str, **fields) -> list[dict]:
    """One function whose parameters say what may be written there."""
    properties = {key: {"type": "string", "enum": [value], "default": value} for key, value in fields.items()}
    return [{"type": "function", "function": {"name": name, "description": doc, "parameters": {
        "type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}}}]


def within(call: dict, tools: list[dict]) -> dict:
    """The call's arguments as far as the schema allows them; its defaults elsewhere."""
    allowed = tools[0]["function"]["parameters"]["properties"]
    try:
        given = json.loads(call["function"]["arguments"])
    except (KeyError, TypeError, ValueError):
        given = {}
    return {key: given[key] if isinstance(given, dict) and given.get(key) in spec["enum"] else spec["default"] for key, spec in allowed.items()}


class Conversation:
    def __init__(self, query: str):
        self.dialogue = assay.Dialogue(query)
        self.messages = [{"role": "system", "content": INSTRUCTIONS}, {"role": "user", "content": query}]

    def turn(self, name: str, doc: str, **fields):
        tools = schema(name, doc, **fields)
        call, text = {}, ""
        try:
            answer = assay.chat(self.messages, tools=tools, tool_choice={"type": "function", "function": {"name": name}}, temperature=0, max_tokens=256)
            text = answer.message.get("content") or ""
            call = (answer.message.get("tool_calls") or [{}])[0]
        except assay.ChatFailed:
            pass
        arguments = within(call, tools)
        done = assay.tools.execute(name, arguments)
        identity = call.get("id") or f"c{len(self.messages)}"
        self.messages += [
            {"role": "assistant", "content": text, "tool_calls": [{"id": identity, "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}]},
            {"role": "tool", "tool_call_id": identity, "content": shorten(done["result"])},
        ]
        self.dialogue.add(think=text or f"{name} is the next step.", tool_calls=[done])
        return done["result"]


def shorten(result) -> str:
    if not isinstance(result, list):
        return str(result)[:300]
    lines = []
    for entry in result[:5]:
        lines.append(" | ".join(str(entry[k])[:90] for k in ("product_id", "title", "price", "service", "attributes") if entry.get(k)))
    return "\n".join(lines) or "no results"


def agent_main(problem: dict) -> list[dict]:
    query = str(problem.get("query") or "")
    talk = Conversation(query)
    counted = Counter(w for w in re.findall(r"[a-z]{3,}", query.lower()))
    content = [w for w in counted if counted[w] == 1 and len(w) >= 5][:12]
    basket: Counter = Counter()
    price_of = {}
    # Three overlapping windows over the telling words; products that turn up more often weigh more.
    for start in (0, 3, 6):
        window = content[start:start + 3]
        if not window:
            break
        found = talk.turn("find_product", "Search the marketplace.", q=" ".join(window))
        for place, product in enumerate(found if isinstance(found, list) else []):
            basket[str(product["product_id"])] += 10 - min(place, 9)
            price_of[str(product["product_id"])] = float(product.get("price") or 0)
    numbers = [float(n) for n in re.findall(r"\d+(?:\.\d+)?", query)]
    ceiling = max(numbers) if numbers else float("inf")
    ranked = [i for i, _ in basket.most_common() if price_of[i] <= ceiling] or [i for i, _ in basket.most_common()]
    if ranked:
        talk.turn("view_product_information", "Open products to compare them.", product_ids=",".join(ranked[:3]))
    talk.turn("recommend_product", "Recommend to the customer.", product_ids=ranked[0] if ranked else "none")
    talk.turn("terminate", "End the conversation.", status="success" if ranked else "failure")
    return talk.dialogue.steps
