# Keyword bot v3
# 1) LLM pulls out search keywords   2) search   3) open top hits   4) word overlap   5) recommend best
import json
from os import environ
import re

from src.agent.agent_interface import Tool, create_dialogue_step, execute_tool_call
from src.agent.proxy_client import ProxyClient

client = ProxyClient(timeout=60, max_retries=1)


@Tool
def find_product(q: str, price: str = "", service: str = "") -> list:
    p = {"q": q}
    if price:
        p["price"] = price
    if service:
        p["service"] = service
    return client.get("/search/find_product", p) or []


@Tool
def view_product_information(product_ids: str) -> list:
    return client.get("/search/view_product_information", {"product_ids": product_ids}) or []


@Tool
def recommend_product(product_ids: str) -> str:
    return "recommended " + product_ids


@Tool
def terminate(status: str = "success") -> str:
    return "done: " + status


PROMPT = """Extract search keywords from a customer's shopping request.
The customer may describe things instead of naming them; write the words a seller would use in a product title.
Return only JSON: {"items": [{"keywords": "2 to 4 words"}]} with one entry per product wanted.

Request: %s
JSON:"""


def llm(prompt):
    try:
        r = client.post("/inference/chat/completions", {
            "model": environ.get("SANDBOX_MODEL", ""),
            "messages": [{"role": "user", "content": prompt}],
            "temperature": 0, "max_tokens": 250, "stream": False})
        return r["choices"][0]["message"]["content"] or ""
    except Exception:
        return ""


def keywords_of(text):
    m = re.search(r"\{.*\}", text, re.S)
    out = []
    if m:
        try:
            for it in json.loads(m.group(0)).get("items", []):
                k = it.get("keywords") if isinstance(it, dict) else it
                if isinstance(k, list):
                    k = " ".join(map(str, k))
                if k and str(k).strip():
                    out.append(str(k).strip()[:60])
        except Exception:
            out = re.findall(r'"keywords"\s*:\s*"([^"]+)"', m.group(0))
    return out[:5]


def bag(text):
    return set(w for w in re.findall(r"[a-z0-9]+", str(text).lower()) if len(w) > 2)


def agent_main(problem_data):
    query = problem_data.get("query", "")
    steps = []
    kws = keywords_of(llm(PROMPT % query))
    if not kws:
        kws = [" ".join(re.findall(r"[A-Za-z]{5,}", query)[:4]) or query[:60]]
    qbag = bag(query)
    picks = []
    for kw in kws:
        hits_call = execute_tool_call("find_product", {"q": kw})
        hits = hits_call["result"] if isinstance(hits_call["result"], list) else []
        calls = [hits_call]
        if hits:
            ids = ",".join(str(h["product_id"]) for h in hits[:6])
            pages_call = execute_tool_call("view_product_information", {"product_ids": ids})
            calls.append(pages_call)
            pages = pages_call["result"] if isinstance(pages_call["result"], list) else []
            text = {str(p.get("product_id")): json.dumps(p) for p in pages if isinstance(p, dict)}
            best = max(hits[:6], key=lambda h: len(qbag & bag(str(h.get("title")) + text.get(str(h["product_id"]), ""))))
            picks.append(str(best["product_id"]))
        steps.append(create_dialogue_step("Searching for: " + kw, calls, "", query, len(steps) + 1))
    rec = execute_tool_call("recommend_product", {"product_ids": ",".join(picks) or "none"})
    end = execute_tool_call("terminate", {"status": "success" if picks else "failure"})
    steps.append(create_dialogue_step("Best overlap with the request.", [rec], "", query, len(steps) + 1))
    steps.append(create_dialogue_step("Finished.", [end], "", query, len(steps) + 1))
    return steps
