"""A model that calls tools with a tag for each parameter.

Agentic: the code below parses the calls in the model's text, runs them and returns the results. It decides nothing;
when the model stops, it stops.
"""

from __future__ import annotations

import json
import re

import assay

MAX_STEPS = 16

SYSTEM_PROMPT = """You are a shopping assistant with the tools find_product, view_product_information, recommend_product and terminate. Search, open candidates, recommend once, terminate. Thoughts and calls so far stand between <think>, <tool_call> and <obs>.

Answer format: parameter tags"""


def agent_main(problem_data: dict) -> list[dict]:
    query = str(problem_data.get("query", ""))
    dialogue = assay.Dialogue(query)
    history = [f"<user>{query}</user>"]
    for _ in range(MAX_STEPS):
        text = ask(history)
        calls = read_calls(text)
        if not calls:
            break
        results = [assay.tools.execute(call["name"], call["parameters"]) for call in calls]
        dialogue.add(think=text.split("\n")[0], tool_calls=results)
        history.append(f"<tool_call>{json.dumps(calls)}</tool_call>")
        history.append(f"<obs>{json.dumps([{'results': result['result']} for result in results])}</obs>")
        if dialogue.has_called("terminate"):
            break
    return dialogue.steps


def ask(history: list[str]) -> str:
    messages = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": "\n\n".join(history)}]
    try:
        return assay.chat(messages, temperature=0).content
    except assay.ChatFailed:
        return ""


def read_calls(text: str) -> list[dict]:
    calls = []
    for name, given in re.findall(r"<function=(\w+)>(.*?)</function>", text, re.DOTALL):
        pairs = re.findall(r"<parameter=(\w+)>(.*?)</parameter>", given, re.DOTALL)
        calls.append({"name": name, "parameters": dict(pairs)})
    return calls
