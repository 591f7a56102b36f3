"""An agent that uses a model's native tool calls, with all seven tools.

Agentic: the model gets the schemas of the tools and the request, and every call that is run is in its own answer.
The program keeps the conversation and enforces one recommendation before the end. If the model stops without a
recommendation, the program recommends the product that the model opened last, and says so in the dialogue.
"""

from __future__ import annotations

import json

import assay

MAX_STEPS = 25
MAX_FAILURES = 3

SYSTEM_PROMPT = """You are a shopping assistant. Find what the user asks for with the tools, make sure that it fits, call recommend_product exactly once, then call terminate. The user cannot be asked anything.

- Search with two to five words that name the product, and put price and services into the filters.
- A product fits only if everything the user said about it holds: kind, brand, price, services, and all attributes and options, the options together in one variant. Verify with view_product_information or check_product_match.
- For several products from one shop use find_products_in_same_shop, or search with shop_id.
- For a voucher use calculate_voucher with the prices of the products you chose; the total after the discount must be within the budget. If it is not, look for cheaper products that fit.
- Recommend one product per item, in the order the user named the items. If nothing fits perfectly, recommend the best there is.
- Before each tool call say in a sentence or two what the last results show and why you do what you do next."""


def agent_main(problem_data: dict) -> list[dict]:
    query = str(problem_data.get("query", ""))
    dialogue = assay.Dialogue(query)
    messages = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": query}]
    opened: list[str] = []
    failures = 0
    while len(dialogue) < MAX_STEPS - 2 and failures < MAX_FAILURES:
        try:
            answer = assay.chat(messages, tools=assay.tools.schemas(), temperature=0)
        except assay.ChatFailed:
            failures += 1
            continue
        messages.append(answer.message)
        if not answer.tool_calls:
            failures += 1
            if dialogue.has_called("recommend_product"):
                break
            messages.append({"role": "user", "content": "Use the tools: recommend_product, then terminate."})
            continue
        done = []
        for call in answer.tool_calls:
            refusal = refuse(call.name, dialogue, done)
            result = call.run() if refusal is None else call.answer({"error": refusal})
            messages.append({"role": "tool", "tool_call_id": call.id, "content": json.dumps(result["result"])})
            if refusal is None:
                done.append(result)
                opened = ids_in(result) or opened
        failures = 0 if done else failures + 1
        if done:
            dialogue.add(think=answer.thought, tool_calls=done)
        if dialogue.has_called("terminate"):
            return dialogue.steps
    return close(dialogue, opened, query)


def refuse(name: str, dialogue: assay.Dialogue, done: list[dict]) -> str | None:
    recommended = dialogue.has_called("recommend_product") or any(c["name"] == "recommend_product" for c in done)
    if name == "recommend_product" and recommended:
        return "The recommendation was already made. Call terminate."
    if name == "terminate" and not recommended:
        return "Call recommend_product before terminate."
    return None


def ids_in(result: dict) -> list[str]:
    """The products that the model examined last, and so would most likely have recommended."""
    if result["name"] == "view_product_information":
        return [part.strip() for part in str(result["parameters"].get("product_ids", "")).split(",") if part.strip()]
    if result["name"] == "check_product_match":
        return [str(result["parameters"].get("product_id", ""))]
    if result["name"] == "find_products_in_same_shop" and isinstance(result["result"], dict):
        return [str(product["product_id"]) for product in result["result"].get("products", [])]
    return []


def close(dialogue: assay.Dialogue, opened: list[str], query: str) -> list[dict]:
    if not dialogue.has_called("recommend_product"):
        calls = []
        if not opened:
            calls.append(assay.tools.execute("find_product", {"q": query[:200]}))
            found = calls[0]["result"]
            opened = [str(found[0]["product_id"])] if isinstance(found, list) and found else []
        wanted = {"product_ids": ",".join(opened[: 1 + query.count(";")]) or "none"}
        calls.append(assay.tools.execute("recommend_product", wanted))
        dialogue.add(think="The model gave no recommendation; this is the nearest there is to one.", tool_calls=calls)
    done = assay.tools.execute("terminate", {"status": "success" if opened else "failure"})
    dialogue.add(think="The recommendation is made; nothing is left to do.", tool_calls=[done])
    return dialogue.steps
