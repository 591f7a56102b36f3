"""Cart desk: the model keeps a cart, the till does the sums.

The model reads the voucher's terms itself. Whenever it changes its cart the till (calculate_voucher, with the terms as the model read
them) says what the cart costs; the model then pays or swaps something. We never put a product in or take one out.

Deniz, İstanbul
"""
import json
import re
import time

import assay

TERMS = """Customer request:
{query}

Does the request contain a voucher or a budget? Read it and answer with one JSON object:
{{"voucher": true, "voucher_type": "fixed" or "percentage", "discount_value": number, "threshold": number, "cap": number or 0, "budget": number, "scope": "platform" or "shop"}}
If there is no voucher: {{"voucher": false}}"""

DESK = """You fill a shopping cart for a customer. Commands, one JSON object per message:
{{"command": "find_product", "arguments": {{"q": "2-5 words", "price": "low-high", "service": "...", "shop_id": "..."}}}}
{{"command": "view_product_information", "arguments": {{"product_ids": "id,id"}}}}
{{"command": "set_cart", "arguments": {{"product_ids": "id,id"}}}}   the whole cart, one product per item, in the customer's order
{{"command": "recommend_product", "arguments": {{"product_ids": "id,id"}}}}   final; buys these
Services: official, freeShipping, COD, flashsale. Only q is needed for a search.
{voucher}"""


def number(value, default=0.0):
    found = re.search(r"\d+(?:\.\d+)?", str(value).replace(",", ""))
    return float(found.group()) if found else default


def objects(text):
    """All JSON objects in a text, outermost only."""
    position, decoder = 0, json.JSONDecoder()
    while True:
        position = text.find("{", position)
        if position < 0:
            return
        try:
            value, position = decoder.raw_decode(text, position)
            yield value
        except ValueError:
            position += 1


class CartDesk:
    def __init__(self, query):
        self.query = query
        self.dialogue = assay.Dialogue(query)
        self.terms = None
        self.price, self.shop, self.title = {}, {}, {}
        self.left = 12
        self.stop = time.time() + 150

    def model(self, messages, tokens):
        self.left -= 1
        try:
            return assay.chat(messages, temperature=0, max_tokens=tokens).message.get("content") or ""
        except assay.ChatFailed:
            return ""

    def read_terms(self):
        for value in objects(self.model([{"role": "user", "content": TERMS.format(query=self.query)}], 150)):
            if value.get("voucher") is True and number(value.get("budget")):
                self.terms = {
                    "voucher_type": "percentage" if "perc" in str(value.get("voucher_type")) else "fixed",
                    "discount_value": number(value.get("discount_value")),
                    "threshold": number(value.get("threshold")),
                    "budget": number(value.get("budget")),
                    "scope": "shop" if value.get("scope") == "shop" else "platform",
                }
                if number(value.get("cap")):
                    self.terms["cap"] = number(value["cap"])
                return

    def till(self, ids):
        lines = [f"{i} {self.title[i]} {self.price[i]}" for i in ids]
        receipt = "Cart:\n" + "\n".join(lines) + f"\nSum: {sum(map(number, (self.price[i] for i in ids))):.2f}"
        if not self.terms:
            return receipt, []
        call = assay.tools.execute("calculate_voucher", {
            "product_prices": ",".join(str(self.price[i]) for i in ids), "shop_ids": ",".join(self.shop[i] for i in ids), **self.terms})
        return receipt + "\nWith voucher: " + json.dumps(call["result"], default=str)[:400], [call]

    def serve(self):
        self.read_terms()
        note = f"Voucher and budget as you read them: {json.dumps(self.terms)}. Use set_cart to see what a cart costs with it." if self.terms else ""
        messages = [{"role": "system", "content": DESK.format(voucher=note)}, {"role": "user", "content": "Request: " + self.query}]
        while self.left > 0 and time.time() < self.stop:
            text = self.model(messages, 220)
            order = next((o for o in objects(text) if isinstance(o, dict) and "command" in o), None)
            messages.append({"role": "assistant", "content": text[:500] or "-"})
            answer = self.obey(order, text) if order else "Send one JSON object with command and arguments."
            if answer is None:
                return
            messages.append({"role": "user", "content": f"{answer}\n({self.left} messages left)"})
            while len(messages) > 6 and sum(len(m["content"]) for m in messages) > 12000:
                del messages[2:4]

    def obey(self, order, text):
        command, arguments = str(order["command"]), order.get("arguments")
        arguments = arguments if isinstance(arguments, dict) else {}
        thought = text.split("{")[0].strip() or f"Next: {command}."
        if command == "find_product":
            done = assay.tools.execute(command, {k: ",".join(v) if k == "service" and isinstance(v, list) else v for k, v in arguments.items() if v})
            self.dialogue.add(think=thought, tool_calls=[done])
            if not isinstance(done["result"], list):
                return json.dumps(done["result"], default=str)[:300]
            for p in done["result"]:
                pid = str(p["product_id"])
                self.price[pid], self.shop[pid], self.title[pid] = p.get("price"), str(p.get("shop_id")), str(p.get("title"))[:65]
            return "\n".join(f"{p['product_id']} {str(p.get('title'))[:65]} | {p.get('price')} | shop {p.get('shop_id')} | {p.get('service')}" for p in done["result"][:6]) or "Nothing found."
        if command == "view_product_information":
            done = assay.tools.execute(command, arguments)
            self.dialogue.add(think=thought, tool_calls=[done])
            pages = done["result"] if isinstance(done["result"], list) else []
            return "\n".join(f"{p.get('product_id')}: {str(p.get('attributes'))[:250]} | {str(p.get('sku_options'))[:300]}" for p in pages[:4]) or str(done["result"])[:200]
        if command in ("set_cart", "recommend_product"):
            ids = re.findall(r"[\w-]+", str(arguments.get("product_ids", "")))
            unknown = [i for i in ids if i not in self.price]
            if unknown or not ids:
                return "Not found in any search: " + (", ".join(unknown) or "(empty cart)")
            if command == "set_cart":
                receipt, calls = self.till(ids)
                if calls:
                    self.dialogue.add(think=thought, tool_calls=calls)
                return receipt + "\nIf this is right, send recommend_product; otherwise go on."
            done = assay.tools.execute("recommend_product", {"product_ids": ",".join(ids)})
            self.dialogue.add(think=thought, tool_calls=[done])
            return None
        return f"Unknown command {command}."


def agent_main(problem):
    desk = CartDesk(str(problem["query"]))
    desk.serve()
    bought = desk.dialogue.has_called("recommend_product")
    desk.dialogue.add(think="The desk closes.", tool_calls=[assay.tools.execute("terminate", {"status": "success" if bought else "failure"})])
    return desk.dialogue.steps
