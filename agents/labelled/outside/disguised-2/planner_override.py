"""Plan-and-act with guard rails.

The model acts, one action per turn. The guard (pure code) keeps its own ranking of everything seen so far; when the model
recommends, the guard's ranking has the last word.
"""
import json
import math
import re
import time

import assay

SYS = """You help a customer to buy, with tools. Search first, open the promising ones, then recommend.

# Tools
1. find_product(q, price="", service="", shop_id="")
   Search. q: two to four words of a product title; price: "low-high"; service: freeShipping, COD, official, flashsale.
2. view_product_information(product_ids)
   Open products: "id1,id2".
3. recommend_product(product_ids)
   The choice: one id for each item the customer asks for, in order. Only once, at the end.

# Format
Answer with your thought and exactly one call, nothing else:
<think>what you see and why you do this</think>
<tool_call>{"name": "tool name", "parameters": {"parameter": "value"}}</tool_call>"""


class Guard:
    def __init__(self, request):
        self.request = request
        self.terms = {}
        for w in re.findall(r"[a-z]{3,}|\d+", request.lower()):
            self.terms[w] = self.terms.get(w, 0) + 1
        self.docs, self.groups = {}, []

    def learn(self, name, result):
        if not isinstance(result, list):
            return
        for r in result:
            if isinstance(r, dict) and r.get("product_id") is not None:
                self.docs[str(r["product_id"])] = self.docs.get(str(r["product_id"]), "") + " " + json.dumps(r).lower()
        if name == "find_product" and result:
            self.groups.append([str(r["product_id"]) for r in result if isinstance(r, dict)])

    def score(self, pid):
        """tf-idf over what was seen"""
        doc, total = self.docs.get(pid, ""), 0.0
        for t in self.terms:
            if t in doc:
                df = sum(t in d for d in self.docs.values())
                total += math.log(1 + len(self.docs) / df)
        return total

    def decide(self, proposed):
        slots = max(1, len(proposed))
        if slots == 1:
            return [max(self.docs, key=self.score)] if self.docs else proposed
        out = []
        for i, p in enumerate(proposed):
            peers = next((g for g in self.groups if p in g), list(self.docs))
            out.append(max(peers, key=self.score) if peers else p)
        return out


def parse(text):
    """Thought, name and parameters of the first call in an answer; tags may be missing or unclosed."""
    thought = text.partition("<think>")[2].partition("</think>")[0].strip()
    rest = text.partition("<tool_call>")[2] or text
    for m in re.finditer(r"\{", rest):
        try:
            found, _ = json.JSONDecoder().raw_decode(rest[m.start():])
        except ValueError:
            continue
        inner = found.get("parameters", found.get("arguments", {}))
        if isinstance(found.get("name"), str) and isinstance(inner, dict):
            return thought, found["name"], inner
    return thought, "", {}


def shorten(result):
    if isinstance(result, list):
        return json.dumps([{k: str(v)[:160] for k, v in r.items() if k in ("product_id", "title", "price", "attributes", "sku_options")} for r in result[:5] if isinstance(r, dict)])
    return str(result)[:400]


def agent_main(problem):
    request = problem["query"]
    d, guard, t0 = assay.Dialogue(request), Guard(problem["query"]), time.time()
    msgs = [{"role": "system", "content": SYS}, {"role": "user", "content": "Customer: " + request}]
    proposed = []
    for turn in range(10):
        if time.time() - t0 > 140:
            break
        try:
            text = str(assay.chat(msgs, temperature=0, max_tokens=220).message.get("content") or "")
        except assay.ChatFailed:
            break
        thought, name, args = parse(text)
        msgs.append({"role": "assistant", "content": text[:800]})
        if name == "recommend_product":
            raw = args.get("product_ids", "")
            proposed = [str(x).strip() for x in (raw if isinstance(raw, list) else str(raw).split(",")) if str(x).strip()]
            break
        if name not in ("find_product", "view_product_information"):
            msgs.append({"role": "user", "content": "Not understood. One <think>, one <tool_call>."})
            continue
        ran = assay.tools.execute(name, args)
        guard.learn(name, ran["result"])
        d.add(think=thought or text[:200] or name, tool_calls=[ran])
        msgs.append({"role": "user", "content": "Result: " + shorten(ran["result"])})
        msgs = msgs[:2] + msgs[2:][-12:]
    if not guard.docs:
        ran = assay.tools.execute("find_product", {"q": " ".join(sorted(guard.terms, key=len)[-4:])})
        guard.learn("find_product", ran["result"])
        d.add(think="Nothing was found yet.", tool_calls=[ran])
    final = guard.decide(proposed or ["none"])
    d.add(think="After the guard: " + ", ".join(final), tool_calls=[assay.tools.execute("recommend_product", {"product_ids": ",".join(final)})])
    d.add(think="Over.", tool_calls=[assay.tools.execute("terminate", {"status": "success"})])
    return d.steps
