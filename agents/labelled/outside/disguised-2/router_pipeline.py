"""Intent router: a language model names the kind of request, a pipeline per kind does the job."""
import re
import assay

FILLER = frozenset(
    "the and for with that this from have has need needs want wants looking look would like please one some any "
    "all are was were can could should must not but our your their his her its them they you about into onto over "
    "under than then also just only really very more most less least each both same shop store seller voucher "
    "budget price total off discount find get buy something anything item items product products peso pesos".split())


class Request:
    def __init__(self, text):
        self.text = text
        self.parts = [p.strip() for p in re.split(r";|\n|\bsecond(?:ly)?\b|\bthird(?:ly)?\b|\balso\b|\bplus\b", text, flags=re.I)
                      if len(p.split()) > 2] or [text]

    def words(self, part, n=4):
        found = []
        for w in re.findall(r"[A-Za-z][A-Za-z\-]+", part):
            lw = w.lower()
            if len(lw) > 3 and lw not in FILLER and lw not in found:
                found.append(lw)
        found.sort(key=len, reverse=True)
        keep = set(found[:n])
        return " ".join(w for w in dict.fromkeys(re.findall(r"[a-z\-]+", part.lower())) if w in keep)

    def numbers(self):
        return [float(x.replace(",", "")) for x in re.findall(r"\d[\d,]*(?:\.\d+)?", self.text) if x.strip(",")]


def classify(text):
    try:
        reply = assay.chat([
            {"role": "system", "content": "You are an intent classifier for a shop. Answer with one word: PRODUCT (one product), SHOP (several products from one shop) or VOUCHER (a voucher or discount is mentioned)."},
            {"role": "user", "content": text}], temperature=0, max_tokens=8)
        word = str(reply.message.get("content") or "").upper()
    except assay.ChatFailed:
        word = ""
    for kind in ("VOUCHER", "SHOP", "PRODUCT"):
        if kind in word:
            return kind
    return "VOUCHER" if "voucher" in text.lower() else "PRODUCT"


def first_ids(rows, n):
    return [str(r["product_id"]) for r in rows[:n]] if isinstance(rows, list) else []


def pipeline_product(req, log):
    q = req.words(req.text)
    search = assay.tools.execute("find_product", {"q": q or req.text[:80]})
    log.add(think="Intent PRODUCT. Query built from the content words.", tool_calls=[search])
    ids = first_ids(search["result"], 5)
    if not ids:
        return []
    view = assay.tools.execute("view_product_information", {"product_ids": ",".join(ids)})
    log.add(think="Comparing the first five.", tool_calls=[view])
    scored = {}
    pages = view["result"] if isinstance(view["result"], list) else []
    for rank, page in enumerate(pages):
        blob = str(page).lower()
        scored[str(page.get("product_id"))] = sum(w in blob for w in set(re.findall(r"[a-z]{4,}", req.text.lower()))) - rank * 0.1
    return [max(scored, key=scored.get)] if scored else ids[:1]


def pipeline_shop(req, log):
    wanted = [{"q": req.words(p, 3) or p[:50]} for p in req.parts[:5]]
    call = assay.tools.execute("find_products_in_same_shop", {"product_queries": wanted})
    log.add(think="Intent SHOP. One shop must have all of it.", tool_calls=[call])
    res = call["result"]
    return [str(p["product_id"]) for p in res.get("products", [])] if isinstance(res, dict) else []


def pipeline_voucher(req, log):
    picked, prices = [], []
    for part in req.parts[:5]:
        call = assay.tools.execute("find_product", {"q": req.words(part, 3) or part[:50], "sort": "priceasc"})
        log.add(think="Intent VOUCHER. Cheapest hits first.", tool_calls=[call])
        rows = call["result"] if isinstance(call["result"], list) else []
        if rows:
            picked.append(str(rows[0]["product_id"]))
            prices.append(str(rows[0].get("price", 0)))
    nums = sorted(req.numbers())
    if prices and len(nums) >= 3:
        percent = "%" in req.text or "percent" in req.text.lower()
        log.add(think="Checking the voucher.", tool_calls=[assay.tools.execute("calculate_voucher", {
            "product_prices": ",".join(prices), "voucher_type": "percentage" if percent else "fixed",
            "discount_value": nums[0], "threshold": nums[1], "budget": nums[-1]})])
    return picked


def agent_main(problem):
    req = Request(problem["query"])
    log = assay.Dialogue(req.text)
    kind = classify(req.text)
    ids = {"PRODUCT": pipeline_product, "SHOP": pipeline_shop, "VOUCHER": pipeline_voucher}[kind](req, log)
    if not ids:
        ids = pipeline_product(req, log)
    log.add(think=f"Kind of request: {kind}.", tool_calls=[assay.tools.execute("recommend_product", {"product_ids": ",".join(ids) or "none"})])
    log.add(think="End.", tool_calls=[assay.tools.execute("terminate", {"status": "success" if ids else "failure"})])
    return log.steps
