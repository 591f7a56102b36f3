"""Conversation-summary memory: when the transcript grows past a limit, the model itself condenses the older part."""

import json
import time

import assay

LIMIT = 9000  # characters of raw transcript that are kept word for word

ROLE = """You are a careful shopping assistant. Find what the customer asks for, check it, recommend it.

Tools:
find_product(q, price, service, shop_id, page) - search with two to five words; price is "low-high"
view_product_information(product_ids) - variants and attributes of a comma list of ids
recommend_product(product_ids) - final answer: comma list, one id per item in the customer's order
terminate(status) - after the recommendation

Answer in this form:
<think>your reasoning</think>
<tool_call>{"name": "tool", "parameters": {"parameter": "value"}}</tool_call>"""

CONDENSE = """Condense the notes of a shopping session to at most 120 words. Keep product ids, shop ids, prices, which candidates fit or fail and why, and which searches were already made.

Customer: %s

Old summary: %s

New notes:
%s

Summary:"""


class Memory:
    def __init__(self, request):
        self.request, self.summary, self.raw = request, "", []

    def note(self, line):
        self.raw.append(line)

    def condense_if_needed(self):
        if sum(map(len, self.raw)) < LIMIT or len(self.raw) < 3:
            return False
        old, self.raw = self.raw[:-1], self.raw[-1:]
        text = ask([{"role": "user", "content": CONDENSE % (self.request, self.summary or "none", "\n".join(old))}], 220)
        self.summary = text.strip()[:1200] or self.summary
        return True

    def prompt(self):
        parts = [f"<user>{self.request}</user>"]
        if self.summary:
            parts.append(f"Summary of what happened before: {self.summary}")
        if self.raw:
            parts.append("Latest:\n" + "\n".join(self.raw))
        parts.append("What is your next step?")
        return [{"role": "system", "content": ROLE}, {"role": "user", "content": "\n\n".join(parts)}]


def ask(messages, tokens):
    try:
        return assay.chat(messages, temperature=0, max_tokens=tokens).message.get("content") or ""
    except assay.ChatFailed:
        return ""


def cut(text, tag):
    opening, closing = f"<{tag}>", f"</{tag}>"
    if opening not in text:
        return ""
    rest = text.split(opening, 1)[1]
    return rest.split(closing, 1)[0].strip()


def tool_calls(text):
    body = cut(text, "tool_call")
    try:
        value = json.loads(body)
    except ValueError:
        return []
    value = value if isinstance(value, list) else [value]
    return [v for v in value if isinstance(v, dict) and isinstance(v.get("parameters", v.get("arguments")), dict)]


def in_short(name, result):
    if not isinstance(result, list):
        return str(result)[:300]
    fields = ["product_id", "title", "price", "shop_id", "service"] if name == "find_product" else ["product_id", "sku_options", "attributes"]
    rows = [{f: p.get(f) for f in fields} for p in result[:5]]
    while len(rows) > 1 and len(json.dumps(rows)) > 2200:
        rows = rows[:-1]
    return json.dumps(rows)[:3500]


def agent_main(problem):
    memory, dialogue = Memory(problem["query"]), assay.Dialogue(problem["query"])
    calls, limit = 0, time.monotonic() + 120
    while calls < 13 and time.monotonic() < limit and not dialogue.has_called("terminate"):
        calls += memory.condense_if_needed()
        text = ask(memory.prompt(), 300)
        calls += 1
        thought, done = cut(text, "think"), []
        for wanted in tool_calls(text):
            name, parameters = str(wanted.get("name")), wanted.get("parameters", wanted.get("arguments"))
            if name == "terminate" and not dialogue.has_called("recommend_product"):
                memory.note("terminate was refused: recommend first")
                continue
            call = assay.tools.execute(name, parameters)
            done.append(call)
            memory.note(f"<think>{thought[:250]}</think>\n<tool_call>{json.dumps({'name': name, 'parameters': parameters})}</tool_call>\n<obs>{in_short(name, call['result'])}</obs>")
        if done:
            dialogue.add(think=thought, tool_calls=done)
        elif not tool_calls(text):
            memory.note("My last answer had no valid <tool_call>.")
    return dialogue.steps
