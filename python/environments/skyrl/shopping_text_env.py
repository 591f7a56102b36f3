"""`assay env serve` as a text environment of SkyRL, whose models write their calls into the text.

Write a dataset and register the environment before SkyRL starts:

    python -m environments.skyrl.write_dataset --split train --out train.jsonl
    skyrl_gym.register(id="shopping", entry_point="environments.skyrl.shopping_text_env:ShoppingTextEnv")
"""

from __future__ import annotations

import json
import os
import re
from typing import Any

from skyrl_gym.envs.base_text_env import BaseTextEnv, BaseTextEnvStepOutput, ConversationType

from environments.session import JsonObject, Session

DEFAULT_URL = "http://127.0.0.1:8790"
CALL = re.compile(r"<tool_call>(.*?)</tool_call>", re.DOTALL)
# The format that Qwen's and Hermes' chat templates have for tools.
TOOLS = """

# Tools

You may call one or more functions to assist with the user query.

You are provided with function signatures within <tools></tools> XML tags:
<tools>
{signatures}
</tools>

For each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:
<tool_call>
{{"name": <function-name>, "arguments": <args-json-object>}}
</tool_call>"""


class ShoppingTextEnv(BaseTextEnv):
    """One episode. `extras` are the fields of a dataset row; `env_config.url` or ASSAY_ENV_URL is the server's address."""

    def __init__(self, env_config: Any = None, extras: JsonObject | None = None) -> None:
        super().__init__()
        row = extras or {}
        if "problem_id" not in row:
            raise ValueError("The dataset row has no problem_id. Write the dataset with write_dataset.py.")
        self._wanted = {"split": row.get("split", "train"), "problem_id": row["problem_id"]}
        self._session: Session | None = Session(server_url(_setting(env_config, "url")))
        self._last: JsonObject = {}

    def init(self, prompt: ConversationType) -> tuple[ConversationType, JsonObject]:
        """Ignores the row's prompt in favour of the server's, which also has the tools."""
        result = self._ask("reset", self._wanted)
        self.max_turns = result["observation"]["max_turns"]
        return opening(result["observation"]), result["metadata"]

    def step(self, action: str) -> BaseTextEnvStepOutput:
        self.turns += 1
        result = self._ask("step", read_answer(action))
        self._last = result["metadata"]
        return BaseTextEnvStepOutput(
            observations=shown(result["observation"]["messages"]),
            reward=result["reward"],
            done=result["done"],
            metadata=result["metadata"],
        )

    def get_metrics(self) -> JsonObject:
        """An episode that was not finished has no outcome and counts as unsolved."""
        return {"solved": float(self._last.get("outcome", 0)), "rule_score": float(self._last.get("score", 0))}

    def close(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None

    def _ask(self, kind: str, data: JsonObject) -> JsonObject:
        if self._session is None:
            raise RuntimeError("The environment is closed.")
        return self._session.ask(kind, data)


def server_url(url: str | None = None) -> str:
    return url or os.environ.get("ASSAY_ENV_URL") or DEFAULT_URL


def opening(observation: JsonObject) -> ConversationType:
    """System prompt with the tools, and the request."""
    signatures = "\n".join(json.dumps(tool) for tool in observation["tools"])
    system, *rest = observation["messages"]
    return [{"role": "system", "content": system["content"] + TOOLS.format(signatures=signatures)}, *rest]


def read_answer(text: str) -> JsonObject:
    """The text as a message. Calls that cannot be read stay in the text, and the server answers that there are none."""
    calls: list[JsonObject] = []

    def take(match: re.Match[str]) -> str:
        try:
            call = json.loads(match.group(1))
            arguments = call.get("arguments", {})
            written = arguments if isinstance(arguments, str) else json.dumps(arguments)
            function = {"name": str(call["name"]), "arguments": written}
        except (ValueError, TypeError, KeyError, AttributeError):
            return match.group(0)
        calls.append({"type": "function", "function": function})
        return ""

    content = CALL.sub(take, text.removesuffix("<|im_end|>")).strip()
    return {"content": content, "tool_calls": calls}


def shown(messages: list[JsonObject]) -> ConversationType:
    """Results of calls as one message of the user, as chat templates show them."""
    results = [each["content"] for each in messages if each["role"] == "tool"]
    others = [{"role": each["role"], "content": each["content"]} for each in messages if each["role"] != "tool"]
    if not results:
        return others
    told = "\n".join(f"<tool_response>\n{result}\n</tool_response>" for result in results)
    return [{"role": "user", "content": told}, *others]


def _setting(config: Any, name: str) -> str | None:
    """`config` is a mapping of SkyRL's configuration, or nothing."""
    return config.get(name) if config is not None and hasattr(config, "get") else None
