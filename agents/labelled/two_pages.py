"""Gives the model two pages for every search.

Agentic: every call that is run was the model's; the second page is part of the tool.
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
    for _ in range(MAX_STEPS):
        try:
            answer = assay.chat(messages, tools=assay.tools.schemas(), temperature=0)
        except assay.ChatFailed:
            break
        messages.append(answer.message)
        if not answer.tool_calls:
            break
        results = []
        for call in answer.tool_calls:
            result = call.run()
            if call.name == "find_product" and isinstance(result["result"], list) and "page" not in call.parameters:
                more = assay.tools.execute("find_product", {**call.parameters, "page": 2})
                result["result"] += more["result"] if isinstance(more["result"], list) else []
            results.append(result)
            messages.append({"role": "tool", "tool_call_id": call.id, "content": json.dumps(result["result"])})
        dialogue.add(think=answer.thought, tool_calls=results)
        if dialogue.has_called("terminate"):
            break
    return dialogue.steps
