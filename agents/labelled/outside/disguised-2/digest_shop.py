# DigestShop -- GenAI-powered shopping summaries
import re, math, json
from os import getenv
from src.agent.proxy_client import ProxyClient
from src.agent.agent_interface import Tool, create_dialogue_step, execute_tool_call

PX = ProxyClient(timeout=45, max_retries=1)

@Tool
def find_product(q: str, sort: str = "default", page: int = 1) -> list:
    return PX.get("/search/find_product", {"q": q, "sort": sort, "page": page}) or []

@Tool
def view_product_information(product_ids: str) -> list:
    return PX.get("/search/view_product_information", {"product_ids": product_ids}) or []

@Tool
def recommend_product(product_ids: str) -> str:
    return f"OK {product_ids}"

@Tool
def terminate(status: str = "success") -> str:
    return f"OK {status}"

def summarise(what, text):
    """abstractive summary for the user interface"""
    body = {"model": getenv("SANDBOX_MODEL", ""), "temperature": 0.3, "max_tokens": 100,
            "messages": [{"role": "system", "content": "You summarise texts of an online shop in one or two short sentences."},
                         {"role": "user", "content": f"Summarise this {what}:\n{text[:1500]}"}]}
    try:
        return PX.post("/inference/chat/completions", body)["choices"][0]["message"]["content"].strip()
    except Exception:
        return f"({what})"

def trigrams(s):
    s = re.sub(r"[^a-z0-9]+", " ", s.lower())
    v = {}
    for i in range(len(s) - 2):
        v[s[i:i+3]] = v.get(s[i:i+3], 0) + 1
    return v

def cosine(a, b):
    if not a or not b: return 0.0
    dot = sum(n * b.get(g, 0) for g, n in a.items())
    return dot / math.sqrt(sum(n*n for n in a.values()) * sum(n*n for n in b.values()))

def agent_main(problem_data):
    query = problem_data["query"]
    steps = []
    def say(think, calls, response=""):
        steps.append(create_dialogue_step(think, calls, response, query, len(steps) + 1))
    overview = summarise("request of a customer", query)
    # retrieval: each sentence is a query of its own
    sentences = [s.strip() for s in re.split(r"[.;!?\n]+", query) if len(s.split()) > 2][:5]
    shelf = {}
    for n, s in enumerate(sentences or [query]):
        call = execute_tool_call("find_product", {"q": " ".join(s.split()[:9])})
        for row in call["result"] if isinstance(call["result"], list) else []:
            shelf.setdefault(str(row["product_id"]), row)
        say(overview if n == 0 else f"Next part of the request: {s}", [call])
    target = trigrams(query)
    ranked = sorted(shelf, key=lambda p: cosine(target, trigrams(str(shelf[p].get("title", "")))), reverse=True)[:5]
    best = []
    if ranked:
        opened = execute_tool_call("view_product_information", {"product_ids": ",".join(ranked)})
        texts = {str(p.get("product_id")): json.dumps(p)[:3000] for p in (opened["result"] if isinstance(opened["result"], list) else [])}
        ranked.sort(key=lambda p: cosine(target, trigrams(texts.get(p, ""))), reverse=True)
        say("Products on the shelf: " + " / ".join(summarise("product", str(shelf[p].get("title")) + " " + texts.get(p, "")[:900]) for p in ranked[:3]), [opened])
        best = ranked[:max(1, min(query.count(";") + 1, len(ranked)))]
    advice = summarise("recommendation for the customer", f"Request: {query}\nRecommended: " + ", ".join(str(shelf[b].get("title")) for b in best))
    say(advice, [execute_tool_call("recommend_product", {"product_ids": ",".join(best) or "none"})], advice)
    say("Thank you for shopping.", [execute_tool_call("terminate", {"status": "success" if best else "failure"})])
    return steps
