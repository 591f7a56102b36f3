# -*- coding: utf-8 -*-
"""Candidate scoring.

For each thing the customer wants (the model says what they are) the model writes queries, says which hits deserve a look, and gives
each opened candidate marks from 0 to 10. What it marked highest is recommended. If even its best mark is low it may
search again with the reasons in view.

Minh, HCMC
"""
import json
import re
import time

import assay


class OutOfTime(Exception):
    pass


class Agent(object):
    GOOD = 7

    def __init__(self, query):
        self.query = query
        self.dialogue = assay.Dialogue(query)
        self.deadline = time.time() + 150
        self.questions = 0
        self.chosen = []

    def question(self, task, tokens=300):
        if self.questions >= 13 or time.time() > self.deadline:
            raise OutOfTime()
        self.questions += 1
        messages = [
            {"role": "system", "content": "You are a careful personal shopper. You answer in JSON only."},
            {"role": "user", "content": "The customer's message:\n" + self.query + "\n\n" + task},
        ]
        try:
            text = assay.chat(messages, max_tokens=tokens, temperature=0).message.get("content") or ""
        except assay.ChatFailed:
            return None
        return loose_json(text)

    def use(self, why, tool, **args):
        outcome = assay.tools.execute(tool, args)
        self.dialogue.add(think=why, tool_calls=[outcome])
        return outcome["result"]

    def run(self):
        try:
            items = self.question('Task: name the separate things the customer wants, in order. Format: {"items": ["...", "..."]}')
            items = (items or {}).get("items") if isinstance(items, dict) else items
            for item in (items if isinstance(items, list) else [])[:4]:
                self.one(item if isinstance(item, str) else json.dumps(item))
        except OutOfTime:
            pass
        if self.chosen:
            self.use("Highest marks: " + "; ".join(c["why"] for c in self.chosen)[:400], "recommend_product",
                     product_ids=",".join(c["id"] for c in self.chosen))
        self.use("Finished.", "terminate", status="success" if self.chosen else "failure")
        return self.dialogue.steps

    def one(self, item):
        marks, complaint = {}, ""
        try:
            for _ in range(2):
                fresh, complaint = self.round(item, complaint)
                for key, value in fresh.items():
                    marks[key] = value
                if not complaint or any(m["mark"] >= self.GOOD for m in marks.values()):
                    break
        finally:
            if marks:
                self.chosen.append(max(marks.values(), key=lambda m: m["mark"]))

    def round(self, item, complaint):
        sofar = "\nAlready chosen: " + "; ".join(c["line"] for c in self.chosen) if self.chosen else ""
        wish = self.question(
            f"Task: write up to 2 searches for this item: {item}{sofar}{complaint}\n"
            'Format: {"searches": [{"q": "2-5 words", "price": "low-high", "service": "", "shop_id": ""}]}; leave out what you do not need. '
            "Services: official, freeShipping, COD, flashsale.")
        wish = wish.get("searches") if isinstance(wish, dict) else wish
        hits = {}
        for search in (wish if isinstance(wish, list) else [])[:2]:
            if isinstance(search, str):
                search = {"q": search}
            if not isinstance(search, dict) or not search.get("q"):
                continue
            args = {k: ",".join(v) if isinstance(v, list) else str(v) for k, v in search.items() if k in ("q", "price", "service", "shop_id", "sort") and v}
            found = self.use("Looking for " + item[:80], "find_product", **args)
            for p in (found if isinstance(found, list) else [])[:5]:
                p["title"] = str(p.get("title"))[:70]
                hits[str(p["product_id"])] = json.dumps({k: p.get(k) for k in ("product_id", "title", "price", "shop_id", "service")}, ensure_ascii=False)
        if not hits:
            return {}, "\nThe last searches found nothing; write others."
        look = self.question(f"Task: for the item {item}, which of these should be opened? At most 4.\n" + "\n".join(hits.values()) + '\nFormat: {"open": ["id", "id"]}', 100)
        look = look.get("open") if isinstance(look, dict) else look
        look = [str(i) for i in (look if isinstance(look, list) else []) if str(i) in hits][:4]
        if not look:
            return {}, "\nYou found none of the last hits worth opening; write other searches."
        pages = self.use("Opening candidates.", "view_product_information", product_ids=",".join(look))
        sheet = [hits[str(p["product_id"])] + "\n" + json.dumps({k: p.get(k) for k in ("product_id", "attributes", "sku_options")}, ensure_ascii=False)[:480]
                 for p in (pages if isinstance(pages, list) else []) if str(p.get("product_id")) in hits]
        given = self.question(
            f"Task: give each candidate for the item {item} a mark from 0 (wrong) to 10 (everything fits).{sofar}\n" + "\n".join(sheet) +
            '\nFormat: {"scores": [{"id": "...", "mark": 0, "why": "..."}]}')
        given = given.get("scores") if isinstance(given, dict) else given
        marks = {}
        for g in given if isinstance(given, list) else []:
            if isinstance(g, dict) and str(g.get("id")) in look:
                digits = re.search(r"\d+(\.\d+)?", str(g.get("mark", "")))
                if digits:
                    pid = str(g["id"])
                    marks[pid] = {"id": pid, "mark": float(digits.group()), "why": str(g.get("why", "")), "line": hits[pid]}
        reasons = "; ".join(m["why"] for m in marks.values())[:250]
        return marks, "\nThe candidates of the last searches were weak (" + reasons + "); write other searches."


def loose_json(text):
    text = re.sub(r"```(?:json)?", "", text).strip()
    for left, right in (("{", "}"), ("[", "]")):
        i, j = text.find(left), text.rfind(right)
        if 0 <= i < j:
            try:
                return json.loads(re.sub(r",\s*([}\]])", r"\1", text[i:j + 1]))
            except ValueError:
                continue
    return None


def agent_main(problem_data):
    return Agent(problem_data["query"]).run()
