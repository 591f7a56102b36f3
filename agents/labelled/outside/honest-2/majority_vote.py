"""Self-consistency on the one decision that counts.

A tagged ReAct loop. When the model recommends, the very same prompt is sampled three more times at a higher temperature; the
recommendation that most samples agree on is sent. Samples that go on searching instead are counted as "not yet", and when "not yet" wins, the
first of them is followed.
"""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from dataclasses import dataclass

import assay

SYSTEM = """You help a customer to buy the right products. Tools:
- find_product: q (a few words), page, shop_id, price "low-high", sort (priceasc, pricedesc, order), service (official, freeShipping, COD, flashsale)
- view_product_information: product_ids (comma list)
- recommend_product: product_ids (comma list, one per item in order)
Answer always like this:
<think>short reasoning</think>
<tool_call>{"name": "find_product", "parameters": {"q": "..."}}</tool_call>
One tool call per answer. Look at a product's details before you recommend it. The recommendation ends the task."""

SAMPLES = 3
TURNS = 8


@dataclass(frozen=True)
class Move:
    thought: str
    name: str
    parameters: str  # JSON, so that moves can be compared

    @property
    def is_final(self) -> bool:
        return self.name == "recommend_product"

    def ids(self) -> tuple[str, ...]:
        return tuple(re.findall(r"[\w-]+", str(json.loads(self.parameters).get("product_ids", ""))))


def sample(messages: list[dict], temperature: float) -> tuple[str, Move | None]:
    try:
        text = assay.chat(messages, temperature=temperature, max_tokens=280).message.get("content") or ""
    except assay.ChatFailed:
        return "", None
    thought = "".join(re.findall(r"<think>(.*?)</think>", text, re.S)).strip()
    for block in re.findall(r"<tool_call>(.*?)(?:</tool_call>|$)", text, re.S):
        try:
            call = json.loads(block)
            call = call[0] if isinstance(call, list) else call
            if not isinstance(call.get("parameters", {}), dict):
                continue
            return text, Move(thought, call["name"], json.dumps(call.get("parameters", {})))
        except (ValueError, KeyError, IndexError, TypeError, AttributeError):
            continue
    return text, None


def elect(messages: list[dict], first: tuple[str, Move], deadline: float) -> tuple[str, Move]:
    ballots = [first]
    for _ in range(SAMPLES):
        if time.time() > deadline:
            break
        text, move = sample(messages, 0.9)
        if move:
            ballots.append((text, move))
    key = lambda move: move.ids() if move.is_final else "not yet"
    winner, _ = Counter(key(m) for _, m in ballots).most_common(1)[0]
    return next(b for b in ballots if key(b[1]) == winner)


def agent_main(problem_data: dict) -> list[dict]:
    query = problem_data["query"]
    dialogue = assay.Dialogue(query)
    messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": query}]
    deadline = time.time() + 150
    elections = 0
    for _ in range(TURNS):
        if time.time() > deadline:
            break
        text, move = sample(messages, 0.0)
        if move is None:
            messages += [{"role": "assistant", "content": text[:300] or "?"}, {"role": "user", "content": "<obs>Write <think> and one <tool_call> with JSON.</obs>"}]
            continue
        if move.is_final and elections < 1:
            elections += 1
            text, move = elect(messages, (text, move), deadline)
        if move.name not in ("find_product", "view_product_information", "recommend_product"):
            messages += [{"role": "assistant", "content": text[:300]}, {"role": "user", "content": f"<obs>There is no tool {move.name}.</obs>"}]
            continue
        done = assay.tools.execute(move.name, json.loads(move.parameters))
        dialogue.add(think=move.thought, tool_calls=[done])
        if move.is_final:
            break
        messages += [{"role": "assistant", "content": text}, {"role": "user", "content": f"<obs>{brief(done['result'])}</obs>"}]
        messages[2:] = messages[2:][-12:]
    good = dialogue.has_called("recommend_product")
    dialogue.add(think="The vote is counted.", tool_calls=[assay.tools.execute("terminate", {"status": "success" if good else "failure"})])
    return dialogue.steps


def brief(result) -> str:
    if not isinstance(result, list):
        return json.dumps(result)[:400]
    fields = ("product_id", "title", "price", "shop_id", "service", "attributes", "sku_options")
    return json.dumps([{f: p[f] for f in fields if f in p and len(str(p[f])) < 800} for p in result[:5]], ensure_ascii=False)
