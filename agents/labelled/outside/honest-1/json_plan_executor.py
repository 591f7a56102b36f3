"""Plan-and-execute: the model writes a plan as a JSON list, the executor works it off, the model revises it.

A plan holds only steps whose arguments are known already. When it is done the model sees what came out and writes
the next plan, until a plan contains "recommend".
"""

import json
import re
import time
from dataclasses import dataclass, field

import assay

PLANNER = """You plan shopping tasks. Customer request:
{request}

Write a plan: a JSON list of at most 4 steps, each one of
{{"step": "search", "query": "few words", "price": "low-high or empty", "service": "", "shop_id": ""}}
{{"step": "view", "product_ids": ["id", "id"]}}
{{"step": "recommend", "product_ids": ["one id per item, in the order of the request"]}}
Only use product ids that you have seen in results. "recommend" ends the job; plan it when you know what fits.

Steps done so far and their results:
{history}

Answer with the JSON list only. {remark}"""


@dataclass
class Run:
    request: str
    dialogue: assay.Dialogue
    history: list = field(default_factory=list)
    deadline: float = 0.0

    def recent(self) -> str:
        text = "\n".join(self.history[-7:])
        return text or "(nothing yet)"


def read_plan(text: str):
    text = re.sub(r"```(?:json)?", "", text)
    left, right = text.find("["), text.rfind("]")
    if left < 0 or (0 <= text.find("{") < left):
        left, right = text.find("{"), text.rfind("}")
    try:
        plan = json.loads(text[left : right + 1])
    except ValueError:
        return None
    if isinstance(plan, dict):
        plan = plan.get("plan") or plan.get("steps") or [plan]
    return [s for s in plan if isinstance(s, dict) and s.get("step")]


def ids(step) -> str:
    value = step.get("product_ids", step.get("product_id", ""))
    return ",".join(str(v) for v in value) if isinstance(value, list) else str(value)


def execute(run: Run, step: dict):
    kind = step["step"]
    if kind == "search":
        wanted = {"q": str(step.get("query", ""))}
        wanted.update({k: str(step[k]) for k in ("price", "service", "shop_id") if step.get(k)})
        call = assay.tools.execute("find_product", wanted)
        rows = call["result"]
        if isinstance(rows, list):
            rows = [f"{r['product_id']} | {r.get('title', '')[:80]} | {r.get('price')} | shop {r.get('shop_id')} | {r.get('service')}" for r in rows[:5]]
        run.history.append(f"search {wanted} ->\n  " + ("\n  ".join(rows) if isinstance(rows, list) else str(rows)))
    elif kind == "view":
        call = assay.tools.execute("view_product_information", {"product_ids": ids(step)})
        seen = call["result"]
        if isinstance(seen, list):
            seen = "\n  ".join(f"{p.get('product_id')}: {json.dumps(p.get('sku_options'))[:300]} {json.dumps(p.get('attributes'))[:250]}" for p in seen[:4])
        run.history.append(f"view {ids(step)} ->\n  {seen}")
    elif kind == "recommend":
        call = assay.tools.execute("recommend_product", {"product_ids": ids(step)})
    else:
        run.history.append(f"there is no step {kind!r}")
        return None
    return call


def agent_main(problem):
    run = Run(problem["query"], assay.Dialogue(problem["query"]), deadline=time.monotonic() + 130)
    remark = ""
    for round_number in range(8):
        if time.monotonic() > run.deadline:
            break
        if round_number == 6:
            remark = "This is the last round but one: recommend now."
        prompt = PLANNER.format(request=run.request, history=run.recent(), remark=remark)
        try:
            text = assay.chat([{"role": "user", "content": prompt}], temperature=0, max_tokens=400).message.get("content") or ""
        except assay.ChatFailed:
            continue
        plan = read_plan(text)
        if not plan:
            remark = "Your last answer was not a JSON list of steps."
            continue
        remark = ""
        for step in plan[:4]:
            call = execute(run, step)
            if call is not None:
                run.dialogue.add(think=str(step.get("why") or text[:300]), tool_calls=[call])
            if step["step"] == "recommend":
                run.dialogue.add(think="plan complete", tool_calls=[assay.tools.execute("terminate", {"status": "success"})])
                return run.dialogue.steps
    return run.dialogue.steps
