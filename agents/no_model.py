"""A shopper without a model.

Not agentic: patterns parse the request, and a search and a count of matching facts choose the product. It is the
baseline for every other agent, and the extreme case for the agentic/scripted classification: no inference at all.
"""

from __future__ import annotations

import itertools
import re
from typing import NamedTuple

import assay

MAX_SHOPS = 10
PAGES_WITHOUT_SHOP = (1, 2)

AMOUNT = r"₱?(\d+(?:\.\d+)?)"
PESOS = r"(?:\s*(?:pesos?|php)\b)"
AROUND = re.compile(rf"\b(?:around|about)\s+{AMOUNT}{PESOS}\s+(?:give or take|plus or minus)\s+{AMOUNT}", re.I)
BETWEEN = re.compile(
    rf"\b(?:priced (?:somewhere )?from|between|costing)\s+{AMOUNT}\s*(?:to|and|-)\s*{AMOUNT}{PESOS}?(?![\w.]| [a-z]{{1,2}}\b)"
    rf"|(?:\bfrom\s+|\bfor\s+|\bin the\s+)?{AMOUNT}\s*(?:to|and|-)\s*{AMOUNT}{PESOS}(?:\s+range)?",
    re.I,
)
AT_MOST = re.compile(
    rf"\b(?:under|below|up to|less than)\s+{AMOUNT}{PESOS}?(?![\w.])"
    rf"|\b(?:at most|within|no more than|not more than|limit of)\s+{AMOUNT}{PESOS}"
    rf"|\b(?:costs?|be)\s+{AMOUNT}{PESOS}\s+at most|\bfor\s+{AMOUNT}{PESOS}\s+or less",
    re.I,
)
AT_LEAST = re.compile(
    rf"\b(?:over|above|at least|more than|no cheaper than|starting at)\s+{AMOUNT}{PESOS}"
    rf"|\bfrom\s+{AMOUNT}{PESOS}\s+up\b|\bfor\s+{AMOUNT}{PESOS}\s+or more",
    re.I,
)
# The number of items bought together, and the budget for all of them.
SEVERAL = re.compile(
    rf"\b(?:take|we are)\s+(?P<count>\d+)\b[^.]*?{AMOUNT}{PESOS}"
    rf"|\bwith\s+{AMOUNT}{PESOS}[^.]*?\bbuy\s+(?P<buy>\d+)\b",
    re.I,
)
SERVICES = (
    ("official", re.compile(r"(?:sold by |from )?(?:an? |the )?(?:verified )?official (?:store|shop|seller)(?: only)?|flagship store", re.I)),
    (
        "freeShipping",
        re.compile(
            r"free (?:shipping|delivery)|ships? for free|(?:no|without a) delivery fee|shipped free"
            r"|postage already covered|sent at no extra charge",
            re.I,
        ),
    ),
    (
        "COD",
        re.compile(
            r"(?:pay |with |supports |allow )?cash on delivery|\bcod\b(?: available)?|payable on delivery"
            r"|pay the rider(?: in cash)?|payable when the parcel arrives|settle the bill at the door",
            re.I,
        ),
    ),
    (
        "flashsale",
        re.compile(r"(?:part of )?(?:a |the )?flash (?:sale|deals?)(?: deal)?|limited-time offer|for the next few hours", re.I),
    ),
)
CHEAPEST = re.compile(r"lowest price|least expensive|cheapest of", re.I)
DEAREST = re.compile(r"most expensive|highest price", re.I)
BEST_SELLING = re.compile(r"sold most|most people have bought", re.I)
MONEY = re.compile(r"(?i)my budget is|i can spend|with my voucher it")
# How a sentence begins that asks for something new.
ASKING = re.compile(
    r"(?i)^(?:i(?: also)? need|i'm looking for|can you find me|please get me|we are after|what i want is"
    r"|could you (?:pick out|put together)|help me choose|i would like to order|any idea where i can get"
    r"|on top of that i want|next on my list is|besides that, please look for|my \w+ asked for|then add"
    r"|while you are at it, find me|we have to buy|on my mind are|\w+ errands in one today:)\s+"
)
ABOUT_ITEM = re.compile(r"(?i)^(?:as for |about )?the (first|second|third|fourth) (?:item|one)\b")
ABOUT_ALL = re.compile(r"(?i)^(?:both|either one|each of them|all of them|every single one)\b")
PLACES = ("first", "second", "third", "fourth")
NUMBER_WORDS = {
    word: value
    for value, word in enumerate(
        """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
        seventeen eighteen nineteen""".split()
    )
} | {
    word: 10 * value
    for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
NUMBER_RUN = re.compile(
    rf"(?i)\b(?:{'|'.join(NUMBER_WORDS)})(?:[ -](?:{'|'.join(NUMBER_WORDS)}|hundred|thousand))*\b"
)
ONE_SHOP = re.compile(
    r"(?i)\b(?:one|same|single) (?:shop|seller|store)\b"
    r"|\b(?:a|which) (?:shop|store) (?:that|where|with|offering|carries)"
)
STOP_WORDS = frozenset(
    """a an the and or of for in on with by from to is are that which whose where as at i i'm me my need want would
    like looking find show buy get please can you could help have do any good deal first second third lastly also all
    these following it should only some brand made branded available supports there has who been hunting gift what
    carries sells offers offering shop store seller order together everything has must needs need be has had not no
    anything but other than without they them their oh matters most something come comes so when while""".split()
)


class Item(NamedTuple):
    text: str
    words: str
    price: str
    service: str
    wanted: str


class Candidate(NamedTuple):
    score: float
    card: dict


def agent_main(problem_data: dict) -> list[dict]:
    query = str(problem_data.get("query", ""))
    dialogue = assay.Dialogue(query)
    money = MONEY.search(query)
    request, terms = (query[: money.start()], query[money.start() :]) if money else (query, "")
    items = [read_item(piece) for piece in split_items(request)]
    voucher = read_voucher(terms)
    together = len(items) > 1 and bool(ONE_SHOP.search(request) or ONE_SHOP.search(terms))
    found = [search(dialogue, item) for item in items]
    carts = [found]
    if together:
        carts = [*shop_by_shop(dialogue, items, found), found]
    rated = max(carts, key=lambda cart: sum(candidates[0].score if candidates else -9 for candidates in cart))
    chosen = choose(rated, voucher)
    if voucher and chosen:
        prices = ",".join(str(card["price"]) for card in chosen)
        shops = ",".join(str(card["shop_id"]) for card in chosen)
        cart = {"product_prices": prices, "shop_ids": shops, **voucher}
        act(dialogue, "Price of the cart.", ("calculate_voucher", cart))
    ids = ",".join(str(card["product_id"]) for card in chosen) or "none"
    act(dialogue, "Best match per item.", ("recommend_product", {"product_ids": ids}))
    act(dialogue, "End.", ("terminate", {"status": "success" if chosen else "failure"}))
    return dialogue.steps


def act(dialogue: assay.Dialogue, think: str, *calls: tuple[str, dict]) -> list:
    results = [assay.tools.execute(name, parameters) for name, parameters in calls]
    dialogue.add(think=think, tool_calls=results)
    return [result["result"] for result in results]


def split_items(request: str) -> list[str]:
    if re.search(r";|\(1\)", request):
        numbered = request.split("(1)", 1)[-1]
        pieces = re.split(r";\s*(?:and lastly |and also |and |second |third )?|\(\d\)\s*", numbered)
    else:
        pieces = items_by_sentence(request)
    pieces = [piece.strip(" .?:,\n") for piece in pieces]
    return [piece for piece in pieces if read_item(piece).words]


def items_by_sentence(request: str) -> list[str]:
    """A sentence that asks starts an item, or several if it lists them; the others describe the item named last."""
    items: list[str] = []
    place = 0
    for sentence in re.split(r"(?<=[.?!])\s+", request):
        about = ABOUT_ITEM.match(sentence)
        asked = ASKING.match(sentence)
        if about and items:
            place = min(PLACES.index(about.group(1).lower()), len(items) - 1)
        elif asked:
            place = len(items)
            items += re.split(r"(?:,|\s+and)\s+(?=an? |some|what |the |those )", sentence[asked.end() :])
            continue
        for one in range(len(items)) if ABOUT_ALL.match(sentence) else [place]:
            if one < len(items):
                items[one] += f" {sentence}"
    return items or [request]


def in_digits(text: str) -> str:
    """"one thousand two hundred" and "1,200" both become 1200."""
    return NUMBER_RUN.sub(lambda match: str(number_of(match.group(0))), re.sub(r"(?<=\d),(?=\d{3}\b)", "", text))


def number_of(words: str) -> int:
    total = part = 0
    for word in re.split(r"[ -]", words.lower()):
        if word == "thousand":
            total, part = total + max(part, 1) * 1000, 0
        else:
            part = max(part, 1) * 100 if word == "hundred" else part + NUMBER_WORDS[word]
    return total + part


def read_item(text: str) -> Item:
    rest = in_digits(text)
    price, rest = read_price(rest)
    services = []
    for name, pattern in SERVICES:
        if pattern.search(rest):
            services.append(name)
            rest = pattern.sub(" ", rest)
    wanted = next((name for name, pattern in CHOICES if pattern.search(rest)), "")
    words = [word.strip(".:,'") for word in re.findall(r"[\w][\w.:'%+/-]*", rest.lower())]
    kept = " ".join(word for word in dict.fromkeys(words) if word and word not in STOP_WORDS)
    return Item(fold(rest), kept, price, ",".join(services), wanted)


CHOICES = (("cheapest", CHEAPEST), ("dearest", DEAREST), ("best selling", BEST_SELLING))


def read_price(text: str) -> tuple[str, str]:
    """The price filter for the search, and the text without the words about the price."""
    several = SEVERAL.search(text)
    if several:
        count = float(several["count"] or several["buy"])
        total = float(next(group for group in several.groups()[1:3] if group))
        return f"0-{total / max(count, 1):.2f}", text.replace(several.group(0), " ")
    around = AROUND.search(text)
    if around:
        middle, off = float(around.group(1)), float(around.group(2))
        return f"{middle - off:g}-{middle + off:g}", text.replace(around.group(0), " ")
    for pattern, form in ((BETWEEN, "{}-{}"), (AT_MOST, "0-{}"), (AT_LEAST, "{}-")):
        match = pattern.search(text)
        if match:
            return form.format(*[group for group in match.groups() if group]), text.replace(match.group(0), " ")
    return "", text


def fold(text: object) -> str:
    return " " + " ".join(re.findall(r"[\w.:%+/-]+", str(text).lower().replace("_", " "))).replace(". ", " ") + " "


def parameters_of(item: Item, **more: object) -> dict:
    filters = {"q": item.words, "price": item.price, "service": item.service, **more}
    return {name: value for name, value in filters.items() if value}


def search(dialogue: assay.Dialogue, item: Item) -> list[Candidate]:
    calls = [("find_product", parameters_of(item, page=page)) for page in PAGES_WITHOUT_SHOP]
    return rate(dialogue, item, act(dialogue, f"Search: {item.words}", *calls))


def rate(dialogue: assay.Dialogue, item: Item, pages: list) -> list[Candidate]:
    cards = [card for page in pages if isinstance(page, list) for card in page]
    if not cards:
        return []
    ids = ",".join(str(card["product_id"]) for card in cards)
    (seen,) = act(dialogue, "Open what was found.", ("view_product_information", {"product_ids": ids}))
    details = {str(product["product_id"]): product for product in seen} if isinstance(seen, list) else {}
    pages_read = [fold([card["title"], details.get(str(card["product_id"]), {})]) for card in cards]
    rated = [
        Candidate(facts_met(item, card, details.get(str(card["product_id"]), {})) + shared(item, page, pages_read), card)
        for card, page in zip(cards, pages_read)
    ]
    return sorted(rated, key=lambda candidate: (-candidate.score, preference(item, candidate.card)))


def shared(item: Item, page: str, pages: list[str]) -> float:
    """Score for the request's words on the page; words on few pages count most."""
    said = [word for word in item.words.split() if f" {word} " in page]
    return sum((len(pages) / (1 + sum(f" {word} " in other for other in pages))) ** 0.5 for word in said) / 2


def preference(item: Item, card: dict) -> float:
    """Order among otherwise equal candidates; lower is better."""
    if item.wanted == "dearest":
        return -card["price"]
    return -card.get("sold_count", 0) if item.wanted == "best selling" else card["price"]


def facts_met(item: Item, card: dict, product: dict) -> float:
    """Weight of the product's values that the customer named, in the best single variant; words of the title break
    ties."""
    attributes = product.get("attributes") or {}
    stated = sum(weight(item, name, value) for name, values in attributes.items() for value in values)
    variants = [
        sum(weight(item, name, value) for name, value in options.items() if name not in attributes)
        for options in (product.get("sku_options") or {}).values()
    ]
    title = fold(card["title"])
    said = sum(f" {word} " in title for word in item.words.split())
    return stated + max(variants, default=0) + said / 4


def weight(item: Item, name: str, value: str) -> float:
    """A value counts fully if its name is next to it, and half if it could mean something else."""
    label, said = fold(name).strip(), fold(value).strip()
    if f" {said} " not in item.text:
        return 0
    forms = (f"{label} {said}", f"{label}: {said}", f"{label} is {said}", f"{said} {label}", f"{said} as {label}")
    return 1 if len(said.split()) > 1 or any(form in item.text for form in forms) else 0.5


def shop_by_shop(
    dialogue: assay.Dialogue, items: list[Item], found: list[list[Candidate]]
) -> list[list[list[Candidate]]]:
    """For the shops of the best candidates, best first: each shop's candidates for every item. Stops before the steps
    run out."""
    ranked = sorted(itertools.chain(*found), key=lambda candidate: -candidate.score)
    shops = list(dict.fromkeys(candidate.card["shop_id"] for candidate in ranked))
    carts = []
    for shop in shops[:MAX_SHOPS]:
        if len(dialogue) + 2 + len(items) > 22:
            break
        calls = [("find_product", parameters_of(item, shop_id=shop)) for item in items]
        pages = act(dialogue, f"All items in shop {shop}.", *calls)
        if all(isinstance(page, list) and page for page in pages):
            carts.append([rate(dialogue, item, [page]) for item, page in zip(items, pages)])
    return carts


def choose(rated: list[list[Candidate]], voucher: dict) -> list[dict]:
    if not voucher or not all(rated):
        return [candidates[0].card for candidates in rated if candidates]
    good = [[c.card for c in candidates if c.score >= candidates[0].score - 0.25][:5] for candidates in rated]
    carts = [list(cart) for cart in itertools.product(*good)]
    affordable = (cart for cart in carts if payable(cart, voucher) <= voucher["budget"])
    return next(affordable, None) or min(carts, key=lambda cart: payable(cart, voucher))


def payable(cart: list[dict], voucher: dict) -> float:
    total = sum(card["price"] for card in cart)
    if total < voucher["threshold"] or (voucher["scope"] == "shop" and len({card["shop_id"] for card in cart}) > 1):
        return total
    if voucher["voucher_type"] == "fixed":
        return total - voucher["discount_value"]
    return total - min(total * voucher["discount_value"] / 100, voucher.get("cap", total))


def read_voucher(terms: str) -> dict:
    plain = terms.replace("`", "")
    numbers = {
        "budget": re.search(r"(?i)(?:budget is(?: only)?|spend|stay within) (\d+(?:\.\d+)?)", plain),
        "threshold": re.search(r"(?i)(?:exceeds|total above|cost more than) (\d+(?:\.\d+)?)", plain),
        "discount_value": re.search(r"(?i)discount of (\d+(?:\.\d+)?)", plain),
    }
    if not all(numbers.values()):
        return {}
    voucher: dict = {name: float(match.group(1)) for name, match in numbers.items() if match}
    cap = re.search(r"(?i)cap of (\d+(?:\.\d+)?)", plain)
    voucher["voucher_type"] = "percentage" if re.search(r"(?i)percentage", plain) else "fixed"
    voucher["scope"] = "shop" if re.search(r"(?i)(?:one|same|single) shop", plain) else "platform"
    return {**voucher, "cap": float(cap.group(1))} if cap and voucher["voucher_type"] == "percentage" else voucher
