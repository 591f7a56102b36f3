# Fill-in-the-form shopper: JSON answers over the ORO proxy.
from __future__ import annotations

import json
from os import environ
import re
import string

from src.agent.agent_interface import Tool, create_dialogue_step, execute_tool_call
from src.agent.proxy_client import ProxyClient

client = ProxyClient(timeout=60, max_retries=1)


@Tool
def find_product(q: str, page: int = 1, price: str = "") -> list:
    args = {"q": q, "page": page}
    if price:
        args["price"] = price
    return client.get("/search/find_product", args) or []


@Tool
def view_product_information(product_ids: str) -> list:
    return client.get("/search/view_product_information", {"product_ids": product_ids}) or []


@Tool
def recommend_product(product_ids: str) -> str:
    return "Recommended: " + product_ids


@Tool
def terminate(status: str = "success") -> str:
    return "Over: " + status


HEAD = """You are the shopping agent of a marketplace. Tools:
- find_product(q, price): search the marketplace
- view_product_information(product_ids): open products, comma list of ids
- recommend_product(product_ids): recommend to the customer
- terminate(status): end

Write one or two sentences of reasoning about what is known so far, then the call: <tool_call>{"name": "tool name", "parameters": {"parameter": "value"}}</tool_call>
Start from the form of this step and put the entries of the card where their letters stand.

Customer request: """


class Step:
    def __init__(self, form, card):
        self.form, self.card = form, card

    def resolved(self):
        text = json.dumps(self.form)
        for letter, entry in self.card.items():
            text = text.replace(f"[{letter}]", entry)
        return json.loads(text)

    def prompt(self, query, seen):
        card = "\n".join(f"{letter} = {entry}" for letter, entry in reversed(list(self.card.items())))
        return f"{HEAD}{query}\n\nSeen so far:\n{seen or 'nothing yet'}\n\nCard:\n{card}\n\nForm: {json.dumps(self.form)}\n"


def talk(prompt):
    body = {"model": environ.get("SANDBOX_MODEL", ""), "temperature": 0, "max_tokens": 300, "stream": False,
            "messages": [{"role": "user", "content": prompt}]}
    try:
        reply = client.post("/inference/chat/completions", body) or {}
        return str(reply["choices"][0]["message"].get("content") or "")
    except Exception:
        return ""


def split_answer(text):
    """Reasoning and call; the call is None where there is no JSON object with a name."""
    start = text.find("{")
    while start >= 0:
        try:
            value, _ = json.JSONDecoder().raw_decode(text[start:])
            if isinstance(value, dict) and "name" in value:
                return text[:start].replace("<tool_call>", "").replace("```json", "").strip(" `\n"), value
        except ValueError:
            pass
        start = text.find("{", start + 1)
    return text.strip(), None


def letters(entries):
    return dict(zip(string.ascii_uppercase, entries))


def agent_main(problem_data):
    query = str(problem_data.get("query", ""))
    steps, seen = [], ""

    def carry_out(step):
        nonlocal seen
        target = step.resolved()
        thought = ""
        for _ in range(2):
            thought, call = split_answer(talk(step.prompt(query, seen)))
            if call and call.get("parameters") == target["parameters"] and call["name"] == target["name"]:
                break
        outcome = execute_tool_call(target["name"], target["parameters"])
        steps.append(create_dialogue_step(thought or "Filling in the next form.", [outcome], "", query, len(steps) + 1))
        rows = outcome["result"]
        if isinstance(rows, list):
            seen = "\n".join(f"{r.get('product_id')} | {str(r.get('title', r.get('short_description', '')))[:80]} | {r.get('price', '')}" for r in rows[:5])
        return rows

    nouns = re.findall(r"\b(?:an?|some|the|my|of|for)\s+([a-z][a-z-]{3,})(?:\s+([a-z]{4,}))?", query.lower())
    entries = [w for pair in nouns for w in pair if w][:4] or query.split()[:4]
    cap = max((float(x) for x in re.findall(r"\d+(?:\.\d+)?", query)), default=0)
    card = letters(entries)
    form = {"q": " ".join(f"[{c}]" for c in card)}
    if cap >= 20:
        card["Z"] = str(int(cap) + 1)
        form["price"] = "0-[Z]"
    rows = carry_out(Step({"name": "find_product", "parameters": form}, card))
    if not rows:
        rows = carry_out(Step({"name": "find_product", "parameters": {"q": "[A]"}}, letters(entries[:1])))
    ranked = sorted(rows, key=lambda r: (-sum(e in str(r.get("title", "")).lower() for e in entries), -int(r.get("sold_count") or 0)))
    ids = [str(r["product_id"]) for r in ranked[:2]]
    if ids:
        card = letters(ids)
        carry_out(Step({"name": "view_product_information", "parameters": {"product_ids": ",".join(f"[{c}]" for c in card)}}, card))
    carry_out(Step({"name": "recommend_product", "parameters": {"product_ids": "[A]"}}, letters(ids[:1] or ["none"])))
    final = execute_tool_call("terminate", {"status": "success" if ids else "failure"})
    steps.append(create_dialogue_step("All done.", [final], "", query, len(steps) + 1))
    return steps
