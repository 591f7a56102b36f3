"""Shows the model only the last turns of a long conversation.

Agentic: every call that is run was the model's. The history is cut, so no request begins with the one before.
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
    turns: list[list[dict]] = []
    for _ in range(MAX_STEPS):
        recent = [message for turn in turns[-6:] for message in turn]
        try:
            answer = assay.chat([*messages, *recent], tools=assay.tools.schemas(), temperature=0)
        except assay.ChatFailed:
            break
        if not answer.tool_calls:
            break
        results = [call.run() for call in answer.tool_calls]
        shown = [
            {"role": "tool", "tool_call_id": call.id, "content": json.dumps(result["result"])}
            for call, result in zip(answer.tool_calls, results)
        ]
        turns.append([answer.message, *shown])
        dialogue.add(think=answer.thought, tool_calls=results)
        if dialogue.has_called("terminate"):
            break
    return dialogue.steps
