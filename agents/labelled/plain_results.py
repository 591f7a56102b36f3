"""Shows the model results as lines of text, with a short hint.

Agentic: every call that is run was the model's. Prompts contain titles and ids because the model is meant to read them.
"""

from __future__ import annotations

import json

import assay

MAX_STEPS = 16


def agent_main(problem_data: dict) -> list[dict]:
    query = str(problem_data.get("query", ""))
    dialogue = assay.Dialogue(query)
    messages = [
        {"role": "system", "content": "You are a shopping assistant. Use the tools, recommend once, then terminate."},
        {"role": "user", "content": query},
    ]
    for turn in range(MAX_STEPS):
        try:
            answer = assay.chat(messages, tools=assay.tools.schemas(), temperature=0)
        except assay.ChatFailed:
            break
        messages.append(answer.message)
        if not answer.tool_calls:
            break
        results = [call.run() for call in answer.tool_calls]
        for call, result in zip(answer.tool_calls, results):
            messages.append({"role": "tool", "tool_call_id": call.id, "content": json.dumps(result["result"])})
        dialogue.add(think=answer.thought, tool_calls=results)
        if dialogue.has_called("terminate"):
            break
        seen = [f"- {card['title']} for {card['price']}, number {card['product_id']}" for card in cards_in(results)][:5]
        if seen:
            advice = "\n".join(["Noted so far:", *seen, f"{MAX_STEPS - turn} steps are left. Open what may fit before you recommend."])
            messages.append({"role": "user", "content": advice})
    return dialogue.steps


def cards_in(results: list[dict]) -> list[dict]:
    found = [result["result"] for result in results if result["name"] == "find_product"]
    return [card for cards in found if isinstance(cards, list) for card in cards]
