"""JSON ReAct: {"thought": ..., "action": ..., "args": {...}} in one growing string."""

import json
import time

import assay

HEAD = """You are an autonomous shopping agent on a marketplace. The customer's request:

<<< {query} >>>

Actions:
- find_product: args q (string, 2-5 words), optional page (1-5), shop_id, price ("low-high"), sort (priceasc, pricedesc, order), service (official, freeShipping, COD, flashsale)
- view_product_information: args product_ids (comma separated ids)
- recommend_product: args product_ids (comma separated ids, one per requested item, in order). Exactly once.
- terminate: args status (success or failure). Last.

Reply with ONE JSON object per turn and nothing else:
{{"thought": "why", "action": "find_product", "args": {{"q": "..."}}}}

History:
"""

MAX_TURNS = 12
MAX_HISTORY = 9000


def agent_main(problem):
    query = problem["query"]
    d = assay.Dialogue(query)
    history = []
    deadline = time.time() + 155
    for turn in range(1, MAX_TURNS + 1):
        if time.time() > deadline:
            break
        tail = "\n".join(history)
        if len(tail) > MAX_HISTORY:
            tail = "(older turns left out)\n" + tail[-MAX_HISTORY:]
        hint = ""
        if turn >= MAX_TURNS - 2 and not d.has_called("recommend_product"):
            hint = "\n(few turns are left: recommend soon)"
        prompt = HEAD.format(query=query) + tail + hint + f"\nTurn {turn}, your JSON:"
        try:
            reply = assay.chat([{"role": "user", "content": prompt}], temperature=0.0, max_tokens=300)
        except assay.ChatFailed as failure:
            history.append(f"[system] model unavailable: {failure}")
            continue
        text = reply.message.get("content") or ""
        move = parse(text)
        if move is None:
            history.append("you: " + text[:200].replace("\n", " "))
            history.append('[system] not understood. Send one JSON object with thought, action and args.')
            continue
        thought, action, args = move
        history.append("you: " + json.dumps({"thought": thought, "action": action, "args": args}, ensure_ascii=False))
        problem_with = complain(d, action)
        if problem_with:
            history.append("[error] " + problem_with)
            continue
        done = assay.tools.execute(action, args)
        d.add(think=thought, tool_calls=[done])
        history.append("result: " + shorten(done["result"]))
        if action == "terminate":
            return d.steps
    return d.steps


def parse(text):
    depth, start, inside, escaped = 0, None, False, False
    for i, c in enumerate(text):
        if inside:
            if escaped:
                escaped = False
            elif c == "\\":
                escaped = True
            elif c == '"':
                inside = False
            continue
        if c == '"' and depth:
            inside = True
        elif c == "{":
            if depth == 0:
                start = i
            depth += 1
        elif c == "}" and depth:
            depth -= 1
            if depth == 0:
                try:
                    obj = json.loads(text[start:i + 1])
                except ValueError:
                    continue
                action = obj.get("action")
                args = obj.get("args", {})
                if isinstance(action, str) and isinstance(args, dict):
                    return str(obj.get("thought", "")), action.strip(), args
    return None


def complain(d, action):
    if action not in ("find_product", "view_product_information", "recommend_product", "terminate"):
        return f"there is no action {action!r}"
    if action == "terminate" and not d.has_called("recommend_product"):
        return "recommend_product comes before terminate"
    if action == "recommend_product" and d.has_called("recommend_product"):
        return "you have recommended already; terminate"
    return ""


def shorten(result):
    if isinstance(result, list):
        lines = []
        for p in result[:5]:
            if "title" in p and "attributes" not in p:
                lines.append(json.dumps({"product_id": p["product_id"], "title": p["title"][:75], "price": p.get("price"), "shop_id": p.get("shop_id"), "service": p.get("service")}, ensure_ascii=False))
            else:
                lines.append(json.dumps({k: v for k, v in p.items() if k in ("product_id", "attributes", "sku_options", "short_description")}, ensure_ascii=False)[:600])
        return "\n  ".join(lines) if lines else "[] (nothing found)"
    return str(result)[:800]
