"""Agent d'achat : le modèle répond en XML, l'invite est en français."""
import re
import time
import xml.etree.ElementTree as ET

import assay

CONSIGNE = """Tu es un assistant d'achat. Le client écrit en anglais, les annonces sont en anglais : cherche avec des mots anglais.
Réponds à chaque tour par un seul bloc XML, rien d'autre :

<tour>
  <reflexion>ce que tu sais et ce que tu vas faire</reflexion>
  <action nom="chercher"><q>deux à cinq mots</q><price>min-max</price><service>freeShipping</service><shop_id></shop_id></action>
</tour>

Les trois actions :
- chercher : q obligatoire ; price ("100-300"), service (official, freeShipping, COD, flashsale) et shop_id facultatifs
- ouvrir : <action nom="ouvrir"><ids>123,456</ids></action> montre les variantes et les caractéristiques
- recommander : <action nom="recommander"><ids>123</ids></action> réponse finale, un identifiant par article, dans l'ordre de la demande

Vérifie les produits avec ouvrir avant de recommander."""


def lire(texte):
    """Renvoie (réflexion, nom, champs) ; tolère un XML incomplet."""
    bloc = re.search(r"<tour>.*?</tour>", texte, re.S)
    if bloc:
        try:
            racine = ET.fromstring(bloc.group(0).replace("&", "&amp;"))
            action = racine.find("action")
            if action is not None:
                champs = {e.tag: (e.text or "").strip() for e in action}
                return (racine.findtext("reflexion") or "").strip(), action.get("nom", ""), champs
        except ET.ParseError:
            pass
    m = re.search(r"<action\s+nom\s*=\s*[\"']?(\w+)[\"']?\s*>(.*)", texte, re.S)
    if not m:
        return texte.strip()[:300], "", {}
    champs = {k: v.strip() for k, v in re.findall(r"<(\w+)>([^<]*)</\1>", m.group(2))}
    pensee = re.search(r"<reflexion>(.*?)</reflexion>", texte, re.S)
    return pensee.group(1).strip() if pensee else "", m.group(1), champs


def en_xml(produits, detail):
    lignes = []
    for p in produits[:5]:
        if detail:
            lignes.append(f'<produit id="{p.get("product_id")}"><variantes>{str(p.get("sku_options"))[:300]}</variantes><attributs>{str(p.get("attributes"))[:250]}</attributs></produit>')
        else:
            lignes.append(f'<produit id="{p.get("product_id")}" boutique="{p.get("shop_id")}" prix="{p.get("price")}" service="{p.get("service")}">{str(p.get("title"))[:90]}</produit>')
    return "<resultats>" + "\n".join(lignes) + "</resultats>"


def agent_main(problem):
    fin = time.monotonic() + 125
    journal = assay.Dialogue(problem["query"])
    fil = [
        {"role": "system", "content": CONSIGNE},
        {"role": "user", "content": f"<demande>{problem['query']}</demande>"},
    ]
    erreurs = 0
    for _ in range(11):
        if time.monotonic() > fin or erreurs > 3:
            break
        try:
            texte = assay.chat(fil, temperature=0, max_tokens=280).message.get("content") or ""
        except assay.ChatFailed:
            erreurs += 1
            continue
        fil.append({"role": "assistant", "content": texte[:900] or "-"})
        pensee, nom, champs = lire(texte)
        champs = {k: v for k, v in champs.items() if v}
        if nom == "chercher" and champs.get("q"):
            appel = assay.tools.execute("find_product", {k: v for k, v in champs.items() if k in ("q", "price", "service", "shop_id", "page")})
        elif nom == "ouvrir" and champs.get("ids"):
            appel = assay.tools.execute("view_product_information", {"product_ids": champs["ids"].replace(" ", "")})
        elif nom == "recommander" and champs.get("ids"):
            appel = assay.tools.execute("recommend_product", {"product_ids": champs["ids"].replace(" ", "")})
            journal.add(think=pensee, tool_calls=[appel])
            journal.add(think="Terminé.", tool_calls=[assay.tools.execute("terminate", {"status": "success"})])
            break
        else:
            erreurs += 1
            fil.append({"role": "user", "content": "Réponse illisible. Donne un bloc <tour> avec une <action nom=\"chercher|ouvrir|recommander\">."})
            continue
        journal.add(think=pensee, tool_calls=[appel])
        r = appel["result"]
        fil.append({"role": "user", "content": en_xml(r, nom == "ouvrir") if isinstance(r, list) else f"<erreur>{r}</erreur>"})
    return journal.steps
