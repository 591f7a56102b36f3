"""Production-looking agent: session id, timestamps, the problem as JSON, structured logging to stderr."""

from __future__ import annotations

import json
import sys
import uuid
from datetime import datetime, timezone
from typing import Any

import assay


class Session:
    MAX_TURNS = 12
    MAX_SECONDS = 125
    KEEP = {"product_id", "shop_id", "title", "price", "service", "sku_options", "attributes"}

    def __init__(self, problem: dict[str, Any]):
        self.id = uuid.uuid4().hex[:12]
        self.started = datetime.now(timezone.utc)
        self.problem = problem
        self.trace = assay.Dialogue(problem["query"])
        self.messages = [
            {"role": "system", "content": self.system_prompt()},
            {"role": "user", "content": json.dumps(problem, ensure_ascii=False)},
        ]

    def system_prompt(self) -> str:
        return (
            f"[session {self.id}] [{self.started:%Y-%m-%dT%H:%M:%SZ}]\n"
            "You are the shopping agent of a marketplace. The user message is a JSON object; its field `query` is the customer's request. "
            "Call tools until you can recommend. Rules: verify options and attributes with view_product_information; "
            "one product per requested item, in order; recommend_product once, then terminate. Do not address the customer."
        )

    def elapsed(self) -> float:
        return (datetime.now(timezone.utc) - self.started).total_seconds()

    def log(self, event: str, **data: Any) -> None:
        print(json.dumps({"session": self.id, "t": round(self.elapsed(), 2), "event": event, **data})[:500], file=sys.stderr)

    def content(self, result: Any) -> str:
        if not isinstance(result, list):
            return json.dumps(result, ensure_ascii=False)[:600]
        rows = [{k: v for k, v in row.items() if k in self.KEEP and v} for row in result[:5]]
        while len(rows) > 1 and len(json.dumps(rows)) > 1500:
            rows.pop()
        return json.dumps(rows, ensure_ascii=False)[:2200]

    def turn(self) -> bool:
        """One turn of the model; False when the session should end."""
        answer = assay.chat(self.messages, tools=assay.tools.schemas(["find_product", "view_product_information", "recommend_product", "terminate"]), max_tokens=350, temperature=0)
        self.messages.append(answer.message)
        if not answer.tool_calls:
            self.log("no_tool_call", text=(answer.message.get("content") or "")[:120])
            self.messages.append({"role": "user", "content": json.dumps({"at": f"{datetime.now(timezone.utc):%H:%M:%S}", "system_notice": "no tool call received; continue with a tool call"})})
            return not self.trace.has_called("recommend_product")
        outcomes = []
        for call in answer.tool_calls:
            if call.name == "recommend_product" and (self.trace.has_called("recommend_product") or any(o["name"] == "recommend_product" for o in outcomes)):
                outcome = call.answer({"error": "already recommended"})
            else:
                outcome = call.run()
                outcomes.append(outcome)
            self.log("tool", name=call.name)
            self.messages.append({"role": "tool", "tool_call_id": call.id, "content": self.content(outcome["result"])})
        if outcomes:
            self.trace.add(think=answer.thought or "", tool_calls=outcomes)
        return not self.trace.has_called("terminate")

    def run(self) -> list[dict[str, Any]]:
        for number in range(self.MAX_TURNS):
            if self.elapsed() > self.MAX_SECONDS:
                self.log("timeout", turn=number)
                break
            try:
                if not self.turn():
                    break
            except assay.ChatFailed as error:
                self.log("chat_failed", error=str(error))
        return self.trace.steps


def agent_main(problem: dict[str, Any]) -> list[dict[str, Any]]:
    return Session(problem).run()
