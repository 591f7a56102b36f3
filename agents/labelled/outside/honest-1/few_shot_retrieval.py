"""Few-shot prompting with retrieved demonstrations: the two examples most like the request are shown to the model."""
import json
import math
import re
import time
from collections import Counter

import assay

# Invented sessions, written by hand. They show the form and the habits, the ids (ex-...) are none of the market.
EXAMPLES = [
    {
        "request": "I need a blue raincoat for my son, size 120, at most 400.",
        "turns": [
            ("One item with a price limit. Search by kind.", "find_product", {"q": "kids raincoat", "price": "0-400"}),
            ("ex-017 looks right, but the size is not in the title.", "view_product_information", {"product_ids": "ex-017,ex-022"}),
            ("ex-017 has blue in 120.", "recommend_product", {"product_ids": "ex-017"}),
        ],
    },
    {
        "request": "From one shop please: a garden hose and a spray nozzle that fits.",
        "turns": [
            ("Both from one shop. Start with the nozzle, it is rarer.", "find_product", {"q": "hose spray nozzle"}),
            ("Shop ex-shop has one. Does it have a hose, too?", "find_product", {"q": "garden hose", "shop_id": "ex-shop"}),
            ("It does.", "recommend_product", {"product_ids": "ex-110,ex-152"}),
        ],
    },
    {
        "request": "I have a voucher, 50 off from 500. I want a desk fan and an extension cord, 480 is all I have.",
        "turns": [
            ("Together at least 500, and at most 530. Search the fan.", "find_product", {"q": "desk fan", "price": "200-450"}),
            ("Fan ex-301 is 390. The cord has to be 110 to 140.", "find_product", {"q": "extension cord", "price": "110-140"}),
            ("390 + 120 = 510, less 50 is 460.", "recommend_product", {"product_ids": "ex-301,ex-377"}),
        ],
    },
    {
        "request": "Something official with free shipping to make coffee without electricity.",
        "turns": [
            ("A manual coffee maker; services as filters.", "find_product", {"q": "french press coffee", "service": "official,freeShipping"}),
            ("Nothing fits, other words.", "find_product", {"q": "moka pot", "service": "official,freeShipping"}),
            ("ex-405 is what they want.", "recommend_product", {"product_ids": "ex-405"}),
        ],
    },
]

INTRO = """You are a shopping assistant with three tools: find_product (q; optional price "low-high", service, shop_id, page), view_product_information (product_ids) and recommend_product (product_ids; final, one id per wanted item in order).
Every answer is a thought and one call, as in these examples:
"""


def words(text):
    return Counter(re.findall(r"[a-z]{3,}", text.lower()))


def likeness(a, b):
    dot = sum(a[w] * b[w] for w in a)
    return dot / (math.sqrt(sum(v * v for v in a.values())) * math.sqrt(sum(v * v for v in b.values())) or 1.0)


def demonstrations(request, count=2):
    wanted = words(request)
    ranked = sorted(EXAMPLES, key=lambda e: likeness(wanted, words(e["request"])), reverse=True)
    blocks = []
    for e in ranked[:count]:
        lines = [f"Customer: {e['request']}"]
        for thought, name, parameters in e["turns"]:
            lines.append(f"<think>{thought}</think>\n<tool_call>{json.dumps({'name': name, 'parameters': parameters})}</tool_call>\n(result)")
        blocks.append("\n".join(lines[:-1] + [lines[-1].replace("\n(result)", "")]))
    return "\n\n".join(blocks)


def pick_call(text):
    m = re.search(r"<tool_call>(.*?)(</tool_call>|$)", text, re.S)
    source = m.group(1) if m else text
    try:
        start = source.index("{")
        call, _ = json.JSONDecoder().raw_decode(source[start:])
        parameters = call.get("parameters", call.get("arguments"))
        return (call["name"], parameters) if isinstance(parameters, dict) else None
    except (ValueError, KeyError, AttributeError):
        return None


def agent_main(problem):
    request = problem["query"]
    dialogue = assay.Dialogue(request)
    messages = [
        {"role": "system", "content": INTRO + "\n" + demonstrations(request) + "\n\nThe products of the examples are not for sale. Use ids from your own results."},
        {"role": "user", "content": "Customer: " + request},
    ]
    deadline = time.monotonic() + 120
    for _ in range(11):
        if time.monotonic() > deadline:
            break
        try:
            text = assay.chat(messages, temperature=0, max_tokens=260).message.get("content") or ""
        except assay.ChatFailed:
            break
        call = pick_call(text)
        messages.append({"role": "assistant", "content": text or "?"})
        if call is None or call[0] not in {"find_product", "view_product_information", "recommend_product"}:
            messages.append({"role": "user", "content": "Please answer as in the examples: <think> and <tool_call>."})
            continue
        thought = re.sub(r"</?think>", "", text.split("<tool_call>")[0]).strip()
        done = assay.tools.execute(*call)
        dialogue.add(think=thought, tool_calls=[done])
        if call[0] == "recommend_product":
            dialogue.add(think="That is all.", tool_calls=[assay.tools.execute("terminate", {"status": "success"})])
            break
        found = done["result"]
        if isinstance(found, list):
            found = json.dumps([{k: str(v)[:280] for k, v in p.items() if k in ("product_id", "shop_id", "title", "price", "service", "sku_options", "attributes")} for p in found[:5]])
        messages.append({"role": "user", "content": f"(result) {str(found)[:1500]}"})
    return dialogue.steps
