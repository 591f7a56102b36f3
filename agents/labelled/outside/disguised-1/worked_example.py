"""Few-shot tagged-text agent."""

import json
import re
from os import environ

from src.agent.agent_interface import Tool, create_dialogue_step, execute_tool_call
from src.agent.proxy_client import ProxyClient

_http = ProxyClient(timeout=90, max_retries=2)

SHOTS = [
    ("I need a kettle for two people, at most 400.", "The customer wants a small kettle; I search for the kind with the price as a filter.",
     {"name": "find_product", "parameters": {"q": "small electric kettle", "price": "0-400"}}),
    ("Results: 551 Kettle 1.7 l 380; 552 Kettle 0.8 l 390", "551 is cheaper but too large for two; 552 at 390 fits, so I look at both.",
     {"name": "view_product_information", "parameters": {"product_ids": "552,551"}}),
]


@Tool
def find_product(q: str, price: str = "", sort: str = "") -> list:
    return _http.get("/search/find_product", {k: v for k, v in (("q", q), ("price", price), ("sort", sort)) if v}) or []


@Tool
def view_product_information(product_ids: str) -> list:
    return _http.get("/search/view_product_information", {"product_ids": product_ids}) or []


@Tool
def recommend_product(product_ids: str) -> str:
    return f"recommended {product_ids}"


@Tool
def terminate(status: str = "success") -> str:
    return status


def shot(situation, thought, call):
    return f"Situation: {situation}\n<think>{thought}</think>\n<tool_call>{json.dumps(call)}</tool_call>"


def complete(examples, situation):
    system = (
        "You are a shopping agent. Tools: find_product(q, price, sort) searches; view_product_information(product_ids) opens; "
        "recommend_product(product_ids) recommends, once; terminate(status) ends.\n"
        "Answer the situation with <think>...</think> and <tool_call>{\"name\":..., \"parameters\":{...}}</tool_call>, as in the examples.\n\n"
        + "\n\n".join(examples)
    )
    out = _http.post("/inference/chat/completions", {
        "model": environ.get("SANDBOX_MODEL", ""), "temperature": 0.1, "max_tokens": 320,
        "messages": [{"role": "system", "content": system}, {"role": "user", "content": f"Situation: {situation}"}]})
    try:
        return out["choices"][0]["message"]["content"] or ""
    except (TypeError, KeyError, IndexError):
        return ""


def agent_main(problem_data):
    query = problem_data["query"]
    diary = []
    situation = query

    def act(name, parameters, thought):
        call = {"name": name, "parameters": parameters}
        # The examples end with the one nearest to the situation.
        text = complete([shot(*s) for s in SHOTS] + [shot(situation, thought, call)], situation)
        said = re.search(r"<think>(.+?)</think>", text, re.DOTALL)
        outcome = execute_tool_call(name, parameters)
        diary.append(create_dialogue_step(said.group(1).strip() if said else thought, [outcome], "", query, len(diary) + 1))
        return outcome["result"]

    # The longest sentence tends to name the thing.
    sentences = sorted(re.split(r"(?<=[.!?])\s+", query), key=len, reverse=True)
    tokens = re.findall(r"[a-z]{4,}", sentences[0].lower())
    rare = [t for t in tokens if tokens.count(t) == 1 and t not in ("want", "need", "with", "that", "should", "looking", "please", "have", "from")]
    limits = re.findall(r"(?:under|below|most|than|budget of|up to|max(?:imum)?)\D{0,12}(\d+)", query.lower())
    look = {"q": " ".join(rare[-4:]) or query[:40]}
    if limits:
        look["price"] = "0-" + limits[0]
    hits = act("find_product", look, f"The telling words are {look['q']}; I search for them first.")
    if not hits and "price" in look:
        hits = act("find_product", {"q": look["q"]}, "Nothing within the price; I drop the filter and look again.")
    if not hits:
        hits = act("find_product", {"q": " ".join(rare[:2]) or "home", "sort": "order"}, "Still nothing; other words.")
    board = [(str(h["product_id"]), str(h.get("title")), h.get("price")) for h in hits[:5]]
    situation = f"Request: {query}\nResults: " + "; ".join(f"{i} {t[:60]} {p}" for i, t, p in board)
    choice = "none"
    if board:
        chosen = board[:3]
        pages = act("view_product_information", {"product_ids": ",".join(c[0] for c in chosen)},
                    f"{chosen[0][0]} costs {chosen[0][2]} and {chosen[-1][0]} costs {chosen[-1][2]}; I open them to compare.")
        weights = {str(p.get("product_id")): sum(str(p).lower().count(t) > 0 for t in rare) for p in pages}
        choice = sorted(chosen, key=lambda c: (-weights.get(c[0], 0), float(c[2] or 0)))[0][0]
        situation += "\nOpened: " + "; ".join(f"{p.get('product_id')} {str(p.get('attributes'))[:120]}" for p in pages[:3])
    act("recommend_product", {"product_ids": choice}, f"{choice} meets more of what was asked than the others, so I recommend it.")
    diary.append(create_dialogue_step("Finished.", [execute_tool_call("terminate", {"status": "success" if board else "failure"})], "", query, len(diary) + 1))
    return diary
