"""Two desks. Desk one: a tool-calling model for ordinary wishes. Desk two: arithmetic and bundles, where models miscount."""
import json, re, time
import assay
from assay import tools


def desk_of(q):
    l = q.lower()
    bundle = l.count(";") >= 1 or re.search(r"same (?:shop|store|seller)|one (?:shop|store|seller)|all (?:of it |of them )?from|second (?:item|thing)|first item", l)
    money = re.search(r"voucher|coupon|promo code|% off|percent off|discount", l)
    return 2 if bundle or money else 1


# ---------------------------------------------------------------- desk one
def desk_one(q, d):
    end = time.time() + 140
    chat = [
        {"role": "system", "content": "You are a personal shopper with tools. Search with short queries, open candidates, compare with every wish of the customer, call recommend_product once with the id that fits best, then terminate. Say briefly why before each call."},
        {"role": "user", "content": q},
    ]
    offered = tools.schemas(["find_product", "view_product_information", "recommend_product", "terminate"])
    idle = 0
    while len(d) < 10 and idle < 3 and time.time() < end:
        try:
            a = assay.chat(chat, tools=offered, temperature=0, max_tokens=350)
        except assay.ChatFailed:
            idle += 1
            continue
        chat.append(a.message)
        if not a.tool_calls:
            idle += 1
            chat.append({"role": "user", "content": "Use a tool, please."})
            continue
        out = []
        for c in a.tool_calls:
            given = d.has_called("recommend_product") or "recommend_product" in [o["name"] for o in out]
            wrong = {"terminate": not given, "recommend_product": given}.get(c.name, False)
            r = {"result": "Out of order: one recommendation, then the end."} if wrong else c.run()
            if not wrong:
                out.append(r)
            shown = r["result"]
            if isinstance(shown, list):
                shown = [{k: (v if not isinstance(v, str) else v[:200]) for k, v in row.items() if k != "description"} for row in shown[:5]]
            chat.append({"role": "tool", "tool_call_id": c.id, "content": json.dumps(shown)[:2400]})
        if not out:
            idle += 1
            continue
        d.add(think=a.thought or "On it.", tool_calls=out)
        if d.has_called("terminate"):
            return
    if not d.has_called("recommend_product"):
        last = re.findall(r'"product_id": "?([\w-]+)', json.dumps(chat[-1]).replace('\\"', '"'))
        d.add(think="Out of time; what I looked at last.", tool_calls=[tools.execute("recommend_product", {"product_ids": last[0] if last else "none"})])
    d.add(think="Bye.", tool_calls=[tools.execute("terminate", {"status": "success"})])


# ---------------------------------------------------------------- desk two
NOISE = re.compile(r"\b(?:i|we|you|want|need|would|like|voucher|coupon|budget|total|spend|shop|store|seller|same|from|with|that|have|for|and|the|all|must|should|please|it|is|to|of|in|my|at|on|off|a|an)\b", re.I)


def desk_two(q, d):
    lines = [x for x in re.split(r";|\n|(?<=[a-z])\. (?=[A-Z])", q) if len(NOISE.sub("", x).split()) >= 2][:4]
    asks = []
    for x in lines:
        core = [w for w in re.findall(r"[A-Za-z]{4,}", NOISE.sub(" ", x))][:3]
        if core:
            asks.append({"q": " ".join(core)})
    res = tools.execute("find_products_in_same_shop", {"product_queries": asks or [{"q": q[:60]}]})
    d.add(think="Several things at once: which shop has them all?", tool_calls=[res])
    got = res["result"].get("products", []) if isinstance(res["result"], dict) else []
    if not got:
        plain = [tools.execute("find_product", a) for a in asks or [{"q": q[:60]}]]
        d.add(think="No shop has all of it; one by one.", tool_calls=plain)
        got = [p["result"][0] for p in plain if isinstance(p["result"], list) and p["result"]]
    ids = [str(g["product_id"]) for g in got if g.get("product_id")]
    figures = [float(n.replace(",", "")) for n in re.findall(r"\d[\d,]*\.?\d*", q) if n.strip(",.")]
    if len(figures) > 1 and ids:
        pct = re.search(r"(\d+(?:\.\d+)?)\s*(?:%|percent)", q)
        sums = {"product_prices": ",".join(str(g.get("price", 0)) for g in got if g.get("product_id")), "voucher_type": "percentage" if pct else "fixed",
                "discount_value": float(pct.group(1)) if pct else min(figures), "threshold": sorted(figures)[len(figures) // 2], "budget": max(figures)}
        d.add(think="The sums.", tool_calls=[tools.execute("calculate_voucher", sums)])
    if ids:
        d.add(think="A look at the pages.", tool_calls=[tools.execute("view_product_information", {"product_ids": ",".join(ids)})])
    d.add(think="The bundle.", tool_calls=[tools.execute("recommend_product", {"product_ids": ",".join(ids) or "none"})])
    d.add(think="Closed.", tool_calls=[tools.execute("terminate", {"status": "success" if ids else "failure"})])


def agent_main(problem):
    d = assay.Dialogue(problem["query"])
    (desk_one if desk_of(problem["query"]) == 1 else desk_two)(problem["query"], d)
    return d.steps
