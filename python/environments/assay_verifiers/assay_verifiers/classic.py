"""The same episodes and rewards in verifiers' classic interface, which NeMo Gym's agent uses.

verifiers 0.3 has this interface at its root; 0.4 no longer has it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

import aiohttp
import verifiers as vf
from datasets import Dataset

from assay_verifiers.record import (
    STEP_WEIGHT,
    new_record,
    note_step,
    outcome_of,
    rule_score_of,
    steps_of,
    system_of,
)
from assay_verifiers.server import TOKEN_ENV, JsonObject, ServerAddress, Session, server_url

SESSION = "assay_session"
"""Key of a rollout's state for the open session."""
RECORD = "assay"
"""Key of a rollout's state for what the server said of the episode."""


def load_environment(
    split: str = "train",
    eval_split: str = "eval",
    url: str | None = None,
    token_env: str = TOKEN_ENV,
    system_prompt: str | None = None,
) -> AssayClassicEnv:
    """Loads the problems of both splits. Arguments: the splits of the server that serve as dataset and as evaluation
    dataset, the server's address, the environment variable with its token, and a system prompt instead of the server's.
    """
    return AssayClassicEnv(ServerAddress(server_url(url), token_env), split, eval_split, system_prompt)


class AssayClassicEnv(vf.MultiTurnEnv):
    """Plays one episode per rollout. The server runs the calls, gives rewards and ends the episode."""

    def __init__(self, address: ServerAddress, split: str, eval_split: str, system_prompt: str | None) -> None:
        self._address = address
        first = address.ask("/reset", {"split": split, "index": 0})["observation"]
        system = system_prompt or system_of(first["messages"])
        super().__init__(
            dataset=lambda: _problems(address, split, system),
            eval_dataset=lambda: _problems(address, eval_split, system),
            rubric=vf.Rubric(funcs=[solved, steps, rule_score], weights=[1.0, STEP_WEIGHT, 0.0]),
            tool_defs=[_tool(tool) for tool in first["tools"]],
            # The server limits the turns. It must also read the last answer, and with a limit here it would not.
            max_turns=-1,
        )

    async def setup_state(self, state: vf.State) -> vf.State:
        problem = state.get("info") or {}
        if "problem_id" not in problem or "split" not in problem:
            raise vf.InfraError(
                "The row's info has no problem_id or no split. Use rows of this environment's get_dataset()."
            )
        # `close_session` closes the connection, also after errors.
        state[SESSION] = await _or_infra_error(Session(self._address).__aenter__())
        wanted = {"split": problem["split"], "problem_id": problem["problem_id"]}
        state[RECORD] = new_record(await _or_infra_error(state[SESSION].reset(**wanted)))
        return state

    async def env_response(self, messages: vf.Messages, state: vf.State, **_: Any) -> vf.Messages:
        answer = state["trajectory"][-1]["response"].message
        result = await _or_infra_error(state[SESSION].step(_as_action(answer)))
        note_step(state[RECORD], result)
        _repair_calls(messages[-1], result["observation"]["assistant"])
        if result["done"]:
            # Ends the rollout; without it verifiers would ask the model again.
            state["final_env_response"] = result["observation"]["messages"]
        return result["observation"]["messages"]

    @vf.cleanup
    async def close_session(self, state: vf.State) -> None:
        session = state.pop(SESSION, None)
        if session is not None:
            await session.__aexit__(None, None, None)


async def solved(state: vf.State) -> float:
    return outcome_of(state.get(RECORD, {}))


async def steps(state: vf.State) -> float:
    return steps_of(state.get(RECORD, {}))


async def rule_score(state: vf.State) -> float:
    return rule_score_of(state.get(RECORD, {}))


def _problems(address: ServerAddress, split: str, system: str) -> Dataset:
    tasks = address.ask("/assay/tasks", {"split": split})["tasks"]
    return Dataset.from_list(
        [
            {
                "prompt": [{"role": "system", "content": system}, {"role": "user", "content": task["query"]}],
                "answer": "",
                "info": {"problem_id": task["problem_id"], "split": split},
            }
            for task in tasks
        ]
    )


def _tool(tool: JsonObject) -> vf.Tool:
    function = tool["function"]
    return vf.Tool(name=function["name"], description=function["description"], parameters=function["parameters"])


def _as_action(answer: Any) -> JsonObject:
    calls = [
        {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
        for call in answer.tool_calls or []
    ]
    return {"content": answer.content or "", "tool_calls": calls, "finish_reason": answer.finish_reason}


def _repair_calls(answer: Any, shown: JsonObject | None) -> None:
    """Gives the recorded calls the ids that the results refer to, and arguments that chat templates can parse."""
    repaired = (shown or {}).get("tool_calls", [])
    for call, other in zip(answer.tool_calls or [], repaired, strict=False):
        call.id = other["id"]
        call.arguments = other["function"]["arguments"]


async def _or_infra_error(request: Awaitable[Any]) -> Any:
    """Awaits a request to the server. Its failure is verifiers' to handle, who would not expect other exceptions."""
    try:
        return await request
    except (aiohttp.ClientError, asyncio.TimeoutError, OSError, RuntimeError) as error:
        raise vf.InfraError(f"The environment server failed: {error}") from error
