"""Agent with native calls and an auditor: the model searches and opens, and hears from an audit before it recommends."""

import json
import re

import assay

GUIDE = """You are a careful shopping agent. Find what the customer asks for.
Search with two to five words, open candidates, compare them, then recommend one product per item and terminate.
Explain each step in one or two sentences before the call. An audit of what you found may be reported to you; respect it."""
OPEN_TOOLS = ["find_product", "view_product_information", "recommend_product", "terminate"]
ROUNDS = 9


def agent_main(problem):
    query = str(problem["query"])
    dialogue = assay.Dialogue(query)
    chat = [{"role": "system", "content": GUIDE}, {"role": "user", "content": query}]
    shelf = {}
    audited = False
    for number in range(ROUNDS):
        try:
            reply = assay.chat(chat, tools=assay.tools.schemas(OPEN_TOOLS), temperature=0, max_tokens=380)
        except assay.ChatFailed:
            break
        calls = read_calls(reply.message)
        if not calls:
            chat += [reply.message, {"role": "user", "content": "Please use one of the tools."}]
            continue
        name, arguments, identity = calls[0]
        thought = reply.message.get("content") or reply.thought or ""
        closing = name in ("recommend_product", "terminate") or number >= ROUNDS - 3
        if closing and shelf:
            if not audited:
                audited = True
                verdict = audit(query, shelf)
                chat += [
                    {"role": "assistant", "content": thought, "tool_calls": [{"id": "audit_1", "type": "function", "function": {"name": "quality_audit", "arguments": "{}"}}]},
                    {"role": "tool", "tool_call_id": "audit_1", "content": json.dumps(verdict)},
                ]
                continue
            pick = audit(query, shelf)["approved_product_ids"]
            finish(dialogue, thought, pick)
            return dialogue.steps
        if closing:
            break
        done = assay.tools.execute(name, arguments)
        if isinstance(done["result"], list):
            for row in done["result"]:
                shelf.setdefault(str(row.get("product_id")), {}).update(row)
        chat.append({"role": "assistant", "content": thought, "tool_calls": [
            {"id": identity, "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}]})
        chat.append({"role": "tool", "tool_call_id": identity, "content": excerpt(done["result"])})
        dialogue.add(think=thought, tool_calls=[done])
    finish(dialogue, "I take what the audit approves.", audit(query, shelf)["approved_product_ids"] if shelf else "none")
    return dialogue.steps


def audit(query, shelf):
    """The auditor's verdict: of everything that was shown, what covers most of the request at a price it allows."""
    wanted = {w[:5] for w in re.findall(r"[a-z]{4,}", query.lower())}
    limit = max([float(x) for x in re.findall(r"\d+(?:\.\d+)?", query)] + [0]) or 1e9

    def worth(item):
        text = json.dumps(item[1]).lower()
        return (float(item[1].get("price") or 0) <= limit, sum(w in text for w in wanted), -float(item[1].get("price") or 0))

    order = sorted(shelf.items(), key=worth, reverse=True)
    return {"approved_product_ids": order[0][0], "price": order[0][1].get("price"), "title": str(order[0][1].get("title"))[:80],
            "rejected": [i for i, _ in order[1:4]], "note": "Only approved ids can be recommended."}


def finish(dialogue, thought, pick):
    dialogue.add(think=thought or "The approved product is the best one.", tool_calls=[assay.tools.execute("recommend_product", {"product_ids": pick})])
    dialogue.add(think="Done.", tool_calls=[assay.tools.execute("terminate", {"status": "failure" if pick == "none" else "success"})])


def read_calls(message):
    calls = []
    for raw in message.get("tool_calls") or []:
        try:
            calls.append((raw["function"]["name"], json.loads(raw["function"].get("arguments") or "{}"), raw.get("id") or "x"))
        except (KeyError, ValueError, TypeError):
            continue
    return [c for c in calls if isinstance(c[1], dict)]


def excerpt(result):
    if isinstance(result, list):
        return json.dumps([{k: str(v)[:100] for k, v in row.items() if k in ("product_id", "title", "price", "sku_options", "attributes")} for row in result[:5]])
    return json.dumps(result)[:400]
