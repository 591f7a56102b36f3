"""Asks the model "are you sure?" before anything is sent.

ORO-compatible. Format: one action word, a colon, the argument.

    SEARCH: red kettle; max 400; service COD
    OPEN: 123 456
    BUY: 123
"""
import json
import re
import time
from os import getenv

from src.agent.agent_interface import Tool, create_dialogue_step, execute_tool_call
from src.agent.proxy_client import ProxyClient

gateway = ProxyClient(timeout=90, max_retries=2)


@Tool
def find_product(q: str, price: str = "", service: str = "", shop_id: str = "", page: int = 1) -> list:
    payload = {"q": q, "page": page}
    payload.update({k: v for k, v in {"price": price, "service": service, "shop_id": shop_id}.items() if v})
    hits = gateway.get("/search/find_product", payload)
    if hits is None:
        raise ValueError("the search engine refused these filters")
    return hits


@Tool
def view_product_information(product_ids: str) -> list:
    return gateway.get("/search/view_product_information", {"product_ids": product_ids}) or []


@Tool
def recommend_product(product_ids: str) -> str:
    return f"OK {product_ids}"


@Tool
def terminate(status: str = "success") -> str:
    return f"OK {status}"


INTRO = """I run errands in an online shop for you, and you tell me what to do. A customer wants:

{query}

Tell me one thing at a time, as a line that starts with one of these words:
SEARCH: what to search (2-5 words); optionally ; min 100 ; max 400 ; service freeShipping ; shop 77
OPEN: product ids to open, separated by spaces
BUY: product ids to buy, one for each thing the customer wants, in order

You may put one line starting with BECAUSE: before it."""

SURE = """You told me to buy:
{cart}

The customer wants: {query}

Are you sure that every condition of the customer holds? Answer YES to buy, or NO and a reason."""


def chat(messages, tokens=160):
    reply = gateway.post("/inference/chat/completions", {
        "model": getenv("SANDBOX_MODEL"), "messages": messages, "max_tokens": tokens, "temperature": 0})
    try:
        return (reply["choices"][0]["message"]["content"] or "").strip()
    except (KeyError, IndexError, TypeError):
        return ""


def search_arguments(text):
    words, *filters = [part.strip() for part in text.split(";")]
    arguments = {"q": words.strip("\"' .").lower()}
    low = high = ""
    for f in filters:
        m = re.match(r"(min|max|service|shop|page)\W*(.+)", f, re.I)
        if not m:
            continue
        key, value = m.group(1).lower(), m.group(2).strip()
        digits = "".join(re.findall(r"[\d.]", value))
        if key == "min":
            low = digits
        elif key == "max":
            high = digits
        elif key == "service":
            arguments["service"] = value.replace(" ", "")
        elif key == "shop":
            arguments["shop_id"] = value
        elif digits:
            arguments["page"] = max(1, min(5, int(float(digits))))
    if low or high:
        arguments["price"] = f"{low or 0}-{high}"
    return arguments


def agent_main(problem):
    query = problem["query"]
    steps, seen = [], {}
    messages = [{"role": "user", "content": INTRO.format(query=query)}]

    def errand(thought, name, arguments):
        try:
            outcome = execute_tool_call(name, arguments)
        except Exception as e:
            return f"It did not work: {e}"
        steps.append(create_dialogue_step(thought or "As told.", [outcome], "", query, len(steps) + 1))
        return outcome["result"]

    def tell(text):
        messages.append({"role": "user", "content": text})

    doubts, asked, begin, bought = 0, 0, time.time(), False
    while asked < 12 and time.time() - begin < 150 and not bought:
        asked += 1
        said = chat(messages)
        messages.append({"role": "assistant", "content": said or "(silence)"})
        while len(messages) > 15:
            del messages[1:3]
        because = re.search(r"BECAUSE\W+(.+)", said)
        because = because.group(1).strip() if because else ""
        order = re.search(r"^\W*(SEARCH|OPEN|BUY)\s*:\s*(.+)$", said, re.M | re.I)
        if not order:
            tell("I need a line that starts with SEARCH:, OPEN: or BUY:.")
            continue
        verb, rest = order.group(1).upper(), order.group(2)
        if verb == "SEARCH":
            hits = errand(because, "find_product", search_arguments(rest))
            if not isinstance(hits, list) or not hits:
                tell(hits if isinstance(hits, str) else "Nothing found. Other words?")
                continue
            for h in hits[:5]:
                seen[str(h["product_id"])] = f"{h['product_id']}: {str(h.get('title'))[:70]}, {h.get('price')}, shop {h.get('shop_id')}, {h.get('service')}"
            tell("I found:\n" + "\n".join(seen[str(h["product_id"])] for h in hits[:5]))
            continue
        ids = [i for i in dict.fromkeys(re.findall(r"[\w-]+", rest)) if i in seen]
        if not ids:
            tell("I have not seen these ids. Use ids that I found.")
        elif verb == "OPEN":
            pages = errand(because, "view_product_information", {"product_ids": ",".join(ids[:4])})
            lines = []
            for page in pages if isinstance(pages, list) else []:
                pid = str(page.get("product_id"))
                facts = json.dumps({"attributes": page.get("attributes"), "options": page.get("sku_options")}, ensure_ascii=False)[:500]
                seen[pid] = seen.get(pid, pid).split(" >> ")[0] + " >> " + facts
                lines.append(f"{pid}: {facts}")
            tell("\n".join(lines) or "They could not be opened.")
        else:
            if doubts < 2 and asked < 11:
                asked += 1
                confirm = chat([{"role": "user", "content": SURE.format(cart="\n".join(seen[i] for i in ids), query=query)}], 100)
                if re.match(r"\W*NO\b", confirm, re.I):
                    doubts += 1
                    tell(f"You then said: {confirm[:250]}. I did not buy. What now?")
                    continue
            errand(because, "recommend_product", {"product_ids": ",".join(ids)})
            bought = True
    errand("Home again.", "terminate", {"status": "success" if bought else "failure"})
    return steps
