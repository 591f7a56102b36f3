"""Plays episodes of an environment server with the installed public package `openenv`.

Arguments: the address of the server, and the number of concurrent sessions. Standard input is a JSON list of answers
that solve every problem, one per turn. Standard output is one JSON document:

    sessions   the problem, the rewards and the end of the episode, for each session
    sync       the same for one session of the synchronous client, which calls one tool per step
    refused    what the client raises for a step without an episode
    validator  the report of `openenv validate` on the server
"""

import asyncio
import json
import sys
from typing import Any

from openenv import GenericEnvClient
from openenv.cli._validation import validate_running_environment


async def play(url: str, answers: list[dict[str, Any]], seed: int) -> dict[str, Any]:
    async with GenericEnvClient(base_url=url) as env:
        result = await env.reset(seed=seed)
        problem = result.observation["problem_id"]
        rewards: list[float] = []
        for answer in answers:
            result = await env.step(answer)
            rewards.append(result.reward)
            if result.done:
                break
        state = await env.state()
        return {"problem": problem, "rewards": rewards, "steps": state["step_count"], **result.metadata}


async def play_together(url: str, answers: list[dict[str, Any]], sessions: int) -> list[dict[str, Any]]:
    return await asyncio.gather(*(play(url, answers, seed) for seed in range(sessions)))


def play_sync(url: str) -> dict[str, Any]:
    with GenericEnvClient(base_url=url).sync() as env:
        env.reset(split="eval", index=0)
        tools = env.step({"type": "list_tools"}).observation["tools"]
        found = env.step({"type": "call_tool", "tool_name": "find_product", "arguments": {"q": "kavari desk lamp"}})
        env.step({"type": "call_tool", "tool_name": "recommend_product", "arguments": {"product_ids": "1001"}})
        last = env.step({"type": "call_tool", "tool_name": "terminate", "arguments": {}})
        return {
            "tools": [tool["name"] for tool in tools],
            "found": found.observation["result"],
            "done": last.done,
            "reward": last.reward,
        }


async def refusal(url: str) -> str:
    async with GenericEnvClient(base_url=url) as env:
        try:
            await env.step({"content": "Hello."})
        except RuntimeError as error:
            return str(error)
    return "nothing"


def main() -> None:
    url, sessions = sys.argv[1], int(sys.argv[2])
    answers = json.load(sys.stdin)
    report = {
        "sessions": asyncio.run(play_together(url, answers, sessions)),
        "sync": play_sync(url),
        "refused": asyncio.run(refusal(url)),
        "validator": validate_running_environment(url),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
