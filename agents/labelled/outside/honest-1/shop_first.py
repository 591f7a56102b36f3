"""Shop-first shopping: shops get short names (S1, S2, ...) that stay in the prompt, so that the model can search inside them."""

import json
from os import getenv
import re
from time import monotonic

from src.agent.agent_interface import Tool, create_dialogue_step, execute_tool_call
from src.agent.proxy_client import ProxyClient

proxy = ProxyClient(timeout=60, max_retries=1)


@Tool
def find_product(q, shop_id="", price="", service="", page=1):
    params = dict(q=q, shop_id=shop_id, price=price, service=service, page=page)
    return proxy.get("/search/find_product", {k: v for k, v in params.items() if v}) or []


@Tool
def view_product_information(product_ids):
    return proxy.get("/search/view_product_information", {"product_ids": product_ids}) or []


@Tool
def recommend_product(product_ids):
    return "recommended " + product_ids


@Tool
def terminate(status="success"):
    return "bye"


PROMPT = """You are a shopping assistant for customers who like to buy everything in one shop where possible (if the request asks for it, they must).
Good habit: search the rarest item first, look at which shops have it, then search the other items inside that shop.

Customer: {query}

Shops you know:
{shops}

Products you know:
{products}

Last result: {last}

Answer with JSON, one of:
{{"why": "...", "do": "search", "query": "words", "shop": "S1 or empty for all shops", "max_price": 500, "service": ""}}
{{"why": "...", "do": "inspect", "products": ["id", "id"]}}
{{"why": "...", "do": "recommend", "products": ["one id per item in the customer's order"]}}"""


class Notebook:
    def __init__(self):
        self.alias, self.goods, self.known = {}, {}, {}

    def shop(self, shop_id):
        shop_id = str(shop_id)
        if shop_id not in self.alias:
            self.alias[shop_id] = f"S{len(self.alias) + 1}"
        return self.alias[shop_id]

    def real(self, name):
        for shop_id, alias in self.alias.items():
            if str(name).strip().upper() == alias or str(name).strip() == shop_id:
                return shop_id
        return ""

    def enter(self, rows, searched):
        for r in rows[:5]:
            a = self.shop(r.get("shop_id"))
            self.goods.setdefault(a, set()).add(searched)
            self.known.pop(str(r["product_id"]), None)
            self.known[str(r["product_id"])] = f"{r.get('title', '')[:80]}, {r.get('price')}, {a}, {r.get('service') or 'no service'}"

    def shops(self):
        used = list(self.goods.items())[-12:]
        return "\n".join(f"{a} (found there: {', '.join(sorted(words))})" for a, words in used) or "none"

    def products(self):
        return "\n".join(f"{i}: {t}" for i, t in list(self.known.items())[-14:]) or "none"


def ask(prompt):
    r = proxy.post("/inference/chat/completions", {"model": getenv("SANDBOX_MODEL", ""), "messages": [{"role": "user", "content": prompt}], "temperature": 0, "max_tokens": 220})
    try:
        text = r["choices"][0]["message"]["content"]
        return json.loads(re.search(r"\{.*?\}", text, re.S).group(0))
    except (TypeError, KeyError, IndexError, AttributeError, ValueError):
        return {}


def agent_main(problem):
    query, book, steps, last = problem["query"], Notebook(), [], "none"
    t0 = monotonic()
    for _ in range(12):
        if monotonic() - t0 > 120:
            break
        a = ask(PROMPT.format(query=query, shops=book.shops(), products=book.products(), last=last))
        what, why = a.get("do"), str(a.get("why", ""))
        chosen = a.get("products") or []
        ids = ",".join(map(str, chosen)) if isinstance(chosen, list) else str(chosen)
        if what == "search" and a.get("query"):
            args = {"q": str(a["query"])}
            if a.get("shop") and str(a["shop"]).lower() not in ("all", "any", "none"):
                args["shop_id"] = book.real(a["shop"])
                if not args["shop_id"]:
                    last = f"there is no shop {a['shop']} in your list; leave it empty to search everywhere"
                    continue
            if a.get("max_price"):
                args["price"] = f"0-{a['max_price']}"
            if a.get("service"):
                args["service"] = str(a["service"])
            call = execute_tool_call("find_product", args)
            rows = call["result"] if isinstance(call["result"], list) else []
            book.enter(rows, args["q"])
            last = f"searched {json.dumps(args)}: {len(rows)} found" + (", first: " + ", ".join(str(r["product_id"]) for r in rows[:5]) if rows else "")
        elif what == "inspect" and ids:
            call = execute_tool_call("view_product_information", {"product_ids": ids})
            rows = call["result"] if isinstance(call["result"], list) else []
            last = "\n".join(f"{r.get('product_id')}: {json.dumps(r.get('sku_options'))[:300]} / {json.dumps(r.get('attributes'))[:240]}" for r in rows[:4]) or "no such product"
        elif what == "recommend" and ids:
            calls = [execute_tool_call("recommend_product", {"product_ids": ids}), execute_tool_call("terminate", {"status": "success"})]
            steps.append(create_dialogue_step(why, calls, "", query, len(steps) + 1))
            break
        else:
            last = 'your answer was not understood; "do" is search, inspect or recommend'
            continue
        steps.append(create_dialogue_step(why, [call], "", query, len(steps) + 1))
    return steps
