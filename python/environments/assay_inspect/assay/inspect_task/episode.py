from __future__ import annotations

from inspect_ai.model import get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver

from assay.inspect_task.messages import action, as_shown, from_server, tool_info
from assay.inspect_task.server import JsonObject, ServerAddress, Session

SAID = "assay"
"""Where the store of a sample keeps what the server said of the episode."""

NO_ANSWER: JsonObject = {"content": ""}


@solver
def episode(split: str, url: str) -> Solver:
    """Plays one episode of the environment server with the model.

    The server controls the episode: it runs the calls of an answer, returns the model's next messages, and ends and
    scores it. The result is therefore the same as that of `assay eval run`.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        model = get_model()
        async with Session(ServerAddress(url)) as session:
            result = await session.reset(split=split, problem_id=str(state.sample_id))
            tools = [tool_info(tool) for tool in result["observation"]["tools"]]
            state.messages = [from_server(message, {}) for message in result["observation"]["messages"]]
            while not result["done"]:
                output = await model.generate(state.messages, tools)
                state.output = output
                if output.stop_reason == "model_length":
                    result = await _end(session, result)
                    state.store.set(SAID, _said(result) | {"ending": "context full"})
                    return state
                result = await session.step(action(output))
                message = as_shown(output.message, result["observation"]["assistant"])
                called = {call.id: call.function for call in message.tool_calls or []}
                replies = [from_server(reply, called) for reply in result["observation"]["messages"]]
                state.messages = [*state.messages, message, *replies]
                state.store.set(SAID, _said(result))
        return state

    return solve


async def _end(session: Session, result: JsonObject) -> JsonObject:
    """Ends an episode whose conversation is too long for the model. What it has recommended so far is scored."""
    while not result["done"]:
        result = await session.step(NO_ANSWER)
    return result


def _said(result: JsonObject) -> JsonObject:
    metadata = result.get("metadata", {})
    scored = {field: metadata[field] for field in ("outcome", "score", "ending", "recommended") if field in metadata}
    return {"turns": result["observation"]["turn"], **scored}
