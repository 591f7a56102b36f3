"""Search words from the model, then a yes or a no for every candidate.

Scripted: the program keeps the first three words of the model's first search, adds its own filters, opens what it
finds and asks the model about each product: does it fit? The first yes is taken, or the first product without any.
"""

from __future__ import annotations

import re
import time
from typing import Any

import assay

START = time.monotonic()
SECONDS = 270
MAX_CALLS = 30
CANDIDATES = 6
TOOLS = assay.tools.schemas(assay.tools.FOUR_TOOLS)

SYSTEM_PROMPT = """You are a shopping assistant. Find what the user asks for in the marketplace with the tools, make sure that it fits, call recommend_product once, then call terminate. The user cannot be asked anything.

- Listings use sellers' words, which are often not the user's. Put price and services into the filters.
- A product fits only if everything holds that the user said about it: kind, brand, price, services, and every attribute and option, the options together in one variant. Attributes and options are shown only when a product is opened.
- Where everything has to come from one shop, all products must have the same shop_id.
- With a voucher the total after the discount has to stay within the budget.
- Recommend one product for each item, in the order in which the user named the items. If nothing fits in every point, recommend what fits best."""

REMINDER = "Use the tools: search, make sure, call recommend_product, then terminate."


def agent_main(problem_data: dict) -> list[dict]:
    query = str(problem_data.get("query", ""))
    dialogue = assay.Dialogue(query)
    try:
        shop(query, dialogue)
    except Exception as error:
        print(f"stopped: {type(error).__name__}: {error}")
    if not dialogue.has_called("terminate"):
        dialogue.add(think="That is all.", tool_calls=[run("terminate", status="success")])
    return dialogue.steps


def run(tool: str, **given: Any) -> Any:
    return assay.tools.execute(tool, {name: value for name, value in given.items() if value})


def rows(call: Any) -> list[dict]:
    return [row for row in call["result"] if isinstance(row, dict)] if isinstance(call["result"], list) else []

def shop(query: str, dialogue: assay.Dialogue) -> None:
    model, chosen = Model(), []
    for part in parts_of(query)[:4]:
        words_to_find = search_words(model, part)
        search = run("find_product", q=words_to_find, price=price_in(part), service=services_in(part), sort="order")
        wide = run("find_product", q=words_to_find, price=price_in(part), service=services_in(part))
        dialogue.add(think="Searching twice, best match and most sold.", tool_calls=[search, wide])
        cards = list({str(card["product_id"]): card for card in rows(wide) + rows(search)}.values())
        if not cards:
            wide = run("find_product", q=words_to_find.split()[0])
            dialogue.add(think="Nothing; with one word, then.", tool_calls=[wide])
            cards = rows(wide)
        if cards:
            chosen.append(first_yes(model, dialogue, part, cards))
    if chosen:
        call = run("recommend_product", product_ids=",".join(chosen))
        dialogue.add(think="The filter let these through.", tool_calls=[call])


def search_words(model: Model, part: str) -> str:
    messages = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": part}]
    try:
        answer = model.ask(messages, 0.3)
        for call in answer.tool_calls:
            found = str(call.parameters.get("q") or "").split()
            if found:
                return " ".join(found[:3])
    except assay.ChatFailed:
        pass
    return " ".join(re.findall(r"[a-z]{4,}", part.lower())[:4]) or "gift"


def first_yes(model: Model, dialogue: assay.Dialogue, part: str, cards: list[dict]) -> str:
    call = run("view_product_information", product_ids=",".join(str(card["product_id"]) for card in cards[:10]))
    dialogue.add(think="Opening the candidates for the filter.", tool_calls=[call])
    asked = words(part)
    products = sorted(rows(call), key=lambda row: -len(asked & words([row.get("attributes"), row.get("sku_options")])))
    for product in products[:CANDIDATES]:
        facts = f"{product.get('short_description', '')} {product.get('attributes')} {product.get('sku_options')}"[:900]
        text = f"The user wants: {part.strip()}\nProduct: {facts}\nDoes the product fit? Answer yes or no."
        try:
            said = model.ask([{"role": "user", "content": text}], 0, tools=None, max_tokens=12).content.lower()
        except assay.ChatFailed:
            break
        if re.search(r"\byes\b", said):
            return str(product["product_id"])
    return str(products[0]["product_id"]) if products else str(cards[0]["product_id"])


def parts_of(query: str) -> list[str]:
    """The request cut into one text per item, without budget and voucher."""
    body = re.split(r"My budget|With my voucher|The voucher|I hold a voucher", query)[0]
    pieces = re.split(r"(?:The|As for the) (?:first|second|third|fourth|fifth)(?: one| item)?[:,]", body)
    if len(pieces) > 1:
        said = pieces[0].replace("?", ".").split(".")
        named = max(said, key=lambda sentence: len(re.findall(r", | and ", sentence)) * ("shop" not in sentence))
        names = re.split(r", (?:and )?| and ", named)
        return [f"{name}. {piece}" for name, piece in zip(names[-len(pieces) + 1 :], pieces[1:])]
    more = r"I also (?:need|want)|Next on my list is|On top of that I want|Then add|While you are at it,? find me|Also"
    return [piece for piece in re.split(more, body) if len(piece) > 12]


def price_in(text: str) -> str:
    text = re.sub(r"(?<=\d),(?=\d{3})", "", text)
    number = r"(\d+(?:\.\d+)?)"
    match = re.search(rf"{number} pesos (?:plus or minus|give or take) {number}", text)
    if match:
        return f"{float(match[1]) - float(match[2]):g}-{float(match[1]) + float(match[2]):g}"
    match = re.search(rf"{number} (?:to|and) {number} pesos", text)
    if match:
        return f"{match[1]}-{match[2]}"
    match = re.search(rf"(?:no cheaper than|at least|from) {number} pesos|{number} pesos (?:or more|up)", text)
    if match:
        return f"{match[1] or match[2]}-"
    match = re.search(rf"(?:at most|limit of|less than|under|up to|no more than) {number} pesos|{number} pesos or less", text)
    return f"0-{match[1] or match[2]}" if match else ""


def services_in(text: str) -> str:
    signs = {"COD": r"cash|rider|parcel arrives", "flashsale": r"flash", "official": r"official|flagship"}
    signs["freeShipping"] = r"ship(?:ped|s)? (?:for )?free|free shipping|no extra charge|postage|without a delivery"
    return ",".join(name for name, sign in signs.items() if re.search(sign, text))


def words(value: Any) -> set[str]:
    return {word for word in re.findall(r"[a-z0-9]+", str(value).lower()) if len(word) > 2 or word.isdigit()}


class Model:
    """At most MAX_CALLS completions, and none when the time is nearly up."""

    def __init__(self) -> None:
        self.calls = 0

    def ask(self, messages: list[dict], temperature: float, tools: Any = TOOLS, max_tokens: int = 512) -> Any:
        left = START + SECONDS - time.monotonic()
        if self.calls >= MAX_CALLS or left < 3:
            raise assay.ChatFailed("no calls or no time left")
        self.calls += 1
        fields = {"temperature": temperature, "max_tokens": max_tokens}
        if temperature > 0:
            fields["top_p"] = 0.95
        return assay.chat(messages, tools=tools, tries=1, timeout=left, **fields)
