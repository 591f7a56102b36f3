"""Long shopping trips with a short memory: only the newest results stay whole.

Agentic, at temperature 0.7. Before each turn, results older than the two newest turns are shortened to 700 characters;
when the context is full all the same, to 250. So the model can go on for up to twenty turns.
"""

from __future__ import annotations

import json
import time
from typing import Any

import assay

START = time.monotonic()
SECONDS = 270
MAX_CALLS = 26
MAX_TURNS = 20
TEMPERATURE = 0.7
MOST = 3000
WHOLE_TURNS = 2
TOOLS = assay.tools.schemas(assay.tools.FOUR_TOOLS)

SYSTEM_PROMPT = """You are a shopping assistant. Find what the user asks for in the marketplace with the tools, make sure that it fits, call recommend_product once, then call terminate. The user cannot be asked anything.

- Listings use sellers' words, which are often not the user's. Put price and services into the filters.
- A product fits only if everything holds that the user said about it: kind, brand, price, services, and every attribute and option, the options together in one variant. Attributes and options are shown only when a product is opened.
- Where everything has to come from one shop, all products must have the same shop_id.
- With a voucher the total after the discount has to stay within the budget.
- Recommend one product for each item, in the order in which the user named the items. If nothing fits in every point, recommend what fits best."""

REMINDER = "Use the tools: search, make sure, call recommend_product, then terminate."


def agent_main(problem_data: dict) -> list[dict]:
    query = str(problem_data.get("query", ""))
    dialogue = assay.Dialogue(query)
    try:
        shop(query, dialogue)
    except Exception as error:  # Whatever goes wrong, what was done so far is the answer.
        print(f"stopped: {type(error).__name__}: {error}")
    return close(dialogue)

def shop(query: str, dialogue: assay.Dialogue) -> None:
    model, silent = Model(), 0
    turns: list[dict] = []
    for _ in range(MAX_TURNS):
        answer = remember_and_ask(model, query, turns)
        turn = {"said": as_written(answer), "results": [], "then": ""}
        turns.append(turn)
        if not answer.tool_calls:
            silent += 1
            if silent == 3 or dialogue.has_called("recommend_product"):
                return
            turn["then"] = REMINDER
            continue
        silent = 0
        done = [call.run() for call in answer.tool_calls]
        turn["results"] = [(call.id, result["result"]) for call, result in zip(answer.tool_calls, done)]
        dialogue.add(think=answer.thought, tool_calls=done)
        if dialogue.has_called("terminate"):
            return


def remember_and_ask(model: Model, query: str, turns: list[dict]) -> Any:
    for old, whole in ((700, WHOLE_TURNS), (250, 1)):
        try:
            return model.ask(memory(query, turns, old, whole), TEMPERATURE)
        except assay.ChatFailed as failed:
            print(f"with {old} characters of each old result: {failed}")
    raise assay.ChatFailed("no answer, however little is remembered")


def memory(query: str, turns: list[dict], old: int, whole: int) -> list[dict]:
    messages = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": query}]
    for age, turn in zip(range(len(turns), 0, -1), turns):
        messages.append(turn["said"])
        for identifier, result in turn["results"]:
            text = shorten(result, MOST if age <= whole else old)
            messages.append({"role": "tool", "tool_call_id": identifier, "content": text})
        if turn["then"]:
            messages.append({"role": "user", "content": turn["then"]})
    return messages


class Model:
    """At most MAX_CALLS completions, and none when the time is nearly up."""

    def __init__(self) -> None:
        self.calls = 0

    def ask(self, messages: list[dict], temperature: float, tools: Any = TOOLS, max_tokens: int = 512) -> Any:
        left = START + SECONDS - time.monotonic()
        if self.calls >= MAX_CALLS or left < 3:
            raise assay.ChatFailed("no calls or no time left")
        self.calls += 1
        fields = {"temperature": temperature, "max_tokens": max_tokens}
        if temperature > 0:
            fields["top_p"] = 0.95
        return assay.chat(messages, tools=tools, tries=1, timeout=left, **fields)


def close(dialogue: assay.Dialogue) -> list[dict]:
    """The end of the dialogue where the model did not come to one."""
    if not dialogue.has_called("terminate"):
        status = "success" if dialogue.has_called("recommend_product") else "failure"
        done = [assay.tools.execute("terminate", {"status": status})]
        dialogue.add(think="The model has stopped; nothing is left to do.", tool_calls=done)
    return dialogue.steps


def as_written(answer: Any) -> dict:
    """The answer with its arguments spelt as the model spells them."""
    calls = [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": compact(call.parameters)}}
        for call in answer.tool_calls
    ]
    return {"role": "assistant", "content": answer.content, **({"tool_calls": calls} if calls else {})}


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def shorten(result: Any, most: int) -> str:
    """A result in at most so many characters: free texts go first, then items from the end, then parts of the last."""
    text = compact(result)
    if size(result) <= most:
        return text
    bare = cut_texts(result, 0)
    longest = len(bare) if isinstance(bare, list) else 0
    items = next((count for count in range(longest, 0, -1) if size(head(bare, count)) <= most), 0)
    for length in (400, 200, 100, 50, 0):
        candidate = head(cut_texts(result, length), max(1, items))
        if items == 0:
            parts = next((n for n in range(256, -1, -1) if size(cut_parts(head(bare, 1), n)) <= most), 0)
            candidate = cut_parts(candidate, parts)
        if size(candidate) <= most:
            return compact(candidate)
    return compact(text[: most // 2] + "…")


def size(value: Any) -> int:
    return len(compact(value).encode("utf-16-le")) // 2


def cut_texts(value: Any, length: int, name: str = "") -> Any:
    if isinstance(value, list):
        return [cut_texts(item, length, name) for item in value]
    if isinstance(value, dict):
        fields = {key: cut_texts(field, length, key) for key, field in value.items()}
        return {key: field for key, field in fields.items() if field is not None or value[key] is None}
    if not isinstance(value, str) or name not in ("description", "short_description"):
        return value
    if length == 0:
        return None
    return value if len(value) <= length else value[: length - 1] + "…"


def head(value: Any, most: int) -> Any:
    if isinstance(value, list) and len(value) > most:
        return [*value[:most], {"left_out": len(value) - most}]
    if isinstance(value, dict) and len(value) > most:
        return {**dict(list(value.items())[:most]), "left_out": len(value) - most}
    return value


def cut_parts(value: Any, most: int) -> Any:
    if isinstance(value, list):
        return [cut_parts(item, most) for item in value]
    return {key: head(field, most) for key, field in value.items()} if isinstance(value, dict) else value
