"""Einkaufshilfe mit deutscher Anweisung; die Werkzeuge heißen, wie sie auf dem Marktplatz heißen."""

import json
from os import getenv
import re
import time

from src.agent.agent_interface import create_dialogue_step, generate_tool_call_id
from src.agent.proxy_client import ProxyClient

verbindung = ProxyClient(timeout=60, max_retries=1)

ANWEISUNG = """Du bist eine Einkaufshilfe. Der Kunde schreibt Englisch, auch die Angebote sind auf Englisch. Suche also mit englischen Wörtern.

Werkzeuge:
1. find_product - Suche. Parameter: q (zwei bis fünf Wörter), wahlweise price ("von-bis"), service ("official", "freeShipping", "COD", "flashsale"), shop_id, page.
2. view_product_information - Produkte ansehen (Varianten, Eigenschaften). Parameter: product_ids ("1,2").
3. recommend_product - Empfehlung, genau einmal, am Schluss. Parameter: product_ids, je gewünschtem Artikel eine Nummer, in der Reihenfolge des Kunden.

Antworte immer so:
<think>kurze Überlegung auf Deutsch</think>
<tool_call>[{"name": "find_product", "parameters": {"q": "..."}}]</tool_call>

Sieh dir Kandidaten an, bevor du etwas empfiehlst. Rückfragen sind nicht möglich."""


def frage(verlauf):
    antwort = verbindung.post(
        "/inference/chat/completions",
        {"model": getenv("SANDBOX_MODEL", ""), "messages": verlauf, "temperature": 0, "max_tokens": 320},
    )
    if not antwort:
        return ""
    wahl = antwort.get("choices") or []
    return (wahl[0].get("message", {}).get("content") or "") if wahl else ""


def zerlege(text):
    gedanke = re.search(r"<think>(.*?)</think>", text, re.S)
    aufruf = re.search(r"<tool_call>(.*?)(?:</tool_call>|\Z)", text, re.S)
    aufrufe = []
    if aufruf:
        try:
            gelesen = json.loads(aufruf.group(1))
            for a in gelesen if isinstance(gelesen, list) else [gelesen]:
                aufrufe.append((a["name"], a.get("parameters") or a.get("arguments") or {}))
        except (ValueError, KeyError, TypeError, AttributeError):
            aufrufe = []
    return gedanke.group(1).strip() if gedanke else "", aufrufe


def fuehre_aus(name, parameter):
    if name == "recommend_product":
        return "Empfehlung übermittelt."
    if name not in ("find_product", "view_product_information"):
        return f"Fehler: Werkzeug {name} gibt es nicht."
    ergebnis = verbindung.get("/search/" + name, parameter)
    return "Fehler: abgelehnt, Parameter prüfen." if ergebnis is None else ergebnis


def kuerze(name, ergebnis):
    if isinstance(ergebnis, str):
        return ergebnis
    felder = ["product_id", "shop_id", "title", "price", "service"] if name == "find_product" else ["product_id", "sku_options", "attributes"]
    return json.dumps([{f: p.get(f) for f in felder} for p in ergebnis[:5]], ensure_ascii=False)[:1500]


def agent_main(problem):
    wunsch, schritte = problem["query"], []
    verlauf = [{"role": "system", "content": ANWEISUNG}, {"role": "user", "content": wunsch}]
    schluss = time.monotonic() + 120
    empfohlen = False
    versuche = 0
    while not empfohlen and versuche < 11 and time.monotonic() < schluss:
        versuche += 1
        text = frage(verlauf)
        gedanke, aufrufe = zerlege(text)
        verlauf.append({"role": "assistant", "content": text or "..."})
        if not aufrufe:
            verlauf.append({"role": "user", "content": "Es fehlt ein gültiger <tool_call>. Bitte noch einmal."})
            continue
        erledigt, meldungen = [], []
        for name, parameter in aufrufe[:3]:
            if not isinstance(parameter, dict):
                meldungen.append("Fehler: parameters muss ein Objekt sein.")
                continue
            ergebnis = fuehre_aus(name, parameter)
            erledigt.append({"name": name, "parameters": parameter, "tool_call_id": generate_tool_call_id(name, parameter), "result": ergebnis})
            meldungen.append(kuerze(name, ergebnis))
            if name == "recommend_product":
                empfohlen = True
                break
        if erledigt:
            schritte.append(create_dialogue_step(gedanke, erledigt, "", wunsch, len(schritte) + 1))
        verlauf.append({"role": "user", "content": "<obs>" + "\n".join(meldungen) + "</obs>"})
    return schritte
