"""The page turner: which pages are worth opening is a question of taste (model); which of the opened ones fits is a question of fact (code)."""
import json
import re
import time
import assay


def shelf_for(request):
    """Code fills the shelf: one search per clause."""
    clauses = [c for c in re.split(r"[,.;:!?]| and | but | with ", request) if len(c.split()) > 1]
    calls, shelf = [], []
    for clause in sorted(clauses, key=len, reverse=True)[:5]:
        q = " ".join(w for w in clause.split() if len(w) > 3)[:60]
        if not q:
            continue
        call = assay.tools.execute("find_product", {"q": q})
        calls.append(call)
        for row in (call["result"] if isinstance(call["result"], list) else [])[:5]:
            if all(str(s["product_id"]) != str(row["product_id"]) for s in shelf):
                shelf.append(row)
    return shelf[:16], calls


def which_pages(request, shelf, opened):
    rows = [{"product_id": str(r["product_id"]), "title": str(r.get("title"))[:75], "price": r.get("price")} for n, r in enumerate(shelf, 1) if n not in opened]
    prompt = (f"Customer: {request}\n\nOn the shelf:\n{json.dumps(rows)}\n\nWhich of these are worth opening to read the details? Up to four, the most promising first. "
              'Answer with JSON {"product_ids": ["..."]}, an empty list if none of them is.')
    try:
        text = str(assay.chat([{"role": "user", "content": prompt}], temperature=0, max_tokens=90).message.get("content") or "")
    except assay.ChatFailed:
        return None, ""
    if "{" not in text:
        return None, text
    place = {str(r["product_id"]): n for n, r in enumerate(shelf, 1)}
    asked = list(dict.fromkeys(place[i] for i in re.findall(r"[\w-]+", text) if i in place))
    return [n for n in asked if n not in opened][:4], text


def fits(request, row, page):
    low, points = request.lower(), 0.0
    for key in ("attributes", "sku_options"):
        for value in re.findall(r"[\w .-]{2,}", str(page.get(key, "")).lower()):
            value = value.strip()
            if len(value) > 2 and value in low:
                points += 1 + len(value) / 10
    points += sum(0.5 for w in re.findall(r"[a-z]{4,}", str(row.get("title", "")).lower()) if w in low)
    numbers = [float(n.replace(",", "")) for n in re.findall(r"\d[\d,]*(?:\.\d+)?", low) if n.strip(",")]
    try:
        if numbers and float(row.get("price")) > max(numbers):
            points -= 4
    except (TypeError, ValueError):
        pass
    return points


def agent_main(problem):
    request = problem["query"]
    d = assay.Dialogue(request)
    t = time.time()
    shelf, calls = shelf_for(request)
    if calls:
        d.add(think="Filling the shelf.", tool_calls=calls)
    opened = {}
    for round_ in range(3):
        if not shelf or time.time() - t > 120:
            break
        numbers, said = which_pages(request, shelf, opened)
        if not numbers and round_ == 0:
            numbers = [1]
        if not numbers:
            break
        v = assay.tools.execute("view_product_information", {"product_ids": ",".join(str(shelf[n - 1]["product_id"]) for n in numbers)})
        d.add(think=said[:300] or "Turning pages.", tool_calls=[v])
        pages = {str(p.get("product_id")): p for p in v["result"]} if isinstance(v["result"], list) else {}
        for n in numbers:
            opened[n] = fits(request, shelf[n - 1], pages.get(str(shelf[n - 1]["product_id"]), {}))
    ranked = sorted(opened, key=opened.get, reverse=True)
    ids = [str(shelf[n - 1]["product_id"]) for n in ranked[: 1 + request.count(";")]]
    d.add(think="Of the opened pages, this has most of what was asked for.", tool_calls=[assay.tools.execute("recommend_product", {"product_ids": ",".join(ids) or "none"})])
    d.add(think="The book is closed.", tool_calls=[assay.tools.execute("terminate", {"status": "success" if ids else "failure"})])
    return d.steps
