"""A tiny language of calls. The model writes Python-looking lines, `ast` reads them, nothing is ever evaluated.

    find_product("wool scarf", price="0-400")
    view_product_information("123", "456")
    recommend_product("123")
    terminate("success")
"""

from __future__ import annotations

import ast
import re
import time

import assay

MANUAL = '''You shop for a customer by writing calls, one per line. No other text except comments that start with #.

find_product("2 to 5 words", price="low-high", service="freeShipping,COD", shop_id="...", sort="priceasc", page=1)
    search; everything but the words is optional. Services: official, freeShipping, COD, flashsale.
view_product_information("id", "id")
    attributes and variants of products
recommend_product("id", "id")
    one id per item the customer wants, in their order; once
terminate("success")
    after recommend_product

Write at most three calls, then wait for the results. Example of a turn:
# they want a warm scarf under 400
find_product("wool scarf", price="0-400")'''

POSITIONAL = {"find_product": "q", "view_product_information": "product_ids", "recommend_product": "product_ids", "terminate": "status"}


def read_calls(text: str) -> tuple[str, list[tuple[str, dict]], list[str]]:
    remarks, calls, errors = [], [], []
    for raw in text.replace("```python", "").replace("```", "").splitlines():
        line = raw.strip().rstrip(";")
        if line.startswith("#"):
            remarks.append(line.lstrip("# "))
            continue
        match = re.search(r"\b(" + "|".join(POSITIONAL) + r")\s*\(.*\)", line)
        if not match:
            if line:
                remarks.append(line)
            continue
        try:
            node = ast.parse(match.group(0)).body[0].value
            name = node.func.id
            given = [str(ast.literal_eval(a)) if not isinstance(a, ast.List) else ",".join(map(str, ast.literal_eval(a))) for a in node.args]
            params = {k.arg: ast.literal_eval(k.value) for k in node.keywords if k.arg}
        except (SyntaxError, ValueError, AttributeError, IndexError) as trouble:
            errors.append(f"cannot read: {line[:80]} ({trouble})")
            continue
        if given:
            params.setdefault(POSITIONAL[name], ",".join(given) if name != "find_product" else given[0])
        if isinstance(params.get("product_ids"), (list, tuple)):
            params["product_ids"] = ",".join(map(str, params["product_ids"]))
        calls.append((name, {k: v for k, v in params.items() if v not in ("", None)}))
    return " ".join(remarks)[:500], calls[:3], errors


def show(name: str, result) -> str:
    if name == "find_product" and isinstance(result, list):
        if not result:
            return "# -> nothing found"
        return "\n".join(f"# -> {p.get('product_id')}: {str(p.get('title'))[:70]}, {p.get('price')}, shop {p.get('shop_id')}, {p.get('service')}" for p in result[:5])
    if name == "view_product_information" and isinstance(result, list):
        return "\n".join(f"# -> {p.get('product_id')}: attributes {str(p.get('attributes'))[:280]} variants {str(p.get('sku_options'))[:320]}" for p in result[:4])
    return "# -> " + str(result)[:300]


def agent_main(problem: dict) -> list[dict]:
    query = problem.get("query", "")
    log = assay.Dialogue(query)
    messages = [{"role": "system", "content": MANUAL}, {"role": "user", "content": f"# The customer says: {query}"}]
    end = time.monotonic() + 150
    nothing = 0
    for _ in range(12):
        if time.monotonic() > end or nothing == 3:
            break
        if sum(len(m["content"]) for m in messages) > 14000:
            del messages[2:4]
        try:
            text = assay.chat(messages, temperature=0, max_tokens=250).message.get("content") or ""
        except assay.ChatFailed:
            nothing += 1
            continue
        remark, calls, errors = read_calls(text)
        output = ["# error: " + e for e in errors]
        ran = []
        for name, params in calls:
            sold = log.has_called("recommend_product") or any(r["name"] == "recommend_product" for r in ran)
            if (name == "recommend_product") == sold and name in ("recommend_product", "terminate"):
                output.append(f"# error: {name} is not possible " + ("twice" if sold else "before recommend_product"))
                continue
            outcome = assay.tools.execute(name, params)
            ran.append(outcome)
            output.append(f"{name}\n{show(name, outcome['result'])}")
        if ran:
            nothing = 0
            log.add(think=remark, tool_calls=ran)
        else:
            nothing += 1
            output.append("# no call was run; write find_product(...), view_product_information(...), recommend_product(...) or terminate(...)")
        if log.has_called("terminate"):
            break
        messages += [{"role": "assistant", "content": text[:600] or "#"}, {"role": "user", "content": "\n".join(output)}]
    return log.steps
