"""Kiezkauf GmbH, Berlin. Native tool calls, several at once if the model wants to.

Der Harness macht nur: ausführen (parallel), kürzen, zurückgeben, zählen.
"""
import json
import time
from concurrent.futures import ThreadPoolExecutor

import assay

ROUNDS = 11
SECONDS = 150
OFFERED = ["find_product", "view_product_information", "find_products_in_same_shop", "recommend_product", "terminate"]

SYSTEM = (
    "You buy things for a customer who cannot be reached any more. Use the tools. You may call several tools in one turn, "
    "for instance one find_product per item. Open the promising products with view_product_information before you decide. "
    "When sure, call recommend_product once with one id per item in the customer's order, then terminate.\n"
    "Turns left: {left} of {total}. Products seen so far: {seen}."
)


def squeeze(name, value):
    """Long answers do not fit a small context."""
    if name == "find_product" and isinstance(value, list):
        if not value:
            return "no products; other words or a wider price may help"
        keep = ("product_id", "shop_id", "price", "service")
        rows = []
        for product in value[:5]:
            row = {k: product.get(k) for k in keep}
            row["title"] = str(product.get("title", ""))[:80]
            rows.append(row)
        return json.dumps(rows, ensure_ascii=False)
    if name == "view_product_information" and isinstance(value, list):
        return "\n".join(
            json.dumps(
                {k: p[k] for k in ("product_id", "attributes", "sku_options") if k in p}, ensure_ascii=False
            )[:700]
            for p in value[:4]
        )
    return json.dumps(value, ensure_ascii=False, default=str)[:1500]


def agent_main(problem):
    wish = problem["query"]
    dialogue = assay.Dialogue(wish)
    chat = [{"role": "system", "content": ""}, {"role": "user", "content": wish}]
    seen = set()
    stop_at = time.monotonic() + SECONDS
    silent = 0
    for turn in range(ROUNDS):
        if time.monotonic() > stop_at or silent > 2:
            break
        chat[0]["content"] = SYSTEM.format(left=ROUNDS - turn, total=ROUNDS, seen=len(seen))
        forget_old(chat)
        try:
            reply = assay.chat(chat, tools=assay.tools.schemas(OFFERED), temperature=0.1, max_tokens=400)
        except assay.ChatFailed:
            silent += 1
            continue
        chat.append(reply.message)
        calls = list(reply.tool_calls)[:6]
        if not calls:
            silent += 1
            chat.append({"role": "user", "content": "Please continue with a tool call. If you have decided: recommend_product."})
            continue
        silent = 0
        recommended = dialogue.has_called("recommend_product")
        names = [c.name for c in calls]

        def work(call):
            if call.name == "terminate" and not recommended and "recommend_product" not in names:
                return None, {"error": "nothing was recommended yet, call recommend_product first"}
            if call.name == "recommend_product" and recommended:
                return None, {"error": "already recommended, call terminate"}
            ran = call.run()
            return ran, ran["result"]

        with ThreadPoolExecutor(max_workers=4) as pool:
            outcomes = list(pool.map(work, calls))
        executed = []
        for call, (ran, value) in zip(calls, outcomes):
            if ran is not None:
                executed.append(ran)
            if call.name == "find_product" and isinstance(value, list):
                seen.update(str(p.get("product_id")) for p in value)
            chat.append({"role": "tool", "tool_call_id": call.id, "content": squeeze(call.name, value)})
        if executed:
            dialogue.add(think=reply.thought, tool_calls=executed)
        if dialogue.has_called("terminate"):
            break
    if not dialogue.has_called("terminate"):
        ok = "success" if dialogue.has_called("recommend_product") else "failure"
        dialogue.add(think="Out of turns.", tool_calls=[assay.tools.execute("terminate", {"status": ok})])
    return dialogue.steps


def forget_old(chat, keep=6):
    tool_messages = [m for m in chat if m.get("role") == "tool"]
    for message in tool_messages[:-keep]:
        if len(message["content"]) > 160:
            message["content"] = message["content"][:150] + " …(cut)"
