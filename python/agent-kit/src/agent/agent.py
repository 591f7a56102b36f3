"""The reference agent of ORO's sandbox by name: its tools, and an `agent_main` that lets the model call them.

For agents that import from `src.agent.agent`. The code is the kit's own and behaves like
`agents/native_tools.py`, without its fallbacks.
"""

from __future__ import annotations

import json
import logging
from typing import Any, Optional

import assay
from src.agent.agent_interface import Tool

logger = logging.getLogger(__name__)

MAX_STEPS = 25

BASE_SYSTEM_PROMPT = (
    "You are a shopping assistant. Search for what the user asks, open what looks right, and compare it with every wish. "
    "Say what the results show before each call. Then call recommend_product once, with one product for each item in the "
    "order in which they were named, and terminate."
)


@Tool
def find_product(
    q: str,
    page: int = 1,
    shop_id: Optional[str] = None,
    price: Optional[str] = None,
    sort: Optional[str] = None,
    service: Optional[str] = None,
) -> Any:
    """Search for products by words, with filters for shop, price and services."""
    given = {"q": q, "page": page, "shop_id": shop_id, "price": price, "sort": sort, "service": service}
    return call("find_product", given)


@Tool
def view_product_information(product_ids: str) -> Any:
    """Show all details of products, by a comma-separated list of ids."""
    return call("view_product_information", {"product_ids": product_ids})


@Tool
def recommend_product(product_ids: str) -> Any:
    """Recommend products to the user, by a comma-separated list of ids."""
    return call("recommend_product", {"product_ids": product_ids})


@Tool
def terminate(status: str = "success") -> Any:
    """End the dialogue with success or failure."""
    return call("terminate", {"status": status})


@Tool
def check_product_match(product_id: str, requirements: str) -> Any:
    """Compare a product with requirements, which are a JSON object as text."""
    return call("check_product_match", {"product_id": product_id, "requirements": requirements})


@Tool
def find_products_in_same_shop(product_queries: str) -> Any:
    """Find a shop that sells all of several products, which are a JSON list as text."""
    return call("find_products_in_same_shop", {"product_queries": product_queries})


@Tool
def calculate_voucher(**given: Any) -> Any:
    """Compute totals with a voucher, and whether they are within the budget."""
    return call("calculate_voucher", given)


def call(name: str, parameters: dict[str, Any]) -> Any:
    return assay.tools.call(name, {key: value for key, value in parameters.items() if value is not None})


def parse_llm_output(content: str, reasoning_content: str = "") -> dict[str, Any]:
    """Parses thought, calls and response from an answer with tags."""
    parsed = assay.parse_tagged(content)
    return {
        "think": parsed.think or reasoning_content,
        "tool_call": parsed.tool_calls,
        "response": parsed.response,
    }


def agent_main(problem_data: dict[str, Any]) -> list[dict[str, Any]]:
    query = str(problem_data.get("query", ""))
    dialogue = assay.Dialogue(query)
    messages: list[dict[str, Any]] = [
        {"role": "system", "content": BASE_SYSTEM_PROMPT},
        {"role": "user", "content": query},
    ]
    while len(dialogue) < MAX_STEPS and not dialogue.has_called("terminate"):
        answer = assay.chat(messages, tools=assay.tools.schemas(), temperature=0)
        messages.append(answer.message)
        if not answer.tool_calls:
            break
        results = []
        for tool_call in answer.tool_calls:
            result = tool_call.run()
            results.append(result)
            messages.append({"role": "tool", "tool_call_id": tool_call.id, "content": json.dumps(result["result"])})
        dialogue.add(think=answer.thought, tool_calls=results)
    return dialogue.steps
