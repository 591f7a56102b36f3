"""First build a small catalogue for the request (no model needed for that), then let an agent work on the catalogue."""
import json
import re
import time
from dataclasses import dataclass, field

import assay

AGENT_PROMPT = """You are a purchasing agent. You get a customer's request and a catalogue of what was found for it.
Work with the tools:
- view_product_information opens products of the catalogue; look at the ones that could fit.
- recommend_product takes your final choice, one id per product the customer wants, in the customer's order. Exactly once.
- terminate ends the session after that.
Every fact of the request counts: kind, price, services, attributes, options."""


@dataclass
class Catalogue:
    lines: dict[str, str] = field(default_factory=dict)
    calls: list[dict] = field(default_factory=list)

    def collect(self, **arguments) -> None:
        call = assay.tools.execute("find_product", arguments)
        self.calls.append(call)
        if isinstance(call["result"], list):
            for row in call["result"][:5]:
                self.lines.setdefault(str(row["product_id"]), json.dumps(
                    {"product_id": str(row["product_id"]), "title": str(row.get("title"))[:70], "price": row.get("price"), "service": row.get("service"), "shop_id": row.get("shop_id")}))

    def __str__(self) -> str:
        return "[" + ",\n".join(list(self.lines.values())[:14]) + "]"


def windows(text: str):
    """Sliding windows of content words: no understanding, but they cover everything that was said."""
    words = [w for w in re.findall(r"[A-Za-z\-]{4,}", text) if w.lower() not in
             {"that", "with", "have", "want", "need", "from", "this", "would", "like", "looking", "should", "some", "please", "which", "about", "they", "them", "when", "also", "must", "just", "only", "than", "more"}]
    step = max(2, len(words) // 6)
    for start in range(0, len(words), step):
        yield " ".join(words[start:start + 3])


def agent_main(problem: dict) -> list[dict]:
    request, started = problem["query"], time.time()
    dialogue, catalogue = assay.Dialogue(request), Catalogue()
    for n, window in enumerate(windows(request)):
        if n == 7:
            break
        catalogue.collect(q=window)
    if not catalogue.lines:
        catalogue.collect(q=request[:100])
    dialogue.add(think="A catalogue for this request.", tool_calls=catalogue.calls)

    messages = [{"role": "system", "content": AGENT_PROMPT},
                {"role": "user", "content": request},
                # the searches are made already; the model gets them as it would get its own
                {"role": "assistant", "content": "", "tool_calls": [{"id": "catalogue", "type": "function", "function": {"name": "find_product", "arguments": json.dumps(catalogue.calls[0]["parameters"])}}]},
                {"role": "tool", "tool_call_id": "catalogue", "content": str(catalogue)}]
    tools = assay.tools.schemas(["view_product_information", "recommend_product", "terminate"])
    silent = 0
    for _ in range(9):
        if time.time() - started > 140 or silent == 2:
            break
        try:
            turn = assay.chat(messages, tools=tools, temperature=0, max_tokens=300)
        except assay.ChatFailed:
            silent += 1
            continue
        messages.append(turn.message)
        if not turn.tool_calls:
            silent += 1
            messages.append({"role": "user", "content": "Please go on with a tool call."})
            continue
        results = []
        for call in turn.tool_calls:
            if call.name == "recommend_product" and dialogue.has_called("recommend_product"):
                messages.append({"role": "tool", "tool_call_id": call.id, "content": "already recommended"})
                continue
            named = {r["name"] for r in results}
            if call.name == "recommend_product" and "recommend_product" in named or call.name == "terminate" and not (
                    "recommend_product" in named or dialogue.has_called("recommend_product")):
                messages.append({"role": "tool", "tool_call_id": call.id, "content": "not now: recommend exactly once, then terminate"})
                continue
            outcome = call.run()
            results.append(outcome)
            content = outcome["result"]
            if isinstance(content, list):
                content = [{k: str(p.get(k))[:350] for k in ("product_id", "attributes", "sku_options")} for p in content[:4]]
            messages.append({"role": "tool", "tool_call_id": call.id, "content": json.dumps(content)[:2500]})
        if results:
            dialogue.add(think=turn.thought or "Going on.", tool_calls=results)
        if dialogue.has_called("terminate"):
            break
    if not dialogue.has_called("recommend_product"):
        first = next(iter(catalogue.lines), "none")
        dialogue.add(think="No choice was made in time; the first of the catalogue.", tool_calls=[assay.tools.execute("recommend_product", {"product_ids": first})])
    if not dialogue.has_called("terminate"):
        dialogue.add(think="End of session.", tool_calls=[assay.tools.execute("terminate", {"status": "success"})])
    return dialogue.steps
