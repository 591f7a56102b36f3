from __future__ import annotations

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample

from assay.inspect_task.episode import episode
from assay.inspect_task.server import ServerAddress, server_url
from assay.inspect_task.verdict import CLUSTER, rule_score, solved


@task
def shopping(split: str = "eval", url: str | None = None) -> Task:
    """Shopping with tools in a marketplace, on the problems of an environment server (`assay env serve`).

    Args:
        split: `eval` or `train`; the server was started with a suite for each.
        url: Address of the server; ASSAY_ENV_URL unless given.
    """
    server = ServerAddress(server_url(url))
    suites = {each["name"]: each["suite"] for each in server.ask("/assay/splits")}
    if split not in suites:
        raise ValueError(f"The server at {server.url} has no split {split!r}. It has {' and '.join(suites)}.")
    samples = [
        Sample(
            id=problem["problem_id"],
            input=problem["query"],
            metadata={
                "problem_id": problem["problem_id"],
                "category": problem["category"],
                CLUSTER: problem["leak_cluster"],
                "split": split,
                "environment": server.url,
            },
        )
        for problem in server.ask("/assay/tasks", {"split": split})["tasks"]
    ]
    return Task(
        dataset=MemoryDataset(samples, name=suites[split]),
        solver=episode(split=split, url=server.url),
        scorer=[solved(), rule_score()],
        metadata={"suite": suites[split], "environment": server.ask("/metadata")},
    )
