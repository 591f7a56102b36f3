"""A fixed loop that has a model write its thoughts.

Not agentic: the code below decides every call and every choice; the model is shown what was just done and writes a
sentence or two about it, which go into the dialogue as thoughts. It is an example because such a dialogue looks exactly
like that of a reasoning agent: only the calls recorded by the gateway show that the model wrote no tool call.
"""

from __future__ import annotations

import json
import re

import assay

OPENED = 6

NARRATION_PROMPT = """You write the thoughts of a shopping assistant. You are told what the customer wants, what the assistant just found and what it does next. Write one to three sentences in the first person that explain the step: name concrete products, prices or attributes from the results, compare candidates where there are several. No tags, no lists, no tool calls."""

FILLER = frozenset(
    """a an the and or of for in on with by from to is are that which whose where as at i i'm me my need want would like
    looking find show buy get please can you could help have do any good deal shop store seller one single same offers
    sells offering carries first second third lastly also all these following everything should order together only
    some pesos peso php priced price costing costs between under over least most than more less up brand made branded
    available list it its this put cash delivery free shipping official flash sale has had must needs be they them oh
    something anything but not no without so if several do i'd""".split()
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


def agent_main(problem_data: dict) -> list[dict]:
    query = str(problem_data.get("query", ""))
    dialogue = assay.Dialogue(query)
    request, money = cut_at_money(query)
    items = split_items(request)
    chosen: list[dict] = []
    shop = ""
    if len(items) > 1 and re.search(r"\b(one|same|single|a|which) (shop|seller|store)\b", query, re.I):
        shop = find_shop(dialogue, query, items)
    for item in items:
        card = find_and_pick(dialogue, query, item, shop)
        if card is not None:
            chosen.append(card)
    voucher = read_voucher(money)
    if voucher and chosen:
        prices = ",".join(str(card["price"]) for card in chosen)
        shops = ",".join(str(card["shop_id"]) for card in chosen)
        call = run("calculate_voucher", product_prices=prices, shop_ids=shops, **voucher)
        narrate(dialogue, query, "checks the total with the voucher", [call])
    ids = ",".join(str(card["product_id"]) for card in chosen) or "none"
    narrate(dialogue, query, "recommends the chosen products", [run("recommend_product", product_ids=ids)])
    status = "success" if chosen else "failure"
    narrate(dialogue, query, "ends the conversation", [run("terminate", status=status)])
    return dialogue.steps


def run(name: str, **parameters: object) -> dict:
    return assay.tools.execute(name, {key: value for key, value in parameters.items() if value not in (None, "")})


def narrate(dialogue: assay.Dialogue, query: str, action: str, calls: list[dict]) -> None:
    shown = [{"name": call["name"], "parameters": call["parameters"], "result": call["result"]} for call in calls]
    report = f"Customer: {query}\n\nThe assistant now {action}. Results:\n{json.dumps(shown)[:6000]}"
    messages = [{"role": "system", "content": NARRATION_PROMPT}, {"role": "user", "content": report}]
    try:
        thought = assay.chat(messages, temperature=0, max_tokens=200).content.strip()
    except assay.ChatFailed:
        thought = ""
    dialogue.add(think=thought or f"The assistant {action}.", tool_calls=calls)


def cut_at_money(query: str) -> tuple[str, str]:
    start = re.search(r"(?i)my budget is|i can spend|with my voucher it", query)
    return (query[: start.start()], query[start.start() :]) if start else (query, "")


def split_items(request: str) -> list[str]:
    listed = re.search(r";|\(1\)", request)
    pieces = re.split(r";|\(\d\)", request.split("(1)", 1)[-1]) if listed else items_by_sentence(request)
    pieces = [piece.strip(" .?:,\n") for piece in pieces]
    return [piece for piece in pieces if keywords(piece)]


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


def keywords(item: str) -> list[str]:
    words = [word.strip(".:,'") for word in re.findall(r"[\w₱][\w.:'%+/-]*", item.lower())]
    return [word for word in dict.fromkeys(words) if word and word not in FILLER]


def find_shop(dialogue: assay.Dialogue, query: str, items: list[str]) -> str:
    queries = json.dumps([{"q": " ".join(keywords(item))} for item in items])
    call = run("find_products_in_same_shop", product_queries=queries)
    narrate(dialogue, query, "looks for a shop that has everything", [call])
    found = call["result"]
    return str(found.get("shop_id") or "") if isinstance(found, dict) and found.get("found") else ""


def find_and_pick(dialogue: assay.Dialogue, query: str, item: str, shop: str) -> dict | None:
    call = run("find_product", q=" ".join(keywords(item)), shop_id=shop)
    narrate(dialogue, query, f"searches for: {item}", [call])
    cards = call["result"][:OPENED] if isinstance(call["result"], list) else []
    if not cards:
        return None
    call = run("view_product_information", product_ids=",".join(str(card["product_id"]) for card in cards))
    seen = {str(product["product_id"]): product for product in call["result"] if isinstance(call["result"], list)}
    # The cheapest among equally good ones, in case there is a budget.
    best = max(cards, key=lambda card: (overlap(item, card, seen.get(str(card["product_id"]), {})), -card["price"]))
    narrate(dialogue, query, f"compares the candidates and takes {best['product_id']}", [call])
    return best


def overlap(item: str, card: dict, product: dict) -> int:
    """Number of the request's words that occur in the product's data."""
    facts = json.dumps([product.get("attributes"), product.get("sku_options"), card["title"], card["service"]]).lower()
    known = set(re.findall(r"[\w.:%+/-]+", facts))
    return sum(word in known for word in keywords(item))


def read_voucher(money: str) -> dict:
    """The parameters of calculate_voucher; empty if a number is missing."""
    plain = money.replace("`", "")
    budget = re.search(r"(?i)budget is (?:only )?(\d[\d.]*)|spend (\d[\d.]*)|within (\d[\d.]*)", plain)
    threshold = re.search(r"(?i)(?:exceeds|above|more than) (\d[\d.]*)", plain)
    fixed = re.search(r"(?i)fixed discount of (\d[\d.]*)", plain)
    share = re.search(r"(?i)percentage discount of (\d[\d.]*)%", plain)
    cap = re.search(r"(?i)cap of (\d[\d.]*)", plain)
    if not (budget and threshold and (fixed or share)):
        return {}
    return {
        "voucher_type": "fixed" if fixed else "percentage",
        "discount_value": amount(fixed or share),
        "threshold": amount(threshold),
        "budget": amount(budget),
        "cap": amount(cap) if cap and share else None,
        "scope": "shop" if re.search(r"(?i)same shop|one shop|single shop", plain) else "platform",
    }


def amount(match: re.Match[str] | None) -> float:
    return float(next(group for group in match.groups() if group).rstrip(".")) if match else 0.0
