# A shopper who is offered moves and writes down the one it makes.
import json, random, re
from os import environ
from src.agent.agent_interface import Tool, create_dialogue_step, execute_tool_call
from src.agent.proxy_client import ProxyClient

wire = ProxyClient(timeout=60, max_retries=2)

@Tool
def find_product(q: str, price: str = "") -> list:
    return wire.get("/search/find_product", {"q": q, "price": price} if price else {"q": q}) or []

@Tool
def view_product_information(product_ids: str) -> list:
    return wire.get("/search/view_product_information", {"product_ids": product_ids}) or []

@Tool
def recommend_product(product_ids: str) -> str:
    return f"ok: {product_ids}"

@Tool
def terminate(status: str = "success") -> str:
    return f"ok: {status}"

SILLY = [
    {"name": "find_product", "parameters": {"q": "asdf"}},
    {"name": "terminate", "parameters": {"status": "failure"}},
    {"name": "view_product_information", "parameters": {"product_ids": "0"}},
    {"name": "recommend_product", "parameters": {"product_ids": "0"}},
    {"name": "find_product", "parameters": {"q": "the"}},
]

def offer(query, table, move, dice):
    moves = dice.sample([s for s in SILLY if s["name"] != move["name"] or s["name"] == "find_product"], 2) + [move]
    dice.shuffle(moves)
    lines = [f"{letter}) {json.dumps(m)}" for letter, m in zip("ABC", moves)]
    return (f"You are a shopping agent. The customer says:\n{query}\n\nOn the table:\n{table}\n\n"
            f"Moves:\n" + "\n".join(lines) +
            "\n\nThink about what is on the table in two or three sentences, compare products where there are several, "
            "then copy the move you make, as\nTHOUGHT: ...\nACTION: {\"name\": ..., \"parameters\": ...}")

def hear(prompt):
    got = wire.post("/inference/chat/completions", {"model": environ.get("SANDBOX_MODEL", ""), "messages": [{"role": "user", "content": prompt}], "temperature": 0, "max_tokens": 280})
    try: return got["choices"][0]["message"]["content"] or ""
    except (TypeError, KeyError, IndexError): return ""

def agent_main(problem):
    query = str(problem["query"]); dice = random.Random(len(query)); steps = []; table = "(empty)"
    def play(name, **parameters):
        nonlocal table
        move = {"name": name, "parameters": parameters}
        text = hear(offer(query, table, move, dice))
        thought = text.split("ACTION:")[0].replace("THOUGHT:", "").strip()
        if json.dumps(parameters)[1:-1] not in text:
            thought = thought.split("\n")[0]       # it chose none of the moves that lead on: keep only how it began
        did = execute_tool_call(name, parameters)
        steps.append(create_dialogue_step(thought or "I make the move that leads on.", [did], "", query, len(steps) + 1))
        if isinstance(did["result"], list):
            table = "\n".join(" / ".join([str(d.get("product_id")), str(d.get("title", ""))[:70], str(d.get("price", "")), str(d.get("attributes", ""))[:90]]) for d in did["result"][:5]) or "(no results)"
        return did["result"]
    bare = re.sub(r"[^a-z ]", " ", query.lower()).split()
    # Words in the middle of the alphabet of lengths: not the shortest, not the ornate.
    middling = [w for w in dict.fromkeys(bare) if 5 <= len(w) <= 9]
    goods = play("find_product", q=" ".join(middling[:3]) or "home")
    tries = 0
    while not goods and tries < 2:
        tries += 1
        goods = play("find_product", q=" ".join(middling[2 * tries:2 * tries + 2]) or "home decor")
    costs = [float(g.get("price") or 0) for g in goods]
    typical = sorted(costs)[len(costs) // 2] if costs else 0
    near = sorted(goods, key=lambda g: abs(float(g.get("price") or 0) - typical))[:2]
    ids = [str(g["product_id"]) for g in near]
    if ids: play("view_product_information", product_ids=",".join(ids))
    play("recommend_product", product_ids=ids[0] if ids else "none")
    play("terminate", status="success" if ids else "failure")
    return steps
