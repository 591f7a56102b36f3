"""The model reads the request, the program does the shopping.

Not agentic: the model is asked once, for search parameters as JSON. The code below decides which tool is called with
which parameters, which candidate is taken and when to stop, and it also writes the thoughts in the dialogue.
"""

from __future__ import annotations

import itertools
import json
import re

import assay

MAX_SHOPS = 8
CANDIDATES = 10

EXTRACTION_PROMPT = """Read the shopping request and extract its search parameters. Answer with one JSON object and nothing else, in this shape:
{
  "items": [
    {
      "q": "two to seven words that sellers use for the product: kind, brand, model, telling values",
      "price": "low-high, or low- without an upper bound, or null",
      "service": ["official" | "freeShipping" | "COD" | "flashsale"],
      "requirements": {"name of the attribute or option": "value, several values joined by ' or ', or 'not ' and a value"}
    }
  ],
  "same_shop": true or false,
  "voucher": null or {"type": "fixed" | "percentage", "value": number, "cap": number or null, "threshold": number, "budget": number, "scope": "platform" | "shop"}
}
One entry in "items" for each product, in the order of the request. "official" is an official store, "COD" is cash on delivery. "value" of a percentage voucher is in percent."""


def agent_main(problem_data: dict) -> list[dict]:
    query = str(problem_data.get("query", ""))
    dialogue = assay.Dialogue(query)
    plan = extract(query)
    items = plan["items"]
    searches = [run("find_product", **search_parameters(item)) for item in items]
    dialogue.add(think=f"The request names {len(items)} products. Searching for each.", tool_calls=searches)
    found = [cards_of(search) for search in searches]
    if plan["same_shop"] and len(items) > 1:
        found = find_in_one_shop(dialogue, items, found)
    wider = [place for place, cards in enumerate(found) if not cards]
    if wider:
        calls = [run("find_product", q=items[place]["q"]) for place in wider]
        dialogue.add(think="Some searches gave nothing. Searching again without filters.", tool_calls=calls)
        for place, call in zip(wider, calls):
            found[place] = cards_of(call)
    rated = rate(dialogue, items, found)
    chosen = choose(rated, plan)
    if plan["voucher"] and chosen:
        check = check_voucher(chosen, plan["voucher"])
        dialogue.add(think="Checking the total against the budget.", tool_calls=[check])
    ids = ",".join(str(card["product_id"]) for card in chosen) or "none"
    dialogue.add(think="These fit best.", tool_calls=[run("recommend_product", product_ids=ids)])
    status = "success" if chosen else "failure"
    dialogue.add(think="Done.", tool_calls=[run("terminate", status=status)])
    return dialogue.steps


def run(name: str, **parameters: object) -> dict:
    return assay.tools.execute(name, {key: value for key, value in parameters.items() if value not in (None, "", [])})


def cards_of(call: dict) -> list[dict]:
    return call["result"] if isinstance(call["result"], list) else []


def extract(query: str) -> dict:
    """The model's plan; the words of the request if the plan cannot be used."""
    messages = [{"role": "system", "content": EXTRACTION_PROMPT}, {"role": "user", "content": query}]
    for _ in range(2):
        try:
            text = assay.chat(messages, temperature=0).content
            plan = json.loads(text[text.index("{") : text.rindex("}") + 1])
            items = [clean(item) for item in plan["items"] if item.get("q")]
        except (assay.ChatFailed, ValueError, KeyError, TypeError, AttributeError):
            continue
        if items:
            voucher = plan.get("voucher")
            usable = isinstance(voucher, dict) and all(
                isinstance(voucher.get(name), (int, float)) for name in ("value", "threshold", "budget")
            )
            together = plan.get("same_shop") is True or (usable and voucher.get("scope") == "shop")
            return {"items": items, "same_shop": together, "voucher": voucher if usable else None}
    parts = [part for part in re.split(r";", query.split("\n\n")[0]) if part.strip()]
    return {"items": [clean({"q": part}) for part in parts], "same_shop": " shop" in query, "voucher": None}


def clean(item: dict) -> dict:
    services = item.get("service") or []
    services = services.split(",") if isinstance(services, str) else services
    known = [name for name in services if name in ("official", "freeShipping", "COD", "flashsale")]
    price = str(item.get("price") or "").replace(" ", "")
    requirements = item.get("requirements")
    return {
        "q": str(item["q"])[:200],
        "price": price if re.fullmatch(r"\d+(\.\d+)?-(\d+(\.\d+)?)?", price) else None,
        "service": ",".join(known) or None,
        "requirements": requirements if isinstance(requirements, dict) else {},
    }


def search_parameters(item: dict) -> dict:
    return {"q": item["q"], "price": item["price"], "service": item["service"]}


def find_in_one_shop(dialogue: assay.Dialogue, items: list[dict], found: list[list[dict]]) -> list[list[dict]]:
    """Candidates per item from the first shop that has some for every item; shops of the rarest item come first."""
    rarest = min(range(len(items)), key=lambda place: len(found[place]) or 99)
    shops = list(dict.fromkeys(card["shop_id"] for card in found[rarest]))
    common = [shop for shop in shops if all(any(card["shop_id"] == shop for card in cards) for cards in found)]
    best: list[list[dict]] = []
    for shop in list(dict.fromkeys(common + shops))[:MAX_SHOPS]:
        calls = [run("find_product", shop_id=shop, **search_parameters(item)) for item in items]
        dialogue.add(think=f"Looking for everything in shop {shop}.", tool_calls=calls)
        inside = [cards_of(call) for call in calls]
        if all(inside):
            return inside
        if sum(map(bool, inside)) > sum(map(bool, best)):
            best = inside
    return best or found


def rate(dialogue: assay.Dialogue, items: list[dict], found: list[list[dict]]) -> list[list[tuple[float, dict]]]:
    """Candidates per item with the share of requirements that each meets, best first."""
    rated = []
    for item, cards in zip(items, found):
        cards = cards[:CANDIDATES]
        details: dict[str, dict] = {}
        if cards:
            call = run("view_product_information", product_ids=",".join(str(card["product_id"]) for card in cards))
            dialogue.add(think=f"Opening the candidates for {item['q']}.", tool_calls=[call])
            details = {str(product["product_id"]): product for product in cards_of(call)}
        scores = [(met(item["requirements"], details.get(str(card["product_id"]), {})), card) for card in cards]
        rated.append(sorted(scores, key=lambda pair: -pair[0]))
    return rated


def met(requirements: dict, product: dict) -> float:
    """The share of requirements that the attributes and the best single variant meet together."""
    attributes = {fold(value) for values in (product.get("attributes") or {}).values() for value in values}
    variants = [set(map(fold, options.values())) for options in (product.get("sku_options") or {}).values()]
    wanted = [fold(value) for value in requirements.values()]
    return max(sum(holds(value, attributes | variant) for value in wanted) for variant in variants or [set()])


def holds(wanted: str, shown: set[str]) -> bool:
    if wanted.startswith("not "):
        return wanted[4:] not in shown
    return wanted in shown or any(value in shown for value in wanted.split(" or "))


def fold(value: object) -> str:
    return " ".join(str(value).lower().split())


def choose(rated: list[list[tuple[float, dict]]], plan: dict) -> list[dict]:
    if not all(rated):
        return [candidates[0][1] for candidates in rated if candidates]
    best = [[card for score, card in candidates if score == candidates[0][0]][:5] for candidates in rated]
    if plan["voucher"]:
        for cart in itertools.product(*best):
            if cost(cart, plan["voucher"]) <= plan["voucher"]["budget"]:
                return list(cart)
        return [min(cards, key=lambda card: card["price"]) for cards in best]
    return [cards[0] for cards in best]


def cost(cart: tuple[dict, ...], voucher: dict) -> float:
    total = sum(card["price"] for card in cart)
    one_shop = len({card["shop_id"] for card in cart}) == 1
    if total < voucher["threshold"] or (voucher.get("scope") == "shop" and not one_shop):
        return total
    if voucher.get("type") == "percentage":
        return total - min(total * voucher["value"] / 100, voucher.get("cap") or float("inf"))
    return total - voucher["value"]


def check_voucher(chosen: list[dict], voucher: dict) -> dict:
    return run(
        "calculate_voucher",
        product_prices=",".join(str(card["price"]) for card in chosen),
        voucher_type="percentage" if voucher.get("type") == "percentage" else "fixed",
        discount_value=voucher["value"],
        threshold=voucher["threshold"],
        budget=voucher["budget"],
        cap=voucher.get("cap"),
        scope="shop" if voucher.get("scope") == "shop" else "platform",
        shop_ids=",".join(str(card["shop_id"]) for card in chosen),
    )
