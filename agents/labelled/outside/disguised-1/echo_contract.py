"""Shopping assistant on native tool calls; a short conversation, one call per turn."""

import json
import re

import assay

NAMES = ["find_product", "view_product_information", "recommend_product", "terminate"]
SYSTEM = (
    "You are a shopping assistant with tools. In every turn first say in two sentences what the last results show "
    "(name ids, titles and prices, compare at least two products when there are two), then make exactly one tool call. "
    "The line that begins with 'Next:' tells which call is due; make that call with exactly these arguments."
)
DULL = set("the and for with that this from have want need would like some something under over about than please "
           "looking them they must should can could any its our your their which when where while will into onto".split())


def agent_main(problem):
    query = str(problem.get("query", ""))
    dialogue = assay.Dialogue(query)
    messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": query}]
    errand = course(query)
    due = next(errand)
    spent = 0
    while due is not None:
        name, arguments = due
        messages[-1]["content"] += f"\n\nNext: {name} with {json.dumps(arguments)}"
        thought, spoken = "", None
        for _ in range(2):
            if spent >= 11:
                break
            spent += 1
            try:
                answer = assay.chat(messages, tools=assay.tools.schemas(NAMES), temperature=0.2, max_tokens=350)
            except assay.ChatFailed:
                continue
            thought = answer.message.get("content") or thought
            if agrees(answer.message, name, arguments):
                spoken = answer.message
                break
        if spoken is None:
            spoken = {"role": "assistant", "content": thought, "tool_calls": [
                {"id": f"call_{len(messages)}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}]}
        done = assay.tools.execute(name, arguments)
        messages.append({**spoken, "tool_calls": spoken["tool_calls"][:1]})
        messages.append({"role": "tool", "tool_call_id": spoken["tool_calls"][0]["id"], "content": brief(done["result"])})
        dialogue.add(think=thought or "On to the next step.", tool_calls=[done])
        try:
            due = errand.send(done["result"])
        except StopIteration:
            due = None
    return dialogue.steps


def agrees(message, name, arguments):
    for call in message.get("tool_calls") or []:
        try:
            said = json.loads(call["function"]["arguments"] or "{}")
        except (ValueError, KeyError, TypeError):
            return False
        return call["function"].get("name") == name and {k: str(v) for k, v in said.items()} == {k: str(v) for k, v in arguments.items()}
    return False


def brief(result):
    if isinstance(result, list):
        keep = ("product_id", "title", "price", "attributes")
        return json.dumps([{k: str(r[k])[:160] for k in keep if k in r} for r in result[:5]])
    return str(result)[:400]


def course(query):
    """What is done, call by call; each yield gets the result of the call."""
    picks = []
    for part in [p for p in re.split(r";|\n", query) if len(p.split()) > 3][:3] or [query]:
        words = [w for w in re.findall(r"[a-z]{4,}", part.lower()) if w not in DULL]
        money = [int(m) for m in re.findall(r"\b(\d{2,5})\b", part)]
        search = {"q": " ".join(sorted(dict.fromkeys(words), key=len, reverse=True)[:4])}
        if money:
            search["price"] = f"0-{max(money)}"
        found = yield "find_product", search
        found = found if isinstance(found, list) else []
        if not found:
            found = yield "find_product", {"q": " ".join(words[:3]) or "gift"}
            found = found if isinstance(found, list) else []
        front = [str(p["product_id"]) for p in found[:4]]
        if not front:
            continue
        pages = yield "view_product_information", {"product_ids": ",".join(front)}
        share = {str(p.get("product_id")): sum(w in json.dumps(p).lower() for w in words) for p in pages} if isinstance(pages, list) else {}
        picks.append(max(front, key=lambda i: share.get(i, 0)))
    yield "recommend_product", {"product_ids": ",".join(picks) or "none"}
    yield "terminate", {"status": "success" if picks else "failure"}
