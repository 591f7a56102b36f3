"""The model reads, the program shops.

Scripted: the model's first answer is only mined for words, the kind of product and the values it understood. Which
searches are made, what is opened, how candidates are compared and what is recommended is decided below.
"""

from __future__ import annotations

import re
import time
from typing import Any

import assay

START = time.monotonic()
SECONDS = 270
MAX_CALLS = 6
PAGES = (1, 2)
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
    model, shops = Model(), []
    together = bool(re.search(r"one shop|same shop|same store|one store|one seller", query))
    ranked = []
    for part in parts_of(query)[:4]:
        kind, values = extract(model, part)
        found = []
        for page in PAGES:
            call = run("find_product", q=kind, page=page, price=price_in(part), service=services_in(part))
            found.append(call)
        narrow = run("find_product", q=" ".join([kind, *values])[:120], price=price_in(part), service=services_in(part))
        dialogue.add(think=f"Searching for {kind}.", tool_calls=[narrow, *found])
        cards = {str(card["product_id"]): card for call in [narrow, *found] for card in rows(call)}
        ranked.append(rank(dialogue, cards, values, part))
        shops.append({card["shop_id"] for card in ranked[-1]})
    common = set.intersection(*shops) if shops else set()
    chosen = []
    for cards in ranked:
        if together and common:
            home = sorted(common)[0]
            cards = [card for card in cards if card["shop_id"] == home]
        chosen += [str(card["product_id"]) for card in cards[:1]]
    if chosen:
        dialogue.add(think="These meet most.", tool_calls=[run("recommend_product", product_ids=",".join(chosen))])


def extract(model: Model, part: str) -> tuple[str, list[str]]:
    """The kind of product and the values that the model understood; plain words of the request if it says nothing."""
    messages = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": part}]
    try:
        answer = model.ask(messages, 0)
    except assay.ChatFailed:
        return " ".join(part.split()[:6]), []
    kind = re.search(r"items?: ([^(;:.]+)", answer.content)
    searched = next((str(call.parameters.get("q") or "") for call in answer.tool_calls), "")
    values = [value for said in re.findall(r", so \w+ ([^;)]+)", answer.content) for value in said.split(" or ")]
    values += re.findall(r"brand ([^;)]+)", answer.content)
    name = kind[1].strip() if kind else " ".join(searched.split()[:3])
    return name or " ".join(part.split()[:6]), values[:8]


def rank(dialogue: assay.Dialogue, cards: dict[str, dict], values: list[str], part: str) -> list[dict]:
    ids, details = list(cards), {}
    for start in range(0, min(len(ids), 30), 10):
        call = run("view_product_information", product_ids=",".join(ids[start : start + 10]))
        dialogue.add(think="Opening candidates.", tool_calls=[call])
        details.update({str(row.get("product_id")): row for row in rows(call)})
    cheapest = "least expensive" in part or "cheapest" in part

    def points(identifier: str) -> float:
        detail = details.get(identifier, {})
        shown = f"{detail.get('attributes')} {detail.get('sku_options')}".lower()
        met = sum(f"'{value.strip().lower()}'" in shown for value in values)
        return met + len(words(part) & words(shown)) / 20 - (cards[identifier]["price"] / 1e6 if cheapest else 0)

    return [cards[identifier] for identifier in sorted(ids, key=points, reverse=True)]


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
