"""Everything is Markdown: prompt, product tables, detail cards. The model answers with a fenced ```action block."""
from __future__ import annotations
import json, re, time
import assay

BRIEFING = """# Role
You are a **shopping concierge**. Find the product(s) for the customer.

# How to act
Write a short `## Assessment`, then one fenced block:

```action
{"tool": "find_product", "args": {"q": "rain jacket", "price": "0-1500", "service": "freeShipping"}}
```

| tool | args | purpose |
|---|---|---|
| `find_product` | `q` (2-5 words), optional `price` "low-high", `service`, `shop_id`, `page` | search |
| `view_product_information` | `product_ids` "id,id" | options and attributes |
| `recommend_product` | `product_ids`, one id per item in order | final answer |

# Customer
> """

TOOLS = {"find_product", "view_product_information", "recommend_product"}


def table(rows: list[dict]) -> str:
    if not rows:
        return "*no results*"
    out = ["| product_id | title | price | shop_id | service |", "|---|---|---|---|---|"]
    for r in rows[:5]:
        title = str(r.get("title", "")).replace("|", "/")[:80]
        out.append(f"| {r.get('product_id')} | {title} | {r.get('price')} | {r.get('shop_id')} | {r.get('service') or '-'} |")
    return "\n".join(out)


def card(p: dict) -> str:
    return f"### Product {p.get('product_id')}\n- **Options:** {json.dumps(p.get('sku_options'), ensure_ascii=False)[:350]}\n- **Attributes:** {json.dumps(p.get('attributes'), ensure_ascii=False)[:260]}"


def markdown(name: str, result) -> str:
    if not isinstance(result, list):
        return f"**Error:** {result}"
    return table(result) if name == "find_product" else "\n\n".join(card(p) for p in result[:4])


def action(text: str) -> dict | None:
    for pattern in (r"```action\s*(.*?)```", r"```json\s*(.*?)```", r"```\s*(.*?)```", r"(\{.*\})"):
        for body in re.findall(pattern, text, re.S):
            try:
                got = json.loads(body)
            except ValueError:
                continue
            if isinstance(got, dict) and got.get("tool") in TOOLS and isinstance(got.get("args"), dict):
                return got
    return None


def agent_main(problem: dict) -> list[dict]:
    concierge = assay.Dialogue(problem["query"])
    thread = [{"role": "user", "content": BRIEFING + problem["query"]}]
    t_stop = time.monotonic() + 120
    misses = 0
    while len(concierge) < 10 and misses < 3 and time.monotonic() < t_stop:
        try:
            text = assay.chat(thread, temperature=0, max_tokens=330).message.get("content") or ""
        except assay.ChatFailed:
            misses += 1
            continue
        thread.append({"role": "assistant", "content": text[:1200] or "-"})
        act = action(text)
        if act is None:
            misses += 1
            thread.append({"role": "user", "content": "There was no valid ```action block. Please write one."})
            continue
        args = {k: ",".join(map(str, v)) if isinstance(v, list) else v for k, v in act["args"].items() if v}
        call = assay.tools.execute(act["tool"], args)
        concierge.add(think=text.split("```")[0].replace("## Assessment", "").strip(), tool_calls=[call])
        if act["tool"] == "recommend_product":
            break
        thread.append({"role": "user", "content": "## Result\n" + markdown(act["tool"], call["result"])})
    concierge.add(think="End.", tool_calls=[assay.tools.execute("terminate", {"status": "success" if concierge.has_called("recommend_product") else "failure"})])
    return concierge.steps
