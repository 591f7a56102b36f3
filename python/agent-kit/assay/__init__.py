"""The agent kit of Assay's sandbox.

    import assay

    def agent_main(problem_data):
        dialogue = assay.Dialogue(problem_data["query"])
        answer = assay.chat([{"role": "user", "content": problem_data["query"]}], tools=assay.tools.schemas())
        dialogue.add(think=answer.thought, tool_calls=[call.run() for call in answer.tool_calls])
        return dialogue.steps
"""

from assay import tools
from assay.dialogue import Dialogue
from assay.inference import Answer, ChatFailed, ToolCall, chat
from assay.shorten import shorten
from assay.step import ToolCallResult
from assay.tagged import Tagged, parse_tagged

__all__ = [
    "Answer",
    "ChatFailed",
    "Dialogue",
    "Tagged",
    "ToolCall",
    "ToolCallResult",
    "chat",
    "parse_tagged",
    "shorten",
    "tools",
]
