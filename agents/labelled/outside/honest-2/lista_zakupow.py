"""Lista zakupów: model pisze listę w JSON, my tylko wykonujemy zapytania, które napisał.

(Kraków, zespół dwuosobowy.) Kroki:
  1. model -> shopping list (JSON), each line with its own query and filters
  2. we run every line
  3. model -> ids to look at closer
  4. model -> basket, or a corrected list (then 2. again)
"""
import json
import re
import time
from os import getenv

from src.agent.agent_interface import Tool, create_dialogue_step, execute_tool_call
from src.agent.proxy_client import ProxyClient

http = ProxyClient(timeout=90, max_retries=2)


@Tool
def find_product(q: str, page: int = 1, price: str = "", shop_id: str = "", sort: str = "", service: str = "") -> list:
    params = dict(q=q, page=page, price=price, shop_id=shop_id, sort=sort, service=service)
    return http.get("/search/find_product", {k: v for k, v in params.items() if v}) or []


@Tool
def view_product_information(product_ids: str) -> list:
    return http.get("/search/view_product_information", {"product_ids": product_ids}) or []


@Tool
def recommend_product(product_ids: str) -> str:
    return "recommended " + product_ids


@Tool
def terminate(status: str = "success") -> str:
    return "over: " + status


LIST_PROMPT = """You plan the purchases for a customer of an online marketplace.

CUSTOMER: {query}

Write a shopping list as a JSON array, one object per item in the customer's order:
[{{"item": "short name", "q": "2-5 search words as sellers write them", "price": "low-high or empty", "service": "comma list of official, freeShipping, COD, flashsale, or empty", "shop_id": "only if it must be this shop"}}]
{remark}
JSON array:"""

LOOK_PROMPT = """CUSTOMER: {query}

What the shopping list found:
{found}

Which products do you want to look at closer (attributes, sizes, colours)? Give up to six product ids as a JSON array of strings.
JSON array:"""

BASKET_PROMPT = """CUSTOMER: {query}

What the shopping list found:
{found}

Closer look:
{details}

Decide. Either the basket, one product id per item in the customer's order:
{{"basket": ["id", "id"], "reason": "..."}}
or, if something is missing and a different search could find it:
{{"basket": [], "reason": "what to search differently"}}
JSON object:"""


class Model:
    def __init__(self):
        self.left = 11
        self.until = time.monotonic() + 150

    def say(self, text, tokens=350):
        if self.left < 1 or time.monotonic() > self.until:
            return ""
        self.left -= 1
        body = {"model": getenv("SANDBOX_MODEL", ""), "temperature": 0, "max_tokens": tokens,
                "messages": [{"role": "user", "content": text}]}
        out = http.post("/inference/chat/completions", body)
        try:
            return out["choices"][0]["message"]["content"] or ""
        except (TypeError, KeyError, IndexError):
            return ""


def cut_json(text, opening, closing):
    """From the first opening bracket to the last closing one, shorter and shorter until it parses."""
    begin = text.find(opening)
    end = text.rfind(closing)
    while begin != -1 and end > begin:
        try:
            return json.loads(text[begin:end + 1])
        except ValueError:
            end = text.rfind(closing, begin, end)
    return None


def ids_named(text, known):
    """The product ids a text names, in its order. Models put brackets and quotes wherever they like."""
    return list(dict.fromkeys(word for word in re.findall(r"[\w-]+", text) if word in known))


def agent_main(problem):
    query = problem["query"]
    model, steps = Model(), []

    def act(thought, calls):
        done = []
        for name, params in calls:
            try:
                done.append(execute_tool_call(name, params))
            except Exception as e:
                done.append({"name": name, "parameters": params, "result": f"error: {e}"})
        if done:
            steps.append(create_dialogue_step(thought or "ok", done, "", query, len(steps) + 1))
        return done

    found, details, known, remark = {}, {}, set(), ""
    basket = []
    for attempt in range(3):
        said = model.say(LIST_PROMPT.format(query=query, remark=remark))
        written = cut_json(said, "[", "]")
        if not (isinstance(written, list) and written and isinstance(written[0], dict)):
            written = [cut_json(said, "{", "}")]  # a list of one, without the brackets
        lines = [w for w in written if isinstance(w, dict) and w.get("q")][:5]
        if not lines:
            remark = "(The last answer was not a JSON array with q in every object.)"
            continue
        calls = []
        for line in lines:
            if isinstance(line.get("service"), list):
                line["service"] = ",".join(map(str, line["service"]))
            calls.append(("find_product", {k: str(line[k]) for k in ("q", "price", "service", "shop_id") if line.get(k)}))
        for line, result in zip(lines, act("Shopping list: " + json.dumps(lines)[:400], calls)):
            hits = result["result"] if isinstance(result["result"], list) else []
            known.update(str(h["product_id"]) for h in hits)
            found[str(line.get("item") or line["q"])] = [
                json.dumps({**{k: h.get(k) for k in ("product_id", "price", "shop_id", "service")}, "title": str(h.get("title"))[:60]}, ensure_ascii=False)
                for h in hits[:5]
            ] or ["nothing found for: " + str(line["q"])]
        overview = "\n".join(f"* {item}\n  " + "\n  ".join(rows) for item, rows in list(found.items())[-5:])[:4500]

        wanted = ids_named(model.say(LOOK_PROMPT.format(query=query, found=overview), 120), known)[:6]
        if wanted:
            for result in act("A closer look at " + ", ".join(wanted), [("view_product_information", {"product_ids": ",".join(wanted)})]):
                for page in result["result"] if isinstance(result["result"], list) else []:
                    text = json.dumps({k: page.get(k) for k in ("product_id", "attributes", "sku_options")}, ensure_ascii=False)
                    details[str(page.get("product_id"))] = text[:500]
        closer = "\n".join(list(details.values())[-6:]) or "(nothing opened)"
        said = model.say(BASKET_PROMPT.format(query=query, found=overview, details=closer))
        verdict = cut_json(said, "{", "}")
        verdict = verdict if isinstance(verdict, dict) else {}
        basket = ids_named(json.dumps(verdict["basket"]) if "basket" in verdict else said, known)
        if basket:
            act(str(verdict.get("reason", "")), [("recommend_product", {"product_ids": ",".join(basket)})])
            break
        remark = "Note on your last list: " + str(verdict.get("reason", "nothing fitting was found"))[:200]
    act("End.", [("terminate", {"status": "success" if basket else "failure"})])
    return steps
