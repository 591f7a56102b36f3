"""Plays episodes of an environment server with the installed public package `openreward`.

Arguments: the address of the server, its token, and the number of concurrent sessions. Standard input is a JSON list of
calls (name and input) that solve every problem. Standard output is one JSON document:

    listed     what the client lists without a session of its own
    sessions   the problem, the rewards and the end of the episode, for each session
    sync       prompt, messages and tools of one session of the synchronous client
    parallel   which results calls have that are made at the same time
    refused    what the client raises for calls that are refused
"""

import asyncio
import json
import os
import sys
from typing import Any

# The client asks PyPI for its newest version unless told otherwise.
os.environ["OPENREWARD_DISABLE_UPDATE_CHECK"] = "1"

from openreward import AsyncOpenReward, OpenReward  # noqa: E402

Call = dict[str, Any]


async def play(environment: Any, calls: list[Call], task: Any) -> dict[str, Any]:
    async with environment.session(task) as session:
        rewards: list[float] = []
        output = None
        for call in calls:
            output = await session.call_tool(call["name"], call["input"])
            rewards.append(output.reward)
        assert output is not None
        return {
            "problem": task.task_spec["problem_id"],
            "rewards": rewards,
            "finished": output.finished,
            **output.metadata,
        }


async def play_together(url: str, token: str, calls: list[Call], sessions: int) -> list[dict[str, Any]]:
    client = AsyncOpenReward(api_key=token)
    environment = client.environments.get("assay", base_url=url)
    tasks = await environment.list_tasks("train")
    try:
        return await asyncio.gather(
            *(play(environment, calls, tasks[place % len(tasks)]) for place in range(sessions))
        )
    finally:
        await client.environments.aclose()


def list_without_session(environment: Any) -> dict[str, Any]:
    return {
        "splits": environment.list_splits(),
        "tasks": [task.task_spec["problem_id"] for task in environment.list_tasks("train")],
        "num_tasks": environment.num_tasks("eval"),
        "task": environment.get_task("eval", 1).task_spec["problem_id"],
        "range": [task.task_spec["index"] for task in environment.get_task_range("train", -2)],
        "tools": [tool.name for tool in environment.list_tools()],
        "final": environment.is_assistant_message_final(),
    }


def play_sync(environment: Any) -> dict[str, Any]:
    with environment.session(split="eval", index=0) as session:
        return {
            "prompt": [block.text for block in session.get_prompt()],
            "messages": session.get_messages(format="openai"),
            "tools": [tool["name"] for tool in session.list_tools(format="openai")],
            "found": session.call_tool("find_product", {"q": "kavari desk lamp"}).blocks[0].text,
            "unknown": session.call_tool("find_nothing", {}).blocks[0].text,
            "scores_groups": session.supports_score_group(),
            "version": session.version()["version"],
        }


async def play_parallel(url: str, token: str) -> list[bool]:
    client = AsyncOpenReward(api_key=token)
    try:
        environment = client.environments.get("assay", variant="assay", base_url=url)
        async with environment.session(split="eval", index=0) as session:
            names = ["kavari desk lamp", "floor lamp", "desk lamp", "lamp"]
            outputs = await asyncio.gather(*(session.call_tool("find_product", {"q": name}) for name in names))
            return sorted(output.metadata["turn"] for output in outputs)
    finally:
        await client.environments.aclose()


def message_of(action: Any) -> str:
    try:
        return f"nothing: {action()}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def enter(session: Any) -> None:
    with session:
        pass


def refusals(environment: Any, url: str) -> dict[str, str]:
    with environment.session(split="eval", index=0) as session:
        session.call_tool("terminate", {})
        after_the_end = message_of(lambda: session.call_tool("find_product", {"q": "lamp"}))
    with OpenReward(api_key="guessed") as stranger:
        elsewhere = stranger.environments.get("assay", base_url=url)
        unauthorised = message_of(elsewhere.list_splits)
    return {
        "after_the_end": after_the_end,
        "unauthorised": unauthorised,
        "index": message_of(lambda: enter(environment.session(split="eval", index=99))),
        "split": message_of(lambda: environment.list_tasks("test")),
        "toolset": message_of(lambda: enter(environment.session(split="eval", index=0, toolset="codex"))),
    }


def main() -> None:
    url, token, sessions = sys.argv[1], sys.argv[2], int(sys.argv[3])
    calls = json.load(sys.stdin)
    with OpenReward(api_key=token) as client:
        environment = client.environments.get("assay", base_url=url)
        report = {
            "listed": list_without_session(environment),
            "sessions": asyncio.run(play_together(url, token, calls, sessions)),
            "sync": play_sync(environment),
            "parallel": asyncio.run(play_parallel(url, token)),
            "refused": refusals(environment, url),
        }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
