"""The model may ask for several searches at once; they run in parallel threads."""

import json
import re
import time
from concurrent.futures import ThreadPoolExecutor, as_completed

import assay

GUIDE = """You are a shopping assistant. The calls of one answer are run in parallel, so put several that do not depend on each other into one answer (up to 4).

Tools:
- find_product: q (few words), optional price "low-high", service, shop_id
- view_product_information: product_ids "id1,id2" (options and attributes)
- recommend_product: product_ids, one id per requested item in order; alone and last

Format:
<think>one or two sentences</think>
<tool_call>[{"name": "find_product", "parameters": {"q": "yoga mat"}}, {"name": "find_product", "parameters": {"q": "foam roller", "price": "0-500"}}]</tool_call>

Open the best candidates before you recommend."""

TOOLS = ("find_product", "view_product_information", "recommend_product")


def objects(text):
    decoder, at = json.JSONDecoder(), text.find("{")
    while at >= 0:
        try:
            value, length = decoder.raw_decode(text[at:])
            yield value
            at = text.find("{", at + length)
        except ValueError:
            at = text.find("{", at + 1)


def fan_out(wanted):
    results = [None] * len(wanted)
    with ThreadPoolExecutor(max_workers=4) as pool:
        jobs = {pool.submit(assay.tools.execute, w["name"], w["parameters"]): i for i, w in enumerate(wanted)}
        for job in as_completed(jobs):
            try:
                results[jobs[job]] = job.result()
            except Exception as e:
                w = wanted[jobs[job]]
                results[jobs[job]] = {"name": w["name"], "parameters": w["parameters"], "result": {"error": str(e)}}
    return results


def digest(results):
    rows_each = 5 if len(results) < 3 else 3
    out = []
    for r in results:
        body = r["result"]
        if isinstance(body, list):
            fields = ("product_id", "shop_id", "title", "price", "service") if r["name"] == "find_product" else ("product_id", "sku_options", "attributes")
            body = [{f: p.get(f) for f in fields} for p in body[:rows_each]]
            while len(body) > 1 and len(json.dumps(body)) > 1500:
                body.pop()
        out.append({"call": r["name"], "results": body})
    return json.dumps(out)


def recent(history, room=11000):
    """The newest rounds that fit; an older one that does not fit is forgotten."""
    kept = []
    for entry in reversed(history):
        room -= len(entry)
        if room < 0 and kept:
            break
        kept.insert(0, entry)
    return "\n\n".join(kept)


def agent_main(problem):
    d = assay.Dialogue(problem["query"])
    history, t0 = [], time.monotonic()
    complaint = ""
    for n in range(9):
        if time.monotonic() - t0 > 125:
            break
        user = f"<user>{problem['query']}</user>\n\n" + recent(history) + f"\n\n{complaint}"
        if n >= 7:
            user += "It is time to recommend."
        try:
            text = assay.chat([{"role": "system", "content": GUIDE}, {"role": "user", "content": user}], temperature=0, max_tokens=400).message.get("content") or ""
        except assay.ChatFailed:
            continue
        before, _, after = text.partition("<tool_call>")
        thought = re.sub(r"</?think>", "", before).strip()
        wanted = []
        for o in objects(after or text):
            if isinstance(o, dict) and o.get("name") in TOOLS and isinstance(o.get("parameters"), dict):
                wanted.append({"name": o["name"], "parameters": {k: v for k, v in o["parameters"].items() if v}})
        if not wanted:
            complaint = "Your last answer had no usable <tool_call>. "
            continue
        complaint = ""
        results = fan_out(wanted[:4])
        d.add(think=thought, tool_calls=results)
        if d.has_called("recommend_product"):
            d.add(think="Finished.", tool_calls=[assay.tools.execute("terminate", {"status": "success"})])
            break
        history.append(f"<think>{thought[:300]}</think>\n<tool_call>{json.dumps(wanted[:4])}</tool_call>\n<obs>{digest(results)}</obs>")
    return d.steps
