"""Plays episodes through the environment server and client of the installed public package `verifiers`.

prime-rl's orchestrator reaches environments in this way: an `EnvServer` has the environment, an `EnvClient` sends it tasks
and gets traces with rewards. Arguments: the address of `assay env serve`, the address of a model endpoint, the model, and
the number of tasks. Standard output is a JSON list of traces.
"""

import asyncio
import json
import sys
from itertools import islice
from typing import Any

from verifiers.v1.configs.client import EvalClientConfig
from verifiers.v1.serve import EnvClient, EnvServer
from verifiers.v1.types import SamplingConfig
from verifiers.v1.utils.loaders import load_taskset, resolve_env_config

# With port 0 the operating system chooses one.
ANY_PORT = "tcp://127.0.0.1:0"


async def play(url: str, endpoint: str, model: str, count: int) -> list[dict[str, Any]]:
    config = resolve_env_config({"taskset": {"id": "assay-verifiers", "url": url, "split": "train"}})
    # Not `take`, which version 0.3.1 lacks.
    tasks = list(islice(load_taskset(config.taskset), count))
    server = EnvServer(config, address=ANY_PORT)
    serving = asyncio.create_task(server.run())
    client = EnvClient(server.address)
    sampling = SamplingConfig()
    endpoint_config = EvalClientConfig(base_url=endpoint, api_key_var="NO_KEY")
    try:
        await client.wait_for_server_startup()
        episodes = await asyncio.gather(
            *(client.run(endpoint_config, model, sampling, task.data.model_dump(mode="json")) for task in tasks)
        )
    finally:
        await client.close()
        serving.cancel()
        await serving
    return [json.loads(trace.model_dump_json()) for episode in episodes for trace in episode.traces]


def main() -> None:
    url, endpoint, model, count = sys.argv[1:]
    print(json.dumps(asyncio.run(play(url, endpoint, model, int(count)))))


if __name__ == "__main__":
    main()
