"""An agent with the prompts of Assay's training: four tools, the same wording, results of at most 3,000 characters.

Agentic: every call that is run is in the model's own answer. Models that `assay train` made, such as
models/assay-135m, were trained on these prompts. Their answers are sent back unchanged, so that the tokens of the
next prompt begin with those of the answer.
"""

from __future__ import annotations

import json
from typing import Any, Callable

import assay

MAX_TURNS = 12
MAX_TOKENS = 512
MAX_OBSERVATION = 3000
PATIENCE = 3

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
    messages: list[dict] = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": query}]
    tools = assay.tools.schemas(assay.tools.FOUR_TOOLS)
    idle = 0
    for _ in range(MAX_TURNS):
        try:
            answer = assay.chat(messages, tools=tools, tries=2, timeout=240, temperature=0, max_tokens=MAX_TOKENS)
        except assay.ChatFailed:
            break
        if not answer.tool_calls:
            idle += 1
            if idle == PATIENCE or dialogue.has_called("recommend_product"):
                break
            messages += [{"role": "assistant", "content": answer.content}, {"role": "user", "content": REMINDER}]
            continue
        idle = 0
        messages.append(as_written(answer))
        done = []
        for call in answer.tool_calls:
            result = call.run()
            messages.append({"role": "tool", "tool_call_id": call.id, "content": shorten(result["result"])})
            done.append(result)
        dialogue.add(think=answer.thought, tool_calls=done)
        if dialogue.has_called("terminate"):
            return dialogue.steps
    done = [assay.tools.execute("terminate", {"status": "failure"})]
    dialogue.add(think="The model has stopped; nothing is left to do.", tool_calls=done)
    return dialogue.steps


def as_written(answer: Any) -> dict:
    """The answer with its arguments spelt as the model spells them: without spaces, and without escapes."""
    calls = [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": compact(call.parameters)}}
        for call in answer.tool_calls
    ]
    return {"role": "assistant", "content": answer.content, "tool_calls": calls}


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def shorten(result: Any) -> str:
    """Shortens a result to the limit: free texts first, then whole items from the end of lists."""
    text = compact(result)
    if fits(result):
        return text
    bare = without_texts(result, 0)
    lists = [bare] if isinstance(bare, list) else [field for field in bare.values() if isinstance(field, list)]
    longest = max((len(each) for each in lists), default=0)
    items = most_that(lambda count: fits(with_lists(bare, count)), longest)
    for length in (400, 200, 100, 50, 0):
        candidate = with_lists(without_texts(result, length), max(1, items))
        if items == 0:
            parts = most_that(lambda count: fits(with_parts(with_lists(bare, 1), count)), 256)
            candidate = with_parts(candidate, parts)
        if fits(candidate):
            return compact(candidate)
    return compact(text[: MAX_OBSERVATION // 2] + "…")


def fits(value: Any) -> bool:
    return len(compact(value).encode("utf-16-le")) // 2 <= MAX_OBSERVATION


def without_texts(value: Any, length: int, name: str = "") -> Any:
    if isinstance(value, list):
        return [without_texts(item, length, name) for item in value]
    if isinstance(value, dict):
        fields = {key: without_texts(field, length, key) for key, field in value.items()}
        return {key: field for key, field in fields.items() if field is not None or value[key] is None}
    if not isinstance(value, str) or name not in ("description", "short_description"):
        return value
    if length == 0:
        return None
    return value if len(value) <= length else value[: length - 1] + "…"


def with_lists(value: Any, most: int) -> Any:
    if isinstance(value, list):
        return shorter(value, most)
    return {key: shorter(field, most) if isinstance(field, list) else field for key, field in value.items()}


def with_parts(value: Any, most: int) -> Any:
    if isinstance(value, list):
        return [with_parts(item, most) for item in value]
    return {key: shorter(field, most) for key, field in value.items()} if isinstance(value, dict) else value


def shorter(value: Any, most: int) -> Any:
    if not isinstance(value, (list, dict)) or len(value) <= most:
        return value
    if isinstance(value, list):
        return [*value[:most], {"left_out": len(value) - most}]
    return {**dict(list(value.items())[:most]), "left_out": len(value) - most}


def most_that(is_good: Callable[[int], bool], limit: int) -> int:
    """The largest count that is good, where every smaller one is good as well."""
    good, bad = 0, limit + 1
    while bad - good > 1:
        middle = (good + bad) // 2
        if is_good(middle):
            good = middle
        else:
            bad = middle
    return good
