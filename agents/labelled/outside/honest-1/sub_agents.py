"""A coordinator splits the request into items, one sub-agent per item finds it, the parts are put together in order."""

from __future__ import annotations

import json
import re
import time
from dataclasses import dataclass

import assay

SPLIT = """A customer wrote:
"{request}"

List the separate products the customer wants, in their order. Repeat for each everything that was said about it (kind, brand, price, color, size, services). Answer with a JSON list of strings, one per product, nothing else."""

BUYER = """You are one of {count} buyers working on this customer request:
"{request}"

Your product is number {number}: {item}
{colleagues}
Find it: search with find_product, check with view_product_information, then call recommend_product with the id of your product only."""


@dataclass
class Budget:
    calls: int
    until: float

    def spend(self) -> bool:
        self.calls -= 1
        return self.calls >= 0 and time.monotonic() < self.until


class SubAgent:
    def __init__(self, number, item, request, count, notes, dialogue, budget):
        colleagues = "\n".join(notes)
        text = BUYER.format(count=count, request=request, number=number, item=item, colleagues=colleagues)
        self.messages = [{"role": "system", "content": "You are a buyer with marketplace tools."}, {"role": "user", "content": text}]
        self.dialogue, self.budget = dialogue, budget
        self.schemas = assay.tools.schemas(["find_product", "view_product_information", "recommend_product"])
        self.shops = {}
        self.alone = count == 1

    def work(self, turns):
        for turn in range(turns):
            if not self.budget.spend():
                return None
            if turn == turns - 1:
                self.messages.append({"role": "user", "content": "Last turn: call recommend_product."})
            try:
                answer = assay.chat(self.messages, tools=self.schemas, temperature=0, max_tokens=300)
            except assay.ChatFailed:
                continue
            self.messages.append(answer.message)
            part = self.act(answer)
            if part:
                return part
        return None

    def act(self, answer):
        done, part = [], None
        requested = answer.message.get("tool_calls") or []
        if not requested:
            self.messages.append({"role": "user", "content": "Use a tool."})
        for raw, call in zip(requested, answer.tool_calls):
            if call.name == "recommend_product":  # The part is kept for the coordinator.
                part = part or self.product_of(raw)
                continue
            result = call.run()
            done.append(result)
            self.messages.append({"role": "tool", "tool_call_id": call.id, "content": self.short(result["result"])})
        if done:
            self.dialogue.add(think=answer.thought or "", tool_calls=done)
        return part

    def product_of(self, raw):
        given = raw.get("function", {}).get("arguments") or "{}"
        try:
            given = json.loads(given) if isinstance(given, str) else given
            ids = [i.strip(" []'\"") for i in str(given.get("product_ids", "")).split(",")]
            return (",".join(ids) if self.alone else ids[0]) or None
        except (ValueError, AttributeError):
            return None

    def short(self, result):
        if not isinstance(result, list):
            return json.dumps(result)[:500]
        for p in result:
            if p.get("shop_id"):
                self.shops[str(p["product_id"])] = p["shop_id"]
        keep = ("product_id", "shop_id", "title", "price", "service", "sku_options", "attributes")
        rows = [{k: p[k] for k in keep if p.get(k)} for p in result[:5]]
        return json.dumps(rows if len(json.dumps(rows)) < 1600 else rows[:2])[:2000]


def split(request, budget):
    budget.spend()
    try:
        text = assay.chat([{"role": "user", "content": SPLIT.format(request=request)}], temperature=0, max_tokens=350).message.get("content") or ""
        items = json.loads(re.search(r"\[.*\]", text, re.S).group(0))
        items = [i if isinstance(i, str) else json.dumps(i) for i in items if i]
    except (assay.ChatFailed, AttributeError, ValueError):
        items = []
    return items[:4] or [request]


def agent_main(problem: dict) -> list[dict]:
    request = problem["query"]
    dialogue, budget = assay.Dialogue(request), Budget(13, time.monotonic() + 135)
    items = split(request, budget)
    turns = max(3, 12 // len(items))
    parts, notes = [], []
    for number, item in enumerate(items, 1):
        agent = SubAgent(number, item, request, len(items), notes, dialogue, budget)
        part = agent.work(turns)
        if part:
            parts.append(part)
            notes.append(f"Buyer {number} chose product {part} of shop {agent.shops.get(part, 'unknown')}.")
    if parts:
        dialogue.add(think="; ".join(notes), tool_calls=[assay.tools.execute("recommend_product", {"product_ids": ",".join(parts)})])
        dialogue.add(think="All buyers are done.", tool_calls=[assay.tools.execute("terminate", {"status": "success"})])
    return dialogue.steps
