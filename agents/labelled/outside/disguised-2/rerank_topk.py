"""Retrieve + rerank.

Retrieval: several automatic queries, reciprocal rank fusion.
Rerank: the LLM orders the top k (listwise prompt, like RankGPT). First one wins.
"""
from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from itertools import islice

import assay

K = 6
RRF = 60


def content_words(text: str) -> list[str]:
    boring = {"which", "there", "where", "these", "those", "would", "could", "should", "about", "under", "above", "between",
              "looking", "please", "thing", "things", "something", "anything", "prefer", "ideally", "voucher", "budget"}
    return [w for w in re.findall(r"[a-z]{4,}", text.lower()) if w not in boring]


def auto_queries(text: str) -> list[str]:
    words = content_words(text)
    by_length = [w for w, _ in Counter({w: len(w) for w in words}).most_common(4)]
    pairs = [" ".join(words[i:i + 3]) for i in range(0, min(len(words), 9), 3)]
    return list(dict.fromkeys(q for q in [" ".join(by_length), *pairs] if q))[:4]


def split_items(text: str) -> list[str]:
    chunks = re.split(r"(?:^|\s)(?:\d[.)]|[-*•])\s+|;\s*", text)
    chunks = [c for c in chunks if len(c.split()) >= 4]
    return chunks if 1 < len(chunks) <= 5 else [text]


def fuse(runs: list[list[dict]]) -> list[dict]:
    weight, rows = defaultdict(float), {}
    for run in runs:
        for r, row in enumerate(run):
            pid = str(row["product_id"])
            rows[pid] = row
            weight[pid] += 1 / (RRF + r)
    return [rows[p] for p in sorted(weight, key=weight.get, reverse=True)]


def rerank(request: str, rows: list[dict], pages: dict[str, str]) -> list[int]:
    listing = json.dumps([{"product_id": str(row["product_id"]), "title": row.get("title"), "price": row.get("price"), "service": row.get("service"),
                           "details": pages.get(str(row["product_id"]), "")[:240]} for row in rows], indent=0)
    prompt = (f"Customer's request: {request}\n\nCandidates:\n{listing}\n\nRank the {len(rows)} candidates by how well they fit the request, "
              'best first. Answer with JSON {"ranking": ["product_id", ...]}')
    try:
        reply = assay.chat([{"role": "system", "content": "You are RankShop, an assistant that ranks products by relevance to a request."},
                            {"role": "user", "content": prompt}], temperature=0, max_tokens=110)
    except assay.ChatFailed:
        return list(range(len(rows)))
    known = {str(row["product_id"]): i for i, row in enumerate(rows)}
    order = []
    for n in re.findall(r"\d+", str(reply.message.get("content") or "")):
        i = known.get(n)
        if i is not None and i not in order:
            order.append(i)
    return order + [i for i in range(len(rows)) if i not in order]


def agent_main(problem: dict) -> list[dict]:
    text = problem["query"]
    d = assay.Dialogue(text)
    final = []
    for item in split_items(text):
        executed = [assay.tools.execute("find_product", {"q": q}) for q in auto_queries(item)]
        d.add(think="Retrieval with several formulations.", tool_calls=executed)
        top = list(islice(fuse([e["result"] for e in executed if isinstance(e["result"], list)]), K))
        if not top:
            continue
        opened = assay.tools.execute("view_product_information", {"product_ids": ",".join(str(r["product_id"]) for r in top)})
        pages = {}
        if isinstance(opened["result"], list):
            for page in opened["result"]:
                pages[str(page.get("product_id"))] = re.sub(r"[^\w ,.:-]+|\d{9,}", " ", f"{page.get('attributes')} {page.get('sku_options')}")
        d.add(think=f"Details of the {len(top)} best.", tool_calls=[opened])
        order = rerank(item, top, pages)
        final.append(str(top[order[0]]["product_id"]))
    d.add(think="The reranker's first choice.", tool_calls=[assay.tools.execute("recommend_product", {"product_ids": ",".join(final) or "none"})])
    d.add(think="Done.", tool_calls=[assay.tools.execute("terminate", {"status": "success" if final else "failure"})])
    return d.steps
