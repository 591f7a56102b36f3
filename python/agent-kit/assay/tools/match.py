"""check_product_match: compares a product with all requirements."""

from __future__ import annotations

import math
import re
from typing import Any, Iterable, Mapping, NamedTuple, Optional, Union

from assay.tools.arguments import Refusal, is_number, json_or, number_text, parts_of, text, without_empty, words_of
from assay.tools.shop_window import seen_card, view

FORM = 'must be a JSON object that gives each attribute or option its value, for example {"size": "xl"}'
SERVICES = ("official", "freeShipping", "COD", "flashsale")
PRICE = re.compile(r"\s*([0-9]{1,15}(?:\.[0-9]{1,15})?)\s*-\s*([0-9]{1,15}(?:\.[0-9]{1,15})?)?\s*")

REASONS = {
    "price": "The price is outside the range.",
    "service": "The product does not come with this service.",
    "title": "The title does not have all of these words.",
}

Values = dict[str, list[str]]


class Requirement(NamedTuple):
    requirement: str
    wanted: str


class Requirements(NamedTuple):
    options: list[Requirement]
    price: Optional[tuple[Requirement, float, float]]
    services: list[Requirement]
    title: Optional[Requirement]


class Check(NamedTuple):
    requirement: str
    wanted: str
    met: bool
    found_in: str = ""
    has: tuple[str, ...] = ()
    reason: str = ""


def match_product(given: Mapping[str, Any]) -> dict[str, Any]:
    product_id = text(given, "product_id", "the id of one product")
    wanted = read_requirements(read_values(json_or(given.get("requirements"))))
    products = view([product_id.strip()])
    if not products:
        raise Refusal(f'There is no product "{product_id[:60]}".')
    product = products[0]
    card = seen_card(str(product["product_id"]))
    option_checks, variant = match_options(wanted.options, product)
    checks = option_checks + match_card(wanted, card)
    met = [check for check in checks if check.met]
    failed = [check for check in checks if not check.met]
    shown = {name: card[name] for name in ("shop_id", "title", "price", "service")} if card else {}
    return {
        "matched": not failed,
        "matches": [{"requirement": c.requirement, "wanted": c.wanted, "found_in": c.found_in} for c in met],
        "mismatches": [
            {"requirement": c.requirement, "wanted": c.wanted, "has": list(c.has), "reason": c.reason} for c in failed
        ],
        "variant": variant,
        "product_summary": {
            "product_id": product["product_id"],
            **shown,
            "short_description": product["short_description"],
            "attributes": product["attributes"],
        },
    }


def read_values(written: Any) -> dict[str, list[str]]:
    if not isinstance(written, dict):
        raise Refusal(f"requirements {FORM}.")
    values: dict[str, list[str]] = {}
    for name, value in without_empty(written).items():
        parts = value if isinstance(value, list) else [value]
        if not all(isinstance(part, str) or is_number(part) for part in parts):
            raise Refusal(f"requirements {FORM}.")
        values[name] = [part if isinstance(part, str) else number_text(part) for part in parts]
    return values


def read_requirements(given: Mapping[str, list[str]]) -> Requirements:
    """Groups requirements by where their values are found."""
    options: list[Requirement] = []
    services: list[Requirement] = []
    price: Optional[tuple[Requirement, float, float]] = None
    title: Optional[Requirement] = None
    for requirement, listed in given.items():
        values = [value for value in listed if value.strip()]
        name = fold_name(requirement)
        if not values:
            raise not_understood(f'"{requirement}" has no value')
        if name == "price":
            price = (Requirement(requirement, ",".join(values)), *price_range(",".join(values)))
        elif name in ("service", "services"):
            services = []
            for service in [part for value in values for part in parts_of(value)]:
                if service not in SERVICES:
                    raise not_understood(f'service "{service[:60]}" is none of {", ".join(SERVICES)}')
                services.append(Requirement(requirement, service))
        elif name == "title":
            title = Requirement(requirement, " ".join(values))
        else:
            options.extend(Requirement(requirement, value) for value in values)
    if not (options or services or price or title):
        raise not_understood("they are empty")
    return Requirements(options, price, services, title)


def price_range(written: str) -> tuple[float, float]:
    match = PRICE.fullmatch(written)
    if match is None:
        raise not_understood(f'price "{written[:60]}" must be "low-high" or "low-"')
    return float(match.group(1)), math.inf if match.group(2) is None else float(match.group(2))


def not_understood(what: str) -> Refusal:
    return Refusal(f"requirements are not understood: {what}.")


def fold_name(name: str) -> str:
    """Folds a name: "Color_Family" and "color family" are the same."""
    return fold_value(re.sub(r"[_-]", " ", name))


def fold_value(value: str) -> str:
    return " ".join(value.lower().split())


def match_options(
    wanted: list[Requirement], product: Mapping[str, Any]
) -> tuple[list[Check], Optional[dict[str, Any]]]:
    """Uses the variant that meets the most requirements: a red shirt in M and a blue one in L are not a red shirt in L.
    """
    attributes = values_by_name(product["attributes"].items())
    variants = {name: values_by_name(options.items()) for name, options in product["sku_options"].items()}
    best: Optional[str] = None
    most = sum(holds(attributes, each) for each in wanted)
    for name, values in variants.items():
        count = sum(holds(attributes, each) or holds(values, each) for each in wanted)
        if count > most:
            best, most = name, count
    every = values_by_name(pair for options in product["sku_options"].values() for pair in options.items())
    checks = []
    for each in wanted:
        if holds(attributes, each):
            checks.append(Check(*each, met=True, found_in="attributes"))
        elif best is not None and holds(variants[best], each):
            checks.append(Check(*each, met=True, found_in=f"variant {best}"))
        else:
            checks.append(missing(each, attributes, every))
    variant = None if best is None else {"variant_id": best, "options": product["sku_options"][best]}
    return checks, variant


def missing(wanted: Requirement, attributes: Values, every: Values) -> Check:
    if holds(every, wanted):
        return Check(*wanted, met=False, reason="No single variant has this together with the other options.")
    name = fold_name(wanted.requirement)
    has = (*attributes.get(name, []), *every.get(name, []))
    if has:
        return Check(*wanted, met=False, has=has, reason="The product has another value.")
    names = ", ".join(dict.fromkeys([*attributes, *every]))
    return Check(*wanted, met=False, reason=f"The product has nothing of this name; it has: {names}.")


def holds(values: Values, wanted: Requirement) -> bool:
    known = values.get(fold_name(wanted.requirement), [])
    return any(fold_value(value) == fold_value(wanted.wanted) for value in known)


def values_by_name(pairs: Iterable[tuple[str, Union[str, list[str]]]]) -> Values:
    """Values by folded name, each once, in the order in which they first occur."""
    by_name: Values = {}
    for name, listed in pairs:
        known = by_name.setdefault(fold_name(name), [])
        for value in [listed] if isinstance(listed, str) else listed:
            if value not in known:
                known.append(value)
    return by_name


def match_card(wanted: Requirements, card: Optional[Mapping[str, Any]]) -> list[Check]:
    """Checks price, services and title, which are known only if a search has shown the product."""
    checks = []
    if wanted.price is not None:
        requirement, low, high = wanted.price
        met = card is not None and low <= card["price"] <= high
        checks.append(judge(requirement, card, met, "price", [number_text(card["price"])] if card else []))
    for each in wanted.services:
        met = card is not None and each.wanted in card["service"]
        checks.append(judge(each, card, met, "service", card["service"] if card else []))
    if wanted.title is not None:
        shown = set(words_of(card["title"] if card else ""))
        met = all(word in shown for word in words_of(wanted.title.wanted))
        checks.append(judge(wanted.title, card, met, "title", [card["title"]] if card else []))
    return checks


def judge(wanted: Requirement, card: Optional[Mapping[str, Any]], met: bool, place: str, has: Iterable[str]) -> Check:
    if card is None:
        reason = "Not known: a search has to show the product first, use find_product."
        return Check(*wanted, met=False, reason=reason)
    if met:
        return Check(*wanted, met=True, found_in=place)
    return Check(*wanted, met=False, has=tuple(has), reason=REASONS[place])
