"""Numbered menus. Small models are bad at copying 10-digit ids and good at saying "3".

The model types a search in its own words, gets a numbered menu of what that search found, and answers with numbers:
which to look at, which to buy, or 0 to type another search. A generator plays the whole conversation; the driver at the bottom
only passes text back and forth. -- Tanvi R., Pune
"""
import re
import time

import assay

SPLIT = """A customer writes:
"{q}"

How many different products does the customer want to buy? Write one line for each, in the customer's order, numbered, with a short description that includes every condition (price, brand, colour, services).
1."""

TYPE_SEARCH = """A customer writes:
"{q}"

You are now shopping for: {item}
{bought}
{failed}
Type what you would put in the search box of the shop: 2 to 5 words. You may add "under 500" or "between 200 and 500" for the price.
Search box:"""

LOOK = """A customer writes:
"{q}"

You are now shopping for: {item}
{bought}
Search results for "{search}":
{menu}
0. none of these, search again

Which ones do you open to check the details? Answer with up to 3 numbers, for example 2,4. Answer 0 to search again.
Numbers:"""

BUY = """A customer writes:
"{q}"

You are now shopping for: {item}
{bought}
You opened:
{menu}
0. none of these, search again

Which one do you buy? Answer with one number.
Number:"""


def prices(text):
    """'lamp under 300' -> ('lamp', '0-300'); the words stay the model's."""
    number = r"\$?(\d+(?:\.\d+)?)"
    for pattern, build in (
        (rf"between {number} (?:and|to) {number}", lambda m: f"{m[1]}-{m[2]}"),
        (rf"(?:under|below|max|up to|less than) {number}", lambda m: f"0-{m[1]}"),
        (rf"(?:over|above|from|at least|more than) {number}", lambda m: f"{m[1]}-"),
    ):
        hit = re.search(pattern, text, re.I)
        if hit:
            return (text[:hit.start()] + text[hit.end():]).strip(" ,."), build(hit)
    return text, ""


def numbers(text, top):
    return list(dict.fromkeys(int(n) for n in re.findall(r"\d+", text.splitlines()[0] if text.strip() else "") if int(n) <= top))


def one_line(p):
    return f"{str(p.get('title'))[:80]} - price {p.get('price')} - shop {p.get('shop_id')} - {p.get('service') or 'no services'}"


def shop_for(q, item, bought, run):
    """Yields prompts, receives the model's text; returns (product, thought) or None."""
    failed = ""
    basket = ("Already in the basket: " + "; ".join(one_line(b) for b in bought)) if bought else ""
    for _ in range(3):
        typed = (yield TYPE_SEARCH.format(q=q, item=item, bought=basket, failed=failed), 40).strip()
        words, price = prices(typed.splitlines()[0].strip(" \"'`") if typed else "")
        words = " ".join(re.sub(r"[^\w\s'&+./-]", " ", words).split()[:8])
        if not words:
            continue
        found = run(f"Searching for {words}.", "find_product", {"q": words, **({"price": price} if price else {})})
        found = found[:6] if isinstance(found, list) else []
        if not found:
            failed = f'(Your search "{typed[:60]}" found nothing. Type a different one.)'
            continue
        menu = "\n".join(f"{i}. {one_line(p)}" for i, p in enumerate(found, 1))
        picked = numbers((yield LOOK.format(q=q, item=item, bought=basket, search=words, menu=menu), 20), len(found))
        picked = [found[n - 1] for n in picked if n > 0][:3]
        if not picked:
            failed = f'(Your search "{words}" did not find the right thing. Type a different one.)'
            continue
        pages = run("Opening the ones that look right.", "view_product_information",
                    {"product_ids": ",".join(str(p["product_id"]) for p in picked)})
        page_of = {str(x.get("product_id")): x for x in pages} if isinstance(pages, list) else {}
        rows = []
        for i, p in enumerate(picked, 1):
            page = page_of.get(str(p["product_id"]), {})
            rows.append(f"{i}. {one_line(p)}\n   {str(page.get('attributes', ''))[:250]}\n   options: {str(page.get('sku_options', ''))[:300]}")
        answer = numbers((yield BUY.format(q=q, item=item, bought=basket, menu="\n".join(rows)), 12), len(picked))
        if answer and answer[0] > 0:
            return picked[answer[0] - 1]
        failed = f'(Nothing from "{words}" was right. Type a different search.)'
    return None


def conversation(q, run):
    text = yield SPLIT.format(q=q), 250
    items = [re.sub(r"^\s*\d+[.)]\s*", "", line).strip() for line in ("1." + text).splitlines()]
    items = [i for i in items if i][:4]
    bought = []
    for item in items:
        product = yield from shop_for(q, item[:200], bought, run)
        if product:
            bought.append(product)
    return bought


def agent_main(problem_data):
    q = problem_data["query"]
    dialogue = assay.Dialogue(q)

    def run(thought, tool, parameters):
        done = assay.tools.execute(tool, parameters)
        dialogue.add(think=thought, tool_calls=[done])
        return done["result"]

    talk = conversation(q, run)
    began, asked, bought = time.time(), 0, []
    try:
        prompt, tokens = next(talk)
        while True:
            reply = ""
            asked += 1
            if time.time() - began < 160 and asked <= 14:
                try:
                    reply = assay.chat([{"role": "user", "content": prompt}], temperature=0, max_tokens=tokens).message.get("content") or ""
                except assay.ChatFailed:
                    pass
            prompt, tokens = talk.send(reply)
    except StopIteration as finished:
        bought = finished.value or []
    if bought:
        run("These are the ones to buy.", "recommend_product", {"product_ids": ",".join(str(b["product_id"]) for b in bought)})
    run("Done.", "terminate", {"status": "success" if bought else "failure"})
    return dialogue.steps
