"""Written against the 2023 API: `functions` / `function_call` and role "function".

Some servers drop the old fields silently; then the functions are described in words and the answer is read as JSON.
"""
import json
import logging
from os import getenv
from time import perf_counter

from src.agent.agent_interface import create_dialogue_step, generate_tool_call_id
from src.agent.proxy_client import ProxyClient

log = logging.getLogger("legacy")
http = ProxyClient(timeout=60, max_retries=1)

FUNCTIONS = [
    {
        "name": "find_product",
        "description": "Search products by a few words. Optional filters: price 'low-high', service, shop_id, page.",
        "parameters": {
            "type": "object",
            "properties": {
                "q": {"type": "string"},
                "price": {"type": "string"},
                "service": {"type": "string"},
                "shop_id": {"type": "string"},
                "page": {"type": "integer"},
            },
            "required": ["q"],
        },
    },
    {
        "name": "view_product_information",
        "description": "Read variants and attributes of products (comma list of ids).",
        "parameters": {"type": "object", "properties": {"product_ids": {"type": "string"}}, "required": ["product_ids"]},
    },
    {
        "name": "recommend_product",
        "description": "Give the final product ids (comma list, one per wanted item, in order). Ends the job.",
        "parameters": {"type": "object", "properties": {"product_ids": {"type": "string"}}, "required": ["product_ids"]},
    },
]
KNOWN = {f["name"] for f in FUNCTIONS}

WORDS = (
    "Function calling seems to be off. Answer with one JSON object and nothing else: "
    '{"name": "<function>", "arguments": {...}}. Functions: '
    'find_product {"q", "price"?, "service"?, "shop_id"?, "page"?}; '
    'view_product_information {"product_ids"}; recommend_product {"product_ids"}.'
)


def complete(messages):
    payload = dict(
        model=getenv("SANDBOX_MODEL", ""),
        messages=messages,
        functions=FUNCTIONS,
        function_call="auto",
        temperature=0,
        max_tokens=300,
    )
    data = http.post("/inference/chat/completions", payload)
    if data is None:  # A server that refuses the old fields: ask without them.
        payload.pop("functions")
        payload.pop("function_call")
        data = http.post("/inference/chat/completions", payload)
    choices = (data or {}).get("choices") or []
    return (choices[0].get("message") or {}) if choices else {}


def wanted_call(message):
    """The name and arguments the model asked for, wherever it put them."""
    old = message.get("function_call")
    if not old and message.get("tool_calls"):
        old = message["tool_calls"][0].get("function")
    if old:
        arguments = old.get("arguments") or "{}"
        try:
            return old.get("name"), json.loads(arguments) if isinstance(arguments, str) else arguments
        except ValueError:
            return old.get("name"), None
    text = message.get("content") or ""
    a, z = text.find("{"), text.rfind("}")
    if a >= 0 and z > a:
        try:
            blob = json.loads(text[a : z + 1])
            return blob.get("name"), blob.get("arguments", blob.get("parameters"))
        except (ValueError, AttributeError):
            pass
    return None, None


def perform(name, arguments):
    if name == "recommend_product":
        return {"recommended": arguments.get("product_ids")}
    try:
        result = http.get(f"/search/{name}", arguments)
    except Exception as e:
        log.warning("tool failed: %s", e)
        result = None
    return {"error": "refused; check the arguments"} if result is None else result


def digest(name, result):
    keep = ("product_id", "shop_id", "title", "price", "service") if name == "find_product" else ("product_id", "sku_options", "attributes")
    if isinstance(result, list):
        result = [{k: row[k] for k in keep if k in row} for row in result[:5]]
    return json.dumps(result)[:1500]


def agent_main(problem):
    query, start, steps = problem["query"], perf_counter(), []
    messages = [
        {"role": "system", "content": "You are a personal shopper. Use the functions to search, verify and finally recommend."},
        {"role": "user", "content": query},
    ]
    in_words = False
    for _ in range(11):
        if perf_counter() - start > 120:
            break
        message = complete(messages)
        name, arguments = wanted_call(message)
        if name not in KNOWN or not isinstance(arguments, dict):
            messages.append({"role": "assistant", "content": (message.get("content") or "(no answer)")[:400]})
            messages.append({"role": "user", "content": WORDS})
            in_words = True
            continue
        result = perform(name, arguments)
        call = {"name": name, "parameters": arguments, "tool_call_id": generate_tool_call_id(name, arguments), "result": result}
        steps.append(create_dialogue_step(message.get("content") or "", [call], "", query, len(steps) + 1))
        if name == "recommend_product":
            break
        if in_words or not message.get("function_call"):
            messages.append({"role": "assistant", "content": json.dumps({"name": name, "arguments": arguments})})
            messages.append({"role": "user", "content": f"Result of {name}: {digest(name, result)}\nNext function as JSON?"})
        else:
            messages.append({"role": "assistant", "content": message.get("content"), "function_call": message["function_call"]})
            messages.append({"role": "function", "name": name, "content": digest(name, result)})
    return steps
