"""Actor and critic.

The actor shops with native tool calls. Before a recommendation goes out, a second prompt reviews it; if the critic objects,
the actor gets the objection as the tool's answer and may think again: once. Its second recommendation stands.
"""

from __future__ import annotations

import json
import time

import assay

ACTOR = "You are a shopping assistant with tools. Search, open candidates, compare them with the request, then recommend_product (one id per item, in order) and terminate. No questions to the customer."

CRITIC = """You review the work of a shopping assistant.

Request: {request}

What the assistant saw of the products it wants to recommend:
{evidence}

Does every product fit everything the customer said? Start your answer with OK or with REVISE, then one sentence."""

MAX_CALLS = 13


class Shop:
    def __init__(self, request: str):
        self.request = request
        self.dialogue = assay.Dialogue(request)
        self.messages = [{"role": "system", "content": ACTOR}, {"role": "user", "content": request}]
        self.seen: dict[str, str] = {}
        self.used = 0
        self.reviewed = False
        self.start = time.monotonic()

    def alive(self) -> bool:
        return self.used < MAX_CALLS and time.monotonic() - self.start < 120

    def ask(self, messages, **more):
        self.used += 1
        return assay.chat(messages, temperature=0, max_tokens=320, **more)

    def review(self, ids: str) -> str | None:
        """An objection, or None."""
        self.reviewed = True
        evidence = "\n".join(f"{i}: {self.seen.get(i.strip(), 'never looked at')}" for i in ids.split(","))
        try:
            verdict = self.ask([{"role": "user", "content": CRITIC.format(request=self.request, evidence=evidence[:3000])}]).message.get("content") or ""
        except assay.ChatFailed:
            return None
        return verdict.strip() if verdict.strip().upper().startswith("REVISE") else None

    def remember(self, result) -> None:
        for product in result if isinstance(result, list) else []:
            key = str(product.get("product_id"))
            facts = {k: v for k, v in product.items() if k in ("title", "price", "service", "sku_options", "attributes") and v}
            self.seen[key] = (self.seen.get(key, "") + " " + json.dumps(facts))[-900:]

    def compact(self, result) -> str:
        if isinstance(result, list):
            result = [{k: v for k, v in p.items() if k not in ("description", "short_description", "sold_count")} for p in result[:5]]
        return json.dumps(result)[:1500]

    def turn(self) -> None:
        answer = self.ask(self.messages, tools=assay.tools.schemas(["find_product", "view_product_information", "recommend_product", "terminate"]))
        self.messages.append(answer.message)
        if not answer.tool_calls:
            self.messages.append({"role": "user", "content": "Go on with a tool call."})
            return
        kept = []
        for raw, call in zip(answer.message.get("tool_calls") or [], answer.tool_calls):
            objection = None
            if call.name == "recommend_product" and not self.reviewed and self.alive():
                objection = self.review(self.ids_of(raw))
            if call.name == "terminate" and not self.dialogue.has_called("recommend_product") and not any(k["name"] == "recommend_product" for k in kept):
                objection = "Recommend something first."
            if objection:
                content = json.dumps({"not_sent": True, "reviewer": objection[:400], "hint": "Reconsider. Recommend the same again if you disagree."})
            else:
                result = call.run()
                kept.append(result)
                self.remember(result["result"])
                content = self.compact(result["result"])
            self.messages.append({"role": "tool", "tool_call_id": call.id, "content": content})
        if kept:
            self.dialogue.add(think=answer.thought or "", tool_calls=kept)

    @staticmethod
    def ids_of(raw) -> str:
        try:
            return str(json.loads(raw["function"]["arguments"]).get("product_ids", ""))
        except (KeyError, TypeError, ValueError, AttributeError):
            return ""


def agent_main(problem_data):
    shop = Shop(problem_data["query"])
    while shop.alive() and not shop.dialogue.has_called("terminate"):
        try:
            shop.turn()
        except assay.ChatFailed:
            continue
    return shop.dialogue.steps
