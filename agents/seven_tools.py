"""An agent with the prompts of Assay's training: seven tools, the same wording, results of at most 4,000 characters.

Agentic: every call that is run is in the model's own answer. Models that `assay train` made, such as
models/assay-0.5b, were trained on these prompts. Their answers are sent back unchanged, so that the tokens of the
next prompt begin with those of the answer.
"""

from __future__ import annotations

import assay

MAX_TURNS = 16
MAX_TOKENS = 768
MAX_OBSERVATION = 4000
MOST_IDLE = 2

SYSTEM_PROMPT = """You are a shopping assistant. Find what the user asks for in the marketplace with the tools, make sure that it fits, call recommend_product once, then call terminate. The user cannot be asked anything.

- Listings use sellers' words, which are often not the user's. Put price and services into the filters.
- A product fits only if everything holds that the user said about it: kind, brand, price, services, and every attribute and option, the options together in one variant. Attributes and options are shown only when a product is opened.
- Where everything has to come from one shop, all products must have the same shop_id.
- With a voucher the total after the discount has to stay within the budget.
- Recommend one product for each item, in the order in which the user named the items. If nothing fits in every point, recommend what fits best.
- check_product_match compares a product with what was asked for, find_products_in_same_shop finds one shop for several items, calculate_voucher does the arithmetic of a voucher."""

REMINDER = "Use the tools: search, make sure, call recommend_product, then terminate."


def agent_main(problem: dict) -> list[dict]:
    request = str(problem.get("query", ""))
    dialogue = assay.Dialogue(request)
    history: list[dict] = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": request}]
    try:
        talk(history, dialogue)
    except assay.ChatFailed as failure:
        print(f"The model does not answer: {failure}")
    if not dialogue.has_called("terminate"):
        end = assay.tools.execute("terminate", {"status": "failure"})
        dialogue.add(think="The model has stopped; nothing is left to do.", tool_calls=[end])
    return dialogue.steps


def talk(history: list[dict], dialogue: assay.Dialogue) -> None:
    """Lets the model act until it terminates, says nothing useful any more, or has had all its turns."""
    reminders = 0
    turns = 0
    while turns < MAX_TURNS and not dialogue.has_called("terminate"):
        turns += 1
        answer = assay.chat(history, assay.tools.schemas(), tries=2, timeout=240, temperature=0, max_tokens=MAX_TOKENS)
        if answer.tool_calls:
            reminders = 0
            history += [answer.as_written, *act(answer, dialogue)]
        elif reminders == MOST_IDLE or dialogue.has_called("recommend_product"):
            return
        else:
            reminders += 1
            history += [{"role": "assistant", "content": answer.content}, {"role": "user", "content": REMINDER}]


def act(answer: assay.Answer, dialogue: assay.Dialogue) -> list[dict]:
    """Runs the calls of an answer; returns the messages with their results."""
    results = [call.run() for call in answer.tool_calls]
    dialogue.add(think=answer.thought, tool_calls=results)
    texts = [assay.shorten(result["result"], MAX_OBSERVATION) for result in results]
    return [
        {"role": "tool", "tool_call_id": call.id, "content": text} for call, text in zip(answer.tool_calls, texts)
    ]
