"""The model calls find_product with named slots; searches follow from the slots."""
import json
import re

import assay

BRIEFING = ("You are a shopping agent. Call find_product and describe what the customer is after: kind (the plain name a shop would use), brand, "
            "property (the most telling one), max_price. Leave a slot empty if the customer said nothing. Later, say what you see and compare the products.")
SLOTS = {"type": "function", "function": {"name": "find_product", "description": "Search the marketplace for what the customer wants.", "parameters": {
    "type": "object", "required": ["kind"], "properties": {
        "kind": {"type": "string", "description": "plain name of the goods, one or two words"},
        "brand": {"type": "string"}, "property": {"type": "string", "description": "colour, material, size ..."},
        "max_price": {"type": "number"}}}}}
RUNGS = (("kind", "brand", "property"), ("kind", "property"), ("kind",))


def agent_main(problem):
    query = str(problem["query"])
    dialogue = assay.Dialogue(query)
    messages = [{"role": "system", "content": BRIEFING}, {"role": "user", "content": query}]
    slots, heap = {}, {}
    for rung in RUNGS:
        text, said = consult(messages, [SLOTS])
        slots = slots or said or guess(query)
        params = {"q": " ".join(slots[s] for s in rung if slots.get(s))[:80]}
        if slots.get("max_price"):
            params["price"] = f"0-{slots['max_price']}"
        done = assay.tools.execute("find_product", params)
        goods = done["result"] if isinstance(done["result"], list) else []
        dialogue.add(think=text or f"Looking for {params['q']}.", tool_calls=[done])
        remember(messages, text, "find_product", params, goods)
        for rank, good in enumerate(goods):
            heap.setdefault(str(good["product_id"]), (good, rank))
        if len(heap) > 6:
            break
    needles = [v.lower() for k, v in slots.items() if k != "max_price" and v]
    ordered = sorted(heap, key=lambda i: (-sum(n in str(heap[i][0].get("title")).lower() for n in needles), heap[i][1]))
    if ordered:
        show = {"product_ids": ",".join(ordered[:4])}
        text, _ = consult(messages, assay.tools.schemas(["view_product_information"]))
        done = assay.tools.execute("view_product_information", show)
        pages = done["result"] if isinstance(done["result"], list) else []
        dialogue.add(think=text or "I open the best of them.", tool_calls=[done])
        remember(messages, text, "view_product_information", show, pages)
        depth = {str(p.get("product_id")): sum(json.dumps(p).lower().count(n) for n in needles) for p in pages}
        ordered = sorted(ordered[:4], key=lambda i: -depth.get(i, 0))
    text, _ = consult(messages, assay.tools.schemas(["recommend_product"]))
    pick = ordered[0] if ordered else "none"
    dialogue.add(think=text or f"{pick} has most of it.", tool_calls=[assay.tools.execute("recommend_product", {"product_ids": pick})])
    dialogue.add(think="Finished.", tool_calls=[assay.tools.execute("terminate", {"status": "success" if ordered else "failure"})])
    return dialogue.steps


def consult(messages, tools):
    """What the model says, and the slots where it filled them."""
    try:
        reply = assay.chat(messages, tools=tools, temperature=0, max_tokens=260)
    except assay.ChatFailed:
        return "", {}
    said = {}
    for call in (reply.message.get("tool_calls") or [])[:1]:
        try:
            raw = json.loads(call["function"]["arguments"])
            said = {k: re.sub(r"[^\w .-]", "", str(raw[k])).strip() for k in ("kind", "brand", "property", "q") if raw.get(k)}
            if "q" in said:
                said.setdefault("kind", said.pop("q"))
            if str(raw.get("max_price", "")).replace(".", "").isdigit():
                said["max_price"] = str(int(float(raw["max_price"])))
        except (ValueError, KeyError, TypeError, AttributeError):
            said = {}
    return reply.message.get("content") or "", said if said.get("kind") else {}


def guess(query):
    longest = sorted(set(re.findall(r"[a-z]{5,}", query.lower())), key=len)[-2:]
    return {"kind": " ".join(longest) or "gift"}


def remember(messages, text, name, params, rows):
    mark = f"k{len(messages)}"
    messages.append({"role": "assistant", "content": text, "tool_calls": [{"id": mark, "type": "function", "function": {"name": name, "arguments": json.dumps(params)}}]})
    messages.append({"role": "tool", "tool_call_id": mark, "content": "\n".join(
        f"{r.get('product_id')}, {str(r.get('title') or '')[:80]}, {r.get('price', '')}, {str(r.get('attributes') or '')[:80]}" for r in rows[:5]) or "nothing"})
