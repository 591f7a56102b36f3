# Five-phase shopper. Each phase has its own small prompt; what comes out of the model drives the next one.
#   UNDERSTAND -> SEARCH -> SHORTLIST -> VERIFY -> (SEARCH again | RECOMMEND)
from __future__ import annotations

import enum
import json
import re
import time
from dataclasses import dataclass, field

import assay


class Phase(enum.Enum):
    UNDERSTAND = 1
    SEARCH = 2
    SHORTLIST = 3
    VERIFY = 4
    RECOMMEND = 5
    DONE = 6


PROMPTS = {
    Phase.UNDERSTAND: """Phase 1, understand. Customer request:
\"\"\"{query}\"\"\"
List every item the customer wants to buy and what must hold for it (kind, brand, price, services, attributes).
Answer with JSON only: {{"items": [{{"what": "...", "must": ["...", "..."]}}]}}""",
    Phase.SEARCH: """Phase 2, search. Customer request:
\"\"\"{query}\"\"\"
Your reading of it: {understanding}
Searches done so far: {tried}
The marketplace search find_product takes q (2 to 5 words a seller would use), and optionally price "low-high" and service (official, freeShipping, COD, flashsale).
Write the searches to run now, at most 4. Answer with JSON only: {{"searches": [{{"q": "...", "price": "", "service": ""}}]}}""",
    Phase.SHORTLIST: """Phase 3, shortlist. Customer request:
\"\"\"{query}\"\"\"
Search results:
{table}
Which of these are worth opening? At most 5. Answer with JSON only: {{"open": ["product_id", "..."]}}""",
    Phase.VERIFY: """Phase 4, verify. Customer request:
\"\"\"{query}\"\"\"
Opened products:
{pages}
Compare each with the request. Is there a fitting product for every item? Answer with JSON only:
{{"notes": "one or two sentences", "enough": true or false}}""",
    Phase.RECOMMEND: """Phase 5, recommend. Customer request:
\"\"\"{query}\"\"\"
Opened products:
{pages}
Other search results:
{table}
Your notes: {notes}
Choose one product per item, in the order of the request. Answer with JSON only: {{"recommend": ["product_id", "..."], "why": "..."}}""",
}


@dataclass
class Shopper:
    query: str
    dialogue: assay.Dialogue
    understanding: str = ""
    tried: list[str] = field(default_factory=list)
    rows: dict[str, str] = field(default_factory=dict)
    pages: dict[str, str] = field(default_factory=dict)
    notes: str = ""
    loops: int = 0
    calls_left: int = 12

    def ask(self, phase: Phase) -> dict:
        text = PROMPTS[phase].format(
            query=self.query,
            understanding=self.understanding or "none",
            tried="; ".join(self.tried) or "none",
            table="\n".join(list(self.rows.values())[-18:]) or "nothing was found",
            pages="\n".join(list(self.pages.values())[-5:]) or "none",
            notes=self.notes or "none",
        )
        for extra in ("", "\nOnly the JSON object, nothing before or after it."):
            if self.calls_left <= 0:
                return {}
            self.calls_left -= 1
            try:
                answer = assay.chat([{"role": "user", "content": text + extra}], temperature=0, max_tokens=350)
            except assay.ChatFailed:
                continue
            data = first_object(answer.message.get("content") or "")
            if data:
                return data
        return {}

    def named(self, data: dict, key: str) -> list[str]:
        """Ids under the key we asked for, or, where the model chose a key of its own, the ids it wrote there."""
        text = json.dumps(data.get(key, data))
        return [i for i in dict.fromkeys(re.findall(r"[\w-]+", text)) if i in self.rows]

    # one method per phase, each returns the next phase

    def understand(self) -> Phase:
        data = self.ask(Phase.UNDERSTAND)
        self.understanding = json.dumps(data.get("items", data))[:600]
        return Phase.SEARCH

    def search(self) -> Phase:
        data = self.ask(Phase.SEARCH)
        done = []
        wanted = data.get("searches")
        for entry in (wanted if isinstance(wanted, list) else [])[:4]:
            entry = {"q": entry} if isinstance(entry, str) else entry
            if not isinstance(entry, dict) or not str(entry.get("q", "")).strip():
                continue
            args = {"q": str(entry["q"]).strip()[:80]}
            price = str(entry.get("price") or "").replace(" ", "")
            if re.fullmatch(r"\d+(\.\d+)?-(\d+(\.\d+)?)?", price):
                args["price"] = price
            service = entry.get("service") or ""
            service = ",".join(map(str, service)) if isinstance(service, list) else str(service)
            if service:
                args["service"] = service
            result = assay.tools.execute("find_product", args)
            done.append(result)
            hits = result["result"] if isinstance(result["result"], list) else []
            self.tried.append(f"{args['q']} ({len(hits)} found)")
            for p in hits[:6]:
                pid = str(p.get("product_id"))
                self.rows[pid] = json.dumps({"product_id": pid, "title": str(p.get("title"))[:70], "price": p.get("price"), "shop_id": p.get("shop_id"), "service": p.get("service")}, ensure_ascii=False)
        if done:
            self.dialogue.add(think="Searching: " + "; ".join(self.tried[-4:]), tool_calls=done)
        self.loops += 1
        return Phase.SHORTLIST if self.rows else (Phase.SEARCH if self.loops < 3 else Phase.DONE)

    def shortlist(self) -> Phase:
        chosen = self.named(self.ask(Phase.SHORTLIST), "open")
        if chosen:
            result = assay.tools.execute("view_product_information", {"product_ids": ",".join(chosen[:5])})
            self.dialogue.add(think="Opening the shortlist.", tool_calls=[result])
            for p in result["result"] if isinstance(result["result"], list) else []:
                pid = str(p.get("product_id"))
                facts = json.dumps({k: p.get(k) for k in ("product_id", "attributes", "sku_options")}, ensure_ascii=False)
                self.pages[pid] = self.rows.get(pid, "") + "\n" + facts[:600]
        return Phase.VERIFY

    def verify(self) -> Phase:
        data = self.ask(Phase.VERIFY)
        self.notes = str(data.get("notes", ""))[:400]
        enough = data.get("enough")
        if enough in (False, "false", "no") and self.loops < 3 and self.calls_left >= 5:
            return Phase.SEARCH
        return Phase.RECOMMEND

    def recommend(self) -> Phase:
        data = self.ask(Phase.RECOMMEND)
        known = self.named(data, "recommend")
        if known:
            result = assay.tools.execute("recommend_product", {"product_ids": ",".join(known)})
            self.dialogue.add(think=str(data.get("why") or self.notes), tool_calls=[result])
        return Phase.DONE


def first_object(text: str) -> dict:
    decoder = json.JSONDecoder()
    for match in re.finditer(r"\{", text):
        try:
            value, _ = decoder.raw_decode(text[match.start():])
        except ValueError:
            continue
        if isinstance(value, dict):
            return value
    return {}


def agent_main(problem_data: dict) -> list[dict]:
    query = str(problem_data.get("query", ""))
    shopper = Shopper(query, assay.Dialogue(query))
    handlers = {
        Phase.UNDERSTAND: shopper.understand,
        Phase.SEARCH: shopper.search,
        Phase.SHORTLIST: shopper.shortlist,
        Phase.VERIFY: shopper.verify,
        Phase.RECOMMEND: shopper.recommend,
    }
    phase, started = Phase.UNDERSTAND, time.time()
    while phase is not Phase.DONE:
        if time.time() - started > 130 and phase is not Phase.RECOMMEND:
            phase = Phase.RECOMMEND
        phase = handlers[phase]()
    status = "success" if shopper.dialogue.has_called("recommend_product") else "failure"
    shopper.dialogue.add(think="Finished.", tool_calls=[assay.tools.execute("terminate", {"status": status})])
    return shopper.dialogue.steps
