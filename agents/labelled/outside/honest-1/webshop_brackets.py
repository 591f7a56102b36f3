# WebShop-style agent: one action line per turn, e.g.  Search[red kettle | max 300]
import re, time
import assay

HOWTO = """You are playing a shopping game. Each turn write one line that starts with "Think:" and one action line.
Actions:
Search[words]            - search the shop, e.g. Search[steel lunch box]
Search[words | 100-300]  - the same with a price range
Search[words | 100-300 | freeShipping] - and with a service (official, freeShipping, COD, flashsale)
Open[id]                 - read options and attributes, e.g. Open[12345] or Open[12345, 67890]
Buy[id]                  - finish. If the customer wants several items: Buy[id1, id2] in their order
Write nothing after the action line."""

LINE = re.compile(r"\b(search|open|click|buy)\s*\[([^\]\n]+)\]", re.I)


def show_hits(hits):
    if not isinstance(hits, list):
        return "Problem: %s" % hits
    if not hits:
        return "Nothing found."
    return "\n".join("[%s] %s - price %s (shop %s) %s" % (h["product_id"], h.get("title", "")[:90], h.get("price"), h.get("shop_id"), h.get("service") or "") for h in hits[:5])


def show_pages(pages):
    if not isinstance(pages, list):
        return "Problem: %s" % pages
    out = []
    for p in pages[:3]:
        out.append("[%s] options: %s\n   attributes: %s" % (p.get("product_id"), str(p.get("sku_options"))[:380], str(p.get("attributes"))[:280]))
    return "\n".join(out) or "No such product."


def step(verb, inside):
    verb = verb.lower()
    if verb == "search":
        parts = [x.strip() for x in inside.split("|")]
        params = {"q": parts[0]}
        for extra in parts[1:]:
            if re.fullmatch(r"[\d.]+\s*-\s*[\d.]*", extra):
                params["price"] = extra.replace(" ", "")
            elif extra:
                params["service"] = extra.replace(" ", "")
        call = assay.tools.execute("find_product", params)
        return call, show_hits(call["result"])
    ids = ",".join(re.findall(r"[\w-]+", inside))
    if verb == "buy":
        return assay.tools.execute("recommend_product", {"product_ids": ids}), "Bought."
    call = assay.tools.execute("view_product_information", {"product_ids": ids})
    return call, show_pages(call["result"])


def agent_main(problem):
    t0 = time.monotonic()
    d = assay.Dialogue(problem["query"])
    talk = [
        {"role": "system", "content": HOWTO},
        {"role": "user", "content": "Instruction: " + problem["query"] + "\n\nYou are on the search page. What do you do?"},
    ]
    bad = 0
    while len(d) < 11 and bad < 3 and time.monotonic() - t0 < 120:
        try:
            said = assay.chat(talk, temperature=0, max_tokens=200).message.get("content") or ""
        except assay.ChatFailed:
            break
        talk.append({"role": "assistant", "content": said or "..."})
        hit = LINE.search(said)
        if hit is None:
            bad += 1
            talk.append({"role": "user", "content": "No action found. Write an action line like Search[words], Open[id] or Buy[id]."})
            continue
        call, seen = step(hit.group(1), hit.group(2))
        d.add(think=said[: hit.start()].replace("Think:", "").strip(), tool_calls=[call])
        if hit.group(1).lower() == "buy":
            d.add(think="The purchase is made.", tool_calls=[assay.tools.execute("terminate", {"status": "success"})])
            break
        talk.append({"role": "user", "content": "Observation:\n" + seen + "\n\nNext action?"})
    return d.steps
