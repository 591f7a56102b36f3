"""Calls an arena with the installed package: signed and unsigned, synchronous and asynchronous. Input and output are
one JSON document each."""

import asyncio
import io
import json
import sys
from uuid import UUID

from assay_client import Arena, ArenaError
from assay_client.api.corpus import withdraw_from_corpus
from assay_client.api.miner import list_miner_agents, submit_agent
from assay_client.api.public import get_evaluation_run, get_leaderboard
from assay_client.models import SubmitAgentBody, WithdrawFromCorpusBody
from assay_client.types import File
from bittensor_wallet import Keypair


def refusal(call):
    try:
        call()
    except ArenaError as error:
        return {"status": error.status, "code": error.code, "text": str(error)}
    raise SystemExit("nothing was refused")


async def names_asked_for_at_once(arena):
    """Sends several requests concurrently over one connection pool: each needs its own nonce."""
    async with arena:
        answers = await asyncio.gather(*(list_miner_agents.asyncio(client=arena) for _ in range(5)))
    return [[agent.agent_name for agent in answer.agents] for answer in answers]


def main():
    given = json.load(sys.stdin)
    url, key = given["url"], Keypair.create_from_seed(given["seed"])
    arena, stranger = Arena(url, key), Arena(url)
    agent = File(io.BytesIO(given["agent"].encode()), "agent.py", "text/x-python")
    submitted = submit_agent.sync(client=arena, body=SubmitAgentBody(agent_name="from Python", file=agent))
    version = submitted.agent_version_id
    withdrawn = withdraw_from_corpus.sync(client=arena, body=WithdrawFromCorpusBody(agent_version_id=version))
    # The signed target includes the query.
    board = get_leaderboard.sync(client=arena, q="a b&c=ü", limit=5)
    results = {
        "status": submitted.admission_status,
        "withdrawn": [str(each) for each in withdrawn.withdrawn] == [str(version)],
        "entries": len(board.entries),
        "names": asyncio.run(names_asked_for_at_once(Arena(url, key))),
        "unsigned": refusal(lambda: list_miner_agents.sync(client=stranger)),
        "elsewhere": refusal(lambda: list_miner_agents.sync(client=Arena(url, key, arena="another:arena"))),
        "missing": refusal(lambda: get_evaluation_run.sync(UUID(int=0), client=stranger)),
        "malformed": refusal(lambda: get_leaderboard.sync(client=stranger, limit=0)),
    }
    print(json.dumps(results))


main()
