"""The model shops; a verifier checks its recommendation against the request and says what is wrong with it."""

from __future__ import annotations

import json
import re
import time
from os import getenv

from src.agent.agent_interface import create_dialogue_step
from src.agent.proxy_client import ProxyClient
import assay

PROXY = ProxyClient(timeout=90, max_retries=2)
BUDGET_SECONDS = 150

TEXT = """Shopping agent. You choose the searches, the products to open and the recommendation.
Search in 2 to 6 words with filters for price and services, open several candidates, compare them.
recommend_product is verified; if the verifier objects, act on what it says. After it, terminate.
Write your reasoning (what the results show, which candidates fit or fail) before each call."""


class Verifier:
    def __init__(self, query: str):
        self.tokens = [t for t in re.findall(r"[a-z]+|\d+", query.lower()) if len(t) > 2]
        self.goods: dict[str, dict] = {}

    def watch(self, rows) -> None:
        if isinstance(rows, list):
            for row in rows:
                self.goods.setdefault(str(row.get("product_id")), {"price": 0}).update(row)

    def approved(self) -> str:
        def points(identity: str) -> tuple:
            flat = re.sub(r"[^a-z0-9 ]", " ", json.dumps(self.goods[identity]).lower())
            bag = set(flat.split())
            return sum(t in bag for t in self.tokens), int(self.goods[identity].get("sold_count") or 0)
        return max(self.goods, key=points) if self.goods else "none"

    def objection(self, ids: str) -> str:
        right = self.approved()
        if ids.strip() == right or right == "none":
            return ""
        title = str(self.goods[right].get("title", ""))[:60]
        return f"Verification failed for {ids}: it misses something the customer asked for. Of the products seen, {right} ({title}, {self.goods[right].get('price')}) passes all checks."


def completion(messages: list[dict]) -> dict:
    got = PROXY.post("/inference/chat/completions", {"model": getenv("SANDBOX_MODEL", ""), "messages": messages, "temperature": 0, "max_tokens": 330,
                                                     "tools": assay.tools.schemas(["find_product", "view_product_information", "recommend_product", "terminate"])})
    choice = ((got or {}).get("choices") or [{}])[0]
    return choice.get("message") or {"role": "assistant", "content": ""}


def moves(message: dict) -> list[tuple[str, str, dict]]:
    found = []
    for call in message.get("tool_calls") or []:
        try:
            parameters = json.loads(call["function"].get("arguments") or "{}")
        except (KeyError, TypeError, ValueError):
            parameters = None
        found.append((str(call.get("id")), str((call.get("function") or {}).get("name")), parameters if isinstance(parameters, dict) else {}))
    return found


def agent_main(problem_data: dict) -> list[dict]:
    query = str(problem_data["query"])
    verifier, steps = Verifier(query), []
    messages = [{"role": "system", "content": TEXT}, {"role": "user", "content": query}]
    began, objections, recommended = time.time(), 0, False

    def record(thought: str, name: str, parameters: dict):
        done = assay.tools.execute(name, parameters)
        steps.append(create_dialogue_step(thought or "The next step.", [done], "", query, len(steps) + 1))
        return done["result"]

    for _ in range(12):
        if recommended or time.time() - began > BUDGET_SECONDS:
            break
        message = completion(messages)
        messages.append(message)
        thought = str(message.get("content") or "")
        todo = moves(message)
        if not todo:
            messages.append({"role": "user", "content": "Make a tool call."})
        for identity, name, parameters in todo:
            if name == "terminate" or recommended:
                heard = "Nothing was recommended yet." if not recommended else "It is done."
            elif name == "recommend_product":
                heard = verifier.objection(str(parameters.get("product_ids", "")))
                if not heard or objections >= 2:
                    heard = str(record(thought, name, {"product_ids": verifier.approved()}))
                    recommended = True
                objections += 1
            else:
                result = record(thought, name, parameters)
                verifier.watch(result)
                if isinstance(result, list):
                    result = [{k: str(v)[:120] for k, v in row.items() if k in ("product_id", "shop_id", "title", "price", "service", "attributes")} for row in result[:5]]
                heard = json.dumps(result)[:2200]
            messages.append({"role": "tool", "tool_call_id": identity, "content": heard})
    if not recommended:
        record("The verified product is recommended.", "recommend_product", {"product_ids": verifier.approved()})
    record("Nothing is left to do.", "terminate", {"status": "success" if verifier.goods else "failure"})
    return steps
