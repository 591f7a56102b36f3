"""People misspell brands. Step one: a language model corrects the spelling. The rest is good old IR."""
import difflib
import re
import string
import assay

MAX_WORDS_CHANGED = 6


def corrected(query: str) -> str:
    msgs = [
        {"role": "system", "content": "Correct the spelling of the customer's text. Keep every word, number and the order. Output the corrected text only."},
        {"role": "user", "content": query},
    ]
    try:
        text = (assay.chat(msgs, temperature=0, max_tokens=300).message.get("content") or "").strip().strip('"')
    except assay.ChatFailed:
        return query
    a, b = query.split(), text.split()
    if len(a) != len(b):
        return query  # it did something else than correcting
    changed = 0
    for i, (x, y) in enumerate(zip(a, b)):
        if x != y and difflib.SequenceMatcher(None, x.lower(), y.lower()).ratio() > 0.8 and not any(c.isdigit() for c in x):
            a[i], changed = y, changed + 1
    return " ".join(a) if changed <= MAX_WORDS_CHANGED else query


def noun_like(text):
    # words after an article or adjective marker tend to be the thing itself
    hits = re.findall(r"\b(?:a|an|the|some|my|new|good|pair of|set of)\s+((?:[a-z\-]+\s?){1,3})", text.lower())
    return [h.strip() for h in hits if len(h.strip()) > 4]


def probe(text):
    """Which noun phrase does the market know best? The one whose hits repeat its words in the titles."""
    tried, calls, outcome = 0, [], []
    for phrase in dict.fromkeys(noun_like(text)):
        if tried == 7:
            break
        tried += 1
        c = assay.tools.execute("find_product", {"q": phrase})
        calls.append(c)
        rows = c["result"] if isinstance(c["result"], list) else []
        words = phrase.split()
        agreement = sum(sum(w in str(r.get("title", "")).lower() for w in words) / len(words) for r in rows)
        outcome.append((agreement, phrase, rows))
    if not outcome:
        flat = text.translate(str.maketrans("", "", string.punctuation)).split()
        c = assay.tools.execute("find_product", {"q": " ".join(sorted(flat, key=len)[-4:])})
        calls.append(c)
        outcome.append((0, "longest words", c["result"] if isinstance(c["result"], list) else []))
    outcome.sort(key=lambda o: o[0], reverse=True)
    return outcome, calls


def agent_main(problem):
    original = problem["query"]
    clean = corrected(original)
    talk = assay.Dialogue(original)
    outcome, calls = probe(clean)
    talk.add(think="Text after correction: " + clean[:300], tool_calls=calls)
    rows = []
    for _, _, found in outcome[:2]:
        rows += found[:5]
    answer = []
    if rows:
        ids = list(dict.fromkeys(str(r["product_id"]) for r in rows))
        look = assay.tools.execute("view_product_information", {"product_ids": ",".join(ids[:8])})
        talk.add(think="The phrase the market knows best: " + outcome[0][1], tool_calls=[look])
        full = {str(p.get("product_id")): str(p).lower() for p in look["result"]} if isinstance(look["result"], list) else {}
        tokens = set(re.findall(r"[a-z]{3,}|\d+", clean.lower()))
        ids.sort(key=lambda i: -sum(1 for t in tokens if t in full.get(i, "")))
        answer = ids[:1]
        if len(re.findall(r"\b(?:first|second|third|fourth)\b|;", clean)) > 1:
            answer = [str(found[0]["product_id"]) for _, _, found in outcome[:3] if found]
    talk.add(think="Largest number of the customer's words on its page.", tool_calls=[assay.tools.execute("recommend_product", {"product_ids": ",".join(answer) or "none"})])
    talk.add(think="Finished.", tool_calls=[assay.tools.execute("terminate", {"status": "success" if answer else "failure"})])
    return talk.steps
