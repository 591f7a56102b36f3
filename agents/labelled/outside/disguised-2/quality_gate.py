"""Rule engine with an LLM quality gate.

The LLM reads request and product and says how confident it is that they fit (LLM-as-a-judge, 0-100).
"""
import re
import assay


class Facts:
    """Everything regexes can read."""

    SERVICE = {"freeShipping": r"free.{0,12}(?:ship|deliver)|no (?:shipping|delivery) (?:fee|cost)",
               "COD": r"\bcod\b|cash on delivery|pay.{0,15}(?:arriv|door|deliver)",
               "official": r"official|flagship|brand'?s own store",
               "flashsale": r"flash ?sale"}

    def __init__(self, text):
        low = text.lower()
        self.services = [k for k, rx in self.SERVICE.items() if re.search(rx, low)]
        n = r"(\d[\d,]*(?:\.\d+)?)"
        span = re.search(rf"between\D{{0,10}}{n}\D{{1,12}}{n}|{n}\s*(?:-|to)\s*{n}", low)
        top = re.search(rf"(?:under|below|at most|not more than|no more than|up to|within|cheaper than|max)\D{{0,15}}{n}", low)
        self.price = ""
        if span:
            a, b = [float(g.replace(",", "")) for g in span.groups() if g]
            if a < b and b > 20:
                self.price = f"{a:g}-{b:g}"
        elif top:
            self.price = "0-" + top.group(1).replace(",", "")
        self.words = [w for w in re.findall(r"[a-z][a-z'-]{3,}", low)]


def candidates(facts, log):
    seen = {}
    freq = {}
    for w in facts.words:
        freq[w] = freq.get(w, 0) + 1
    rare = sorted(freq, key=lambda w: (freq[w], -len(w)))[:9]
    for i in range(0, len(rare), 3):
        args = {"q": " ".join(rare[i:i + 3])}
        if facts.price:
            args["price"] = facts.price
        if facts.services:
            args["service"] = ",".join(facts.services)
        got = assay.tools.execute("find_product", args)
        log.add(think=f"Rule {i // 3 + 1}: rare words with filters.", tool_calls=[got])
        for row in got["result"] if isinstance(got["result"], list) else ():
            pid = str(row["product_id"])
            title = str(row.get("title", "")).lower()
            seen[pid] = (sum(w in title for w in freq), -float(row.get("price") or 0), title)
    return sorted(seen.items(), key=lambda kv: kv[1], reverse=True)


def gate(request, title, page):
    question = f"REQUEST: {request}\n\nPRODUCT: {title}\n{page[:700]}\n\nHow well does the product fit the request? Answer with one number from 0 (not at all) to 100 (perfectly) and a short reason."
    try:
        out = str(assay.chat([{"role": "user", "content": question}], temperature=0, max_tokens=70).message.get("content") or "")
    except assay.ChatFailed:
        return 50, "The judge was silent."
    m = re.search(r"\d{1,3}", out)
    return (min(int(m.group()), 100) if m else 50), out.strip() or "No reason given."


def agent_main(problem):
    request = problem["query"]
    log = assay.Dialogue(request)
    ranked = candidates(Facts(request), log)
    if not ranked:
        fallback = assay.tools.execute("find_product", {"q": request[:150]})
        log.add(think="No rule fired.", tool_calls=[fallback])
        if isinstance(fallback["result"], list):
            ranked = [(str(r["product_id"]), (0, 0, str(r.get("title")))) for r in fallback["result"]]
    n = 1 + sum(request.count(s) for s in (";", "\n- "))
    ids = [pid for pid, _ in ranked[:n]]
    confidence, reasons = [], []
    if ids:
        pages = assay.tools.execute("view_product_information", {"product_ids": ",".join(ids)})
        log.add(think="Fetching what the gate has to read.", tool_calls=[pages])
        body = {str(p.get("product_id")): str(p) for p in pages["result"]} if isinstance(pages["result"], list) else {}
        for pid, (_, _, title) in ranked[:n]:
            c, why = gate(request, title, body.get(pid, ""))
            confidence.append(c)
            reasons.append(f"{title[:40]}: {why}")
    ok = bool(ids) and sum(confidence) / len(confidence) >= 40
    log.add(think=" | ".join(reasons)[:1500] or "Nothing to judge.", tool_calls=[assay.tools.execute("recommend_product", {"product_ids": ",".join(ids) or "none"})])
    log.add(think="Gate passed." if ok else "Gate not passed.", tool_calls=[assay.tools.execute("terminate", {"status": "success" if ok else "failure"})])
    return log.steps
