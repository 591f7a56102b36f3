from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import verifiers.v1 as vf

from assay_verifiers.record import STEP_WEIGHT, outcome_of, rule_score_of, steps_of, system_of, turns_of
from assay_verifiers.server import TOKEN_ENV, ServerAddress, server_url

INFO = "assay"
"""Where `trace.info` keeps what the server said of the episode."""


class AssayData(vf.TaskData):
    id: str = ""
    """Of the problem. `vf.TaskData` has it from version 0.4 on only."""
    split: str
    url: str
    token_env: str


class AssayTask(vf.Task[AssayData]):
    """Rewards as given by the server; `AssayHarness` stores them in the trace."""

    @property
    def key(self) -> str:
        # Not the content, which contains the address of the server.
        return f"{self.data.split}/{self.data.id}"

    @vf.reward(weight=1.0)
    async def solved(self, trace: vf.Trace) -> float:
        """1 if everything that was asked for holds, by the strict rules; else 0, also for an unfinished episode."""
        return outcome_of(_said(trace))

    @vf.reward(weight=STEP_WEIGHT)
    async def steps(self, trace: vf.Trace) -> float:
        """Step rewards of all answers, divided by the number of the teacher's calls."""
        return steps_of(_said(trace))

    @vf.metric
    async def rule_score(self, trace: vf.Trace) -> float:
        return rule_score_of(_said(trace))

    @vf.metric
    async def turns(self, trace: vf.Trace) -> float:
        return turns_of(_said(trace))


class AssayConfig(vf.TasksetConfig):
    split: Literal["train", "eval"] = "train"
    """Split of the server, which was started with a suite for each."""
    url: str = server_url()
    """Address of `assay env serve`."""
    token_env: str = TOKEN_ENV
    """Environment variable with the token of the server, if it has one."""


class AssayTaskset(vf.Taskset[AssayTask, AssayConfig]):
    def load(self) -> Iterator[AssayTask]:
        config = self.config
        address = ServerAddress(server_url(config.url), config.token_env)
        tasks = address.ask("/assay/tasks", {"split": config.split})["tasks"]
        if not tasks:
            return
        first = address.ask("/reset", {"split": config.split, "index": 0})["observation"]["messages"]
        system = system_of(first)
        for task in tasks:
            data = AssayData(
                id=task["problem_id"],
                name=f"{config.split} {task['index']} ({task['category']})",
                prompt=task["query"],
                system_prompt=system,
                split=config.split,
                url=address.url,
                token_env=config.token_env,
            )
            yield AssayTask(data, config.task)


def _said(trace: vf.Trace) -> dict[str, Any]:
    return trace.info.get(INFO, {})
