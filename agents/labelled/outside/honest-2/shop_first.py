"""Shop first: many requests are really about the shop. The model decides whether one shop is needed, and which.

 1. the model writes one search per item
 2. it sees what was found, grouped by shop, and names the shop to buy from, or "any"
 3. it may write searches inside that shop (or anywhere, for "any")
 4. it names the products to open
 5. it names the products to buy, or says it wants another shop (back to 2)
"""
import json
import re
import time
from collections import defaultdict

import assay

PERSONA = "You are Lucía, a personal shopper. You answer with a single JSON object and nothing else."


class Shelf:
    """Everything the model's searches have brought up."""

    def __init__(self):
        self.by_id = {}

    def add(self, item, products):
        for p in products[:8]:
            self.by_id.setdefault(str(p["product_id"]), {**p, "for": item})

    def grouped(self, limit=9):
        shops = defaultdict(list)
        for pid, p in self.by_id.items():
            shops[str(p.get("shop_id"))].append(f"    {pid} {str(p.get('title'))[:55]} ({p.get('price')}, {p.get('service')})")
        # newest shops at the end; the limit only keeps the prompt short
        return "\n".join(f"  shop {s}:\n" + "\n".join(rows[:4]) for s, rows in list(shops.items())[-limit:]) or "  nothing"

    def of(self, shop):
        return [(i, p) for i, p in self.by_id.items() if shop == "any" or str(p.get("shop_id")) == shop]


class Lucia:
    def __init__(self, query):
        self.query, self.dialogue, self.shelf = query, assay.Dialogue(query), Shelf()
        self.t_end, self.tokens_asked = time.time() + 150, 0

    def ask(self, instruction, tokens=220):
        for nudge in ("", " (valid JSON, please)"):
            if self.tokens_asked >= 13 or time.time() > self.t_end:
                return {}
            self.tokens_asked += 1
            try:
                reply = assay.chat(
                    [{"role": "system", "content": PERSONA}, {"role": "user", "content": f"Request of the customer: {self.query}\n\n{instruction}{nudge}"}],
                    temperature=0, max_tokens=tokens)
            except assay.ChatFailed:
                continue
            body = re.search(r"\{[\s\S]*\}", reply.message.get("content") or "")
            try:
                parsed = json.loads(body.group(0)) if body else None
            except ValueError:
                parsed = None
            if isinstance(parsed, dict):
                return parsed
        return {}

    def do(self, thought, *calls):
        results = [assay.tools.execute(name, args) for name, args in calls]
        self.dialogue.add(think=thought, tool_calls=results)
        return [r["result"] for r in results]

    def search(self, answer, shop=None):
        calls, items = [], []
        entries = answer.get("searches")
        for e in (entries if isinstance(entries, list) else [])[:4]:
            if isinstance(e, dict) and e.get("q"):
                args = {k: ",".join(e[k]) if isinstance(e[k], list) else str(e[k]) for k in ("q", "price", "service") if e.get(k)}
                if shop and shop != "any":
                    args["shop_id"] = shop
                calls.append(("find_product", args))
                items.append(str(e.get("item", e["q"])))
        if calls:
            for item, found in zip(items, self.do(str(answer.get("why", "Searching."))[:300], *calls)):
                if isinstance(found, list):
                    self.shelf.add(item, found)

    def shop(self):
        form = '{"why": "...", "searches": [{"item": "name", "q": "2-5 words", "price": "low-high", "service": ""}]}'
        self.search(self.ask(f"Write one marketplace search (find_product) per item. price and service (official, freeShipping, COD, flashsale) only if the customer says so.\n{form}"))
        refused = []
        for _ in range(2):
            pick = self.ask(
                "Found so far, by shop:\n" + self.shelf.grouped() + (f"\nShops you gave up: {', '.join(refused)}" if refused else "") +
                '\n\nMust everything come from one shop? Then choose the shop. Otherwise answer "any".\n{"shop": "shop id or any", "why": "..."}', 120)
            shop = re.sub(r"^shop\s*", "", str(pick.get("shop") or "").strip().lower())
            if not shop:
                continue
            answer = self.ask(f"You buy from: {shop}. On the shelf:\n{self.list(shop)}\n\nWhich searches are still needed there? An empty list if none.\n{form}")
            self.search(answer, shop)
            look = self.ask(f"You buy from: {shop}. On the shelf:\n{self.list(shop)}\n\nWhich products do you open to check them? Up to 5 ids.\n" + '{"open": ["id"]}', 100)
            named = look.get("open")
            wanted = [str(i) for i in (named if isinstance(named, list) else [named]) if str(i) in self.shelf.by_id][:5]
            if wanted:
                pages = self.do("Checking these.", ("view_product_information", {"product_ids": ",".join(wanted)}))[0]
                for page in pages if isinstance(pages, list) else []:
                    self.shelf.by_id[str(page["product_id"])]["facts"] = json.dumps([page.get("attributes"), page.get("sku_options")], ensure_ascii=False)[:400]
            final = self.ask(
                f"You buy from: {shop}. On the shelf:\n{self.list(shop)}\n\nBuy one product per item, in the customer's order, or give up this shop with an empty list.\n" +
                '{"buy": ["id"], "why": "..."}')
            ids = final.get("buy")
            ids = [str(i) for i in (ids if isinstance(ids, list) else [ids]) if str(i) in self.shelf.by_id]
            if ids:
                self.do(str(final.get("why", "")), ("recommend_product", {"product_ids": ",".join(ids)}))
                break
            refused.append(shop)
        ok = self.dialogue.has_called("recommend_product")
        self.do("Finished.", ("terminate", {"status": "success" if ok else "failure"}))
        return self.dialogue.steps

    def list(self, shop):
        rows = []
        for i, p in self.shelf.of(shop)[-12:]:
            rows.append(json.dumps({"product_id": i, "title": str(p.get("title"))[:60], "price": p.get("price"), "shop_id": p.get("shop_id"), "service": p.get("service")}, ensure_ascii=False))
            if p.get("facts"):
                rows.append("   " + p["facts"])
        return "\n".join(rows) or "(empty)"


def agent_main(problem):
    return Lucia(problem["query"]).shop()
