"""An agent in the style of ORO's sandbox: its imports, its conventions, its queries encoded twice."""

import inspect
import json
import logging
import re
from os import getenv
from typing import Dict, List, Optional
from urllib.parse import quote_plus

from src.agent.agent_interface import (
    Tool,
    _TOOL_REGISTRY,
    create_dialogue_step,
    execute_tool_call,
    generate_tool_call_id,
    list_tools,
)
from src.agent.proxy_client import ProxyClient

logging.basicConfig(level=logging.INFO)
logger = logging.getLogger(__name__)
client = ProxyClient(timeout=120, max_retries=2)


@Tool
def find_product(q: str, page: int = 1, shop_id: Optional[str] = None, service: Optional[str] = None) -> List[Dict]:
    """Search for products."""
    params = {"q": quote_plus(q), "page": page, "shop_id": shop_id, "service": service}
    return client.get("/search/find_product", params) or []


@Tool("recommend_product")
def recommend(product_ids: str) -> str:
    """Recommend products."""
    return f"Recommended {product_ids}"


@Tool()
def terminate(status: str = "success") -> str:
    """End."""
    return status


def agent_main(problem_data: Dict) -> List[Dict]:
    query = problem_data["query"]
    described = [f"{name}{inspect.signature(tool)}: {inspect.getdoc(tool)}" for name, tool in _TOOL_REGISTRY.items()]
    system = "\n".join(described) + "\nAnswer in <think> and <tool_call> tags."
    history = [f"<user>{query}</user>"]
    steps = []
    for number in range(1, 26):
        body = {
            "model": getenv("SANDBOX_MODEL", "none"),
            "temperature": 0.0,
            "stream": False,
            "messages": [
                {"role": "system", "content": system},
                {"role": "user", "content": "\n\n".join(history)},
            ],
        }
        answer = client.post("/inference/chat/completions", json_data=body)
        content = answer["choices"][0]["message"].get("content", "")
        calls = json.loads(re.search(r"<tool_call>(.+?)</tool_call>", content, re.DOTALL).group(1))
        results, observations = [], []
        for call in calls:
            identifier = generate_tool_call_id(call["name"], call["parameters"])
            try:
                results.append(execute_tool_call(call["name"], call["parameters"]))
            except Exception as error:
                logger.error("%s of %s", error, list_tools())
                results.append({**call, "tool_call_id": identifier, "result": f"Error: {error}"})
            observations.append({"tool_call_id": identifier, "results": results[-1]["result"]})
        steps.append(
            create_dialogue_step(think="Going on.", tool_results=results, response="", query=query, step=number)
        )
        history.append(f"<tool_call>{json.dumps(calls)}</tool_call>")
        history.append(f"<obs>{json.dumps(observations)}</obs>")
        if any(call["name"] == "terminate" for call in calls):
            break
    return steps
