"""Plan, execute, replan.

The planner (the model) writes a whole list of tool calls. They are executed one after the other. Then the planner sees the outcomes
and writes the next list, until a list ends with recommend_product.

Lagos, for Project Basket. Typed, small pure functions, one dataclass.
"""
from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import Iterator

import assay

KNOWN = ("find_product", "view_product_information", "check_product_match", "find_products_in_same_shop", "calculate_voucher", "recommend_product", "terminate")

PLANNER = """You are the planner of a shopping robot. The robot executes exactly what you write.

REQUEST FROM THE CUSTOMER
<user>{query}</user>

ROBOT'S TOOLS
find_product(q, price, service, shop_id, sort, page) - q is two to five words; price "low-high"; service among official, freeShipping, COD, flashsale
view_product_information(product_ids) - comma list; shows attributes and variants
find_products_in_same_shop(product_queries) - list of objects with q, price, service; one shop that has everything
calculate_voucher(product_prices, voucher_type, discount_value, threshold, budget, cap) - sums
recommend_product(product_ids) - comma list, one per item in the customer's order; once
terminate(status) - after recommend_product

WHAT HAPPENED SO FAR
{past}

Write the next steps of the plan, at most {width}, as a JSON array between tags:
<think>why this plan</think>
<tool_call>[{{"name": "find_product", "parameters": {{"q": "..."}}}}]</tool_call>
You cannot use an id that you have not seen above. {urgency}
PLAN:"""


@dataclass
class Run:
    query: str
    dialogue: assay.Dialogue
    past: list[str] = field(default_factory=list)
    plans: int = 0
    reason: str = ""


def plan(run: Run, last_chance: bool) -> list[dict]:
    run.plans += 1
    history = "\n".join(run.past)[-7500:] or "nothing yet"
    prompt = PLANNER.format(query=run.query, past=history, width=4, urgency="This is one of the last plans: include recommend_product." if last_chance else "")
    try:
        answer = assay.chat([{"role": "user", "content": prompt}], temperature=0.1, max_tokens=400)
    except assay.ChatFailed as problem:
        run.past.append(f"(no plan: {problem})")
        return []
    text = answer.message.get("content") or ""
    steps = list(read_plan(text.split("</think>")[-1]))
    run.reason = text.split("</think>")[0].replace("<think>", "").strip()[:600] if "</think>" in text else ""
    if not steps:
        run.past.append("(the last plan was not a JSON array of {name, parameters})")
    return steps[:4]


def read_plan(text: str) -> Iterator[dict]:
    """Tolerates an array, a lone object, or objects one per line."""
    decoder, at = json.JSONDecoder(), 0
    while at < len(text):
        if text[at] not in "[{":
            at += 1
            continue
        try:
            value, at = decoder.raw_decode(text, at)
        except ValueError:
            at += 1
            continue
        for step in value if isinstance(value, list) else [value]:
            if isinstance(step, dict) and step.get("name") in KNOWN and isinstance(step.get("parameters"), dict):
                yield step


def execute(run: Run, steps: list[dict]) -> bool:
    """True when the job is over."""
    done: list[dict] = []
    for step in steps:
        name = step["name"]
        recommended = run.dialogue.has_called("recommend_product") or any(d["name"] == "recommend_product" for d in done)
        if name == "terminate" and not recommended:
            run.past.append("terminate: refused, nothing is recommended yet")
            continue
        if name == "recommend_product" and recommended:
            continue
        result = assay.tools.execute(name, step["parameters"])
        done.append(result)
        run.past.append(f"<tool_call>{json.dumps([{'name': name, 'parameters': step['parameters']}], ensure_ascii=False)}</tool_call>\n<obs>{abridge(result['result'])}</obs>")
    if done:
        run.dialogue.add(think=run.reason or f"Plan {run.plans}: " + ", then ".join(d["name"] for d in done), tool_calls=done)
    return run.dialogue.has_called("recommend_product")


def abridge(value: object) -> str:
    if isinstance(value, list) and all(isinstance(v, dict) for v in value):
        out = []
        for v in value[:5]:
            shown = {k: v[k] for k in ("product_id", "title", "price", "shop_id", "service", "attributes", "sku_options") if k in v}
            shown["title"] = str(shown.get("title", ""))[:80]
            out.append({k: v for k, v in shown.items() if v and len(str(v)) < 700})
        return json.dumps(out, ensure_ascii=False)
    return json.dumps(value, ensure_ascii=False, default=str)[:700]


def agent_main(problem: dict) -> list[dict]:
    run = Run(problem["query"], assay.Dialogue(problem["query"]))
    limit = time.monotonic() + 145
    while run.plans < 9 and time.monotonic() < limit:
        if execute(run, plan(run, run.plans >= 6)):
            break
    if not run.dialogue.has_called("terminate"):
        status = "success" if run.dialogue.has_called("recommend_product") else "failure"
        run.dialogue.add(think="The plan is carried out.", tool_calls=[assay.tools.execute("terminate", {"status": status})])
    return run.dialogue.steps
