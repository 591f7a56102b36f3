"""Checklist, then native calls with check_product_match. 要件チェックリスト方式（大阪）。

まずモデルが要件を箇条書きにし、その後はネイティブのツール呼び出しで自由に動く。
プログラム側は残り回数の表示とエラーの返却だけ。
"""
from __future__ import annotations

import json
import time

import assay

CHECKLIST = """Read this shopping request and write a checklist, at most 12 short lines. For each item: kind of product, brand, price range, services, each attribute or option with its value. Then a line about shop or voucher, if any. Only the lines.

{query}"""

SHOPPER = """You are a shopping agent with tools. Your own checklist for this request:
{checklist}

Work: search with find_product; test candidates against the checklist with check_product_match or view_product_information; when an item of the list is satisfied go to the next. At the end recommend_product (ids in order, once) and terminate."""

TOOL_NAMES = ("find_product", "view_product_information", "check_product_match", "recommend_product", "terminate")


class Budget:
    def __init__(self, calls: int, seconds: float) -> None:
        self.calls = calls
        self.ends = time.monotonic() + seconds

    def spend(self) -> bool:
        if self.calls <= 0 or time.monotonic() > self.ends:
            return False
        self.calls -= 1
        return True

    def __str__(self) -> str:
        return f"[remaining: {self.calls} turns, {max(0, int(self.ends - time.monotonic()))} seconds]"


def write_checklist(query: str, budget: Budget) -> str:
    if not budget.spend():
        return ""
    try:
        reply = assay.chat([{"role": "user", "content": CHECKLIST.format(query=query)}], temperature=0, max_tokens=260)
    except assay.ChatFailed:
        return "(none)"
    return (reply.message.get("content") or "(none)").strip()[:1400]


def compact(result: dict) -> str:
    value = result["result"]
    match result["name"], value:
        case "find_product", []:
            return "0 hits"
        case "find_product", list():
            slim = [{"product_id": p["product_id"], "title": str(p.get("title"))[:72], "price": p.get("price"), "shop_id": p.get("shop_id"), "service": p.get("service")} for p in value[:5]]
            return json.dumps(slim, ensure_ascii=False)
        case "view_product_information", list():
            pages = [{"product_id": p.get("product_id"), "attributes": p.get("attributes"), "sku_options": p.get("sku_options")} for p in value[:4]]
            return json.dumps(pages, ensure_ascii=False)[:2600]
        case _:
            return json.dumps(value, ensure_ascii=False, default=str)[:800]


def agent_main(problem: dict) -> list[dict]:
    query = problem["query"]
    dialogue = assay.Dialogue(query)
    budget = Budget(12, 150)
    checklist = write_checklist(query, budget)
    messages: list[dict] = [
        {"role": "system", "content": SHOPPER.format(checklist=checklist)},
        {"role": "user", "content": query},
    ]
    strikes = 0
    while not dialogue.has_called("terminate") and strikes < 3 and budget.spend():
        try:
            reply = assay.chat(messages, tools=assay.tools.schemas(list(TOOL_NAMES)), temperature=0, max_tokens=320)
        except assay.ChatFailed:
            strikes += 1
            continue
        messages.append(reply.message)
        if not reply.tool_calls:
            strikes += 1
            messages.append({"role": "user", "content": f"{budget} Use a tool. When all boxes are ticked: recommend_product."})
            continue
        executed: list[dict] = []
        for call in reply.tool_calls:
            already = dialogue.has_called("recommend_product") or any(e["name"] == "recommend_product" for e in executed)
            error = None
            if call.name not in TOOL_NAMES:
                error = f"no tool named {call.name}"
            elif call.name == "terminate" and not already:
                error = "open boxes: nothing recommended"
            elif call.name == "recommend_product" and already:
                error = "recommended already"
            if error:
                content = json.dumps({"error": error})
            else:
                result = call.run()
                executed.append(result)
                content = compact(result)
            messages.append({"role": "tool", "tool_call_id": call.id, "content": content})
        messages[0]["content"] = SHOPPER.format(checklist=checklist) + f"\n{budget}"
        if executed:
            strikes = 0
            dialogue.add(think=reply.thought, tool_calls=executed)
        else:
            strikes += 1
        trim(messages)
    return dialogue.steps


def trim(messages: list[dict]) -> None:
    old = [m for m in messages if m.get("role") == "tool"][:-4]
    for m in old:
        m["content"] = m["content"][:180]
