# when_in_doubt: code does it all while it is sure, and asks a model where two products are about equally good
from os import environ
import re
import statistics
from src.agent.agent_interface import Tool, create_dialogue_step, execute_tool_call
from src.agent.proxy_client import ProxyClient

DOUBT = 0.12      # relative distance between first and second below which we ask
web = ProxyClient(timeout=50, max_retries=2)


@Tool
def find_product(q: str, page: int = 1, price: str = "", service: str = "") -> list:
    params = dict(q=q, page=page)
    params.update({k: v for k, v in (("price", price), ("service", service)) if v})
    answer = web.get("/search/find_product", params)
    return answer if isinstance(answer, list) else []


@Tool
def view_product_information(product_ids: str) -> list:
    answer = web.get("/search/view_product_information", {"product_ids": product_ids})
    return answer if isinstance(answer, list) else []


@Tool
def recommend_product(product_ids: str) -> str:
    return "The customer sees " + product_ids


@Tool
def terminate(status: str = "success") -> str:
    return "Closed (" + status + ")"


def ask(request, options):
    listed = "\n".join("%d. %s - %s pesos. %s" % (i, o["title"], o["price"], " ".join(o["more"].split())[:300]) for i, o in enumerate(options, 1))
    payload = {
        "model": environ.get("SANDBOX_MODEL", ""), "temperature": 0, "max_tokens": 120,
        "messages": [{"role": "user", "content": "A customer wants:\n" + request + "\n\nCandidates:\n" + listed +
                      "\n\nWhich candidate fits best? Answer with its number only."}]}
    try:
        text = web.post("/inference/chat/completions", payload)["choices"][0]["message"]["content"] or ""
    except Exception:
        return 0, ""
    said = [int(n) for n in re.findall(r"\b\d\b", text) if 0 < int(n) <= len(options)]
    return (said[0] - 1 if said else 0), text


def segments(q):
    s = [x for x in re.split(r";|\. (?=And |Then |Also |Another |Second)", q) if len(x) > 15]
    return s[:4] or [q]


def agent_main(problem_data):
    query = problem_data["query"]
    steps, answer = [], []

    def step(think, *calls):
        steps.append(create_dialogue_step(think, list(calls), "", query, len(steps) + 1))

    for seg in segments(query):
        vocabulary = re.findall(r"[a-z]{4,}", seg.lower())
        typical = statistics.mean(map(len, vocabulary)) if vocabulary else 5
        keys = list(dict.fromkeys(w for w in vocabulary if len(w) >= typical))
        a = execute_tool_call("find_product", {"q": " ".join(keys[:3]) or seg[:40]})
        b = execute_tool_call("find_product", {"q": " ".join(keys[3:6]) or seg[-40:]})
        step("Two searches for this part.", a, b)
        rows = {str(r["product_id"]): r for r in list(a["result"] or []) + list(b["result"] or []) if isinstance(r, dict)}
        if not rows:
            continue
        c = execute_tool_call("view_product_information", {"product_ids": ",".join(list(rows)[:10])})
        pages = {str(p.get("product_id")): re.sub(r"[{}\[\]'\"]|\d{9,}:?", "", " ".join(str(p.get(k, "")) for k in ("attributes", "sku_options", "short_description"))) for p in c["result"] or []}
        step("Their pages.", c)

        def points(pid):
            return sum(2 if w in str(rows[pid].get("title", "")).lower() else 1 if w in pages.get(pid, "").lower() else 0 for w in set(vocabulary)) + 0.001

        order = sorted(rows, key=points, reverse=True)
        if len(order) > 1 and (points(order[0]) - points(order[1])) / points(order[0]) < DOUBT:
            close = [p for p in order[:5] if points(p) >= points(order[0]) * 0.75]
            n, why = ask(seg, [{"title": str(rows[p].get("title"))[:80], "price": rows[p].get("price"), "more": pages.get(p, "")} for p in close])
            answer.append(close[n])
            step("In doubt, so I asked. " + why[:300], execute_tool_call("view_product_information", {"product_ids": close[n]}))
        else:
            answer.append(order[0])
    step("My choice.", execute_tool_call("recommend_product", {"product_ids": ",".join(answer) or "none"}))
    step("That is all.", execute_tool_call("terminate", {"status": "success" if answer else "failure"}))
    return steps
