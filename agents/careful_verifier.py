"""An agent that rejects recommendations that its model has not verified.

Agentic: all calls are the model's own native tool calls. The program rejects a recommendation that names a
product which was not opened with view_product_information and checked with check_product_match, with the reason, and
the model has to make the missing call itself. The program never searches or chooses for a model that answers. After
three rejections it accepts any recommendation, because an unverified one is better than none.
"""

from __future__ import annotations

import json

import assay

MAX_STEPS = 25
MAX_FAILURES = 3
MAX_REFUSALS = 3

SYSTEM_PROMPT = """You are a careful shopping assistant. You work with tools only; the user cannot be asked anything.

Work in this order:
1. Read the request. List for yourself each product with everything that is said about it: kind, brand, price, services, attributes, options; and the voucher, if there is one.
2. Search with find_product: two to five words per product, price and services as filters. For products that must share a shop use find_products_in_same_shop or the shop_id filter.
3. Open at least two candidates with view_product_information and compare them.
4. Call check_product_match for each product you want to recommend, with all its requirements in one object, for example {"color_family": "red", "size": "m", "price": "100-300", "service": "COD"}. Use the names of attributes and options that view_product_information showed.
5. If there is a voucher, call calculate_voucher with the prices of the checked products.
6. Call recommend_product exactly once, with one product per item in the order the user named them. A product that was not opened and checked is refused.
7. Call terminate.

Before each call write what the results show, which candidate is better and why."""


class Verification:
    """Products that the model has verified so far, and the number of rejections."""

    def __init__(self) -> None:
        self.opened: set[str] = set()
        self.checked: dict[str, bool] = {}
        self.refusals = 0

    def note(self, result: dict) -> None:
        content = result["result"]
        if result["name"] == "view_product_information" and isinstance(content, list):
            self.opened.update(str(product.get("product_id")) for product in content)
        if result["name"] == "check_product_match" and isinstance(content, dict) and "error" not in content:
            self.checked[str(result["parameters"].get("product_id"))] = bool(content.get("matched"))

    def complaint(self, call: assay.ToolCall, recommended: bool) -> str | None:
        if call.name == "terminate" and not recommended:
            return "Nothing was recommended yet."
        if call.name != "recommend_product":
            return None
        if recommended:
            return "The recommendation was already made. Call terminate."
        wanted = split_ids(call.parameters.get("product_ids", ""))
        unopened = [product for product in wanted if product not in self.opened]
        unchecked = [product for product in wanted if product not in self.checked]
        if self.refusals >= MAX_REFUSALS or not (unopened or unchecked):
            return None
        self.refusals += 1
        if unopened:
            return f"Not verified: open {', '.join(unopened)} with view_product_information first."
        return f"Not verified: call check_product_match for {', '.join(unchecked)} first."


def agent_main(problem_data: dict) -> list[dict]:
    query = str(problem_data.get("query", ""))
    dialogue = assay.Dialogue(query)
    verification = Verification()
    messages = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": query}]
    fruitless = 0
    while len(dialogue) < MAX_STEPS - 2 and fruitless < MAX_FAILURES + MAX_REFUSALS:
        fruitless += 1
        try:
            answer = assay.chat(messages, tools=assay.tools.schemas(), temperature=0)
        except assay.ChatFailed:
            continue
        messages.append(answer.message)
        done: list[dict] = []
        for call in answer.tool_calls:
            recommended = dialogue.has_called("recommend_product") or called(done, "recommend_product")
            complaint = verification.complaint(call, recommended)
            result = call.run() if complaint is None else call.answer({"error": complaint})
            messages.append({"role": "tool", "tool_call_id": call.id, "content": json.dumps(result["result"])})
            if complaint is None:
                done.append(result)
                verification.note(result)
        if done:
            fruitless = 0
            dialogue.add(think=answer.thought, tool_calls=done)
        elif not answer.tool_calls:
            if dialogue.has_called("recommend_product"):
                break
            messages.append({"role": "user", "content": "Continue with the tools until you have recommended."})
        if dialogue.has_called("terminate"):
            return dialogue.steps
    return close(dialogue, verification.checked, query)


def called(calls: list[dict], name: str) -> bool:
    return any(call["name"] == name for call in calls)


def split_ids(product_ids: object) -> list[str]:
    parts = product_ids if isinstance(product_ids, list) else str(product_ids).split(",")
    return [str(part).strip() for part in parts if str(part).strip()]


def close(dialogue: assay.Dialogue, checked: dict[str, bool], query: str) -> list[dict]:
    """Ends the dialogue if the model did not."""
    if not dialogue.has_called("recommend_product"):
        calls = []
        best = [product for product, matched in checked.items() if matched] or list(checked)
        if not best:
            calls.append(assay.tools.execute("find_product", {"q": query[:200]}))
            found = calls[0]["result"]
            best = [str(found[0]["product_id"])] if isinstance(found, list) and found else []
        wanted = {"product_ids": ",".join(best[: 1 + query.count(";")]) or "none"}
        calls.append(assay.tools.execute("recommend_product", wanted))
        dialogue.add(think="The model gave no recommendation; this is the nearest there is to one.", tool_calls=calls)
    done = assay.tools.execute("terminate", {"status": "success" if checked else "failure"})
    dialogue.add(think="The recommendation is made; nothing is left to do.", tool_calls=[done])
    return dialogue.steps
