import json, re, time
import assay

P = """Shop. Tools: find_product(q, price="lo-hi", service, shop_id, sort, page), view_product_information(product_ids), recommend_product(product_ids), terminate(status).
Reply: <think>..</think><tool_call>{"name": .., "parameters": {..}}</tool_call>
Short q. View before recommend. Recommend once, one id per item, then terminate."""


def agent_main(problem):
    q = problem["query"]
    d = assay.Dialogue(q)
    m = [{"role": "system", "content": P}, {"role": "user", "content": q}]
    t = time.time()
    for _ in range(12):
        if time.time() - t > 150 or d.has_called("terminate"):
            break
        try:
            s = assay.chat(m[:2] + m[2:][-10:], temperature=0, max_tokens=250).message.get("content") or ""
        except assay.ChatFailed:
            continue
        m.append({"role": "assistant", "content": s})
        th = re.search(r"<think>(.*?)(</think>|$)", s, re.S)
        out, ran = [], []
        for c in re.findall(r"<tool_call>(.*?)(?:</tool_call>|$)", s, re.S):
            try:
                c = json.loads(c)
                for c in c if isinstance(c, list) else [c]:
                    if c["name"] == "recommend_product" and d.has_called(c["name"]):
                        raise ValueError("recommended already, terminate")
                    r = assay.tools.execute(c["name"], c.get("parameters") or c.get("arguments") or {})
                    ran.append(r)
                    out.append(cut(r["result"]))
            except (ValueError, KeyError, TypeError, AttributeError) as e:
                out.append(f"bad call: {e!r}")
        if ran:
            d.add(think=th[1].strip() if th else "", tool_calls=ran)
        m.append({"role": "user", "content": "<obs>" + ("\n".join(out) or "no <tool_call>") + "</obs>"})
    return d.steps


def cut(r):
    if not isinstance(r, list):
        return str(r)[:500]
    return "\n".join(json.dumps({k: (v[:60] if k == "title" else v) for k, v in p.items() if k in ("product_id", "title", "price", "shop_id", "service", "attributes", "sku_options")}, ensure_ascii=False)[:500] for p in r[:5]) or "[]"
