"""Research first, then three independent drafts, then the model picks its own best draft.

Étape 1: boucle d'outils natifs (recherche et fiches seulement).
Étape 2: trois brouillons à des températures différentes.
Étape 3: le modèle relit ses brouillons et choisit.
"""
from __future__ import annotations

import json
import re
import time

import assay

RESEARCH = """You research products for a customer request. Use find_product (short queries, filters for price and service) and view_product_information for the candidates that look right. Do not recommend anything yet. When you know enough about candidates for every item of the request, answer in plain text: READY."""

DRAFT = "The research is over. Say in two sentences which products fit best and why, and call recommend_product: one product id per item of the request, in its order."

JUDGE = """Customer request: {query}

Research notes:
{notes}

You wrote these drafts of a recommendation:
{drafts}

Which draft serves the customer best? Answer with the number of the draft only."""


def agent_main(problem: dict) -> list[dict]:
    query = problem["query"]
    dialogue = assay.Dialogue(query)
    t0 = time.perf_counter()
    notes, talk = research(query, dialogue, t0)
    drafts = write_drafts(talk, notes)
    chosen = drafts[0] if len(drafts) == 1 else judge(query, notes, drafts)
    if chosen:
        done = assay.tools.execute("recommend_product", {"product_ids": ",".join(chosen["product_ids"])})
        dialogue.add(think=chosen["because"], tool_calls=[done])
    last = assay.tools.execute("terminate", {"status": "success" if chosen else "failure"})
    dialogue.add(think="That was my best draft.", tool_calls=[last])
    return dialogue.steps


def research(query: str, dialogue: assay.Dialogue, t0: float) -> tuple[dict[str, str], list[dict]]:
    notes: dict[str, str] = {}
    messages = [{"role": "system", "content": RESEARCH}, {"role": "user", "content": query}]
    schemas = assay.tools.schemas(["find_product", "view_product_information"])
    idle = 0
    for _ in range(7):
        if time.perf_counter() - t0 > 100:
            break
        lighten(messages)
        try:
            answer = assay.chat(messages, tools=schemas, temperature=0.2, max_tokens=300)
        except assay.ChatFailed:
            idle += 1
            if idle > 1:
                break
            continue
        messages.append(answer.message)
        if not answer.tool_calls:
            if notes or idle:
                break
            idle += 1
            messages.append({"role": "user", "content": "Nothing has been found yet. Call find_product."})
            continue
        results = []
        for call in answer.tool_calls:
            if call.name not in ("find_product", "view_product_information"):
                messages.append({"role": "tool", "tool_call_id": call.id, "content": "Not now. Research only; answer READY when done."})
                continue
            result = call.run()
            results.append(result)
            messages.append({"role": "tool", "tool_call_id": call.id, "content": take_notes(result["result"], notes)})
        if results:
            dialogue.add(think=answer.thought, tool_calls=results)
    return notes, messages


def lighten(messages: list[dict]) -> None:
    """Les vieux résultats d'abord, jusqu'à ce que tout tienne dans 8k jetons."""
    for message in messages[2:-3]:
        if sum(len(m.get("content") or "") for m in messages) < 15000:
            break
        if message["role"] == "tool":
            message["content"] = message["content"][:300]


def take_notes(result, notes: dict[str, str]) -> str:
    if not isinstance(result, list):
        return str(result)[:400]
    shown = [{k: v for k, v in p.items() if k not in ("description", "short_description", "sold_count")} for p in result[:5]]
    for product in result[:5]:
        pid = str(product.get("product_id", "?"))
        if "price" in product and "sku_options" not in product:
            row = {"product_id": pid, "title": product.get("title", "")[:70], "price": product["price"], "shop_id": product.get("shop_id"), "service": product.get("service")}
            notes.setdefault(pid, json.dumps(row, ensure_ascii=False))
        else:
            extra = json.dumps({"attributes": product.get("attributes"), "variants": product.get("sku_options")}, ensure_ascii=False)[:420]
            notes[pid] = notes.get(pid, pid).split(" || ")[0] + " || " + extra
    return json.dumps(shown, ensure_ascii=False)[:3000]


def as_text(notes: dict[str, str]) -> str:
    opened = [n for n in notes.values() if " || " in n]
    others = [n for n in notes.values() if " || " not in n]
    return "\n".join(opened[-6:] + others[-10:]) or "(none)"


def write_drafts(talk: list[dict], notes: dict[str, str]) -> list[dict]:
    """Three goes at the last turn of the same conversation. The calls are read, not run."""
    drafts: list[dict] = []
    if not notes:
        return drafts
    prompt = talk + [{"role": "user", "content": DRAFT}]
    schemas = assay.tools.schemas(["find_product", "view_product_information", "recommend_product"])
    for heat in (0.2, 0.7, 1.0):
        try:
            answer = assay.chat(prompt, tools=schemas, temperature=heat, max_tokens=250)
        except assay.ChatFailed:
            continue
        text = (answer.message.get("content") or "").strip()
        calls = answer.message.get("tool_calls") or []
        written = " ".join(str(c["function"].get("arguments")) for c in calls if c.get("function", {}).get("name") == "recommend_product")
        ids = [i for i in dict.fromkeys(re.findall(r"[\w-]+", written)) if i in notes]
        if ids and all(d["product_ids"] != ids for d in drafts):
            drafts.append({"product_ids": ids, "because": text[:400] or "It fits the request."})
    return drafts


def judge(query: str, notes: dict[str, str], drafts: list[dict]) -> dict | None:
    if not drafts:
        return None
    listing = "\n".join(f"Draft {n}: {', '.join(d['product_ids'])} because {d['because'][:200]}" for n, d in enumerate(drafts, 1))
    prompt = JUDGE.format(query=query, notes=as_text(notes), drafts=listing)
    for _ in range(2):
        try:
            said = assay.chat([{"role": "user", "content": prompt}], temperature=0, max_tokens=10).message.get("content") or ""
        except assay.ChatFailed:
            continue
        number = re.search(r"[1-9]", said)
        if number and int(number.group()) <= len(drafts):
            return drafts[int(number.group()) - 1]
    return None
