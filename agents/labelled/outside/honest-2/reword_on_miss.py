"""Plain lines in, plain lines out; when a query misses, the model is asked to reword it.

Functional style, no classes. State is one dict that every function takes and gives back.
"""
import re
import string
import time
from functools import partial
from os import environ

from src.agent.agent_interface import Tool, create_dialogue_step, execute_tool_call
from src.agent.proxy_client import ProxyClient

px = ProxyClient(timeout=100, max_retries=1)
ALLOWED = {"official", "freeshipping", "cod", "flashsale"}
SPELLING = {"freeshipping": "freeShipping", "cod": "COD"}


@Tool
def find_product(q: str, price: str = "", service: str = "", shop_id: str = "") -> list:
    sent = {"q": q}
    sent.update({k: v for k, v in (("price", price), ("service", service), ("shop_id", shop_id)) if v})
    got = px.get("/search/find_product", sent)
    if got is None:
        raise ValueError("search refused")
    return got


@Tool
def view_product_information(product_ids: str) -> list:
    return px.get("/search/view_product_information", {"product_ids": product_ids}) or []


@Tool
def recommend_product(product_ids: str) -> str:
    return f"Recommended: {product_ids}"


@Tool
def terminate(status: str = "success") -> str:
    return f"Terminated: {status}"


def ask(state, text, tokens=200):
    if state["calls"] >= 12 or time.time() > state["deadline"]:
        return ""
    state["calls"] += 1
    raw = px.post("/inference/chat/completions", {
        "model": environ.get("SANDBOX_MODEL", ""), "temperature": 0.2, "max_tokens": tokens,
        "messages": [{"role": "user", "content": f"Customer's wish:\n{state['query']}\n\n{text}"}]})
    try:
        return raw["choices"][0]["message"]["content"].strip()
    except Exception:
        return ""


def step(state, thought, *calls):
    done = []
    for name, params in calls:
        try:
            done.append(execute_tool_call(name, params))
        except Exception as err:
            done.append({"name": name, "parameters": params, "result": f"Error: {err}"})
    state["steps"].append(create_dialogue_step(thought, done, "", state["query"], len(state["steps"]) + 1))
    return [d["result"] for d in done]


def tidy(words):
    """lower case, no punctuation, no doubled words, at most seven of them"""
    table = str.maketrans({c: " " for c in string.punctuation if c not in "-'"})
    unique = dict.fromkeys(words.lower().translate(table).split())
    return " ".join(list(unique)[:7])


def parse_query_lines(text):
    """QUERY: words | price 100-300 | service COD | shop 55"""
    out = []
    for line in text.splitlines():
        m = re.match(r"\W*(?:\d+\W+)?query\W*:?\s*(.+)", line, re.I)
        if not m:
            continue
        first, *rest = [part.strip() for part in m.group(1).split("|")]
        search = {"q": tidy(first)}
        for part in rest:
            low = part.lower()
            if low.startswith("price"):
                a = re.findall(r"\d+(?:\.\d+)?", low)
                if len(a) >= 2:
                    search["price"] = f"{a[0]}-{a[1]}"
                elif a:
                    search["price"] = f"0-{a[0]}"
            elif low.startswith("service"):
                names = [w for w in re.findall(r"[a-z]+", low)[1:] if w in ALLOWED]
                if names:
                    search["service"] = ",".join(SPELLING.get(n, n) for n in names)
            elif low.startswith("shop"):
                m2 = re.search(r"\w*\d\w*", part)
                if m2:
                    search["shop_id"] = m2.group(0)
        if search["q"]:
            out.append(search)
    return out


FORM = ("Write each as a line: QUERY: two to five words | price low-high | service names\n"
        "The parts after the words are optional. Services are official, freeShipping, COD, flashsale. Example:\n"
        "QUERY: ceramic teapot | price 100-300 | service COD")


def search_all(state, searches):
    misses = []
    for s in searches:
        if s["q"] in state["tried"]:
            continue
        state["tried"].add(s["q"])
        hits = step(state, f"Trying '{s['q']}'.", ("find_product", s))[0]
        hits = hits if isinstance(hits, list) else []
        for p in hits[:5]:
            state["seen"][str(p["product_id"])] = f"{p['product_id']} ~ {str(p.get('title'))[:70]} ~ {p.get('price')} ~ shop {p.get('shop_id')} ~ {p.get('service')}"
        if not hits:
            misses.append((s, "it found nothing"))
    return misses


def agent_main(problem):
    state = {"query": problem["query"], "steps": [], "calls": 0, "deadline": time.time() + 150, "tried": set(), "seen": {}, "open": {}}
    say = partial(ask, state)
    todo = parse_query_lines(say("Write one search for each product the customer wants.\n" + FORM))
    if not todo:
        todo = parse_query_lines(say("I need lines that begin with QUERY:.\n" + FORM))
    for _ in range(3):
        misses = search_all(state, todo[:4])
        if misses:
            lines = "\n".join(f"- {s} : {why}" for s, why in misses)
            todo = parse_query_lines(say(f"These searches failed:\n{lines}\nReword each of them: other names sellers use, fewer words, a wider price.\n{FORM}"))
            if todo:
                continue
        listing = "\n".join(list(state["seen"].values())[-16:])
        if not listing:
            todo = parse_query_lines(say("Nothing has been found yet. Try other words.\n" + FORM))
            continue
        said = say(f"Found so far:\n{listing}\n\nWrite OPEN: and the ids of up to 5 products to check. If a product the customer wants is not among them, write better searches instead.\n{FORM}", 150)
        ids = [i for i in re.findall(r"[\w-]+", said) if i in state["seen"]]
        fresh = parse_query_lines(said)
        if ids:
            pages = step(state, said[:300], ("view_product_information", {"product_ids": ",".join(list(dict.fromkeys(ids))[:5])}))[0]
            for page in pages if isinstance(pages, list) else []:
                state["open"][str(page.get("product_id"))] = f"{str(page.get('attributes'))[:250]} variants {str(page.get('sku_options'))[:250]}"
        if not fresh:
            break
        todo = fresh
    final = []
    for nag in ("", "\nUse ids from the list above."):
        listing = "\n".join(v + (" ~ " + state["open"][k] if k in state["open"] else "") for k, v in list(state["seen"].items())[-14:])
        if not listing or final:
            break
        said = say(f"Products:\n{listing}\n\nWhich do you recommend, one per product the customer wants, in that order? Write one line: BUY: id, id{nag}", 120)
        line = re.search(r"BUY\W+(.+)", said, re.I)
        final = [i for i in re.findall(r"[\w-]+", line.group(1) if line else said) if i in state["seen"]]
        final = list(dict.fromkeys(final))
        if final:
            step(state, said[:300], ("recommend_product", {"product_ids": ",".join(final)}))
    step(state, "Over.", ("terminate", {"status": "success" if final else "failure"}))
    return state["steps"]
