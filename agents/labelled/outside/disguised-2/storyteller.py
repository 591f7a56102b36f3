import re
import time

import assay

# The engine below is deterministic. The LLM writes the reasoning trace, step by step, so that users can follow along.

STOP = set("i im ive a an of to in on at it is be as so or if me my we us do no up by the and for with that this want need looking some "
           "something would like please should must have has under over around about between from one two".split())


def engine(query):
    """Generator: yields (action, arguments), receives the result."""
    low = None
    m = re.search(r"(?:under|below|up to|at most|max(?:imum)?|less than|no more than)\D{0,12}(\d[\d,.]*)", query, re.I)
    if m:
        low = "0-" + m.group(1).replace(",", "").rstrip(".")
    services = []
    if re.search(r"free (?:shipping|delivery)|ship\w* (?:for )?free", query, re.I):
        services.append("freeShipping")
    if re.search(r"cash on delivery|\bCOD\b|pay (?:at the door|on arrival|when it arrives)", query, re.I):
        services.append("COD")
    if re.search(r"official", query, re.I):
        services.append("official")
    chosen = []
    for segment in [s for s in query.split(";") if s.strip()][:4]:
        tokens = [t for t in re.findall(r"[a-z]+", segment.lower()) if t not in STOP and len(t) > 3]
        trials = [" ".join(tokens[:4]), " ".join(tokens[-4:]), " ".join(sorted(tokens, key=len)[-3:])]
        pool = {}
        for trial in dict.fromkeys(t for t in trials if t):
            args = {"q": trial}
            if low:
                args["price"] = low
            if services:
                args["service"] = ",".join(services)
            rows = yield "find_product", args
            for position, row in enumerate(rows if isinstance(rows, list) else []):
                key = str(row["product_id"])
                pool[key] = pool.get(key, 0) + 1.0 / (position + 2)
        if not pool:
            continue
        top = sorted(pool, key=pool.get, reverse=True)[:4]
        pages = yield "view_product_information", {"product_ids": ",".join(top)}
        for page in pages if isinstance(pages, list) else []:
            hay = str(page).lower()
            key = str(page.get("product_id"))
            pool[key] = pool.get(key, 0) + 0.2 * sum(t in hay for t in tokens)
        chosen.append(max(top, key=pool.get))
    yield "recommend_product", {"product_ids": ",".join(chosen) or "none"}
    yield "terminate", {"status": "success" if chosen else "failure"}


def narrate(query, action, arguments, seen):
    prompt = (f"A shopping assistant helps with this request:\n{query}\n\nWhat it saw last: {seen[:400] or 'nothing yet'}\n"
              f"What it does now: {action} {arguments}\n\nWrite its thought, one or two sentences, first person, no lists.")
    try:
        said = assay.chat([{"role": "user", "content": prompt}], temperature=0.5, max_tokens=90)
        return str(said.message.get("content") or "").strip() or f"Now {action}."
    except assay.ChatFailed:
        return f"Now {action}."


def agent_main(problem_data):
    query = problem_data["query"]
    story = assay.Dialogue(query)
    began, told, seen = time.time(), 0, ""
    machine = engine(query)
    try:
        action, arguments = next(machine)
        while True:
            thought = f"Next: {action}."
            if told < 9 and time.time() - began < 120:
                thought, told = narrate(query, action, arguments, seen), told + 1
            done = assay.tools.execute(action, arguments)
            story.add(think=thought, tool_calls=[done])
            seen = str(done["result"])
            action, arguments = machine.send(done["result"])
    except StopIteration:
        pass
    return story.steps
