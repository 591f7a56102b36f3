"""The model keeps a scratchpad and answers in a small YAML document. Only the scratchpad and the last result are sent back."""

from __future__ import annotations

from os import getenv
import re
import time
from typing import Any

from src.agent.agent_interface import Tool, create_dialogue_step, execute_tool_call
from src.agent.proxy_client import ProxyClient

api = ProxyClient(timeout=50, max_retries=1)

TEMPLATE = """# Task
You are a shopping assistant. The customer says:
  {query}

# Your scratchpad so far
{pad}

# Result of your last action
{last}

# What to answer
A YAML document with exactly these keys:
scratchpad: one line with everything worth remembering (candidate ids, prices, shops, what was ruled out)
action: search | view | recommend
query: words to search for          (search)
price: low-high                     (search, optional)
service: freeShipping               (search, optional)
shop_id: "123"                      (search, optional)
ids: [111, 222]                     (view and recommend; recommend needs one id per item in the customer's order)
"""


@Tool
def find_product(q: str, price: str = "", service: str = "", shop_id: str = "") -> Any:
    parameters = {"q": q, "price": price, "service": service, "shop_id": shop_id}
    return api.get("/search/find_product", {k: v for k, v in parameters.items() if v}) or []


@Tool
def view_product_information(product_ids: str) -> Any:
    return api.get("/search/view_product_information", {"product_ids": product_ids}) or []


@Tool
def recommend_product(product_ids: str) -> str:
    return f"recommended: {product_ids}"


@Tool
def terminate(status: str = "success") -> str:
    return status


def tiny_yaml(text: str) -> dict[str, Any]:
    """Top-level `key: value` pairs, flow lists, block lists and `|` blocks. All that is needed here."""
    text = re.sub(r"^```\w*$", "", text, flags=re.M)
    out: dict[str, Any] = {}
    key = None
    for line in text.splitlines():
        pair = re.match(r"^\s{0,2}([a-z_]+)\s*:\s*(.*)$", line)
        if pair and pair.group(1) in {"scratchpad", "action", "query", "price", "service", "shop_id", "ids"}:
            key, value = pair.group(1), re.sub(r"\s+#.*$", "", pair.group(2)).strip()
            if value.startswith("["):
                out[key] = [v.strip(" '\"") for v in value.strip("[]").split(",") if v.strip(" '\"")]
            elif value in {"|", ">", ""}:
                out[key] = ""
            else:
                out[key] = value.strip("'\"")
        elif key and line.strip().startswith("- "):
            if not isinstance(out.get(key), list):
                out[key] = []
            out[key].append(line.strip()[2:].strip(" '\""))
        elif key and line.strip() and isinstance(out.get(key), str):
            out[key] = (out[key] + " " + line.strip()).strip()
    return out


def ask(prompt: str) -> str:
    request = {"model": getenv("SANDBOX_MODEL", ""), "temperature": 0.1, "max_tokens": 260, "messages": [{"role": "user", "content": prompt}]}
    response = api.post("/inference/chat/completions", request)
    if not response or not response.get("choices"):
        return ""
    return response["choices"][0]["message"].get("content") or ""


def to_yaml(products: list[dict], fields: list[str]) -> str:
    blocks = []
    for product in products[:5]:
        lines = [f"  {name}: {str(product.get(name))[:260]}" for name in fields]
        blocks.append("- " + "\n".join(lines).lstrip())
    return "\n".join(blocks) or "[]   # nothing found"


def joined(value: Any) -> str:
    return ",".join(value) if isinstance(value, list) else re.sub(r"\s", "", str(value or ""))


def agent_main(problem: dict) -> list[dict]:
    query, pad, last = problem["query"], "(empty)", "(none yet)"
    steps: list[dict] = []
    t_end = time.monotonic() + 120
    for _ in range(12):
        if time.monotonic() > t_end:
            break
        doc = tiny_yaml(ask(TEMPLATE.format(query=query, pad=pad, last=last)))
        pad = str(doc.get("scratchpad") or pad)[:900]
        action = str(doc.get("action", "")).strip().lower()
        if action == "search" and doc.get("query"):
            args = {"q": str(doc["query"])}
            args.update({k: str(doc[k]) for k in ("price", "service", "shop_id") if doc.get(k)})
            call = execute_tool_call("find_product", args)
            last = f"search {args}\n" + to_yaml(call["result"], ["product_id", "shop_id", "title", "price", "service"]) if isinstance(call["result"], list) else str(call["result"])
        elif action == "view" and doc.get("ids"):
            call = execute_tool_call("view_product_information", {"product_ids": joined(doc["ids"])})
            last = to_yaml(call["result"], ["product_id", "sku_options", "attributes"]) if isinstance(call["result"], list) else str(call["result"])
        elif action == "recommend" and doc.get("ids"):
            call = execute_tool_call("recommend_product", {"product_ids": joined(doc["ids"])})
            steps.append(create_dialogue_step(pad, [call, execute_tool_call("terminate", {"status": "success"})], "", query, len(steps) + 1))
            break
        else:
            last = "error: the answer had no usable action. Keys: scratchpad, action (search | view | recommend), query or ids."
            continue
        steps.append(create_dialogue_step(pad, [call], "", query, len(steps) + 1))
    return steps
