"""Responses in OpenAI's format, complete or as the single chunk of a stream."""

from __future__ import annotations

import hashlib
import json
from array import array
from typing import TYPE_CHECKING, Any

from trainer.completion_request import BadRequest, CompletionRequest

if TYPE_CHECKING:
    from trainer.chat import Chat
    from trainer.engine import Request

# Replies are freshly built trees without cycles, and the longest texts that the server writes.
write_reply = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode

# Shared, because one list per token would make the garbage collector traverse all of them.
NO_OTHERS = ()


def reply_of(asked: CompletionRequest, done: Request, chat: Chat, created: int) -> dict[str, Any]:
    spoken = done.ids[:-1] if done.finish == "stop" else done.ids
    content, calls = chat.parse(chat.decode(spoken))
    finish = "tool_calls" if calls and done.finish == "stop" else done.finish
    message: dict[str, Any] = {"role": "assistant", "content": content if content or not calls else None}
    if calls:
        message["tool_calls"] = calls
    choice: dict[str, Any] = {"index": 0, "message": message, "logprobs": None, "finish_reason": finish}
    if asked.log_probabilities:
        choice["logprobs"] = {"content": [_chance(chat, *pair) for pair in zip(done.ids, done.log_probabilities, strict=True)]}
    if asked.token_ids:
        choice["token_ids"] = done.ids
    reply: dict[str, Any] = {
        "id": f"chatcmpl-{_name(done)}",
        "object": "chat.completion",
        "created": created,
        "model": asked.model,
        "system_fingerprint": done.version,
        "choices": [choice],
        "usage": _usage(done),
    }
    if asked.token_ids:
        reply["prompt_token_ids"] = done.prompt
    if asked.notes:
        reply["notes"] = asked.notes
    return reply


def events_of(reply: dict[str, Any], with_usage: bool) -> list[str]:
    """Server-sent events with the whole answer in one, because a batch is read back all at once anyway."""
    (choice,) = reply["choices"]
    delta = dict(choice["message"])
    if "tool_calls" in delta:
        delta["tool_calls"] = [{"index": index, **call} for index, call in enumerate(delta["tool_calls"])]
    streamed = {key: value for key, value in choice.items() if key != "message"} | {"delta": delta}
    chunk = {**reply, "object": "chat.completion.chunk", "choices": [streamed], "usage": None}
    pieces = [chunk]
    if with_usage:
        bare = {key: value for key, value in chunk.items() if key not in ("prompt_token_ids", "notes")}
        pieces.append({**bare, "choices": [], "usage": reply["usage"]})
    return [f"data: {write_reply(piece)}\n\n" for piece in pieces] + ["data: [DONE]\n\n"]


def error_of(error: BadRequest) -> dict[str, Any]:
    kind = "invalid_request_error" if error.status < 500 else "server_error"
    return {"error": {"message": error.message, "type": kind, "param": error.parameter, "code": error.code}}


def _chance(chat: Chat, token: int, log_probability: float) -> dict[str, Any]:
    return {"token": chat.spelling(token), "logprob": log_probability, "bytes": None, "top_logprobs": NO_OTHERS}


def _usage(done: Request) -> dict[str, int]:
    prompt, completion = len(done.prompt), len(done.ids)
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}


def _name(done: Request) -> str:
    """Derived from the request and the answer, so that equal requests get byte-identical replies except for the time.
    """
    digest = hashlib.sha256(f"{done.version} {done.sampling.seed} {len(done.prompt)} ".encode())
    for tokens in (done.prompt, done.ids):
        digest.update(array("q", tokens).tobytes())
    return digest.hexdigest()[:24]
