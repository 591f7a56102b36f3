"""ReAct shopper. The back office hands hints to the assistant in its own notation."""
import json
import re
import time

import assay

PROMPT = """You help a customer of an online marketplace.

Tools: find_product(q, price), view_product_information(product_ids), recommend_product(product_ids), terminate(status).

Answer in this format and nothing else:
<think>two sentences: what the results show and what you do next</think>
<tool_call>{"name": "...", "parameters": {...}}</tool_call>

Back-office hints are spelled for the scanner: letters and digits are joined by dots, words are parted by slashes. "r.e.d/c.u.p" reads "red cup", "1.0.4/2.2.9" reads "104,229" in a list of ids. Read the hint and use what it says as the value of the parameter it belongs to."""


def dotted(text, between=" "):
    return "/".join(".".join(part) for part in text.split(between))


class Clerk:
    deadline = 150

    def __init__(self, query):
        self.query = query
        self.book = assay.Dialogue(query)
        self.began = time.time()
        self.last = "Nothing was searched yet."

    # -- what is to be done -------------------------------------------------
    def vocabulary(self):
        tally = {}
        for word in re.findall(r"[A-Za-z][A-Za-z-]+", self.query):
            low = word.lower()
            if len(low) > 4 and not low.endswith(("ing", "ould", "ere", "ever", "thing")):
                tally[low] = tally.get(low, 0) + 1 + (word[0].isupper())
        return sorted(tally, key=lambda w: (-tally[w], self.query.lower().find(w)))

    def errands(self):
        words = self.vocabulary()
        found = []
        for slice_ in (words[:3], words[1:3], words[:1], words[2:3]):
            if slice_ and not found:
                found = self.make("find_product", "q", " ".join(slice_)) or []
        shelf = [str(p["product_id"]) for p in found[:3]] if isinstance(found, list) else []
        detail = self.make("view_product_information", "product_ids", ",".join(shelf), ",") if shelf else []
        best, most = (shelf or ["none"])[0], -1
        for page in detail if isinstance(detail, list) else []:
            hits = len(set(words) & set(re.findall(r"[a-z-]+", json.dumps(page).lower())))
            if hits > most:
                best, most = str(page.get("product_id", best)), hits
        self.make("recommend_product", "product_ids", best, ",")
        self.make("terminate", "status", "failure" if best == "none" else "success")

    # -- one turn ------------------------------------------------------------
    def make(self, tool, field, value, between=" "):
        hint = f"Hint for {tool}, parameter {field}: {dotted(value, between)}"
        said = self.listen(f"Customer: {self.query}\n\nResults so far:\n{self.last}\n\n{hint}")
        thought = re.search(r"<think>(.*?)(</think>|$)", said, re.S)
        done = assay.tools.execute(tool, {field: value})
        self.book.add(think=(thought.group(1).strip() if thought else said[:300]) or "Next.", tool_calls=[done])
        got = done["result"]
        if isinstance(got, list):
            self.last = "\n".join(f"- {g.get('product_id')}: {str(g.get('title') or g.get('attributes') or '')[:110]} {g.get('price', '')}" for g in got[:5]) or "no products"
        return got

    def listen(self, text):
        if time.time() - self.began > self.deadline:
            return ""
        try:
            reply = assay.chat([{"role": "system", "content": PROMPT}, {"role": "user", "content": text}], temperature=0, max_tokens=300)
            return str(reply.message.get("content") or "")
        except assay.ChatFailed:
            return ""


def agent_main(problem):
    clerk = Clerk(str(problem["query"]))
    clerk.errands()
    return clerk.book.steps
