"""The tools' view of the market: the search behind the gateway, and the result cards seen so far."""

from __future__ import annotations

import time
from typing import Any, Mapping, Optional

from assay.gateway import GatewaySilent, request
from assay.tools.arguments import Refusal, choice, comma_list, parts_of, text, whole_number

SORT_ORDERS = ("default", "order", "priceasc", "pricedesc")
PAGE_FORM = 'a comma list of 1 to 100 product ids, for example "1001,1002"'
TRIES = 3
RETRY_DELAY_SECONDS = 1

class NotOffered(Refusal):
    """The gateway of this attempt does not know the path."""


_seen: dict[str, dict[str, Any]] = {}


def seen_card(product_id: str) -> Optional[dict[str, Any]]:
    """Returns the search result of a product. Only search results have price and services; product pages do not."""
    return _seen.get(product_id)


def find(**query: Optional[str]) -> list[dict[str, Any]]:
    cards: list[dict[str, Any]] = ask("find_product", query)
    for card in cards:
        _seen[str(card["product_id"])] = card
    return cards


def view(product_ids: list[str]) -> list[dict[str, Any]]:
    products: list[dict[str, Any]] = ask("view_product_information", {"product_ids": ",".join(product_ids)})
    return products


def find_cards(given: Mapping[str, Any]) -> list[dict[str, Any]]:
    """find_product"""
    query: dict[str, Optional[str]] = {"q": text(given, "q", "the words to look for")}
    if "page" in given:
        query["page"] = str(whole_number(given, "page", 1, 5))
    if "shop_id" in given:
        query["shop_id"] = text(given, "shop_id", "the id of a shop")
    if "price" in given:
        query["price"] = text(given, "price", '"low-high" or "low-"')
    if "sort" in given:
        query["sort"] = choice(given, "sort", SORT_ORDERS, f"one of {', '.join(SORT_ORDERS)}")
    if "service" in given:
        query["service"] = comma_list(given, "service", "a comma list of official, freeShipping, COD, flashsale")
    return find(**query)


def view_products(given: Mapping[str, Any]) -> list[dict[str, Any]]:
    """view_product_information"""
    ids = parts_of(comma_list(given, "product_ids", PAGE_FORM))
    if not 1 <= len(ids) <= 100:
        raise Refusal(f"product_ids must be {PAGE_FORM}.")
    return view(ids)


def search_web(given: Mapping[str, Any]) -> list[dict[str, Any]]:
    """web_search"""
    return ask("web_search", {"q": text(given, "q", "the words to look up")})


def ask(path: str, parameters: Mapping[str, Optional[str]]) -> list[dict[str, Any]]:
    for attempt in range(TRIES):
        if attempt > 0:
            time.sleep(RETRY_DELAY_SECONDS * 2 ** (attempt - 1))
        try:
            reply = request("GET", f"/search/{path}", parameters)
        except GatewaySilent:
            continue
        answer = reply.json()
        if reply.status == 200 and isinstance(answer, list):
            return answer
        if not reply.may_pass:
            detail = answer.get("detail") or answer.get("error") if isinstance(answer, dict) else None
            problem = NotOffered if reply.status in (403, 404) else Refusal
            raise problem(str(detail or f"The search answered with status {reply.status}."))
    raise Refusal("The search does not answer.")
