from __future__ import annotations

import httpx
import verifiers.v1 as vf
from verifiers.v1.errors import HarnessError

from assay_verifiers.record import new_record, note_step
from assay_verifiers.server import JsonObject, ServerAddress, Session
from assay_verifiers.taskset import INFO, AssayData


class AssayHarnessConfig(vf.HarnessConfig):
    id: str = "assay-verifiers"


class AssayHarness(vf.Harness[AssayHarnessConfig]):
    """Plays one episode of the environment server with the model.

    The server controls the episode: it runs the calls of an answer, returns the model's next messages, gives rewards
    and ends it. The loop runs in this process; every model call goes through verifiers' endpoint, which records it.
    """

    APPENDS_SYSTEM_PROMPT = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: vf.ModelContext,
        trace: vf.Trace,
        runtime: vf.Runtime,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: vf.TaskData,
    ) -> vf.ProgramResult:
        if not isinstance(data, AssayData):
            raise HarnessError("The harness of Assay runs tasks of Assay only.")
        # Also there if the server cannot be reached.
        trace.info[INFO] = new_record({})
        model = _Model(endpoint, secret, ctx.model)
        async with Session(ServerAddress(data.url, data.token_env)) as session, model:
            result = await session.reset(split=data.split, problem_id=data.id)
            record = trace.info[INFO] = new_record(result)
            tools = result["observation"]["tools"]
            messages = _with_system(result["observation"]["messages"], data.system_prompt)
            while not result["done"]:
                answer = await model.answer(messages, tools)
                if answer is None:
                    # Verifiers refuses further turns, because of one of its limits or a @stop of the task.
                    if trace.stop_condition is None:
                        raise HarnessError(f"The model did not answer: {model.failure}")
                    break
                result = await session.step(answer)
                note_step(record, result)
                messages += [_repaired(answer, result["observation"]["assistant"]), *result["observation"]["messages"]]
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")


class _Model:
    def __init__(self, endpoint: str, secret: str, model: str) -> None:
        self._address = f"{endpoint.rstrip('/')}/chat/completions"
        self._model = model
        # The rollout has its own time limits, which an answer may use up.
        self._http = httpx.AsyncClient(headers={"Authorization": f"Bearer {secret}"}, timeout=None)
        self.failure = ""

    async def __aenter__(self) -> _Model:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def answer(self, messages: list[JsonObject], tools: list[JsonObject]) -> JsonObject | None:
        body = {"model": self._model, "messages": messages, "tools": tools}
        response = await self._http.post(self._address, json=body)
        if response.is_error:
            self.failure = f"status {response.status_code}: {response.text[:500]}"
            return None
        choice = response.json()["choices"][0]
        return {**choice["message"], "finish_reason": choice.get("finish_reason")}


def _with_system(messages: list[JsonObject], system: str | None) -> list[JsonObject]:
    """Replaces the server's system prompt by that of the task, if the task has one."""
    if system is None:
        return list(messages)
    return [{"role": "system", "content": system}, *(each for each in messages if each["role"] != "system")]


def _repaired(answer: JsonObject, shown: JsonObject | None) -> JsonObject:
    """The answer with the call ids that the results refer to, and with arguments that chat templates can parse."""
    own = {name: value for name, value in answer.items() if name != "finish_reason"}
    if shown is not None and "tool_calls" in shown:
        own["tool_calls"] = shown["tool_calls"]
    return own
