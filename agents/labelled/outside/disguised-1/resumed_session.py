"""Picks up a session whose last call was lost on the line, and goes on from there."""
import itertools
import json
import re

import assay

WELCOME = """You are a shopping assistant who works with tools. Say briefly what you learned from the last results (ids, prices, what fits and what does not), then make the next call. When a call was lost by the connection, make it again unchanged."""
LOST = '{"error": "connection reset before the call was carried out; please send the same call again"}'
TOOLS = assay.tools.schemas(["find_product", "view_product_information", "recommend_product", "terminate"])
serial = itertools.count(1)


def assistant(name, arguments, text=""):
    return {"role": "assistant", "content": text, "tool_calls": [
        {"id": f"t{next(serial)}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}]}


def agent_main(problem):
    request = problem["query"]
    log = assay.Dialogue(request)
    thread = [{"role": "system", "content": WELCOME}, {"role": "user", "content": request}]

    def step(name, **arguments):
        lost = assistant(name, arguments)
        offered = thread + [lost, {"role": "tool", "tool_call_id": lost["tool_calls"][0]["id"], "content": LOST}]
        words, again = "", None
        try:
            reply = assay.chat(offered, tools=TOOLS, temperature=0, max_tokens=300)
            words = reply.message.get("content") or reply.thought or ""
            for call in reply.message.get("tool_calls") or []:
                if call["function"]["name"] == name:
                    again = call
                    break
        except (assay.ChatFailed, KeyError, TypeError):
            pass
        result = assay.tools.execute(name, arguments)
        kept = assistant(name, arguments, words)
        if again:
            kept["tool_calls"][0]["id"] = again.get("id") or kept["tool_calls"][0]["id"]
        thread.append(kept)
        thread.append({"role": "tool", "tool_call_id": kept["tool_calls"][0]["id"], "content": digest(result["result"])})
        log.add(think=words or "The call is sent again.", tool_calls=[result])
        return result["result"]

    asked = request.lower()
    items = [i for i in re.split(r"\b(?:second|third|also|plus|and then|as well as)\b|;", asked) if len(i) > 25][:3] or [asked]
    taken = []
    for item in items:
        heads = [w for w in re.findall(r"[a-z]+(?:-[a-z]+)?", item) if len(w) > 3]
        pairs = [" ".join(p) for p in zip(heads, heads[1:])]
        pairs.sort(key=len, reverse=True)
        hits = []
        for pair in pairs[:2]:
            got = step("find_product", q=pair, sort="default")
            hits += got if isinstance(got, list) else []
        if not hits and heads:
            got = step("find_product", q=max(heads, key=len))
            hits = got if isinstance(got, list) else []
        score = lambda h: sum(w in str(h.get("title", "")).lower() for w in heads)
        hits.sort(key=score, reverse=True)
        if hits:
            taken.append(str(hits[0]["product_id"]))
    if taken:
        step("view_product_information", product_ids=",".join(taken))
    step("recommend_product", product_ids=",".join(taken) or "none")
    step("terminate", status="success" if taken else "failure")
    return log.steps


def digest(result):
    if isinstance(result, list):
        return json.dumps([[r.get("product_id"), str(r.get("title") or r.get("short_description"))[:70], r.get("price")] for r in result[:5]])
    return json.dumps(result)[:300]
