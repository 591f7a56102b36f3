"""The long one: a whole handbook as system prompt, raw OpenAI wire format through ProxyClient.

Our experience: mid-size models follow a numbered handbook better than a clever two-liner. The code below the handbook is a
plain tool loop; it has no opinion about products.
"""
from __future__ import annotations

import json
import logging
import time
from os import getenv
from typing import Any

from src.agent.agent_interface import Tool, create_dialogue_step, execute_tool_call
from src.agent.proxy_client import ProxyClient

log = logging.getLogger("handbook")
client = ProxyClient(timeout=120, max_retries=2)

HANDBOOK = """# HANDBOOK FOR PERSONAL SHOPPERS

You are a personal shopper on a large online marketplace. A customer has left a message and gone offline. You cannot ask anything back. You have tools to search the marketplace, to open product pages and to send your recommendation.

## 1. Read the message twice
1.1 Count the items. "A lamp and two cushions" is two items; you recommend one product for each item, in the order of the message.
1.2 For every item write down for yourself: what kind of thing it is, in the words a SELLER would use (customers describe needs: "something to keep soup hot at work" is a "thermos food jar"), the brand if there is one (customers misspell brands), the price limits, the services (official store, free shipping, cash on delivery, flash sale) and every property: colour, size, material, capacity, power, number of pieces.
1.3 Amounts may be in words or other units: "half a litre" is 500 ml, "a dozen" is 12.
1.4 Some messages exclude things ("anything but black"). Exclusions are as binding as wishes.
1.5 Some messages want everything from ONE shop, or give a voucher and a budget. Note them.

## 2. Search
2.1 Use two to five words. Never paste the customer's sentences into the search box.
2.2 Put prices in `price` ("low-high") and services in `service`, not in `q`.
2.3 When you get poor results: use a synonym, drop an adjective, go to page 2, or loosen a filter. Do not repeat a search that you have already made.
2.4 For a cheapest-of-all wish, sort with "priceasc".

## 3. Verify
3.1 A title proves little. Open candidates with `view_product_information`, several ids at once, and read `attributes` and `sku_options`.
3.2 All wanted options must exist in ONE variant. A shirt that exists in red/M and blue/L is no red L.
3.3 Compare at least two candidates if there are two.

## 4. One shop
4.1 If everything must come from one shop, find the rarest item first and note its `shop_id`. Search for the others with that `shop_id`. If one is missing, try the next shop.

## 5. Voucher
5.1 Add up the prices of your choice. The voucher can be used if the total reaches its minimum. A percentage is limited by the cap.
5.2 The total after the discount must not exceed the budget. If it does, find a cheaper product that still fits.

## 6. Recommend
6.1 Call `recommend_product` exactly once, ids separated by commas, one per item, in order. Only ids that you have seen in results.
6.2 If nothing is perfect, recommend what comes closest. Then call `terminate`.

## 7. Style
7.1 Before each call say in one short sentence what you learned and what you do next. 7.2 You have few turns; do not waste them."""


def spec(name: str, about: str, required: list[str], **fields: str) -> dict:
    properties = {k: {"type": "integer" if k == "page" else "string", "description": v} for k, v in fields.items()}
    return {"type": "function", "function": {"name": name, "description": about, "parameters": {"type": "object", "properties": properties, "required": required}}}


SPECS = [
    spec("find_product", "Search the marketplace, up to 10 products a page.", ["q"], q="2-5 words", page="1 to 5", shop_id="only this shop",
         price="low-high", sort="default, order, priceasc or pricedesc", service="comma list: official, freeShipping, COD, flashsale"),
    spec("view_product_information", "Attributes and variants of products.", ["product_ids"], product_ids="comma list of ids"),
    spec("recommend_product", "Send the recommendation, once.", ["product_ids"], product_ids="comma list of ids, one per item"),
    spec("terminate", "End, after the recommendation.", [], status="success or failure"),
]


@Tool
def find_product(q: str, page: int = 1, shop_id: str = "", price: str = "", sort: str = "", service: str = "") -> Any:
    given = {"q": q, "page": page, "shop_id": shop_id, "price": price, "sort": sort, "service": service}
    answer = client.get("/search/find_product", {k: v for k, v in given.items() if v not in ("", None)})
    return answer if answer is not None else {"error": "refused: check price (low-high), sort, service and page"}


@Tool
def view_product_information(product_ids: str) -> Any:
    answer = client.get("/search/view_product_information", {"product_ids": product_ids})
    if answer is None:
        return {"error": "refused: product_ids is a comma list"}
    return [{k: v for k, v in page.items() if k != "description"} for page in answer]


@Tool
def recommend_product(product_ids: str) -> str:
    return f"sent to the customer: {product_ids}"


@Tool
def terminate(status: str = "success") -> str:
    return f"ended with {status}"


def complete(messages: list[dict]) -> dict:
    body = {"model": getenv("SANDBOX_MODEL", ""), "messages": messages, "tools": SPECS, "temperature": 0, "max_tokens": 400}
    answer = client.post("/inference/chat/completions", body) or {}
    choices = answer.get("choices") or []
    return choices[0].get("message") or {} if choices else {}


def fit(value: Any) -> str:
    if isinstance(value, list):
        value = [{k: (v[:80] if k == "title" else v) for k, v in row.items() if k != "sold_count"} if isinstance(row, dict) else row for row in value[:5]]
        return "\n".join(json.dumps(row, ensure_ascii=False)[:650] for row in value) or "no results"
    return json.dumps(value, ensure_ascii=False)[:900]


def agent_main(problem_data: dict) -> list[dict]:
    query = str(problem_data["query"])
    messages: list[dict] = [{"role": "system", "content": HANDBOOK}, {"role": "user", "content": query}]
    steps: list[dict] = []
    called: list[str] = []
    stop = time.monotonic() + 155
    for turn in range(12):
        if time.monotonic() > stop:
            log.warning("out of time in turn %d", turn)
            break
        message = complete(messages)
        calls = message.get("tool_calls") or []
        text = message.get("content") or ""
        if not message:
            continue
        messages.append({"role": "assistant", "content": text, **({"tool_calls": calls} if calls else {})})
        if not calls:
            if "recommend_product" in called:
                break
            messages.append({"role": "user", "content": "The customer is offline. Go on with the handbook: one tool call."})
            continue
        results = []
        for call in calls:
            name = (call.get("function") or {}).get("name", "")
            try:
                arguments = json.loads((call.get("function") or {}).get("arguments") or "{}")
                if name == "terminate" and "recommend_product" not in called:
                    raise ValueError("see 6.1: recommend before you terminate")
                if name == "recommend_product" and name in called:
                    raise ValueError("see 6.1: exactly once")
                result = execute_tool_call(name, arguments)
                called.append(name)
                results.append(result)
                content = fit(result["result"])
            except Exception as error:
                content = json.dumps({"error": str(error)})
            messages.append({"role": "tool", "tool_call_id": call.get("id", ""), "content": content})
        if results:
            steps.append(create_dialogue_step(text or "Next step of the handbook.", results, "", query, len(steps) + 1))
        if "terminate" in called:
            break
        spare(messages)
    return steps


def spare(messages: list[dict]) -> None:
    """An 8k context: old tool answers shrink first."""
    total = sum(len(str(m.get("content"))) for m in messages)
    for m in messages[2:-4]:
        if total < 15000:
            return
        if m["role"] == "tool" and len(m["content"]) > 200:
            total -= len(m["content"]) - 200
            m["content"] = m["content"][:200]
