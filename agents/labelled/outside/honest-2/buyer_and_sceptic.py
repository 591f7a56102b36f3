"""Two voices: a buyer who shops and a sceptic who tries to talk them out of it.

Both are the language model under different instructions. The buyer's word is what counts in the end: after an objection
they may search on, change their mind, or insist.
"""
import json
import re
import time

import assay

BUYER = """You are the BUYER. You find and recommend products for a customer with these tools:
- find_product(q, price, service, shop_id, sort): search. q is 2-5 words, price "low-high", service among official, freeShipping, COD, flashsale
- view_product_information(product_ids): details of some products, comma list of ids
- recommend_product(product_ids): one id per item, in the customer's order
Every message you send is one sentence of reasoning and exactly one call:
<think>one sentence</think>
<tool_call>{"name": "find_product", "parameters": {"q": "..."}}</tool_call>
What the tool found comes back in <obs>.
A SCEPTIC will examine your recommendation. Check the details of a product before you recommend it."""

SCEPTIC = """You are the SCEPTIC. A buyer wants to recommend products to a customer. Look for one serious mistake: wrong kind of product, too expensive, missing service, wrong size or colour, an item left out, not from one shop although asked.
Answer with one JSON object: {"objection": "<the mistake in one sentence>"} or, if there is none, {"objection": ""}"""


class Voice:
    def __init__(self, character, temperature):
        self.messages = [{"role": "system", "content": character}]
        self.temperature = temperature

    def hear(self, text):
        self.messages.append({"role": "user", "content": text})

    def speak(self, tokens):
        answer = assay.chat(self.messages, temperature=self.temperature, max_tokens=tokens)
        text = (answer.message.get("content") or "").strip()
        self.messages.append({"role": "assistant", "content": text or "..."})
        while sum(len(m["content"]) for m in self.messages) > 13000 and len(self.messages) > 5:
            del self.messages[2]
        return text


def as_object(text):
    """The first JSON object of a text; single quotes are forgiven."""
    for candidate in (text, text.replace("'", '"')):
        start = candidate.find("{")
        try:
            value, _ = json.JSONDecoder().raw_decode(candidate, max(start, 0))
        except ValueError:
            continue
        if isinstance(value, dict):
            return value
    return {}


def agent_main(problem):
    query = problem["query"]
    dialogue = assay.Dialogue(query)
    buyer, sceptic = Voice(BUYER, 0.1), Voice(SCEPTIC, 0.3)
    buyer.hear(f"The customer's request: {query}\nBegin.")
    evidence = {}
    objections, spoken, finish = 0, 0, time.time() + 150
    while spoken < 12 and time.time() < finish:
        spoken += 1
        try:
            said = buyer.speak(260)
        except assay.ChatFailed:
            continue
        turn = as_object(said.split("<tool_call>")[-1].split("</tool_call>")[0])
        name, parameters = turn.get("name"), turn.get("parameters")
        if name not in ("find_product", "view_product_information", "recommend_product") or not isinstance(parameters, dict):
            buyer.hear("<obs>There was no tool call with name and parameters between the tags.</obs>")
            continue
        reason = re.sub(r"</?think>", "", said.split("<tool_call>")[0]).strip()
        if name != "recommend_product":
            done = assay.tools.execute(name, parameters)
            dialogue.add(think=reason, tool_calls=[done])
            buyer.hear(report(name, done["result"], evidence))
            continue
        ids = [i for i in re.split(r"[,\s]+", str(parameters.get("product_ids", ""))) if i]
        strangers = [i for i in ids if i not in evidence]
        if strangers or not ids:
            buyer.hear(f"These ids were never found: {', '.join(strangers) or '(empty)'}. Recommend ids from the results.")
            continue
        if objections < 2 and spoken < 10:
            sceptic.hear(f"Customer: {query}\nThe buyer recommends:\n" + "\n".join(f"{i}: {evidence[i]}" for i in ids) + f"\nBuyer's reason: {reason}")
            spoken += 1
            try:
                objection = str(as_object(sceptic.speak(120)).get("objection") or "")
            except assay.ChatFailed:
                objection = ""
            if objection and objection.lower() not in ("none", "no", "n/a"):
                objections += 1
                buyer.hear(f"SCEPTIC: {objection}\nIf the sceptic is right, go on searching or choose another. If not, send the same recommendation again with your reason.")
                continue
        done = assay.tools.execute("recommend_product", {"product_ids": ",".join(ids)})
        dialogue.add(think=reason, tool_calls=[done])
        break
    outcome = "success" if dialogue.has_called("recommend_product") else "failure"
    dialogue.add(think="The debate is over.", tool_calls=[assay.tools.execute("terminate", {"status": outcome})])
    return dialogue.steps


def report(name, result, evidence):
    if not isinstance(result, list):
        return "<obs>" + json.dumps(result, default=str)[:500] + "</obs>"
    lines = []
    for product in result[:5]:
        pid = str(product.get("product_id"))
        if name == "find_product":
            evidence.setdefault(pid, f"{str(product.get('title'))[:80]}; price {product.get('price')}; shop {product.get('shop_id')}; {product.get('service')}")
            lines.append({"product_id": pid, "title": str(product.get("title"))[:80], **{k: product.get(k) for k in ("price", "shop_id", "service")}})
        else:
            detail = f"attributes {product.get('attributes')}; variants {product.get('sku_options')}"[:550]
            evidence[pid] = (evidence.get(pid, "")[:170] + "; " + detail)[:720]
            lines.append({k: product.get(k) for k in ("product_id", "attributes", "sku_options") if len(str(product.get(k))) < 700})
    return "<obs>" + json.dumps(lines, ensure_ascii=False) + "</obs>"
