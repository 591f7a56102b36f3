"""Compact observations: results are condensed before the model reads them, to keep the context small."""

import json
import re

import assay

SYSTEM_TEXT = """Help the customer find the right product with the tools.
How to work: search (find_product, two to five words, filters for price and service), open what looks right (view_product_information), recommend (recommend_product), then terminate. Results are condensed to what matches best. Think in a few sentences before every call."""


class Lens:
    """Condenses results to the best match so far."""

    def __init__(self, request):
        self.request = request.lower()
        self.stems = {w[:6] for w in re.findall(r"[a-z]{4,}", self.request)}
        self.top = None
        self.level = -1.0

    def weigh(self, row):
        text = " ".join(str(v) for v in row.values()).lower()
        return sum(s in text for s in self.stems) + min(int(row.get("sold_count") or 0), 999) / 1000

    def condense(self, rows):
        for row in rows:
            level = self.weigh(row)
            if "title" in row and level > self.level:
                self.top, self.level = row, level
        if self.top is None:
            return "no match; try other words"
        return json.dumps([{k: self.top[k] for k in ("product_id", "shop_id", "title", "price", "service") if k in self.top}])

    def focus(self, rows):
        for row in rows:
            if self.top and str(row.get("product_id")) == str(self.top["product_id"]):
                return json.dumps({k: str(v)[:350] for k, v in row.items() if k != "description"})
        return self.condense([])


def agent_main(problem):
    request = str(problem.get("query", ""))
    lens, record = Lens(request), assay.Dialogue(request)
    talk = [{"role": "system", "content": SYSTEM_TEXT}, {"role": "user", "content": request}]
    patience = 3
    for _ in range(11):
        if patience == 0:
            break
        try:
            answer = assay.chat(talk, tools=assay.tools.schemas(["find_product", "view_product_information", "recommend_product", "terminate"]), temperature=0, max_tokens=350)
        except assay.ChatFailed:
            patience -= 1
            continue
        talk.append(answer.message)
        executed = []
        for raw in answer.message.get("tool_calls") or []:
            name, given = raw["function"]["name"], loads(raw["function"].get("arguments"))
            if name == "terminate" and not record.has_called("recommend_product"):
                talk.append({"role": "tool", "tool_call_id": raw["id"], "content": "recommend first"})
                continue
            if lens.top and name in ("recommend_product", "view_product_information"):
                given = {"product_ids": str(lens.top["product_id"])}
            done = assay.tools.execute(name, given)
            executed.append(done)
            rows = done["result"] if isinstance(done["result"], list) else None
            if name == "find_product" and rows is not None:
                content = lens.condense(rows)
            elif name == "view_product_information" and rows is not None:
                content = lens.focus(rows)
            else:
                content = str(done["result"])[:300]
            talk.append({"role": "tool", "tool_call_id": raw["id"], "content": content})
        if not executed:
            patience -= 1
            if not answer.message.get("tool_calls"):
                talk.append({"role": "user", "content": "Go on with a tool call."})
            continue
        record.add(think=answer.message.get("content") or answer.thought, tool_calls=executed)
        if record.has_called("recommend_product"):
            break
    if not record.has_called("recommend_product"):
        chosen = str(lens.top["product_id"]) if lens.top else "none"
        record.add(think="The best match is recommended.", tool_calls=[assay.tools.execute("recommend_product", {"product_ids": chosen})])
    if not record.has_called("terminate"):
        record.add(think="That was it.", tool_calls=[assay.tools.execute("terminate", {"status": "success" if lens.top else "failure"})])
    return record.steps


def loads(text):
    try:
        value = json.loads(text or "{}")
        return value if isinstance(value, dict) else {}
    except (TypeError, ValueError):
        return {}
