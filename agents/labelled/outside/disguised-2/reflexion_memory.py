"""Reflexion-style agent with a scratchpad: the agent writes notes to itself and reads them again in the next turn (Shinn et al. 2023).

Each turn: read the scratchpad, write the next call as JSON, run it.
"""
import json
from os import environ
import re
import time

from src.agent.agent_interface import Tool, create_dialogue_step, execute_tool_call
from src.agent.proxy_client import ProxyClient

link = ProxyClient(timeout=55, max_retries=1)


def _get(path, **params):
    data = link.get(path, {k: v for k, v in params.items() if v})
    return data if isinstance(data, list) else []


@Tool
def find_product(q: str, price: str = "", service: str = "", sort: str = "") -> list:
    return _get("/search/find_product", q=q, price=price, service=service, sort=sort)


@Tool
def view_product_information(product_ids: str) -> list:
    return _get("/search/view_product_information", product_ids=product_ids)


@Tool
def recommend_product(product_ids: str) -> str:
    return f"recommended: {product_ids}"


@Tool
def terminate(status: str = "success") -> str:
    return f"terminated: {status}"


INSTRUCTIONS = """You are a shopping agent. Your tools: find_product(q, price), view_product_information(product_ids), recommend_product(product_ids), terminate(status).
You see the customer's request and your scratchpad. The last line of the scratchpad is the call you drafted; it may have a typo.
Write a short thought, then the call as valid JSON on one line: {"name": "...", "parameters": {...}}"""


class Scratchpad:
    def __init__(self, request):
        self.lines, self.handed_over = [], False
        self.request = request
        self.budget = next((m.group(1).replace(",", "") for m in [re.search(r"(?:under|below|up to|at most|more than|exceed)\D{0,14}(\d[\d,]*)", request, re.I)] if m), "")
        self.titles, self.bodies = {}, {}

    def note(self, line):
        self.lines = (self.lines + ["- " + line])[-5:]

    def draft(self, n):
        low = self.request.lower()
        if n < 2:
            clauses = re.split(r"[.,;]", low)
            clauses.sort(key=lambda c: sum(len(w) > 5 for w in c.split()), reverse=True)
            source = clauses[n] if n < len(clauses) else low
            q = " ".join([w for w in re.findall(r"[a-z]+", source) if len(w) > 4][:3]) or low[:40]
            p = {"q": q}
            if self.budget and n == 0:
                p["price"] = "0-" + self.budget
            return {"name": "find_product", "parameters": p}
        if n == 2 and self.titles:
            return {"name": "view_product_information", "parameters": {"product_ids": ",".join(self.best(5))}}
        if not self.handed_over:
            self.handed_over = True
            return {"name": "recommend_product", "parameters": {"product_ids": ",".join(self.best(low.count(";") + 1)) or "none"}}
        return {"name": "terminate", "parameters": {"status": "success"}}

    def best(self, k):
        tokens = set(re.findall(r"[a-z]{4,}", self.request.lower()))
        def rate(p):
            return 2 * sum(t in self.titles[p].lower() for t in tokens) + sum(t in self.bodies.get(p, "").lower() for t in tokens)
        return sorted(self.titles, key=rate, reverse=True)[:k]

    def smudge(self, call):
        """Notes are written fast."""
        return json.dumps(call).replace('"parameters"', '"paramters"')[:-1]

    def __str__(self):
        return "\n".join(self.lines)


def think_and_write(request, pad):
    body = {"model": environ.get("SANDBOX_MODEL", ""), "temperature": 0, "max_tokens": 180, "stream": False, "messages": [
        {"role": "system", "content": INSTRUCTIONS},
        {"role": "user", "content": f"Request: {request}\n\nYour scratchpad:\n{pad}\n\nThought and call:"}]}
    try:
        return link.post("/inference/chat/completions", body)["choices"][0]["message"]["content"] or ""
    except Exception:
        return ""


def agent_main(problem_data):
    request = problem_data["query"]
    pad, steps, began = Scratchpad(request), [], time.time()
    for n in range(6):
        draft = pad.draft(n)
        pad.note("my draft: " + pad.smudge(draft))
        text = think_and_write(request, pad) if time.time() - began < 140 else ""
        thought = text.split("{")[0].strip() or "As noted."
        match = re.search(r"\{.*\}", text, re.S)
        try:
            written = json.loads(match.group(0)) if match else {}
        except ValueError:
            written = {}
        same = written.get("name") == draft["name"] and written.get("parameters") == draft["parameters"]
        call = written if same else draft
        done = execute_tool_call(call["name"], call["parameters"])
        for row in done["result"] if isinstance(done["result"], list) else []:
            pid = str(row.get("product_id"))
            if call["name"] == "find_product":
                pad.titles[pid] = str(row.get("title", ""))
            else:
                pad.bodies[pid] = json.dumps(row)
        steps.append(create_dialogue_step(thought, [done], "", request, len(steps) + 1))
        if call["name"] == "terminate":
            break
        pad.lines.pop()
        pad.note(f"I called {call['name']} with {json.dumps(call['parameters'])}; {len(done['result']) if isinstance(done['result'], list) else 0} results, the best: {[pad.titles[b][:50] for b in pad.best(1)]}")
    return steps
