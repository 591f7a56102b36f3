"""Plan, then act: the model makes a plan, and the plan is carried out step by step."""
from __future__ import annotations

import json
from os import environ
import re

from src.agent.agent_interface import create_dialogue_step
from src.agent.proxy_client import ProxyClient
import assay

net = ProxyClient(timeout=80, max_retries=1)

PLAN = """You plan for a shopping agent. Read the request and decide how to go about it:
- "single": one product is wanted
- "shop": several products that must come from one shop
- "voucher": several products, a voucher and a budget
Answer with JSON: {"strategy": "single|shop|voucher", "reason": "one sentence"}

Request: """

ACT = """You are a shopping agent and follow your plan "%s". Tools: find_product(q, price), find_products_in_same_shop(product_queries), view_product_information(product_ids), calculate_voucher(product_prices, voucher_type, discount_value, threshold, budget), recommend_product(product_ids), terminate(status).
Request: %s

Log of results:
%s

You are at step %d: %s. Say in two or three sentences what the log shows, weigh the candidates with ids and prices, and write the call as {"name": ..., "parameters": ...}."""


def llm(prompt: str) -> str:
    data = net.post("/inference/chat/completions", {"model": environ.get("SANDBOX_MODEL", ""), "temperature": 0, "max_tokens": 260,
                                                     "messages": [{"role": "user", "content": prompt}]})
    try:
        return str(data["choices"][0]["message"]["content"] or "")
    except (TypeError, KeyError, IndexError):
        return ""


class Procedure:
    def __init__(self, query: str, strategy: str):
        self.query, self.strategy, self.steps, self.log = query, strategy, [], []

    def act(self, name: str, parameters: dict, label: str):
        said = llm(ACT % (self.strategy, self.query, "\n".join(self.log[-3:])[:2500] or "(empty)", len(self.steps) + 1, label))
        thought = re.split(r"[{`]", said, maxsplit=1)[0].strip()
        done = assay.tools.execute(name, parameters)
        self.steps.append(create_dialogue_step(thought or label, [done], "", self.query, len(self.steps) + 1))
        result = done["result"]
        rows = result if isinstance(result, list) else (result.get("products") if isinstance(result, dict) else None)
        if isinstance(rows, list):
            self.log.append(f"{name}: " + "; ".join(f"{r.get('product_id')} {str(r.get('title') or '')[:60]} {r.get('price', '')}" for r in rows[:5]))
        else:
            self.log.append(f"{name}: {json.dumps(result)[:250]}")
        return result

    def pieces(self) -> list[dict]:
        chunks = [c for c in re.split(r"[.;!?]\s", self.query) if re.search(r"\b(an?|some|one|pair|set)\b", c.lower())][:3] or [self.query]
        out = []
        for chunk in chunks:
            nouns = re.findall(r"\b(?:an?|some|one)\s+((?:[a-z-]+\s?){1,3})", chunk.lower())
            out.append({"q": (max(nouns, key=len) if nouns else chunk[:40]).strip() or "gift"})
        return out

    def single(self) -> list[str]:
        best: list = []
        for piece in self.pieces()[:2]:
            got = self.act("find_product", piece, "search for the product")
            best += [g for g in got if isinstance(g, dict)] if isinstance(got, list) else []
        best.sort(key=lambda g: -int(g.get("sold_count") or 0))
        ids = [str(g["product_id"]) for g in best[:3]]
        if ids:
            self.act("view_product_information", {"product_ids": ",".join(ids)}, "open the candidates")
        return ids[:1]

    def shop(self) -> list[str]:
        got = self.act("find_products_in_same_shop", {"product_queries": self.pieces()}, "look for a shop that has it all")
        ids = [str(p["product_id"]) for p in (got.get("products") or [])] if isinstance(got, dict) else []
        return ids or self.single()

    def voucher(self) -> list[str]:
        cart, sums = [], []
        for piece in self.pieces():
            got = self.act("find_product", {**piece, "sort": "priceasc"}, "search for a cheap fitting product")
            if isinstance(got, list) and got:
                cart.append(str(got[0]["product_id"]))
                sums.append(str(got[0]["price"]))
        figures = [float(f) for f in re.findall(r"\d+(?:\.\d+)?", self.query)] + [0, 0, 0]
        if cart:
            kind = "percentage" if re.search(r"%|percent", self.query) else "fixed"
            high = sorted(figures, reverse=True)
            self.act("calculate_voucher", {"product_prices": ",".join(sums), "voucher_type": kind, "discount_value": min(f for f in figures if f) if any(figures) else 0,
                                           "threshold": high[1], "budget": high[0]}, "work out the total with the voucher")
        return cart

    def run(self) -> list[dict]:
        ids = {"single": self.single, "shop": self.shop, "voucher": self.voucher}[self.strategy]()
        self.act("recommend_product", {"product_ids": ",".join(ids) or "none"}, "recommend")
        last = assay.tools.execute("terminate", {"status": "success" if ids else "failure"})
        self.steps.append(create_dialogue_step("The plan is carried out.", [last], "", self.query, len(self.steps) + 1))
        return self.steps


def agent_main(problem_data: dict) -> list[dict]:
    query = str(problem_data.get("query", ""))
    planned = re.search(r'"?strategy"?\s*[:=]\s*"?(single|shop|voucher)\b', llm(PLAN + query))
    if planned:
        strategy = planned.group(1)
    else:
        strategy = "voucher" if "voucher" in query.lower() else "shop" if re.search(r"\b(same|one) (shop|store|seller)", query.lower()) else "single"
    return Procedure(query, strategy).run()
