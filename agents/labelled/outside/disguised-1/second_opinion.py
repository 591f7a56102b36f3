"""The model shops in tagged text; a second opinion looks over its shoulder."""
import json
import math
import re
from collections import defaultdict
from os import getenv

from src.agent.agent_interface import Tool, create_dialogue_step, execute_tool_call
from src.agent.proxy_client import ProxyClient

gate = ProxyClient(timeout=120, max_retries=2)
CONFIDENT = 0.02


@Tool
def find_product(q: str, page: int = 1, price: str = "", service: str = "", shop_id: str = "", sort: str = "") -> list:
    fields = {"q": q, "page": page, "price": price, "service": service, "shop_id": shop_id, "sort": sort}
    filled = {k: v for k, v in fields.items() if v}
    return gate.get("/search/find_product", filled) or []


@Tool
def view_product_information(product_ids: str) -> list:
    return gate.get("/search/view_product_information", {"product_ids": product_ids}) or []


@Tool
def recommend_product(product_ids: str) -> str:
    return "Recommended " + product_ids + "."


@Tool
def terminate(status: str = "success") -> str:
    return "Ended with " + status + "."


MANUAL = """You are a shopping assistant. Find the product (or products) the user wants.

Tools:
find_product(q, page, price, service, shop_id, sort): q is two to five words; price "low-high"; service from official, freeShipping, COD, flashsale; sort priceasc, pricedesc, order.
view_product_information(product_ids): comma list; shows options and attributes.
recommend_product(product_ids): comma list, one per item; exactly once.
terminate(status): at the end.

Format of every answer:
<think>what the results show; compare candidates by id and price; what next</think>
<tool_call>[{"name": "find_product", "parameters": {"q": "..."}}]</tool_call>"""


class Opinion:
    """Weighs everything that was shown against the request."""

    def __init__(self, query):
        self.terms = set(re.findall(r"[a-z0-9]{3,}", query.lower()))
        self.texts = {}

    def note(self, rows):
        for row in rows if isinstance(rows, list) else []:
            identity = str(row.get("product_id"))
            self.texts[identity] = self.texts.get(identity, "") + " " + json.dumps(row).lower()

    def verdict(self):
        if not self.texts:
            return None, 0.0
        spread = defaultdict(int)
        bags = {i: set(re.findall(r"[a-z0-9]{3,}", t)) for i, t in self.texts.items()}
        for bag in bags.values():
            for term in bag & self.terms:
                spread[term] += 1
        marks = {i: sum(math.log(1 + len(bags) / spread[t]) for t in bag & self.terms) for i, bag in bags.items()}
        order = sorted(marks, key=marks.get, reverse=True)
        runner_up = marks[order[1]] if len(order) > 1 else 0.0
        return order[0], (marks[order[0]] - runner_up) / (marks[order[0]] or 1)


def agent_main(problem_data):
    query = str(problem_data["query"])
    opinion, steps, scroll = Opinion(query), [], [f"<user>{query}</user>"]
    for _ in range(11):
        body = {"model": getenv("SANDBOX_MODEL", ""), "temperature": 0, "max_tokens": 400,
                "messages": [{"role": "system", "content": MANUAL}, {"role": "user", "content": "\n".join(scroll)}]}
        reply = gate.post("/inference/chat/completions", body) or {"choices": [{"message": {"content": ""}}]}
        text = str(reply["choices"][0]["message"].get("content") or "")
        thought = "".join(re.findall(r"<think>(.*?)</think>", text, re.S)).strip()
        calls = decode("".join(re.findall(r"<tool_call>(.*?)</tool_call>", text, re.S)))
        if not calls:
            scroll.append("<obs>no call understood</obs>")
            continue
        results = []
        for call in calls:
            if call["name"] == "terminate" and not any(r["name"] == "recommend_product" for r in results):
                call = {"name": "recommend_product", "parameters": {}}
            if call["name"] == "recommend_product":
                best, margin = opinion.verdict()
                if best and margin >= CONFIDENT or not call["parameters"].get("product_ids"):
                    call["parameters"] = {"product_ids": best or "none"}
            try:
                result = execute_tool_call(call["name"], call["parameters"])
            except Exception as trouble:
                scroll.append(f"<obs>{trouble}</obs>")
                continue
            results.append(result)
            opinion.note(result["result"])
            rows = result["result"]
            short = [{k: str(v)[:110] for k, v in r.items() if k in ("product_id", "shop_id", "title", "price", "attributes", "sku_options")} for r in rows[:5]] if isinstance(rows, list) else rows
            scroll += [f"<think>{thought}</think>", f"<tool_call>{json.dumps([call])}</tool_call>", f"<obs>{json.dumps(short)}</obs>"]
        if results:
            steps.append(create_dialogue_step(thought or "Going on.", results, "", query, len(steps) + 1))
        names = {r["name"] for r in results}
        if "terminate" in names:
            return steps
        if "recommend_product" in names:
            break
    else:
        best, _ = opinion.verdict()
        steps.append(create_dialogue_step("This fits best.", [execute_tool_call("recommend_product", {"product_ids": best or "none"})], "", query, len(steps) + 1))
    steps.append(create_dialogue_step("Done.", [execute_tool_call("terminate", {"status": "success"})], "", query, len(steps) + 1))
    return steps


def decode(written):
    try:
        value = json.loads(written)
    except ValueError:
        return []
    value = value if isinstance(value, list) else [value]
    return [{"name": str(v["name"]), "parameters": dict(v.get("parameters") or {})} for v in value if isinstance(v, dict) and v.get("name") and isinstance(v.get("parameters", {}), dict)]
