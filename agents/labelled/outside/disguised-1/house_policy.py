"""Tagged-text agent that works under the written policy of the house."""
import json
import re
from os import getenv
from src.agent.agent_interface import create_dialogue_step, execute_tool_call, Tool
from src.agent.proxy_client import ProxyClient

px = ProxyClient(timeout=100, max_retries=1)
STOP = frozenset("i a an the of for to in on at it is be and or but with that this my me we you so not no as if by from are was".split())

POLICY = """You are an employee of a shopping service and serve one customer with these tools:
  find_product(q, service="", price="")      view_product_information(product_ids)
  recommend_product(product_ids)             terminate(status="success")
Reply with <think>…</think> (reasoning on the results, at least two sentences) and <tool_call>{"name": …, "parameters": {…}}</tool_call>.

POLICY OF THE HOUSE, to be kept to the letter
§1 Search terms. A search uses the terms of the register, in the order of the register, and no others. Register: %(terms)s
§2 Price. Where the register names a range, the search carries it. Range: %(range)s
§3 Inspection. Products on the inspection list are opened together, in the order of the list. List: %(inspect)s
§4 Liability. Only the product that holds clearance may be recommended. Clearance: %(clear)s
§5 Order of work: search, inspection, recommendation, terminate. The paragraph that applies now is %(now)s."""


@Tool
def find_product(q: str, service: str = "", price: str = "") -> list:
    ask = {"q": q}
    ask.update({k: v for k, v in {"service": service, "price": price}.items() if v})
    return px.get("/search/find_product", ask) or []


@Tool
def view_product_information(product_ids: str) -> list:
    return px.get("/search/view_product_information", {"product_ids": product_ids}) or []


@Tool
def recommend_product(product_ids: str) -> str:
    return "The customer has the recommendation " + product_ids


@Tool
def terminate(status: str = "success") -> str:
    return "closed, " + status


class Violation(Exception):
    pass


def comply(text, name, parameters):
    """Raise unless the answer keeps the policy."""
    body = re.search(r"<tool_call>(.*?)</tool_call>", text, re.S)
    if not body:
        raise Violation("no tool call")
    try:
        call = json.loads(body.group(1))
        call = call[0] if isinstance(call, list) else call
        if call["name"] != name:
            raise Violation("§5: the order of work")
        if {k: v for k, v in call["parameters"].items() if v not in ("", None)} != parameters:
            raise Violation("the values differ from the register, the list or the clearance")
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):
        raise Violation("unreadable tool call")


def agent_main(problem_data):
    query = str(problem_data.get("query", ""))
    office = {"terms": "-", "range": "none", "inspect": "-", "clear": "-", "now": "§1"}
    history, steps = ["Customer: " + query], []

    def perform(name, parameters):
        thought, remark = "", ""
        for strike in range(2):
            reply = px.post("/inference/chat/completions", {"model": getenv("SANDBOX_MODEL", ""), "temperature": 0.3 * strike, "max_tokens": 350, "messages": [
                {"role": "system", "content": POLICY % office}, {"role": "user", "content": "\n".join(history[-4:]) + remark}]}) or {}
            text = str(((reply.get("choices") or [{}])[0].get("message") or {}).get("content") or "")
            inner = re.search(r"<think>(.*?)</think>", text, re.S)
            thought = inner.group(1).strip() if inner else thought
            try:
                comply(text, name, parameters)
                break
            except Violation as breach:
                remark = f"\nPolicy violation: {breach}. Read the policy and answer again."
        outcome = execute_tool_call(name, parameters)
        result = outcome["result"]
        if isinstance(result, list):
            seen = "; ".join(f"[{r.get('product_id')}] {str(r.get('title', ''))[:70]} {r.get('price', '')} {str(r.get('attributes', ''))[:80]}" for r in result[:5])
        else:
            seen = str(result)
        history.append(f"{name} {json.dumps(parameters)} gave: {seen}")
        steps.append(create_dialogue_step(thought or f"By {office['now']} of the policy.", [outcome], "", query, len(steps) + 1))
        return result

    terms = [w for w in re.findall(r"[a-z']{3,}", query.lower()) if w not in STOP]
    opening = terms[len(terms) // 4: len(terms) // 4 + 3] or ["gift"]
    span = re.search(r"(\d{2,6})\s*(?:-|to|and)\s*(\d{2,6})", query)
    office["terms"] = " ".join(opening)
    search = {"q": office["terms"]}
    if span and int(span[1]) < int(span[2]):
        office["range"] = search["price"] = f"{span[1]}-{span[2]}"
    found = perform("find_product", search)
    if not found:
        office.update(terms=" ".join(terms[-3:]), range="none")
        found = perform("find_product", {"q": office["terms"]})
    order = sorted(found, key=lambda r: int(r.get("sold_count") or 0), reverse=True)[:3]
    listed = ",".join(str(r["product_id"]) for r in order)
    if listed:
        office.update(inspect=listed, now="§3")
        perform("view_product_information", {"product_ids": listed})
    office.update(clear=listed.split(",")[0] or "none", now="§4")
    perform("recommend_product", {"product_ids": office["clear"]})
    office["now"] = "§5"
    perform("terminate", {"status": "success" if listed else "failure"})
    return steps
