"""The program searches, the model is asked which of the candidates fits.

Not agentic: requests are parsed with patterns, every tool call is made by the code below, and the model only answers
with the number of a candidate.
"""

from __future__ import annotations

import json
import re

import assay

CANDIDATES = 8
MAX_SHOPS = 5

RANKING_PROMPT = """You help to choose a product. You get what the customer wants and a numbered list of candidates. Answer with the number of the candidate that fits best, and nothing else. If none fits, answer with the number of the closest one."""

SERVICES = (
    ("official", r"official (?:store|shop|seller)|flagship store"),
    (
        "freeShipping",
        r"free shipping|free delivery|ships? for free|delivery fee|shipped free|postage already covered|no extra charge",
    ),
    (
        "COD",
        r"cash on delivery|\bcod\b|payable on delivery|pay the rider|when the parcel arrives|the bill at the door",
    ),
    ("flashsale", r"flash (?:sale|deal)|limited-time offer|next few hours"),
)

# How a sentence begins that asks for something new.
ASKING = re.compile(
    r"(?i)^(?:i(?: also)? need|i'm looking for|can you find me|please get me|we are after|what i want is"
    r"|could you (?:pick out|put together)|help me choose|i would like to order|any idea where i can get"
    r"|on top of that i want|next on my list is|besides that, please look for|my \w+ asked for|then add"
    r"|while you are at it, find me|we have to buy|on my mind are|\w+ errands in one today:)\s+"
)
ABOUT_ITEM = re.compile(r"(?i)^(?:as for |about )?the (first|second|third|fourth) (?:item|one)\b")
ABOUT_ALL = re.compile(r"(?i)^(?:both|either one|each of them|all of them|every single one)\b")

NOT_IN_A_SEARCH = set(
    """a an the and or of for in on with without by from to is are that which whose where as at i i'm me my need want
    would like looking find show buy get please can you could help have do any good deal shop store seller one single
    same offers sells sell offering carries first second third lastly also all these following everything it should
    order together only just some pesos peso php priced price costing costs between under over least most than more
    less up brand made branded available it's this list put has have had must needs be they them oh most something
    anything but not no without so item if several would do i'd i want""".split()
)


def agent_main(problem_data: dict) -> list[dict]:
    query = str(problem_data.get("query", ""))
    dialogue = assay.Dialogue(query)
    wanted, rules = split_request(query)
    one_shop = bool(re.search(r"\b(one|same|single|a|which) (shop|store|seller)\b", query, re.I))
    chosen: list[dict] = []
    shop = None
    for place, item in enumerate(wanted):
        cards = search(dialogue, item, shop) or search(dialogue, item, None)
        if one_shop and place == 0 and len(wanted) > 1:
            shop = shop_with_all(dialogue, cards, wanted[1:])
            cards = [card for card in cards if card["shop_id"] == shop] or cards
        cards = cards[:CANDIDATES]
        if rules:
            # With a limited budget, the first of several matches should be the cheapest.
            cards = sorted(cards, key=lambda card: card["price"])
        card = rank(dialogue, item, rules, cards)
        if card is not None:
            chosen.append(card)
    ids = ",".join(str(card["product_id"]) for card in chosen) or "none"
    recommendation = run("recommend_product", product_ids=ids)
    dialogue.add(think="Recommending the candidates that were picked.", tool_calls=[recommendation])
    dialogue.add(think="Finished.", tool_calls=[run("terminate", status="success" if chosen else "failure")])
    return dialogue.steps


def split_request(query: str) -> tuple[list[str], str]:
    """The text about each product, and the text about money."""
    parts = re.split(r"(?i)\s*(?=my budget is|i can spend|with my voucher it)", query, maxsplit=1)
    listed = re.search(r";|\(1\)", parts[0])
    pieces = (
        re.split(r";\s*|\(\d\)\s*", parts[0].split("(1)", 1)[-1]) if listed else items_by_sentence(parts[0])
    )
    link = re.compile(r"(?i)^\s*(and also|and lastly|and|also|second|third)\s+")
    items = [link.sub("", piece).strip(" .?:,") for piece in pieces]
    return [item for item in items if searchable(item)], "".join(parts[1:])


def items_by_sentence(request: str) -> list[str]:
    """One text per product: the sentence that asks for it and those that describe it further."""
    items: list[str] = []
    place = 0
    for sentence in re.split(r"(?<=[.?!])\s+", request):
        about, asked = ABOUT_ITEM.match(sentence), ASKING.match(sentence)
        if asked:
            place = len(items)
            items += re.split(r"(?:,|\s+and)\s+(?=an? |some|what |the |those )", sentence[asked.end() :])
            continue
        if about and items:
            place = min(("first", "second", "third", "fourth").index(about.group(1).lower()), len(items) - 1)
        for one in range(len(items)) if ABOUT_ALL.match(sentence) else [place]:
            if one < len(items):
                items[one] += f" {sentence}"
    return items or [request]


def searchable(item: str) -> str:
    words = dict.fromkeys(re.findall(r"[a-z0-9][a-z0-9+.:'%/-]*", without_filters(item).lower()))
    return " ".join(word.strip(".:,'") for word in words if word not in NOT_IN_A_SEARCH)


def without_filters(item: str) -> str:
    for _, pattern in SERVICES:
        item = re.sub(pattern, " ", item, flags=re.I)
    return PRICE_BOUND.sub(" ", PRICE_RANGE.sub(" ", PRICE_AROUND.sub(" ", item)))


NUMBER = r"₱?(\d[\d,]*(?:\.\d+)?)"
PRICE_RANGE = re.compile(
    rf"(?:priced (?:somewhere )?from|between|costing)\s+{NUMBER}\s*(?:to|and|-)\s*{NUMBER}(?:\s*(?:pesos?|php))?"
    rf"|(?:in the |for )?{NUMBER}\s*(?:to|and|-)\s*{NUMBER}\s*(?:pesos?|php)",
    re.I,
)
PRICE_AROUND = re.compile(
    rf"(?:around|about)\s+{NUMBER}\s*(?:pesos?|php)\s+(?:give or take|plus or minus)\s+{NUMBER}", re.I
)
PRICE_BOUND = re.compile(
    r"(under|below|at most|within|up to|no more than|not more than|limit of"
    r"|over|above|at least|more than|no cheaper than|starting at|from|for|be)"
    rf"\s+{NUMBER}\s*(?:pesos?|php)?(?:\s+(up|or more|or less|at most))?",
    re.I,
)


def price_of(item: str) -> str | None:
    around = PRICE_AROUND.search(item)
    if around:
        middle, off = (float(part.replace(",", "")) for part in around.groups())
        return f"{middle - off:g}-{middle + off:g}"
    ranged = PRICE_RANGE.search(item)
    if ranged:
        low, high = [part.replace(",", "") for part in ranged.groups() if part]
        return f"{low}-{high}" if float(low) <= float(high) else None
    bound = next((each for each in PRICE_BOUND.finditer(item) if re.search(r"peso|php|₱", each.group(0), re.I)), None)
    if not bound:
        return None
    upward = re.fullmatch(r"(?i)over|above|at least|more than|no cheaper than|starting at|from", bound.group(1))
    more = (bound.group(3) or "").lower() in ("up", "or more")
    amount = bound.group(2).replace(",", "")
    return f"{amount}-" if upward or more else f"0-{amount}"


def run(name: str, **parameters: object) -> dict:
    return assay.tools.execute(name, {key: value for key, value in parameters.items() if value not in (None, "")})


def search(dialogue: assay.Dialogue, item: str, shop: str | None) -> list[dict]:
    services = ",".join(name for name, pattern in SERVICES if re.search(pattern, item, re.I))
    call = run("find_product", q=searchable(item), price=price_of(item), service=services, shop_id=shop)
    dialogue.add(think=f"Searching for: {searchable(item)}.", tool_calls=[call])
    return call["result"] if isinstance(call["result"], list) else []


def shop_with_all(dialogue: assay.Dialogue, cards: list[dict], others: list[str]) -> str | None:
    """The first shop among the candidates that also has the other products."""
    for shop in list(dict.fromkeys(card["shop_id"] for card in cards))[:MAX_SHOPS]:
        calls = [run("find_product", q=searchable(item), price=price_of(item), shop_id=shop) for item in others]
        dialogue.add(think=f"Does shop {shop} have the rest?", tool_calls=calls)
        if all(isinstance(call["result"], list) and call["result"] for call in calls):
            return shop
    return None


def rank(dialogue: assay.Dialogue, item: str, rules: str, cards: list[dict]) -> dict | None:
    if len(cards) < 2:
        return cards[0] if cards else None
    call = run("view_product_information", product_ids=",".join(str(card["product_id"]) for card in cards))
    seen = call["result"] if isinstance(call["result"], list) else []
    details = {str(product["product_id"]): product for product in seen}
    lines = [f"{number}. {describe(card, details)}" for number, card in enumerate(cards, 1)]
    listed = "\n".join(lines)
    question = f"Customer wants: {item}\n{rules}\n\nCandidates:\n{listed}\n\nWhich number, 1 to {len(cards)}?"
    number = ask_for_number(question, len(cards))
    dialogue.add(think=f"Candidate {number} of {len(cards)} was picked for: {item}.", tool_calls=[call])
    return cards[number - 1]


def describe(card: dict, details: dict[str, dict]) -> str:
    product = details.get(str(card["product_id"]), {})
    attributes = "; ".join(f"{name}: {', '.join(values)}" for name, values in (product.get("attributes") or {}).items())
    variants = json.dumps(list((product.get("sku_options") or {}).values())[:12])
    services = ", ".join(card["service"]) or "none"
    return f"{card['title']} | price {card['price']} | services {services} | {attributes} | variants {variants}"


def ask_for_number(question: str, highest: int) -> int:
    messages = [{"role": "system", "content": RANKING_PROMPT}, {"role": "user", "content": question}]
    try:
        match = re.search(r"\d+", assay.chat(messages, temperature=0).content)
    except assay.ChatFailed:
        match = None
    return int(match.group(0)) if match and 1 <= int(match.group(0)) <= highest else 1
