"""The model "programs": it writes plain function calls, we parse them with ast (nothing is ever evaluated)."""

import ast
import re
import time

import assay

SIGNATURES = {
    "find_product": ["q", "page", "shop_id", "price", "sort", "service"],
    "view_product_information": ["product_ids"],
    "recommend_product": ["product_ids"],
    "terminate": ["status"],
}

DOC = '''You control a marketplace from a Python prompt. The following functions exist:

def find_product(q, page=1, shop_id="", price="", sort="", service=""):
    """Search. q: two to five words. price: "low-high". sort: priceasc|pricedesc|order. service: official|freeShipping|COD|flashsale"""
def view_product_information(product_ids):
    """Variants and attributes. product_ids: "id1,id2" """
def recommend_product(product_ids):
    """Final recommendation, one id per wanted item in order: "id1,id2" """
def terminate(status="success"):
    """Leave the prompt, after recommend_product."""

Write one or two calls with literal arguments, with a comment (# ...) before them that says why. No variables, no loops, no other functions. Example:
# The customer needs a lamp below 200.
find_product("desk lamp", price="0-200")'''


def calls_in(source):
    fenced = re.search(r"```(?:python|py)?\s*\n(.*?)```", source, re.S)
    code = fenced.group(1) if fenced else source
    found = []
    for statement in split_statements(code):
        for node in ast.walk(statement):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SIGNATURES:
                found.append(node)
    return found


def split_statements(code):
    try:
        return ast.parse(code).body
    except SyntaxError:
        good = []
        for line in code.splitlines():  # Prose around the code: keep the lines that parse.
            try:
                good += ast.parse(line.strip().lstrip(">").strip()).body
            except SyntaxError:
                continue
        return good


def arguments_of(node):
    names = SIGNATURES[node.func.id]
    values = dict(zip(names, (ast.literal_eval(a) for a in node.args)))
    values.update({k.arg: ast.literal_eval(k.value) for k in node.keywords if k.arg in names})
    for name, value in list(values.items()):
        if value in ("", None):
            del values[name]
        elif isinstance(value, (list, tuple)):
            values[name] = ",".join(str(v) for v in value)
        elif name != "page":
            values[name] = str(value)
    return values


def printed(result):
    if isinstance(result, list):
        keys = ("product_id", "shop_id", "title", "price", "service", "sku_options", "attributes")
        return "\n".join(repr({k: p[k] for k in keys if p.get(k)})[:420] for p in result[:5]) or "[]"
    return repr(result)[:500]


def comment_in(source):
    return " ".join(c.strip("# ").strip() for c in re.findall(r"^\s*#.*$", source, re.M)) or source.strip()[:200]


def agent_main(problem):
    dialogue = assay.Dialogue(problem["query"])
    session = [{"role": "system", "content": DOC}, {"role": "user", "content": f"Customer: {problem['query']}\n\n>>>"}]
    t0, recommended = time.perf_counter(), False
    for _ in range(11):
        if time.perf_counter() - t0 > 125:
            break
        try:
            source = assay.chat(session, temperature=0, max_tokens=250).message.get("content") or ""
        except assay.ChatFailed:
            break
        session.append({"role": "assistant", "content": source or "pass"})
        ran, output = [], []
        for node in calls_in(source)[:3]:
            name = node.func.id
            if name == "terminate" and not recommended:
                output.append("RuntimeError: recommend_product was not called yet")
                continue
            if name == "recommend_product" and recommended:
                output.append("RuntimeError: already recommended, call terminate()")
                continue
            try:
                call = assay.tools.execute(name, arguments_of(node))
            except ValueError:
                output.append(f"ValueError: {name} takes literal arguments only")
                continue
            recommended = recommended or name == "recommend_product"
            ran.append(call)
            output.append(printed(call["result"]))
        if ran:
            dialogue.add(think=comment_in(source), tool_calls=ran)
        if dialogue.has_called("terminate"):
            break
        session.append({"role": "user", "content": ("\n".join(output) or "SyntaxError: no call of a known function found") + "\n>>>"})
    return dialogue.steps
