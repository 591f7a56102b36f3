"""find_products_in_same_shop: one shop for everything."""

from __future__ import annotations

from typing import Any, Mapping, Optional

from assay.tools.arguments import Refusal, json_or, without_empty, words_of
from assay.tools.shop_window import find

MAX_SHOPS = 10
MAX_ITEMS = 10
FORM = f"must be a JSON array of 1 to {MAX_ITEMS} objects with q and, if wanted, price and service"

Card = dict[str, Any]


def search_shops(given: Mapping[str, Any]) -> dict[str, Any]:
    items = read_items(json_or(given.get("product_queries")))
    found = []
    for item in items:
        cards = find(**item)
        if not cards:
            return not_found(0, f'Nothing was found for "{item["q"]}": use fewer words or wider filters.')
        found.append(cards)
    best_shop, best = "", [None] * len(items)
    tried = 0
    for shop in shops_by_promise(found)[:MAX_SHOPS]:
        offer = visit(shop, items)
        tried += 1
        if tried == 1 or worth(offer, items) > worth(best, items):
            best_shop, best = shop, offer
            if all(card is not None and not missing_words(card, item["q"]) for card, item in zip(offer, items)):
                break
    missing = [f'"{item["q"]}"' for item, card in zip(items, best) if card is None]
    if missing:
        return not_found(tried, f"No shop has everything; the best, {best_shop}, lacks {', '.join(missing)}.")
    products = [describe(card, item["q"]) for card, item in zip(best, items) if card is not None]
    return {"found": True, "shop_id": best_shop, "products": products, "shops_tried": tried}


def read_items(written: Any) -> list[dict[str, str]]:
    if not isinstance(written, list) or not 1 <= len(written) <= MAX_ITEMS:
        raise Refusal(f"product_queries {FORM}.")
    items = []
    for entry in written:
        item = without_empty(entry) if isinstance(entry, dict) else {}
        known = set(item) <= {"q", "price", "service"} and "q" in item
        if not known or not all(isinstance(value, str) for value in item.values()):
            raise Refusal(f"product_queries {FORM}.")
        items.append(item)
    return items


def not_found(tried: int, reason: str) -> dict[str, Any]:
    return {"found": False, "shop_id": None, "products": [], "shops_tried": tried, "reason": reason}


def shops_by_promise(found: list[list[Card]]) -> list[str]:
    """Sorts shops by the number of items they were found for; ties are broken by rank in the results."""
    ranks: dict[str, list[int]] = {}
    for cards in found:
        first: dict[str, int] = {}
        for rank, card in enumerate(cards):
            first.setdefault(card["shop_id"], rank)
        for shop, rank in first.items():
            ranks.setdefault(shop, []).append(rank)
    return sorted(ranks, key=lambda shop: (-len(ranks[shop]), sum(ranks[shop]) / len(ranks[shop])))


def visit(shop: str, items: list[dict[str, str]]) -> list[Optional[Card]]:
    offer: list[Optional[Card]] = []
    for item in items:
        taken = {card["product_id"] for card in offer if card is not None}
        # One product cannot be counted for two of the items.
        offer.append(next((card for card in find(**item, shop_id=shop) if card["product_id"] not in taken), None))
    return offer


def worth(offer: list[Optional[Card]], items: list[dict[str, str]]) -> float:
    """Ranks by the number of items found; ties are broken by the query words that the titles contain."""
    total = 0.0
    for card, item in zip(offer, items):
        if card is not None:
            total = total + len(items) + 1 - len(missing_words(card, item["q"])) / max(1, len(words_of(item["q"])))
    return total


def describe(card: Card, q: str) -> dict[str, Any]:
    shown = {name: card[name] for name in ("product_id", "shop_id", "title", "price", "service", "sold_count")}
    return {"q": q, **shown, "words_not_in_title": missing_words(card, q)}


def missing_words(card: Card, q: str) -> list[str]:
    shown = set(words_of(card["title"]))
    return [word for word in words_of(q) if word not in shown]
