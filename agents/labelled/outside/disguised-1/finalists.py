"""Search broadly, bring two finalists before the model, let it weigh them and decide."""
import functools
import json
import re
from os import getenv

from src.agent.agent_interface import Tool, create_dialogue_step, execute_tool_call
from src.agent.proxy_client import ProxyClient


@functools.lru_cache(maxsize=1)
def proxy():
    return ProxyClient(timeout=70, max_retries=2)


@Tool
def find_product(q: str, page: int = 1) -> list:
    return proxy().get("/search/find_product", {"q": q, "page": page}) or []


@Tool
def view_product_information(product_ids: str) -> list:
    return proxy().get("/search/view_product_information", {"product_ids": product_ids}) or []


@Tool
def recommend_product(product_ids: str) -> str:
    return f"Recommendation of {product_ids} delivered."


@Tool
def terminate(status: str = "success") -> str:
    return f"Finished: {status}."


def model(system, user):
    answer = proxy().post("/inference/chat/completions", {
        "model": getenv("SANDBOX_MODEL", ""), "temperature": 0.2, "max_tokens": 380,
        "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}]})
    try:
        return answer["choices"][0]["message"]["content"].strip()
    except (TypeError, KeyError, IndexError, AttributeError):
        return ""


TEAM = """You are the shopping agent of a team. Tools: find_product(q) searches the marketplace, view_product_information(product_ids) opens products, recommend_product(product_ids) recommends, terminate(status) ends.
Answer with your thoughts and one call:
<think>what the request and the results say</think>
<tool_call>{"name": "tool name", "parameters": {"parameter": "value"}}</tool_call>
"""
SEARCHER = TEAM + "You are the one who searches. The team works with the words: %s."
JUDGE = TEAM + ("You are the one who decides. Two finalists were compared; the comparison is below. Put it into your own words in three sentences, "
                "name both ids, their prices and the reason, confirm the better one and recommend it.")


def thoughts(text, otherwise):
    inner = re.sub(r"<tool_call>.*", "", text, flags=re.S)
    return re.sub(r"</?think>", "", inner).strip() or otherwise


def compare(better, worse, words):
    """The comparison as it stands between the two: shared words and prices."""
    has = [w for w in words if w in better["text"]]
    lacks = [w for w in has if w not in worse["text"]]
    lines = [f"{better['id']} ({better['title'][:70]}) costs {better['price']}; {worse['id']} ({worse['title'][:70]}) costs {worse['price']}."]
    if lacks:
        lines.append(f"{better['id']} shows {', '.join(lacks[:4])}, which {worse['id']} does not.")
    if better["price"] < worse["price"]:
        lines.append(f"{better['id']} is cheaper by {round(worse['price'] - better['price'], 2)}.")
    return " ".join(lines) + f" The better one is {better['id']}."


def agent_main(problem_data):
    query = problem_data["query"]
    words = sorted({w for w in re.findall(r"[a-z]{5,}", query.lower())}, key=query.lower().index)
    out, pool = [], {}

    def enter(thought, name, parameters):
        done = execute_tool_call(name, parameters)
        out.append(create_dialogue_step(thought, [done], "", query, len(out) + 1))
        return done["result"]

    for begin in (0, 4):
        chunk = " ".join(words[begin:begin + 3])
        if not chunk:
            continue
        said = model(SEARCHER % chunk, query)
        for row in enter(thoughts(said, f"Searching {chunk}."), "find_product", {"q": chunk}):
            pool[str(row["product_id"])] = {"id": str(row["product_id"]), "title": str(row.get("title")), "price": float(row.get("price") or 0), "text": json.dumps(row).lower()}
    if not pool:
        enter("Nothing turned up.", "recommend_product", {"product_ids": "none"})
        enter("So it ends here.", "terminate", {"status": "failure"})
        return out
    rank = sorted(pool.values(), key=lambda p: -sum(w in p["text"] for w in words))
    opened = enter("A closer look at the front of the field.", "view_product_information", {"product_ids": ",".join(p["id"] for p in rank[:4])})
    for page in opened:
        if str(page.get("product_id")) in pool:
            pool[str(page["product_id"])]["text"] += json.dumps(page).lower()
    rank = sorted(rank[:4], key=lambda p: (-sum(w in p["text"] for w in words), p["price"]))
    notes = compare(rank[0], rank[-1], words)
    verdict = model(JUDGE, f"Request: {query}\n\nComparison: {notes}")
    if rank[0]["id"] not in verdict:
        verdict = model(JUDGE, f"Request: {query}\n\nComparison: {notes}\nConfirm {rank[0]['id']}.")
    enter(thoughts(verdict, notes), "recommend_product", {"product_ids": rank[0]["id"]})
    enter("The finalists were weighed and one is recommended.", "terminate", {"status": "success"})
    return out
