# Agent for small models: one JSON tool call per turn, a forgiving parser, and retries that quote the parse error.
import json
from os import getenv
import re
import time

from src.agent.agent_interface import create_dialogue_step, generate_tool_call_id
from src.agent.proxy_client import ProxyClient

proxy = ProxyClient(timeout=60, max_retries=1)

PROMPT = """You are a shopping agent. Reply with a thought and one tool call, JSON inside the tag:

<think>what you know and what you need</think>
<tool_call>{"name": "find_product", "parameters": {"q": "wireless mouse", "price": "100-400"}}</tool_call>

find_product searches (q; optional price "low-high", service "official,freeShipping,COD,flashsale", shop_id, page).
view_product_information (product_ids "111,222") shows variants and attributes.
recommend_product (product_ids) is the final answer: one product id per requested item, in order.
Check products before you recommend them."""

NAMES = {
    "search": "find_product",
    "find_product": "find_product",
    "view": "view_product_information",
    "view_product_information": "view_product_information",
    "recommend": "recommend_product",
    "recommend_product": "recommend_product",
}


class Unreadable(Exception):
    pass


def repair(text):
    """Most of what small models get wrong about JSON."""
    text = text.split("<tool_call>")[-1].split("</tool_call>")[0].strip()
    text = re.sub(r"^```[a-zA-Z]*|```$", "", text, flags=re.M).strip()
    if "{" not in text:
        raise Unreadable("there is no { in the answer")
    text = text[text.index("{"):]
    attempts = [text, balanced(text)]
    base = balanced(text)
    base = re.sub(r",\s*([}\]])", r"\1", base)                       # trailing commas
    base = base.replace("\u201c", '"').replace("\u201d", '"')         # typographic quotes
    attempts.append(base)
    attempts.append(re.sub(r"([{,]\s*)([A-Za-z_]\w*)\s*:", r'\1"\2":', base))   # bare keys
    attempts.append(re.sub(r"'([^'\n]*)'", r'"\1"', attempts[-1]))    # single quotes
    attempts.append(re.sub(r"\bNone\b", "null", attempts[-1]).replace("True", "true").replace("False", "false"))
    error = None
    for candidate in attempts:
        try:
            value = json.loads(candidate, strict=False)
            if isinstance(value, dict):
                return value
        except ValueError as e:
            error = e
    raise Unreadable(str(error))


def balanced(text):
    depth, inside, out, escaped = [], False, [], False
    for ch in text:
        out.append(ch)
        if inside:
            if escaped:
                escaped = False
            elif ch == "\\":
                escaped = True
            elif ch == '"':
                inside = False
            continue
        if ch == '"':
            inside = True
        elif ch in "{[":
            depth.append("}" if ch == "{" else "]")
        elif ch in "}]" and depth:
            depth.pop()
            if not depth:
                return "".join(out)
    return "".join(out) + ('"' if inside else "") + "".join(reversed(depth))


def understand(text):
    obj = repair(text)
    name = NAMES.get(str(obj.get("action") or obj.get("name") or "").strip().lower())
    if not name:
        raise Unreadable('"name" must be find_product, view_product_information or recommend_product')
    given = obj.get("parameters", obj.get("arguments", obj.get("action_input", {})))
    if isinstance(given, str):
        given = {"q": given} if name == "find_product" else {"product_ids": given}
    given = {k: (",".join(map(str, v)) if isinstance(v, list) else v) for k, v in given.items() if v not in ("", None, [])}
    need = "q" if name == "find_product" else "product_ids"
    if need not in given:
        raise Unreadable(f'"parameters" needs "{need}"')
    thought = re.search(r"<think>(.*?)</think>", text, re.S)
    return thought.group(1).strip() if thought else str(obj.get("thought", "")), name, given


def chat(messages, temperature):
    r = proxy.post("/inference/chat/completions", {"model": getenv("SANDBOX_MODEL", ""), "messages": messages, "temperature": temperature, "max_tokens": 250})
    return ((((r or {}).get("choices") or [{}])[0]).get("message") or {}).get("content") or ""


def decide(messages, budget):
    """Ask until the answer can be read: same question, the error quoted, a little more temperature."""
    extra = []
    for attempt in range(3):
        if budget["calls"] <= 0 or time.monotonic() > budget["until"]:
            return None
        budget["calls"] -= 1
        text = chat(messages + extra, 0.3 * attempt)
        try:
            return understand(text)
        except Unreadable as why:
            extra = [{"role": "assistant", "content": text[:500] or "(empty)"}, {"role": "user", "content": f"I could not parse this: {why}. Send the tool call again, corrected."}]
    return None


def tool(name, parameters):
    if name == "recommend_product":
        return "ok"
    answer = proxy.get("/search/" + name, parameters)
    return answer if answer is not None else "error: refused, check the parameters"


def agent_main(problem):
    query = problem["query"]
    budget = {"calls": 13, "until": time.monotonic() + 125}
    messages = [{"role": "system", "content": PROMPT}, {"role": "user", "content": query}]
    steps = []
    while True:
        decision = decide(messages, budget)
        if decision is None:
            return steps
        thought, name, parameters = decision
        result = tool(name, parameters)
        record = {"name": name, "parameters": parameters, "tool_call_id": generate_tool_call_id(name, parameters), "result": result}
        steps.append(create_dialogue_step(thought, [record], "", query, len(steps) + 1))
        if name == "recommend_product":
            return steps
        if isinstance(result, list):
            shown = [{k: p[k] for k in ("product_id", "title", "price", "shop_id", "service", "sku_options", "attributes") if p.get(k)} for p in result[:5]]
            while len(shown) > 1 and len(json.dumps(shown)) > 1600:
                shown.pop()
            result = json.dumps(shown)[:2200]
        messages.append({"role": "assistant", "content": f"<think>{thought[:400]}</think>\n<tool_call>{json.dumps({'name': name, 'parameters': parameters})}</tool_call>"})
        messages.append({"role": "user", "content": f"<obs>{result}</obs>"})
