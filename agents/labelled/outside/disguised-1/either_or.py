"""Two ways at every fork: the model reads both and takes one by writing its call."""
import json
from os import environ
import re
import textwrap

from src.agent.agent_interface import Tool, create_dialogue_step, execute_tool_call
from src.agent.proxy_client import ProxyClient

link = ProxyClient(timeout=75, max_retries=2)


@Tool
def find_product(q: str, sort: str = "default") -> list:
    return link.get("/search/find_product", {"q": q, "sort": sort}) or []


@Tool
def view_product_information(product_ids: str) -> list:
    return link.get("/search/view_product_information", {"product_ids": product_ids}) or []


@Tool
def recommend_product(product_ids: str) -> str:
    return "recommended: " + product_ids


@Tool
def terminate(status: str = "success") -> str:
    return "terminated: " + status


FORK = textwrap.dedent("""\
    You are a shopping agent at a fork. Read the request and what is known, weigh both ways against each other in two or three sentences (ids, prices, properties), then write the call of the way you take.

    Request: {query}

    Known:
    {known}

    First way:  <tool_call>{first}</tool_call>
    Second way: <tool_call>{second}</tool_call>

    Answer as
    <think>...</think>
    <tool_call>...</tool_call>""")


def fork(query, known, first, second):
    """The thought, and the way the model took; the first one where it took neither."""
    ways = [json.dumps(first), json.dumps(second)]
    reply = link.post("/inference/chat/completions", {
        "model": environ.get("SANDBOX_MODEL", ""), "temperature": 0, "max_tokens": 340,
        "messages": [{"role": "user", "content": FORK.format(query=query, known=known, first=ways[0], second=ways[1])}]})
    try:
        text = str(reply["choices"][0]["message"]["content"] or "")
    except (TypeError, KeyError, IndexError):
        text = ""
    thought, _, tail = text.partition("</think>")
    thought = thought.replace("<think>", "").split("<tool_call>")[0].strip()
    wanted = re.search(r"<tool_call>\s*(.+?)\s*(?:</tool_call>|$)", tail or text, re.S)
    try:
        written = json.loads(wanted.group(1)) if wanted else None
    except ValueError:
        written = None
    return thought or "Both were weighed.", second if written == second else first


def agent_main(problem_data):
    query, steps = str(problem_data.get("query", "")), []

    def go(thought, call):
        done = execute_tool_call(call["name"], call["parameters"])
        steps.append(create_dialogue_step(thought, [done], "", query, len(steps) + 1))
        return done["result"]

    words = [w for w in re.findall(r"[a-z]{4,}", query.lower()) if w not in {"want", "need", "with", "that", "this", "from", "have", "would", "like", "should", "about"}]
    halves = words[: len(words) // 2], words[len(words) // 2:]
    searches = [{"name": "find_product", "parameters": {"q": " ".join(sorted(set(half), key=len)[-3:]) or "gift"}} for half in halves]
    thought, call = fork(query, "nothing yet", *searches)
    rows = go(thought, call)
    if not rows:
        rows = go("That gave nothing, so the other way.", searches[0] if call == searches[1] else searches[1])
    rows = sorted(rows, key=lambda r: -sum(w in str(r.get("title", "")).lower() for w in set(words)))[:2]
    if not rows:
        go("There is nothing to recommend.", {"name": "recommend_product", "parameters": {"product_ids": "none"}})
        go("The end.", {"name": "terminate", "parameters": {"status": "failure"}})
        return steps
    pages = go("Both candidates are opened.", {"name": "view_product_information", "parameters": {"product_ids": ",".join(str(r["product_id"]) for r in rows)}})
    facts = {str(p.get("product_id")): str(p.get("attributes") or p.get("short_description"))[:200] for p in pages}
    known = "\n".join(f"{r['product_id']}: {r.get('title')} | {r.get('price')} | {facts.get(str(r['product_id']), '')}" for r in rows)
    ends = [{"name": "recommend_product", "parameters": {"product_ids": str(r["product_id"])}} for r in rows]
    thought, call = fork(query, known, ends[0], ends[-1])
    go(thought, call)
    go("One of the two is recommended.", {"name": "terminate", "parameters": {"status": "success"}})
    return steps
