import { randomBytes } from 'node:crypto';

/** An agent that waits a moment, searches once and recommends the first result; with `asks` it calls a model first. */
export function singleSearchAgent({ seconds = 0.2, asks = false } = {}): string {
  const question = `ProxyClient(max_retries=1).post("/inference/chat/completions", json_data={
        "model": getenv("SANDBOX_MODEL"),
        "messages": [{"role": "user", "content": problem_data["query"]}],
    })`;
  return `import time
from os import getenv

import assay
from src.agent.proxy_client import ProxyClient


def agent_main(problem_data):
    dialogue = assay.Dialogue(problem_data["query"])
    time.sleep(${seconds})
    answer = ${asks ? question : 'None'}
    found = assay.tools.execute("find_product", {"q": problem_data["query"][:80], "page": 1})
    dialogue.add(think="A look around. " + str(answer)[:40], tool_calls=[found])
    first = [card["product_id"] for card in found["result"][:1]] or ["none"]
    chosen = assay.tools.execute("recommend_product", {"product_ids": first[0]})
    dialogue.add(think="The first will do.", tool_calls=[chosen])
    return dialogue.steps  # ${randomBytes(8).toString('hex')}
`;
}
