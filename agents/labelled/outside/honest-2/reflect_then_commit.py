"""Self-reflection: the first recommendation is held back as a draft, the model reads its own trail, then commits."""
import json
import time

import assay

MODEL_CALLS = 12

INSTRUCTIONS = """You're a shopping agent. Work through the tools only.
1. find_product with short queries and the right filters.
2. view_product_information on the candidates; compare attributes and options with the request.
3. recommend_product with one id per requested item, in order.
4. terminate.
Before each call, one sentence of reasoning."""

REFLECT = """Stop for a moment. The customer asked:
{query}

You are about to recommend {ids}. This is what you did:
{trail}

Reflect honestly in three or four sentences: which condition of the request have you not checked? Is there an item missing? Is there a candidate you should have looked at? End with either KEEP or CHANGE."""


def trail_line(result):
    name, p = result["name"], result["parameters"]
    r = result["result"]
    if name == "find_product":
        n = len(r) if isinstance(r, list) else 0
        return f"- searched {json.dumps(p, ensure_ascii=False)}: {n} hits"
    if name == "view_product_information":
        return "- opened " + "; ".join(
            f"{x.get('product_id')} {str(x.get('attributes'))[:160]} {str(x.get('sku_options'))[:160]}" for x in (r if isinstance(r, list) else [])[:3])
    return f"- {name}: {str(r)[:150]}"


def digest(value, limit=1600):
    if isinstance(value, list):
        rows = []
        for v in value[:5]:
            v = dict(v)
            for long in ("description", "short_description", "sold_count"):
                v.pop(long, None)
            if "title" in v:
                v["title"] = v["title"][:70]
            rows.append(json.dumps(v, ensure_ascii=False)[:520])
        return "[" + ",\n".join(rows) + "]"
    return json.dumps(value, ensure_ascii=False, default=str)[:limit]


def agent_main(problem_data):
    query = problem_data["query"]
    dialogue = assay.Dialogue(query)
    messages = [{"role": "system", "content": INSTRUCTIONS}, {"role": "user", "content": query}]
    tools = assay.tools.schemas(["find_product", "view_product_information", "recommend_product", "terminate"])
    trail, reflected, used = [], False, 0
    clock = time.monotonic()
    while used < MODEL_CALLS and time.monotonic() - clock < 150 and not dialogue.has_called("terminate"):
        used += 1
        older = [m for m in messages if m["role"] == "tool"][:-2]
        while older and sum(len(m.get("content") or "") for m in messages) > 16000:
            older.pop(0)["content"] = "(old result, dropped)"
        try:
            answer = assay.chat(messages, tools=tools, temperature=0, max_tokens=350)
        except assay.ChatFailed:
            continue
        draft = next((c for c in answer.tool_calls if c.name == "recommend_product"), None)
        if draft and not reflected and used <= MODEL_CALLS - 3:
            # the draft is taken back out of the conversation; what stays is what the model thinks of it
            reflected = True
            used += 1
            arguments = call_arguments(answer.message, draft.id)
            thoughts = reflect(query, arguments, trail)
            messages.append({"role": "user", "content": f"Before you send your recommendation {arguments}: you thought about it and said: {thoughts}\nNow recommend (the same or other products) or go on searching."})
            continue
        messages.append(answer.message)
        if not answer.tool_calls:
            if dialogue.has_called("recommend_product"):
                break
            messages.append({"role": "user", "content": "Continue with one tool call."})
            continue
        ran = []
        for call in answer.tool_calls:
            sold = dialogue.has_called("recommend_product") or any(r["name"] == "recommend_product" for r in ran)
            if call.name == "terminate" and not sold:
                messages.append({"role": "tool", "tool_call_id": call.id, "content": '{"error": "recommend_product is still missing"}'})
                continue
            if call.name == "recommend_product" and sold:
                messages.append({"role": "tool", "tool_call_id": call.id, "content": '{"error": "only once"}'})
                continue
            result = call.run()
            ran.append(result)
            trail.append(trail_line(result))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": digest(result["result"])})
        if ran:
            dialogue.add(think=answer.thought, tool_calls=ran)
    return dialogue.steps


def call_arguments(message, call_id):
    for c in message.get("tool_calls") or []:
        if c.get("id") == call_id:
            return str(c.get("function", {}).get("arguments", ""))
    return ""


def reflect(query, ids, trail):
    prompt = REFLECT.format(query=query, ids=ids, trail="\n".join(trail[-8:]))
    try:
        return (assay.chat([{"role": "user", "content": prompt}], temperature=0.3, max_tokens=180).message.get("content") or "").strip()[:700]
    except assay.ChatFailed:
        return "(no reflection)"
