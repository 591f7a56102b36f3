"""calculate_voucher, with the arithmetic of the scorer."""

from __future__ import annotations

import math
from typing import Any, Mapping, Optional

from assay.tools.arguments import Refusal, amount, choice, comma_list, parts_of, read_amount

PRICES_FORM = 'a comma list of prices, for example "100,50"'
ROUNDING = 1e-6


def price_cart(given: Mapping[str, Any]) -> dict[str, Any]:
    listed = comma_list(given, "product_prices", PRICES_FORM)
    kind = choice(given, "voucher_type", ("fixed", "percentage"), '"fixed" or "percentage"')
    value = amount(given, "discount_value")
    threshold = amount(given, "threshold")
    budget = amount(given, "budget")
    cap = amount(given, "cap") if "cap" in given else 0
    scope = choice({"scope": "platform", **given}, "scope", ("platform", "shop"), '"platform" or "shop"')
    shop_form = "a comma list of shop ids, one per price"
    shop_list = comma_list(given, "shop_ids", shop_form) if "shop_ids" in given else None
    prices = read_prices(listed)
    shops = read_shops(shop_list, scope, len(prices))
    # 0.26 is how programs write 26 %; taken literally it would be a quarter of a percent, unnoticed.
    if kind == "percentage" and not 1 <= value <= 100:
        raise Refusal("discount_value of a percentage voucher must be from 1 to 100: 26 stands for 26%.")
    total = 0.0
    for price in prices:  # Not `sum`, whose newer versions round differently from the scorer.
        total += price
    reason = reason_against(scope, shops, total, threshold)
    payable = total
    if reason is None:
        payable = total - value if kind == "fixed" else max(total * (1 - value / 100), total - (cap or math.inf))
    return {
        "prices": prices,
        "total_before": centavos(total),
        "discount_amount": centavos(total - max(0, payable)),
        "total_after": centavos(max(0, payable)),
        "within_budget": min(total, payable) <= budget + ROUNDING,
        "voucher_applied": reason is None,
        "not_applied_because": reason,
        "budget": budget,
    }


def read_prices(listed: str) -> list[float]:
    prices = [read_amount(part) for part in parts_of(listed)]
    known = [price for price in prices if price is not None]
    if not known or len(known) < len(prices):
        raise Refusal(f"product_prices must be {PRICES_FORM}.")
    return known


def read_shops(listed: Optional[str], scope: str, prices: int) -> list[str]:
    if listed is None:
        if scope == "shop" and prices > 1:
            raise Refusal("shop_ids must name the shop of each product, because the voucher is for one shop.")
        return []
    shops = parts_of(listed)
    if len(shops) != prices:
        raise Refusal(f"shop_ids must name one shop per price; there are {prices} prices and {len(shops)} shops.")
    return shops


def reason_against(scope: str, shops: list[str], total: float, threshold: float) -> Optional[str]:
    if scope == "shop" and len(set(shops)) > 1:
        return "The products are not all from one shop."
    return None if total >= threshold else "The total is below the threshold."


def centavos(pesos: float) -> float:
    return math.floor(pesos * 100 + 0.5) / 100
