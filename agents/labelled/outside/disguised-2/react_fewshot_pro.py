"""ReAct with retrieved demonstrations: before each turn the most similar solved session is put into the prompt."""
import json
from os import getenv
import re

from src.agent.agent_interface import Tool, create_dialogue_step, execute_tool_call
from src.agent.proxy_client import ProxyClient

net = ProxyClient(timeout=60, max_retries=1)


@Tool
def find_product(q: str, price: str = "") -> list:
    return net.get("/search/find_product", {"q": q, "price": price} if price else {"q": q}) or []


@Tool
def view_product_information(product_ids: str) -> list:
    return net.get("/search/view_product_information", {"product_ids": product_ids}) or []


@Tool
def recommend_product(product_ids: str) -> str:
    return "Recommended: " + product_ids


@Tool
def terminate(status: str = "success") -> str:
    return "Terminated: " + status


HEAD = """You are a shopping agent. Tools:
find_product(q) - search, q is a few words of a title
view_product_information(product_ids) - open products, comma list
recommend_product(product_ids) - the final choice, once
terminate(status) - end, after the recommendation

Answer in this format:
<think>why</think>
<tool_call>[{"name": "...", "parameters": {...}}]</tool_call>
"""

STATIC_DEMO = """# Example
<user>I need a steel lunch box for work, under 450.</user>
<think>I search for the kind of product first.</think>
<tool_call>[{"name": "find_product", "parameters": {"q": "steel lunch box"}}]</tool_call>
"""


class Demonstrations:
    """Index of solved sessions."""

    def __init__(self, request):
        self.request = request
        self.tokens = re.findall(r"[a-z0-9]+", request.lower())
        self.state, self.hits, self.seen = 0, [], {}

    def nearest(self):
        if self.state in (0, 1):
            half = len(self.tokens) // 2
            part = self.tokens[:half] if self.state == 0 else self.tokens[half:]
            uniq = sorted({t for t in part if len(t) > 4}, key=len)[-3:]
            return "The words that describe it best.", {"name": "find_product", "parameters": {"q": " ".join(t for t in part if t in uniq)[:70] or self.request[:60]}}
        if self.state == 2 and self.hits:
            return "These look right, I open them.", {"name": "view_product_information", "parameters": {"product_ids": ",".join(self.order()[:4])}}
        if self.state <= 3:
            return "This one has what was asked for.", {"name": "recommend_product", "parameters": {"product_ids": ",".join(self.order()[:1 + self.request.count(";")]) or "none"}}
        return "Everything is done.", {"name": "terminate", "parameters": {"status": "success"}}

    def order(self):
        bigrams = set(zip(self.tokens, self.tokens[1:]))
        def s(pid):
            t = re.findall(r"[a-z0-9]+", self.seen.get(pid, "").lower())
            return len(set(self.tokens) & set(t)) + 3 * len(bigrams & set(zip(t, t[1:])))
        return sorted(dict.fromkeys(self.hits), key=s, reverse=True)

    def update(self, call, result):
        rows = result if isinstance(result, list) else []
        for r in rows:
            if isinstance(r, dict):
                pid = str(r.get("product_id"))
                self.hits.append(pid)
                self.seen[pid] = self.seen.get(pid, "") + " " + json.dumps(r)
        self.state = {"find_product": self.state + 1, "view_product_information": 3, "recommend_product": 4}.get(call["name"], 5)


def ask(prompt):
    try:
        return net.post("/inference/chat/completions", {"model": getenv("SANDBOX_MODEL", ""), "temperature": 0, "max_tokens": 220, "stream": False,
                        "messages": [{"role": "system", "content": HEAD}, {"role": "user", "content": prompt}]})["choices"][0]["message"]["content"] or ""
    except Exception:
        return ""


def agent_main(problem_data):
    query = problem_data["query"]
    demos, steps, session = Demonstrations(query), [], f"<user>{query}</user>"
    last = ""
    while len(steps) < 7:
        why, call = demos.nearest()
        demo = f"# Example (same customer, solved)\n<user>{query[:160]}</user>\n{last}<think>{why}</think>\n<tool_call>{json.dumps([call])}</tool_call>\n"
        text = ask(f"{STATIC_DEMO}\n{demo}\n# Now\n{session[-3000:]}")
        m = re.search(r"<think>(.*?)</think>", text, re.S)
        c = re.search(r"<tool_call>(.*?)</tool_call>", text, re.S)
        try:
            got = json.loads(c.group(1))
            got = got[0] if isinstance(got, list) else got
        except Exception:
            got = None
        action = got if got == call else call      # malformed or off-distribution output is replaced by the demonstration
        done = execute_tool_call(action["name"], action["parameters"])
        demos.update(action, done["result"])
        steps.append(create_dialogue_step(m.group(1).strip() if m else why, [done], "", query, len(steps) + 1))
        obs = json.dumps(done["result"])[:700]
        last = f"<obs>{obs[:200]}</obs>\n"
        session += f"\n<tool_call>{json.dumps([action])}</tool_call>\n<obs>{obs}</obs>"
        if action["name"] == "terminate":
            break
    return steps
