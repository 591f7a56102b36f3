"""No chat history. Each turn the model gets the request and a notebook: what it searched, what it saw, what it opened.

Keeps every prompt at about the same size, however long the hunt takes. The notebook is written by the program from tool results,
in the order in which the model met them; the model decides what to do with it.
"""
import json
import re
import textwrap
import time
from collections import OrderedDict

import assay

RULES = textwrap.dedent("""\
    You are a shopping agent. You see the customer's request and your notebook. Decide on the next single step.

    Steps (tools):
      find_product(q, price, service, shop_id, page, sort)   q: 2-5 words; price: low-high; service: official, freeShipping, COD, flashsale; sort: priceasc; only q is needed
      view_product_information(product_ids)   comma list of ids
      recommend_product(product_ids)   one id per item, in the customer's order; ends the job

    Reply with one JSON object, the tool's name, its parameters and what you learned:
    {"name": "find_product", "parameters": {"q": "..."}, "note": "..."}
    Do not repeat a search that is in the notebook.""")


class Notebook:
    def __init__(self):
        self.searches = []
        self.products = OrderedDict()
        self.remarks = []
        self.slip = ""

    def __str__(self):
        page = []
        if self.searches:
            page.append("SEARCHES: " + " / ".join(self.searches[-8:]))
        opened = [p for p in self.products.values() if p["facts"]]
        unopened = [p for p in self.products.values() if not p["facts"]]
        if opened:
            page.append("OPENED:")
            page += [f"  {p['line']}\n     {p['facts']}" for p in opened[-6:]]
        if unopened:
            page.append("SEEN, NOT OPENED:")
            page += ["  " + p["line"] for p in unopened[-12:]]
        if self.remarks:
            page.append("MY REMARKS: " + " ".join(self.remarks[-4:]))
        if self.slip:
            page.append("LAST STEP FAILED: " + self.slip)
        return "\n".join(page) or "(empty)"

    def write(self, name, parameters, result):
        self.slip = ""
        if isinstance(result, dict) and "error" in result:
            self.slip = f"{name}: {result['error']}"
        elif name == "find_product" and isinstance(result, list):
            label = " ".join(str(v) for v in parameters.values())
            self.searches.append(f"{label} ({len(result)} hits)")
            for p in result[:5]:
                pid = str(p.get("product_id"))
                line = f"{pid} {str(p.get('title'))[:65]}, {p.get('price')}, shop {p.get('shop_id')}, {p.get('service')}"
                self.products.setdefault(pid, {"line": line, "facts": ""})
        elif name == "view_product_information" and isinstance(result, list):
            for p in result[:5]:
                pid = str(p.get("product_id"))
                entry = self.products.setdefault(pid, {"line": pid, "facts": ""})
                facts = f"{json.dumps(p.get('attributes'), ensure_ascii=False)[:260]} options {json.dumps(p.get('sku_options'), ensure_ascii=False)[:260]}"
                entry["facts"] = facts.replace('"', "")
            if not result:
                self.slip = "no such product id"


def next_step(query, notebook, left):
    user = f"REQUEST: {query}\n\nNOTEBOOK\n{notebook}\n\nSteps left: {left}. Next step as JSON:"
    reply = assay.chat([{"role": "system", "content": RULES}, {"role": "user", "content": user}], temperature=0.1, max_tokens=260)
    text = reply.message.get("content") or ""
    begin = text.find("{")
    if begin < 0:
        return None
    try:
        step, _ = json.JSONDecoder().raw_decode(text, begin)
    except ValueError:
        return None
    return step if isinstance(step.get("parameters"), dict) and step.get("name") else None


def agent_main(problem_data):
    query = problem_data["query"]
    dialogue, notebook = assay.Dialogue(query), Notebook()
    started = time.monotonic()
    left = 12
    while left and time.monotonic() - started < 150:
        left -= 1
        try:
            step = next_step(query, notebook, left)
        except assay.ChatFailed:
            continue
        if step is None:
            notebook.slip = "the reply was not a JSON object with name and parameters"
            continue
        name, parameters = step["name"], step["parameters"]
        if name not in ("find_product", "view_product_information", "recommend_product"):
            notebook.slip = f"unknown tool {name}"
            continue
        note = str(step.get("note", ""))[:160]
        if name == "recommend_product":
            ids = re.findall(r"[\w-]+", str(parameters.get("product_ids", "")))
            unknown = [i for i in ids if i not in notebook.products]
            if unknown or not ids:
                notebook.slip = f"not in the notebook: {', '.join(unknown) or 'no id given'}"
                continue
        done = assay.tools.execute(name, parameters)
        dialogue.add(think=note, tool_calls=[done])
        if name == "recommend_product":
            break
        notebook.write(name, parameters, done["result"])
        if note:
            notebook.remarks.append(note)
    end = assay.tools.execute("terminate", {"status": "success" if dialogue.has_called("recommend_product") else "failure"})
    dialogue.add(think="Notebook closed.", tool_calls=[end])
    return dialogue.steps
