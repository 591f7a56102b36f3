"""ReAct agent with the prompt layout everybody knows from LangChain's ZERO_SHOT_REACT_DESCRIPTION.

The whole scratchpad goes into one user message; the model continues it up to the next "Observation:".
"""
import json
from os import getenv
import re
import time

from src.agent.agent_interface import create_dialogue_step, generate_tool_call_id
from src.agent.proxy_client import ProxyClient

client = ProxyClient(timeout=60, max_retries=1)

PREFIX = """Help a customer of an online marketplace to find the right products. You have access to the following tools:

find_product: searches the marketplace. Input is a JSON object: {"q": "two to five words", "price": "low-high" (optional), "service": "freeShipping,COD" (optional), "shop_id": "..." (optional), "page": 1 (optional)}.
view_product_information: shows options and attributes of products. Input is a JSON object: {"product_ids": "id1,id2"}.
recommend_product: gives the customer the final products, one id per item asked for, in their order. Input is a JSON object: {"product_ids": "id1,id2"}. Use it once, at the end.

Use the following format:

Question: the customer's request
Thought: think about what to do
Action: the tool to use, one of [find_product, view_product_information, recommend_product]
Action Input: the input of the tool as JSON
Observation: the result of the tool
... (Thought/Action/Action Input/Observation repeat; finish with the Action recommend_product)

Begin!

Question: {question}
{scratchpad}"""

ACTION = re.compile(r"Action\s*\d*\s*:\s*(?P<tool>[^\n]*)\n+\s*Action\s*\d*\s*Input\s*\d*\s*:\s*(?P<input>.*)", re.S)


def llm(prompt):
    body = {
        "model": getenv("SANDBOX_MODEL", ""),
        "messages": [{"role": "user", "content": prompt}],
        "temperature": 0,
        "max_tokens": 300,
        "stop": ["\nObservation:"],
    }
    reply = client.post("/inference/chat/completions", body) or {}
    try:
        return reply["choices"][0]["message"]["content"] or ""
    except (KeyError, IndexError, TypeError):
        return ""


def first_json_object(text):
    start = text.find("{")
    if start < 0:
        return None
    try:
        value, _ = json.JSONDecoder().raw_decode(text[start:])
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def parse(completion):
    """(thought, tool, input) as in the ReAct output parser."""
    completion = completion.split("\nObservation:")[0]
    m = ACTION.search(completion)
    if not m:
        return completion.strip(), None, None
    thought = completion[: m.start()].replace("Thought:", "").strip()
    tool = m.group("tool").strip(" `*[]\"'")
    raw = m.group("input").strip()
    args = first_json_object(raw)
    if args is None:
        plain = raw.splitlines()[0].strip(" `\"'") if raw else ""
        args = {"q": plain} if tool == "find_product" else {"product_ids": plain}
    return thought, tool, args


def use(tool, args):
    if tool == "find_product":
        args = {k: v for k, v in args.items() if v not in (None, "", [])}
        hits = client.get("/search/find_product", args)
        if hits is None:
            return args, "the search was refused, check the input"
        return args, hits
    if tool == "view_product_information":
        ids = args.get("product_ids", "")
        args = {"product_ids": ",".join(map(str, ids)) if isinstance(ids, list) else str(ids)}
        pages = client.get("/search/view_product_information", args)
        return args, pages if pages is not None else "could not open these ids"
    ids = args.get("product_ids", "")
    args = {"product_ids": ",".join(map(str, ids)) if isinstance(ids, list) else str(ids)}
    return args, "recommended " + args["product_ids"]


def observation(tool, result):
    if isinstance(result, str):
        return result
    if tool == "find_product":
        small = [{k: p.get(k) for k in ("product_id", "shop_id", "title", "price", "service")} for p in result[:5]]
        return json.dumps(small, ensure_ascii=False) if small else "no products found"
    small = [{k: p.get(k) for k in ("product_id", "sku_options", "attributes")} for p in result[:4]]
    return json.dumps(small, ensure_ascii=False)[:1400]


def agent_main(problem):
    question = problem["query"]
    began = time.monotonic()
    pad, steps = "Thought:", []
    for turn in range(11):
        if time.monotonic() - began > 125:
            break
        completion = llm(PREFIX.replace("{question}", question).replace("{scratchpad}", pad[-9000:]))
        thought, tool, args = parse(completion)
        if tool is None:
            pad += f" {thought[:300]}\nObservation: Invalid format: missing 'Action:' and 'Action Input:' after 'Thought:'\nThought:"
            continue
        if tool not in ("find_product", "view_product_information", "recommend_product"):
            pad += f" {thought[:300]}\nAction: {tool}\nObservation: {tool} is not a valid tool.\nThought:"
            continue
        args, result = use(tool, args)
        call = {"name": tool, "parameters": args, "tool_call_id": generate_tool_call_id(tool, args), "result": result}
        steps.append(create_dialogue_step(thought, [call], "", question, len(steps) + 1))
        if tool == "recommend_product":
            end = {"status": "success"}
            bye = {"name": "terminate", "parameters": end, "tool_call_id": generate_tool_call_id("terminate", end), "result": "done"}
            steps.append(create_dialogue_step("Finished chain.", [bye], "", question, len(steps) + 1))
            break
        pad += f" {thought[:400]}\nAction: {tool}\nAction Input: {json.dumps(args)}\nObservation: {observation(tool, result)}\nThought:"
    return steps
