"""Function calling with our house names: catalog_search / product_details / make_recommendation."""

from __future__ import annotations

import json
import time

import assay

INSTRUCTIONS = (
    "You buy for customers on a marketplace. Work only through the functions. "
    "Search with short keywords, read product_details of promising candidates, "
    "then call make_recommendation once with one id per requested item, in the customer's order. "
    "Never ask the customer anything."
)


def fn(name: str, about: str, required: list[str], **properties) -> dict:
    schema = {"type": "object", "properties": properties, "required": required}
    return {"type": "function", "function": {"name": name, "description": about, "parameters": schema}}


TOOLS = [
    fn(
        "catalog_search",
        "Search the catalog; returns id, shop, title, price and services of the best matches.",
        ["keywords"],
        keywords={"type": "string", "description": "two to five words naming the product"},
        min_price={"type": "number"},
        max_price={"type": "number"},
        shop={"type": "string", "description": "only this shop id"},
        services={"type": "string", "description": "comma list of official, freeShipping, COD, flashsale"},
        page={"type": "integer", "minimum": 1, "maximum": 5},
    ),
    fn(
        "product_details",
        "Open products and read their variants and attributes.",
        ["ids"],
        ids={"type": "array", "items": {"type": "string"}, "maxItems": 5},
    ),
    fn(
        "make_recommendation",
        "Final answer to the customer. Call exactly once.",
        ["ids"],
        ids={"type": "array", "items": {"type": "string"}, "description": "one product id per item, in order"},
    ),
]


def as_ids(value) -> str:
    if isinstance(value, (list, tuple)):
        return ",".join(str(v).strip() for v in value)
    return str(value or "").replace(" ", "")


def translate(name: str, args: dict) -> tuple[str, dict] | None:
    """From our names to those of the marketplace."""
    if name == "catalog_search":
        out = {"q": str(args.get("keywords") or args.get("query") or args.get("q") or "")}
        low, high = float(args.get("min_price") or 0), float(args.get("max_price") or 0)
        if low or high:
            out["price"] = f"{low:g}-{high:g}" if high else f"{low:g}-"
        if args.get("shop"):
            out["shop_id"] = str(args["shop"])
        if args.get("services"):
            out["service"] = as_ids(args["services"])
        if args.get("page"):
            out["page"] = args["page"]
        return "find_product", out
    if name == "product_details":
        return "view_product_information", {"product_ids": as_ids(args.get("ids"))}
    if name == "make_recommendation":
        return "recommend_product", {"product_ids": as_ids(args.get("ids"))}
    return None


def shorten(name: str, result) -> str:
    if not isinstance(result, list):
        return json.dumps(result)[:600]
    if name == "find_product":
        return json.dumps(
            [{"id": p["product_id"], "shop": p.get("shop_id"), "title": p.get("title"), "price": p.get("price"), "services": p.get("service")} for p in result[:5]]
        )
    return json.dumps([{"id": p.get("product_id"), "variants": p.get("sku_options"), "attributes": p.get("attributes")} for p in result])[:1500]


def agent_main(problem: dict) -> list[dict]:
    log = assay.Dialogue(problem["query"])
    chat = [{"role": "system", "content": INSTRUCTIONS}, {"role": "user", "content": problem["query"]}]
    stop_at = time.monotonic() + 130
    for _ in range(12):
        if time.monotonic() > stop_at:
            break
        try:
            reply = assay.chat(chat, tools=TOOLS, temperature=0.2, max_tokens=350).message
        except assay.ChatFailed:
            break
        chat.append(reply)
        wanted = reply.get("tool_calls") or []
        if not wanted:
            chat.append({"role": "user", "content": "Please continue with a function call. Finish with make_recommendation."})
            continue
        executed = []
        for item in wanted:
            name = item["function"]["name"]
            try:
                raw = item["function"].get("arguments") or "{}"
                args = json.loads(raw) if isinstance(raw, str) else raw
                real = translate(name, args)
            except (ValueError, TypeError, AttributeError) as problem_with_args:
                real, name = None, f"{name} ({problem_with_args})"
            if real is None:
                content = json.dumps({"error": f"cannot run {name}"})
            else:
                done = assay.tools.execute(*real)
                executed.append(done)
                content = shorten(real[0], done["result"])
            chat.append({"role": "tool", "tool_call_id": item.get("id", ""), "content": content})
        if executed:
            log.add(think=reply.get("content") or "", tool_calls=executed)
        if log.has_called("recommend_product"):
            log.add(think="", tool_calls=[assay.tools.execute("terminate", {"status": "success"})])
            break
    return log.steps
