"""Plays episodes through the classic interface of the installed public package `verifiers`, as NeMo Gym's agent does.

It writes the environment's rows to a file, and later sends them back one by one, as groups of one, with its own client for
models. Arguments: the address of `assay env serve`, the address of a model endpoint, the model, and the number of tasks,
each of which it plays twice. Standard output is a JSON list of rollouts.
"""

import asyncio
import json
import sys
from typing import Any

import verifiers as vf
from openai import AsyncOpenAI
from verifiers.clients import NeMoRLChatCompletionsClient


async def play(url: str, endpoint: str, model: str, count: int) -> list[dict[str, Any]]:
    environment = vf.load_environment("assay-verifiers", url=url)
    rows = [json.loads(json.dumps(row)) for row in environment.get_dataset().select(range(count))] * 2
    client = NeMoRLChatCompletionsClient(AsyncOpenAI(base_url=endpoint, api_key="EMPTY"))
    groups = await asyncio.gather(
        *(
            environment.run_group(
                group_inputs=[vf.RolloutInput(**{name: row[name] for name in ("prompt", "answer", "info", "example_id")})],
                client=client,
                model=model,
                sampling_args={"max_tokens": 1024, "temperature": 1.0, "top_p": 1.0},
                state_columns=["trajectory", "assay"],
            )
            for row in rows
        )
    )
    return [
        {
            "problem": row["info"]["problem_id"],
            "reward": rollout["reward"],
            "metrics": rollout["metrics"],
            "error": rollout.get("error"),
            "stopped": rollout["stop_condition"],
            "record": rollout["assay"],
            "roles": [message["role"] for message in _plain(rollout["completion"])],
            "calls": _calls_and_results(_plain(rollout["completion"])),
        }
        for row, group in zip(rows, groups, strict=True)
        for rollout in group
    ]


def _plain(messages: list[Any]) -> list[dict[str, Any]]:
    return [message if isinstance(message, dict) else message.model_dump() for message in messages]


def _calls_and_results(messages: list[dict[str, Any]]) -> list[list[str]]:
    """The ids of calls, and those that the results name."""
    calls = [call if isinstance(call, dict) else json.loads(call) for each in messages for call in each.get("tool_calls") or []]
    return [[call["id"] for call in calls], [each["tool_call_id"] for each in messages if each["role"] == "tool"]]


def main() -> None:
    url, endpoint, model, count = sys.argv[1:]
    print(json.dumps(asyncio.run(play(url, endpoint, model, int(count)))))


if __name__ == "__main__":
    main()
