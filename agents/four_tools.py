"""An agent with the prompts of Assay's training: four tools, the same wording, results of at most 3,000 characters.

Agentic: every call that is run is in the model's own answer. Models that `assay train` made, such as
models/assay-135m, were trained on these prompts. Their answers are sent back unchanged, so that the tokens of the
next prompt begin with those of the answer.
"""

from __future__ import annotations

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
        messages.append(answer.as_written)
        done = []
        for call in answer.tool_calls:
            result = call.run()
            shown = assay.shorten(result["result"], MAX_OBSERVATION)
            messages.append({"role": "tool", "tool_call_id": call.id, "content": shown})
            done.append(result)
        dialogue.add(think=answer.thought, tool_calls=done)
        if dialogue.has_called("terminate"):
            return dialogue.steps
    done = [assay.tools.execute("terminate", {"status": "failure"})]
    dialogue.add(think="The model has stopped; nothing is left to do.", tool_calls=done)
    return dialogue.steps
