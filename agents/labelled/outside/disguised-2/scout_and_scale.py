"""Scout and scale.

The scout (LLM, native tool calls) goes through the market with find_product as it likes. The scale (code) weighs everything
that lies in the basket afterwards, opening pages itself, and takes the heaviest.
"""
import json
import re
import time
import assay

SCOUT = ("You are a scout in an online market. Call find_product with two to four words sellers put into titles. Look at what comes "
         "back and search again with better words or filters if it is not what the customer means; one search at least for every item. "
         "When the results contain what the customer wants, answer with the single word ENOUGH.")


class Basket:
    def __init__(self):
        self.rows, self.groups = {}, []

    def put(self, rows):
        ids = []
        for row in rows:
            pid = str(row["product_id"])
            self.rows[pid] = row
            ids.append(pid)
        self.groups.append(ids)

    def brief(self, ids):
        return json.dumps([{k: self.rows[i].get(k) for k in ("product_id", "title", "price")} for i in ids[:5]])


def scouting(query, basket, dialogue, until):
    messages = [{"role": "system", "content": SCOUT}, {"role": "user", "content": query}]
    schema = assay.tools.schemas(["find_product"])
    for _ in range(7):
        if time.monotonic() > until:
            break
        try:
            reply = assay.chat(messages, tools=schema, temperature=0.2, max_tokens=200)
        except assay.ChatFailed:
            break
        messages.append(reply.message)
        if not reply.tool_calls:
            break
        ran = []
        for call in reply.tool_calls[:3]:
            res = call.run()
            rows = res["result"] if isinstance(res["result"], list) else []
            basket.put(rows)
            ran.append(res)
            messages.append({"role": "tool", "tool_call_id": call.id, "content": basket.brief(basket.groups[-1]) if rows else str(res["result"])[:200]})
        dialogue.add(think=reply.thought or "Scouting.", tool_calls=ran)


def weight(query, row, page):
    q = set(re.findall(r"[a-z0-9]{3,}", query.lower()))
    t = set(re.findall(r"[a-z0-9]{3,}", str(row.get("title")).lower()))
    p = set(re.findall(r"[a-z0-9]{3,}", page.lower()))
    w = 3 * len(q & t) + len(q & p)
    limit = re.search(r"(?:under|below|most|max|up to|within)\D{0,12}(\d[\d,]*)", query.lower())
    try:
        if limit and float(row.get("price")) > float(limit.group(1).replace(",", "")):
            w -= 8
    except (TypeError, ValueError):
        pass
    if "free" in query.lower() and "freeshipping" in str(row.get("service")).lower():
        w += 2
    if "cash" in query.lower() and "cod" in str(row.get("service")).lower():
        w += 2
    return w


def agent_main(problem):
    query = problem["query"]
    d, basket = assay.Dialogue(query), Basket()
    scouting(query, basket, d, time.monotonic() + 130)
    if not basket.rows:
        c = assay.tools.execute("find_product", {"q": query[:120]})
        d.add(think="The scout came back with nothing.", tool_calls=[c])
        basket.put(c["result"] if isinstance(c["result"], list) else [])
    ids = list(dict.fromkeys(i for g in basket.groups for i in g[:4]))[:12]
    pages = {}
    if ids:
        v = assay.tools.execute("view_product_information", {"product_ids": ",".join(ids)})
        d.add(think="On the scale.", tool_calls=[v])
        if isinstance(v["result"], list):
            pages = {str(p.get("product_id")): json.dumps(p) for p in v["result"]}
    ids.sort(key=lambda i: weight(query, basket.rows[i], pages.get(i, "")), reverse=True)
    wanted = 1 + query.count(";")
    if wanted > 1:
        out = [max(g[:4], key=lambda i: weight(query, basket.rows[i], pages.get(i, ""))) for g in basket.groups if g][:wanted]
    else:
        out = ids[:1]
    d.add(think="The heaviest.", tool_calls=[assay.tools.execute("recommend_product", {"product_ids": ",".join(dict.fromkeys(out)) or "none"})])
    d.add(think="Closing.", tool_calls=[assay.tools.execute("terminate", {"status": "success" if out else "failure"})])
    return d.steps
