"""Self-consistency at the level of actions: every turn is sampled up to three times, the most frequent action is taken.

Two equal samples out of two are enough, the third is only drawn when they disagree. All three different: the first one.
"""
import collections
import json
import re
import time
from concurrent.futures import ThreadPoolExecutor

import assay

SYSTEM = """You help a customer to shop on a marketplace. Search with find_product (two to five words; price and services as filters), open candidates with view_product_information, and when you are sure call recommend_product once: one id per wanted item, in the customer's order. Always call a tool."""

NAMES = ["find_product", "view_product_information", "recommend_product"]
CALL_BUDGET = 13


class Sampler:
    def __init__(self, budget):
        self.left = budget
        self.pool = ThreadPoolExecutor(max_workers=2)

    def draw(self, messages, count):
        count = min(count, self.left)
        self.left -= count
        futures = [self.pool.submit(self._one, list(messages)) for _ in range(count)]
        return [a for a in (f.result() for f in futures) if a is not None]

    @staticmethod
    def _one(messages):
        try:
            answer = assay.chat(messages, tools=assay.tools.schemas(NAMES), temperature=0.7, max_tokens=220)
        except assay.ChatFailed:
            return None
        return answer if answer.tool_calls else None


def ballot(answer):
    """What a sample votes for: its calls, without regard to case, spaces and the order of arguments."""
    votes = []
    for call in answer.message.get("tool_calls") or []:
        raw = call["function"].get("arguments") or "{}"
        try:
            args = json.loads(raw) if isinstance(raw, str) else raw
            args = sorted((k, re.sub(r"\s+", " ", str(v)).strip().lower()) for k, v in args.items())
        except (ValueError, AttributeError):
            args = [("unreadable", str(raw))]
        votes.append((call["function"].get("name"), tuple(args)))
    return tuple(votes)


def elect(samples):
    counts = collections.Counter(ballot(s) for s in samples)
    winner, votes = counts.most_common(1)[0]
    return next(s for s in samples if ballot(s) == winner), votes


def brief(result):
    if not isinstance(result, list):
        return json.dumps(result)[:400]
    rows = []
    for p in result[:5]:
        row = {k: p[k] for k in ("product_id", "shop_id", "title", "price", "service", "attributes") if p.get(k)}
        if p.get("sku_options") and len(json.dumps(p["sku_options"])) < 700:
            row["sku_options"] = p["sku_options"]
        elif p.get("sku_options"):
            row["sku_options"] = json.dumps(p["sku_options"])[:600]
        rows.append(row)
    return json.dumps(rows, ensure_ascii=False)[:2400]


def agent_main(problem):
    d, sampler = assay.Dialogue(problem["query"]), Sampler(CALL_BUDGET)
    messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": problem["query"]}]
    until = time.monotonic() + 120
    while sampler.left > 0 and time.monotonic() < until and not d.has_called("recommend_product"):
        samples = sampler.draw(messages, 2)
        if len({ballot(s) for s in samples}) != 1 and sampler.left:
            samples += sampler.draw(messages, 1)
        if not samples:
            messages.append({"role": "user", "content": "That was no tool call. Please call one of the tools."})
            continue
        chosen, votes = elect(samples)
        messages.append(chosen.message)
        executed = []
        for call in chosen.tool_calls:
            outcome = call.run()
            executed.append(outcome)
            messages.append({"role": "tool", "tool_call_id": call.id, "content": brief(outcome["result"])})
        d.add(think=chosen.thought or f"{votes} of {len(samples)} samples agree.", tool_calls=executed)
        if sampler.left <= 3:
            messages.append({"role": "user", "content": "Please come to a recommendation now."})
    if d.has_called("recommend_product"):
        d.add(think="The vote is over.", tool_calls=[assay.tools.execute("terminate", {"status": "success"})])
    sampler.pool.shutdown(wait=False)
    return d.steps
