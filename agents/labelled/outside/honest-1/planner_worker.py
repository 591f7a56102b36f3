"""Two roles, one model. The planner thinks in plain language and gives orders; the worker turns an order into a tool call."""
import json
import time
import assay

PLANNER = """You lead a shopping desk. Customer: {query}

Report of your worker so far:
{report}

Give the next order in one sentence. The worker can search the marketplace (words, price range, services, shop) and open products to read their variants. Write
ORDER: <what the worker should search for or which product ids to open>
or, when you know what fits,
DECISION: <product ids, separated by commas, one per item in the customer's order>
Say in one sentence before that why."""

WORKER = """You carry out orders with tools: find_product to search, view_product_information to open products. Make the one tool call that fits the order. The customer's request, for context: {query}"""


def planner(query, report):
    try:
        a = assay.chat([{"role": "user", "content": PLANNER.format(query=query, report=report[-4500:] or "(nothing yet)")}], temperature=0.2, max_tokens=160)
        text = a.message.get("content") or ""
    except assay.ChatFailed:
        return "", None, ""
    best = None
    for keyword in ("DECISION", "ORDER"):
        at = text.upper().find(keyword + ":")
        if at >= 0 and (best is None or at < best[0]):
            best = (at, keyword)
    if best is None:
        return text.strip(), "ORDER", text.strip()  # An order without the word is still an order.
    at, keyword = best
    rest = text[at + len(keyword) + 1:].strip()
    return text[:at].strip(), keyword, rest.split("\n")[0].strip()


def worker(query, order):
    messages = [{"role": "system", "content": WORKER.format(query=query)}, {"role": "user", "content": "Order: " + order}]
    try:
        return assay.chat(messages, tools=assay.tools.schemas(["find_product", "view_product_information"]), temperature=0, max_tokens=200)
    except assay.ChatFailed:
        return None


def report_of(result):
    rows = result["result"]
    head = "%s %s:" % (result["name"], json.dumps(result["parameters"]))
    if not isinstance(rows, list):
        return head + " " + str(rows)[:300]
    if not rows:
        return head + " nothing found"
    if result["name"] == "find_product":
        return head + "".join("\n - product %s, %s, price %s, shop %s, %s" % (r["product_id"], r.get("title", "")[:80], r.get("price"), r.get("shop_id"), r.get("service")) for r in rows[:5])
    return head + "".join("\n - product %s: variants %s; attributes %s" % (r.get("product_id"), str(r.get("sku_options"))[:280], str(r.get("attributes"))[:220]) for r in rows[:4])


def agent_main(problem):
    query, report = problem["query"], ""
    d = assay.Dialogue(query)
    end = time.monotonic() + 120
    for round_ in range(7):
        if time.monotonic() > end:
            break
        why, kind, what = planner(query, report + ("\n(This was the last report. Decide now.)" if round_ >= 5 else ""))
        if kind is None:
            continue
        if kind == "DECISION":
            ids = ",".join(w.strip(" .[]<>'\"#") for w in what.split(",") if w.strip())
            d.add(think=why, tool_calls=[assay.tools.execute("recommend_product", {"product_ids": ids})])
            d.add(think="The planner decided.", tool_calls=[assay.tools.execute("terminate", {"status": "success"})])
            break
        answer = worker(query, what)
        if answer is None or not answer.tool_calls:
            report += "\nThe worker did not understand: %s" % what[:120]
            continue
        results = [call.run() for call in answer.tool_calls[:2]]
        d.add(think=(why + " " + what).strip(), tool_calls=results)
        report += "\n" + "\n".join(report_of(r) for r in results)
    return d.steps
