"""A ReAct agent in tagged text, on the four tools of the published baselines.

Agentic: every search, every look at a product and the recommendation are calls the model wrote itself, as JSON between
`<tool_call>` tags. The program only runs them and returns the results. There is one exception: if the steps run out or
the model stops answering before anything was recommended, the program recommends what the model opened last, or the
first result of a search for the request, and says so in the dialogue.
"""

from __future__ import annotations

import json
import re
from os import getenv

from src.agent.agent_interface import Tool, create_dialogue_step, execute_tool_call, generate_tool_call_id
from src.agent.proxy_client import ProxyClient

MAX_STEPS = 25
MAX_FAILURES = 3
DESCRIPTION_CHARACTERS = 200

proxy = ProxyClient(timeout=120, max_retries=2)


@Tool
def find_product(q: str, page: int = 1, shop_id: str = "", price: str = "", sort: str = "", service: str = "") -> list:
    wanted = {"q": q, "page": page, "shop_id": shop_id, "price": price, "sort": sort, "service": service}
    found = proxy.get("/search/find_product", {name: value for name, value in wanted.items() if value})
    if found is None:
        raise ValueError("the search was refused; check the form of price, sort, service and page")
    return found


@Tool
def view_product_information(product_ids: str) -> list:
    seen = proxy.get("/search/view_product_information", {"product_ids": product_ids})
    if seen is None:
        raise ValueError("the products could not be opened; product_ids is a comma list of ids")
    for product in seen:
        product["description"] = str(product.get("description", ""))[:DESCRIPTION_CHARACTERS]
    return seen


@Tool
def recommend_product(product_ids: str) -> str:
    return f"The products were recommended to the user: {product_ids}."


@Tool
def terminate(status: str = "success") -> str:
    return f"The conversation is over with status: {status}."


SYSTEM_PROMPT = """You are a shopping assistant. A user tells you what they want to buy; you find it with tools, check it and recommend it. The user cannot be asked anything.

# Tools
1. find_product(q, page=1, shop_id="", price="", sort="", service="")
   Search the marketplace; gives up to 10 products with product_id, shop_id, title, price, service and sold_count.
   - q: two to five words that name the product, such as its kind, brand or model. Never the whole request.
   - page: 1 to 5.
   - shop_id: only products of this shop.
   - price: "low-high" or "low-", for example "0-300" or "1000-".
   - sort: "priceasc", "pricedesc", "order" (most sold first) or "default" (best match first).
   - service: comma list of "official", "freeShipping", "COD", "flashsale".
2. view_product_information(product_ids)
   Open products; gives their description, sku_options (what can be chosen: size, color, ...) and attributes.
   - product_ids: comma list of product ids, at most ten.
3. recommend_product(product_ids)
   Recommend to the user. Use it exactly once.
   - product_ids: comma list of product ids, one per product asked for, in the order the user asked for them.
4. terminate(status)
   End the conversation after the recommendation.
   - status: "success" or "failure".

# Rules
- A product fits only if everything the user said holds: kind, brand, price, services, and every attribute and option. All options asked for must be together in one entry of sku_options, or among the attributes.
- Price and services are shown by find_product and can be filtered; attributes and options only by view_product_information. Open several candidates and compare them before you recommend.
- If the user wants everything from one shop, every product must have the same shop_id: find one product, then search for the others with that shop_id; try another shop if one is missing.
- With a voucher, add up the prices. It can be used if the total reaches its minimum (and, if it is for one shop, all products share a shop). A percentage discount is never more than its cap. The total after the discount must not be more than the budget; look for cheaper fitting products if it is.
- If nothing fits perfectly, recommend the best there is. Always recommend before you terminate.

# Format
Answer with your thoughts and then tool calls, nothing else:
<think>what the last results show, which candidates fit or fail and why, what to do next</think>
<tool_call>[{"name": "tool name", "parameters": {"parameter": "value"}}]</tool_call>
Results come back in <obs>. When the user should be told something, write it in <response>...</response> instead of a tool call."""


def agent_main(problem_data: dict) -> list[dict]:
    query = str(problem_data.get("query", ""))
    history = [f"<user>{query}</user>"]
    steps: list[dict] = []
    candidates: list[str] = []
    recommended = failures = 0
    while len(steps) < MAX_STEPS - 2 and failures < MAX_FAILURES:
        thought, calls, response = read_answer(ask_model(history))
        if not calls:
            failures += 1
            if recommended:
                break
            if thought or response:
                history.append(f"<think>{thought}</think>")
                history.append("<obs>No tool call was found. Answer with <think> and <tool_call>.</obs>")
            continue
        failures = 0
        results, observations, over = [], [], False
        for call in calls:
            refusal = refuse(call["name"], recommended)
            result = {**call, "result": refusal} if refusal else run(call)
            observations.append({"tool_call_id": call["tool_call_id"], "results": result["result"]})
            if refusal:
                continue
            results.append(result)
            candidates = viewed(call) or candidates
            recommended += call["name"] == "recommend_product"
            over = over or call["name"] == "terminate"
        if results:
            thought = thought or "The next step follows from the results so far."
            steps.append(create_dialogue_step(thought, results, response, query, len(steps) + 1))
        else:
            failures += 1
        said = [{"name": call["name"], "parameters": call["parameters"]} for call in calls]
        history.append(f"<think>{thought}</think>")
        history.append(f"<tool_call>{json.dumps(said)}</tool_call>")
        history.append(f"<obs>{json.dumps(observations)}</obs>")
        if over:
            return steps
    return steps + close(query, len(steps), candidates, bool(recommended))


def ask_model(history: list[str]) -> str:
    answer = proxy.post(
        "/inference/chat/completions",
        {
            "model": getenv("SANDBOX_MODEL", ""),
            "temperature": 0,
            "stream": False,
            "messages": [
                {"role": "system", "content": SYSTEM_PROMPT},
                {"role": "user", "content": "# Conversation so far\n" + "\n\n".join(history)},
            ],
        },
    )
    choices = (answer or {}).get("choices") or [{}]
    return str((choices[0].get("message") or {}).get("content") or "")


def read_answer(text: str) -> tuple[str, list[dict], str]:
    """The thought, the tool calls and the response; no calls where they are not the JSON they should be."""
    calls = []
    try:
        written = json.loads(between(text, "tool_call") or "[]")
        for call in [written] if isinstance(written, dict) else written:
            name, parameters = str(call["name"]), call.get("parameters", call.get("arguments", {}))
            if isinstance(parameters, dict):
                identifier = generate_tool_call_id(name, parameters)
                calls.append({"name": name, "parameters": parameters, "tool_call_id": identifier})
    except (ValueError, KeyError, TypeError, AttributeError):
        calls = []
    return between(text, "think"), calls, between(text, "response")


def between(text: str, tag: str) -> str:
    match = re.search(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
    return re.sub(r"</?(think|tool_call|response|obs)>", "", match.group(1)).strip() if match else ""


def refuse(name: str, recommended: int) -> str:
    if name == "recommend_product" and recommended:
        return "Error: the recommendation was already made. Terminate."
    if name == "terminate" and not recommended:
        return "Error: recommend products before you terminate."
    return ""


def run(call: dict) -> dict:
    try:
        return execute_tool_call(call["name"], call["parameters"])
    except Exception as error:  # Whatever a tool does wrong is for the model to read, not for the run to die of.
        return {**call, "result": f"Error: {error}"}


def viewed(call: dict) -> list[str]:
    if call["name"] != "view_product_information":
        return []
    return [part.strip() for part in str(call["parameters"].get("product_ids", "")).split(",") if part.strip()]


def close(query: str, taken: int, candidates: list[str], recommended: bool) -> list[dict]:
    """The end when the model did not come to one."""
    steps = []
    if not recommended:
        calls = []
        if not candidates:
            search = {"name": "find_product", "parameters": {"q": query[:200]}}
            calls.append(run({**search, "tool_call_id": generate_tool_call_id(**search)}))
            found = calls[0]["result"]
            candidates = [str(found[0]["product_id"])] if isinstance(found, list) and found else []
        wanted = {"product_ids": ",".join(candidates[: 1 + query.count(";")]) or "none"}
        calls.append(execute_tool_call("recommend_product", wanted))
        thought = "The model gave no recommendation; this is the nearest there is to one."
        steps.append(create_dialogue_step(thought, calls, "", query, taken + 1))
    status = "success" if recommended or candidates else "failure"
    result = execute_tool_call("terminate", {"status": status})
    thought = "The recommendation is made; nothing is left to do."
    steps.append(create_dialogue_step(thought, [result], "", query, taken + len(steps) + 1))
    return steps
