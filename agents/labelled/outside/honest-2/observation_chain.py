"""Question / Thought / Action / Action Input / Observation, the old chain, as one string with a stop sequence."""
import json
import re
import sys
import time
from os import environ

from src.agent.agent_interface import Tool, create_dialogue_step, execute_tool_call
from src.agent.proxy_client import ProxyClient

PROXY = ProxyClient(timeout=110, max_retries=2)

TEMPLATE = """Answer the following shopping request as best you can. You have access to the following tools:

find_product: searches the marketplace. Input is JSON: {{"q": "two to five words", "price": "low-high", "service": "official,freeShipping,COD,flashsale", "shop_id": "id", "page": 1}}. Only q is required.
view_product_information: shows attributes and variants. Input is JSON: {{"product_ids": "id,id"}}
recommend_product: gives the customer the final products, one id per item in order. Input is JSON: {{"product_ids": "id,id"}}
terminate: ends after recommend_product. Input is JSON: {{"status": "success"}}

Use the following format:

Question: the shopping request
Thought: you should always think about what to do
Action: the action to take, one of [find_product, view_product_information, recommend_product, terminate]
Action Input: the JSON input to the action
Observation: the result of the action
... (this Thought/Action/Action Input/Observation can repeat)

Begin!

Question: {query}
{scratchpad}Thought:"""


@Tool
def find_product(q: str, page: int = 1, shop_id: str = "", price: str = "", sort: str = "", service: str = "") -> list:
    query = {"q": q, "page": page, "shop_id": shop_id, "price": price, "sort": sort, "service": service}
    query = {name: value for name, value in query.items() if value}
    answer = PROXY.get("/search/find_product", query)
    if answer is None:
        raise ValueError("Invalid search. price must look like 100-300.")
    return answer


@Tool
def view_product_information(product_ids: str) -> list:
    answer = PROXY.get("/search/view_product_information", {"product_ids": product_ids})
    if answer is None:
        raise ValueError("Invalid product_ids.")
    return answer


@Tool
def recommend_product(product_ids: str) -> str:
    return "Done. Now terminate."


@Tool
def terminate(status: str = "success") -> str:
    return "Bye."


class OutputParserError(ValueError):
    pass


def parse(text):
    found = re.search(r"Action\s*:\s*[\[`*\"]*(\w+)[\]`*\"]*\s*\n+\s*Action\s+Input\s*:\s*(.*)", text, re.S | re.I)
    if not found:
        raise OutputParserError("Write 'Action:' and then 'Action Input:' on the next line.")
    thought = re.split(r"\n\s*Action\s*:", text, maxsplit=1, flags=re.I)[0].replace("Thought:", "").strip()
    payload = found.group(2).strip().strip("`").strip()
    if payload.startswith("json"):
        payload = payload[4:].strip()
    try:
        data, _ = json.JSONDecoder().raw_decode(payload)
    except ValueError:
        raise OutputParserError("Action Input must be JSON.") from None
    if not isinstance(data, dict):
        raise OutputParserError("Action Input must be a JSON object.")
    return thought, found.group(1), data


def llm(prompt):
    body = {
        "model": environ.get("SANDBOX_MODEL", ""),
        "messages": [{"role": "user", "content": prompt}],
        "temperature": 0,
        "max_tokens": 300,
        "stop": ["Observation:", "\nObservation"],
    }
    data = PROXY.post("/inference/chat/completions", body)
    text = ""
    if data and data.get("choices"):
        text = data["choices"][0].get("message", {}).get("content") or ""
    return text.split("Observation:")[0].rstrip()


def observe(tool, result):
    if tool == "find_product" and isinstance(result, list):
        if len(result) == 0:
            return "No products. Try different words."
        return " ;; ".join(f"{r['product_id']}: {r.get('title', '')[:65]} ({r.get('price')}, shop {r.get('shop_id')}, {r.get('service')})" for r in result[:5])
    if tool == "view_product_information" and isinstance(result, list):
        return " ;; ".join(f"{r.get('product_id')}: {json.dumps(r.get('attributes'))[:280]} {json.dumps(r.get('sku_options'))[:320]}" for r in result[:3])
    return str(result)[:500]


def agent_main(problem_data):
    query = " ".join(problem_data["query"].split())
    pad, steps, sold = [], [], False
    t0 = time.time()
    for i in range(12):
        if time.time() - t0 > 155:
            print("time is up", file=sys.stderr)
            break
        prompt = TEMPLATE.format(query=query, scratchpad="".join(pad[-7:]))
        text = llm(prompt)
        try:
            thought, tool, data = parse(text)
            if tool == "terminate" and not sold:
                raise OutputParserError("You have not called recommend_product yet.")
            if tool == "recommend_product" and sold:
                raise OutputParserError("You have already recommended. Use terminate.")
            result = execute_tool_call(tool, data)
        except Exception as err:
            pad.append(f"Thought: {text.replace('Thought:', '').strip()[:250]}\nObservation: Error. {err}\n")
            continue
        sold = sold or tool == "recommend_product"
        steps.append(create_dialogue_step(thought or "Go on.", [result], "", query, len(steps) + 1))
        pad.append(f"Thought: {thought}\nAction: {tool}\nAction Input: {json.dumps(data)}\nObservation: {observe(tool, result['result'])}\n")
        if tool == "terminate":
            break
    return steps
