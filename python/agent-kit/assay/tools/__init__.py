"""The seven shopping tools, and web_search for suites that offer it: as functions, and as schemas for a model.

Each returns its result, or `{"error": message}` on failure; none raises for a bad argument.
"""

from __future__ import annotations

import json
from typing import Any, Callable, Optional, Sequence

from assay.step import ToolCallResult, tool_call_id
from assay.tools.arguments import Refusal, without_empty
from assay.tools.declarations import DECLARATIONS, parameter_names
from assay.tools.match import match_product
from assay.tools.same_shop import search_shops
from assay.tools.shop_window import NotOffered, find_cards, search_web, view_products
from assay.tools.verdict import announce_end, announce_recommendation
from assay.tools.voucher import price_cart

# The tools of the published baselines.
FOUR_TOOLS = ("find_product", "view_product_information", "recommend_product", "terminate")

_RUN: dict[str, Callable[[dict[str, Any]], Any]] = {
    "find_product": find_cards,
    "view_product_information": view_products,
    "check_product_match": match_product,
    "find_products_in_same_shop": search_shops,
    "calculate_voucher": price_cart,
    "recommend_product": announce_recommendation,
    "terminate": announce_end,
}

# Offered only by the gateway of a suite with knowledge problems; elsewhere the tool does not exist.
_RUN_SOMETIMES: dict[str, Callable[[dict[str, Any]], Any]] = {"web_search": search_web}


def schemas(names: Optional[Sequence[str]] = None) -> list[dict[str, Any]]:
    """Returns tool schemas for a chat-completions request: the seven, or those named."""
    return [tool for tool in DECLARATIONS if tool["function"]["name"] in (_RUN if names is None else names)]


def call(name: str, parameters: Any) -> Any:
    """Runs a tool call written by a model."""
    run = _RUN.get(name) or _RUN_SOMETIMES.get(name)
    if run is None:
        return _no_such_tool(name)
    known = parameter_names(name)
    try:
        given = json.loads(parameters or "{}") if isinstance(parameters, str) else parameters or {}
    except ValueError:
        given = None
    if not isinstance(given, dict):
        return {"error": f"The parameters of {name} must be a JSON object with {', '.join(known)}."}
    given = without_empty(given)
    unknown = next((key for key in given if key not in known), None)
    if unknown is not None:
        return {"error": f'{name} has no parameter "{str(unknown)[:60]}"; it takes {", ".join(known)}.'}
    try:
        return run(given)
    except Refusal as refusal:
        if isinstance(refusal, NotOffered) and name in _RUN_SOMETIMES:
            return _no_such_tool(name)
        return {"error": str(refusal)}


def _no_such_tool(name: str) -> dict[str, str]:
    return {"error": f'There is no tool "{name[:60]}"; there are {", ".join(_RUN)}.'}


def execute(name: str, parameters: dict[str, Any]) -> ToolCallResult:
    """Runs a call and returns its record for a step."""
    result = call(name, parameters)
    return {"name": name, "parameters": parameters, "tool_call_id": tool_call_id(name, parameters), "result": result}


def find_product(
    q: str,
    page: Optional[int] = None,
    shop_id: Optional[str] = None,
    price: Optional[str] = None,
    sort: Optional[str] = None,
    service: Optional[str] = None,
) -> Any:
    """Returns up to ten products, each with product_id, shop_id, title, price, service and sold_count."""
    filters = {"page": page, "shop_id": shop_id, "price": price, "sort": sort, "service": service}
    return call("find_product", {"q": q, **filters})


def view_product_information(product_ids: str) -> Any:
    """Returns descriptions, variants and attributes for a comma-separated list of product ids."""
    return call("view_product_information", {"product_ids": product_ids})


def check_product_match(product_id: str, requirements: Any) -> Any:
    """Returns which requirements a product meets. All options must be met by the same variant."""
    return call("check_product_match", {"product_id": product_id, "requirements": requirements})


def find_products_in_same_shop(product_queries: Any) -> Any:
    """Finds one shop with a product for every query. Each query is `{"q", "price"?, "service"?}`."""
    return call("find_products_in_same_shop", {"product_queries": product_queries})


def calculate_voucher(
    product_prices: str,
    voucher_type: str,
    discount_value: float,
    threshold: float,
    budget: float,
    cap: Optional[float] = None,
    scope: Optional[str] = None,
    shop_ids: Optional[str] = None,
) -> Any:
    """Returns what a cart costs with a voucher, and whether that is within the budget."""
    terms = {"voucher_type": voucher_type, "discount_value": discount_value, "threshold": threshold, "budget": budget}
    more = {"cap": cap, "scope": scope, "shop_ids": shop_ids}
    return call("calculate_voucher", {"product_prices": product_prices, **terms, **more})


def web_search(q: str) -> Any:
    """Returns up to five short articles, each with title and text. Only suites with knowledge problems offer it."""
    return call("web_search", {"q": q})


def recommend_product(product_ids: str) -> Any:
    """Recommends products: a comma-separated list in the order of the request."""
    return call("recommend_product", {"product_ids": product_ids})


def terminate(status: str = "success") -> Any:
    """Ends the conversation."""
    return call("terminate", {"status": status})
