"""Two or three samples of every turn; the call most of them want is run.

Agentic: candidates are sampled at 0.5, 0.7 and 0.9. If the first two want the same calls, that settles it; otherwise a
third is asked. Without a majority for the same calls the most wanted kind of call decides, and the coolest candidate of
that kind is taken, as the model wrote it.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from typing import Any

import assay

START = time.monotonic()
SECONDS = 270
MAX_CALLS = 39
TEMPERATURES = (0.5, 0.7, 0.9)
MOST = 3000
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
    messages = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": query}]
    while silent < 2:
        answer = elect(model, messages)
        messages.append(as_written(answer))
        if not answer.tool_calls:
            silent += 1
            messages.append({"role": "user", "content": REMINDER})
            continue
        done = []
        for call in answer.tool_calls:
            done.append(call.run())
            text = shorten(done[-1]["result"], MOST)
            messages.append({"role": "tool", "tool_call_id": call.id, "content": text})
        dialogue.add(think=answer.thought, tool_calls=done)
        if dialogue.has_called("terminate"):
            return


def elect(model: Model, messages: list[dict]) -> Any:
    candidates: list[Any] = []
    for temperature in TEMPERATURES:
        try:
            candidates.append(model.ask(messages, temperature))
        except assay.ChatFailed:
            if not candidates:
                raise
            break
        if len(candidates) == 2 and ballot(candidates[0]) == ballot(candidates[1]) != "":
            return candidates[0]
        if candidates[0].tool_calls and time.monotonic() > START + SECONDS / 2:
            return candidates[0]  # No time for an election.
    talking = [each for each in candidates if each.tool_calls]
    if not talking:
        return candidates[0]
    wanted = Counter(ballot(each) for each in talking)
    if wanted.most_common(1)[0][1] > 1:
        return next(each for each in talking if ballot(each) == wanted.most_common(1)[0][0])
    kinds = Counter(each.tool_calls[0].name for each in talking)
    return next(each for each in talking if each.tool_calls[0].name == kinds.most_common(1)[0][0])


def ballot(answer: Any) -> str:
    """What an answer wants to do: names and arguments, with the words of a search in any order."""
    wanted = []
    for call in answer.tool_calls:
        fields = {name: str(value) for name, value in call.parameters.items() if value not in (None, "")}
        fields["q"] = " ".join(sorted(fields.get("q", "").lower().split()))
        wanted.append(call.name + json.dumps(fields, sort_keys=True))
    return "\n".join(wanted)


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
