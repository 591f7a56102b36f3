"""The server over real HTTP: OpenAI's format, including errors, and numbers that agree with the trainer's."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from trainer.batch import TokenRow, batch_of
from trainer.chat import TEMPLATE_SHA256
from trainer.config import parse_config
from trainer.engine import Engine
from trainer.serve import RunningServer, start_server
from trainer.student import load_student
from trainer.tests.served_model import adapter_folder, tiny_folder

TOOLS = [{"type": "function", "function": {"name": "find_product", "parameters": {"type": "object", "properties": {}}}}]
SWAP_TOKEN = "of-the-owner"
QUESTION = [{"role": "system", "content": "You help people shop."}, {"role": "user", "content": "A red lamp under 30."}]


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    running = start_server(Engine(tiny_folder(), "float32", "cpu", 1024), swap_token=SWAP_TOKEN)
    yield running
    running.stop()


def ask(
    server: RunningServer,
    path: str,
    body: Any = None,
    content_type: str = "application/json",
    token: str = SWAP_TOKEN,
) -> tuple[int, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"content-type": content_type, "authorization": f"Bearer {token}"}
    connection.request("GET" if body is None else "POST", path, data, headers)
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, json.loads(text) if response.headers["content-type"].startswith("application/json") else text


def complete(server: RunningServer, **changes: Any) -> dict[str, Any]:
    body = {"model": "student", "messages": QUESTION, "max_tokens": 16, "seed": 5, "return_token_ids": True}
    status, reply = ask(server, "/v1/chat/completions", {**body, **changes})
    assert status == 200, reply
    return reply


def ids_of(reply: dict[str, Any]) -> list[int]:
    return reply["choices"][0]["token_ids"]


def chances_of(reply: dict[str, Any]) -> list[float]:
    return [each["logprob"] for each in reply["choices"][0]["logprobs"]["content"]]


def test_server_and_trainer_agree_on_log_probabilities(server: RunningServer) -> None:
    folder = adapter_folder(1)
    assert ask(server, "/internal/adapter", {"folder": str(folder)})[0] == 200
    replies = [complete(server, seed=seed, tools=TOOLS, logprobs=True, max_tokens=40) for seed in range(4)]
    config = parse_config(
        {
            "stage": "sft",
            "name": "sft",
            "seed": 1,
            "model": {"folder": str(tiny_folder()), "device": "cpu"},
            "start": str(folder),
            "template_sha256": TEMPLATE_SHA256,
            "rows": [{"file": "none", "sha256": ""}],
            "lora": {"rank": 4, "alpha": 8},
        }
    )
    student = load_student(config)
    rows = []
    for reply in replies:
        prompt, spoken = reply["prompt_token_ids"], ids_of(reply)
        rows.append(TokenRow(prompt + spoken, [0] * len(prompt) + [1] * len(spoken)))
    with torch.no_grad():
        theirs, _ = student.log_probabilities(batch_of(rows), chunk=64)
    ours = torch.tensor([chance for reply in replies for chance in chances_of(reply)])
    assert ours.shape == theirs.shape
    assert (ours - theirs).abs().max() < 1e-4
    assert ask(server, "/internal/adapter", {"folder": None}) == (200, {"weights_version": "base"})


def test_adapters_are_swapped_while_serving(server: RunningServer) -> None:
    def swap(folder: Path | None) -> list[int]:
        assert ask(server, "/internal/adapter", {"folder": None if folder is None else str(folder)})[0] == 200
        return ids_of(complete(server, temperature=0))

    first, second, none = swap(adapter_folder(1)), swap(adapter_folder(2)), swap(None)
    assert len({tuple(first), tuple(second), tuple(none)}) == 3
    assert (swap(adapter_folder(1)), swap(adapter_folder(2)), swap(None)) == (first, second, none)
    version = complete(server)["system_fingerprint"]
    for bad, code in (
        (adapter_folder(1, template="0" * 64), "TEMPLATE_DIFFERS"),
        (adapter_folder(1, base="f" * 64), "ADAPTER_DIFFERS"),
    ):
        status, reply = ask(server, "/internal/adapter", {"folder": str(bad)})
        assert (status, reply["error"]["code"]) == (409, code)
    status, reply = ask(server, "/internal/adapter", {"folder": "/nowhere"})
    assert (status, reply["error"]["code"]) == (409, "ADAPTER_CORRUPT")
    assert ask(server, "/internal/adapter", {"folder": 7})[0] == 400
    assert ask(server, "/internal/adapter", {})[0] == 400
    assert ask(server, "/internal/adapter", {"folder": None}, token="guessed")[0] == 403
    assert complete(server)["system_fingerprint"] == version == "base"


def test_concurrent_requests_get_the_same_answers_as_alone(server: RunningServer) -> None:
    alone = [ids_of(complete(server, seed=seed, max_tokens=5 + seed)) for seed in range(10)]
    found: dict[int, list[int]] = {}

    def one(seed: int) -> None:
        found[seed] = ids_of(complete(server, seed=seed, max_tokens=5 + seed))

    threads = [threading.Thread(target=one, args=(seed,)) for seed in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [found[seed] for seed in range(10)] == alone


def test_a_reply_has_the_form_of_openai(server: RunningServer) -> None:
    reply = complete(server, tools=TOOLS, logprobs=True, max_completion_tokens=7, max_tokens=None)
    (choice,) = reply["choices"]
    assert reply["object"] == "chat.completion"
    assert choice["message"]["role"] == "assistant"
    assert choice["finish_reason"] in ("stop", "length", "tool_calls")
    assert reply["usage"]["prompt_tokens"] == len(reply["prompt_token_ids"])
    assert reply["usage"]["completion_tokens"] == len(ids_of(reply)) == len(chances_of(reply)) <= 7
    assert "notes" not in reply
    bare = complete(server, return_token_ids=False, stop=["\n"])
    assert "prompt_token_ids" not in bare
    assert "token_ids" not in bare["choices"][0]
    assert bare["choices"][0]["logprobs"] is None
    assert any("stop" in note for note in bare["notes"])
    parts = [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}]
    whole = [{"role": "user", "content": "Hello"}]
    assert complete(server, messages=parts)["prompt_token_ids"] == complete(server, messages=whole)["prompt_token_ids"]
    assert complete(server, seed=None)["choices"]
    assert ask(server, "/v1/models")[1]["data"][0]["id"] == "student"


def test_a_streamed_answer_equals_the_complete_one(server: RunningServer) -> None:
    body = {"messages": QUESTION, "max_tokens": 12, "seed": 3, "return_token_ids": True, "logprobs": True}
    whole = ask(server, "/v1/chat/completions", body)[1]
    streamed = {**body, "stream": True, "stream_options": {"include_usage": True}}
    status, text = ask(server, "/v1/chat/completions", streamed)
    events = [line[6:] for line in text.split("\n\n") if line]
    assert status == 200
    assert events[-1] == "[DONE]"
    piece, usage = (json.loads(event) for event in events[:2])
    assert piece["choices"][0]["delta"] == whole["choices"][0]["message"]
    assert piece["choices"][0]["token_ids"] == ids_of(whole)
    assert piece["choices"][0]["logprobs"] == whole["choices"][0]["logprobs"]
    assert piece["prompt_token_ids"] == whole["prompt_token_ids"]
    assert usage["usage"] == whole["usage"]


@pytest.mark.parametrize(
    ("changes", "parameter"),
    [
        ({"messages": []}, "messages"),
        ({"messages": "hello"}, "messages"),
        ({"messages": [{"role": "clown", "content": "x"}]}, "messages"),
        ({"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}, "messages"),
        ({"messages": [7]}, "messages"),
        ({"n": 2}, "n"),
        ({"temperature": -1}, "temperature"),
        ({"temperature": "hot"}, "temperature"),
        ({"top_p": 1.5}, "top_p"),
        ({"seed": "x"}, "seed"),
        ({"seed": True}, "seed"),
        ({"max_tokens": 0}, "max_tokens"),
        ({"tools": {}}, "tools"),
        ({"stream": "yes"}, "stream"),
        ({"model": 5}, "model"),
    ],
)
def test_invalid_requests_are_rejected_by_field_name(
    server: RunningServer, changes: dict[str, Any], parameter: str
) -> None:
    status, reply = ask(server, "/v1/chat/completions", {"messages": QUESTION, "max_tokens": 4, **changes})
    assert status == 400
    assert reply["error"]["type"] == "invalid_request_error"
    assert reply["error"]["param"] == parameter


def test_invalid_request_bodies_and_paths_are_rejected(server: RunningServer) -> None:
    for body, status in ((b"{", 400), (b"[]", 400), (b'"' + b"x" * 9_000_000 + b'"', 413), (b"[" * 100_000, 400)):
        assert ask(server, "/v1/chat/completions", body)[0] == status
    assert ask(server, "/v1/chat/completions", b"{}", "text/plain")[0] == 415
    status, reply = ask(server, "/v2/nothing")
    assert status == 404
    assert "error" in reply


def test_a_conversation_that_is_too_long_is_rejected_with_the_reason(server: RunningServer) -> None:
    messages = [{"role": "user", "content": "lamp " * 4000}]
    status, reply = ask(server, "/v1/chat/completions", {"messages": messages})
    assert status == 400
    assert reply["error"]["code"] == "context_length_exceeded"


def test_a_disconnected_client_is_dropped(server: RunningServer) -> None:
    def counters() -> dict[str, int]:
        return ask(server, "/health")[1]["counters"]

    before = counters()["dropped"]
    body = json.dumps({"messages": QUESTION, "max_tokens": 900, "temperature": 20}).encode()
    head = f"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(head.encode() + body)
        until = time.monotonic() + 30
        while counters()["open"] == 0 and time.monotonic() < until:
            time.sleep(0.01)
    until = time.monotonic() + 30
    while counters()["open"] > 0 and time.monotonic() < until:
        time.sleep(0.02)
    assert counters()["dropped"] == before + 1
    assert complete(server)["choices"]


def test_the_health_endpoint_names_what_is_served(server: RunningServer) -> None:
    health = ask(server, "/health")[1]
    assert health["template_sha256"] == TEMPLATE_SHA256
    assert health["weights_version"] == "base"
    assert health["model"] == str(tiny_folder())
    assert health["counters"]["tokens_generated"] > 0


def test_the_serve_command_ends_on_a_signal() -> None:
    words = [sys.executable, "-m", "trainer", "serve", "--model", str(tiny_folder()), "--adapter", str(adapter_folder(1))]
    root = Path(__file__).parents[2]
    environment = {**os.environ, "OMP_NUM_THREADS": "2"}
    process = subprocess.Popen([*words, "--device", "cpu"], stdout=subprocess.PIPE, cwd=root, env=environment)
    try:
        ready = json.loads(process.stdout.readline())
        assert ready["event"] == "ready"
        assert ready["template_sha256"] == TEMPLATE_SHA256
        assert ready["weights_version"] not in ("", "base")
        connection = http.client.HTTPConnection("127.0.0.1", ready["port"], timeout=30)
        connection.request("GET", "/health")
        assert json.loads(connection.getresponse().read())["weights_version"] == ready["weights_version"]
        connection.close()
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
