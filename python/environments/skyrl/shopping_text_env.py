"""`assay env serve` as a text environment of SkyRL, whose models write their calls into the text.

Write a dataset and register the environment before SkyRL starts:

    python -m environments.skyrl.write_dataset --split train --out train.jsonl
    skyrl_gym.register(id="shopping", entry_point="environments.skyrl.shopping_text_env:ShoppingTextEnv")
"""

from __future__ import annotations

import json
import re
from typing import Any

from skyrl_gym.envs.base_text_env import BaseTextEnv, BaseTextEnvStepOutput, ConversationType

from environments.session import JsonObject, Session, server_url

MAX_ANSWER_CHARACTERS = 200_000
"""The server reads no more of an answer."""
CALL = re.compile(r"<tool_call>((?:(?!<tool_call>).)*?)</tool_call>", re.DOTALL)
"""From the last opening tag before a closing one, so that a tag in a thought hides no call and the time is linear."""
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
    """One episode. `extras` are the fields of a dataset row; `ASSAY_ENV_URL` is the server's address, or `url` of the
    environment's configuration."""

    def __init__(self, env_config: Any = None, extras: JsonObject | None = None) -> None:
        super().__init__()
        row = extras or {}
        if "problem_id" not in row:
            raise ValueError("The dataset row has no problem_id. Write the dataset with write_dataset.py.")
        self._reset = {"split": row.get("split", "train"), "problem_id": row["problem_id"]}
        self._url = server_url(_setting(env_config, "url"))
        self._session: Session | None = None
        self._metadata: JsonObject = {}

    def init(self, prompt: ConversationType) -> tuple[ConversationType, JsonObject]:
        """Ignores the row's prompt in favour of the server's, which also has the tools.

        Opens the session: SkyRL makes the environments of a batch long before it plays them.
        """
        self.close()
        self._session = Session(self._url)
        result = self._session.ask("reset", self._reset)
        self.max_turns = result["observation"]["max_turns"]
        return opening_messages(result["observation"]), result["metadata"]

    def step(self, action: str) -> BaseTextEnvStepOutput:
        if self._session is None:
            raise RuntimeError("The episode has not begun, or is closed: call init first.")
        self.turns += 1
        result = self._session.ask("step", answer_in(action))
        self._metadata = result["metadata"]
        return BaseTextEnvStepOutput(
            observations=observations_of(result["observation"]["messages"]),
            reward=result["reward"],
            done=result["done"],
            metadata=result["metadata"],
        )

    def get_metrics(self) -> JsonObject:
        """An episode that was not finished has no outcome and counts as unsolved."""
        return {"solved": float(self._metadata.get("outcome", 0)), "rule_score": float(self._metadata.get("score", 0))}

    def close(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None


def opening_messages(observation: JsonObject) -> ConversationType:
    """System prompt with the tools, and the request."""
    signatures = "\n".join(json.dumps(tool) for tool in observation["tools"])
    system, *rest = observation["messages"]
    return [{"role": "system", "content": system["content"] + TOOLS.format(signatures=signatures)}, *rest]


def answer_in(text: str) -> JsonObject:
    """The text as a message with calls. A block that is no call becomes a call without a name, so that the model gets a
    tool response that says so."""
    text = text[: MAX_ANSWER_CHARACTERS + 1].removesuffix("<|im_end|>")
    calls = [_call_in(written) for written in CALL.findall(text)]
    content, opened, unfinished = CALL.sub("", text).partition("<tool_call>")
    if not calls and opened:
        calls.append(_call("", unfinished))
    return {"content": content.strip(), "tool_calls": calls}


def _call_in(written: str) -> JsonObject:
    try:
        call = json.loads(written)
        arguments = call.get("arguments", call.get("parameters", {}))
        return _call(str(call["name"]), arguments if isinstance(arguments, str) else json.dumps(arguments))
    except (ValueError, KeyError, AttributeError, RecursionError):
        return _call("", written)


def _call(name: str, arguments: str) -> JsonObject:
    return {"type": "function", "function": {"name": name, "arguments": arguments}}


def observations_of(messages: list[JsonObject]) -> ConversationType:
    """Results of calls as one message of the user, as chat templates show them."""
    results = [each["content"] for each in messages if each["role"] == "tool"]
    others = [{"role": each["role"], "content": each["content"]} for each in messages if each["role"] != "tool"]
    if not results:
        return others
    responses = "\n".join(f"<tool_response>\n{result}\n</tool_response>" for result in results)
    return [{"role": "user", "content": responses}, *others]


def _setting(config: Any, name: str) -> str | None:
    """From a mapping, an object with this attribute, or nothing."""
    return config.get(name) if hasattr(config, "get") else getattr(config, name, None)
