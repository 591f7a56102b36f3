"""The server's overhead over an engine: tokens per second and processor time per request over HTTP, with a simulated
device.

Decoding and prefill take as long as on a device of the given speed, without holding Python's lock, and draw nothing.
Everything else is real: HTTP, JSON, template, tokenizer, slots and prefixes. So a CPU shows how long a GPU would wait.
Clients run in another process, as the harness does.

    python -m trainer.bench_serving --model FOLDER
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

WORDS = "lamp desk steel warm light shop voucher price free shipping official store red blue cable charger phone".split()
PARAMETERS = {"type": "object", "properties": {"q": {"type": "string", "description": "words to search for " * 12}}}
TOOLS = [
    {"type": "function", "function": {"name": f"tool_{each}", "description": "finds " * 40, "parameters": PARAMETERS}}
    for each in range(7)
]
ANSWER_TOKENS = 300
TOKENS_KEPT = {"logprobs": True, "return_token_ids": True, "stream": True, "stream_options": {"include_usage": True}}


def words(source: random.Random, count: int) -> str:
    return " ".join(source.choices(WORDS, k=count))


def result(source: random.Random) -> str:
    items = [
        {"product_id": str(source.randrange(10**10)), "title": words(source, 12), "price": source.randrange(10**5) / 100}
        for _ in range(20)
    ]
    return json.dumps(items)


async def converse(session: Any, url: str, number: int, turns: int, extras: dict[str, Any]) -> None:
    source = random.Random(number)
    system = words(random.Random(-1), 250)
    messages = [{"role": "system", "content": system}, {"role": "user", "content": words(source, 40)}]
    for turn in range(turns):
        body = {"messages": messages, "tools": TOOLS, "max_tokens": ANSWER_TOKENS, "seed": 100 * number + turn, **extras}
        async with session.post(f"{url}/v1/chat/completions", json=body) as response:
            text = await response.text()
            if response.status != 200:
                raise RuntimeError(text[:300])
        call = {"id": f"call_{turn}", "type": "function", "function": {"name": "tool_1", "arguments": '{"q": "lamp"}'}}
        messages.append({"role": "assistant", "content": words(source, 60), "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"call_{turn}", "content": result(source)})


async def clients(url: str, count: int, turns: int, extras: dict[str, Any]) -> float:
    """Seconds from the first request to the last response."""
    import aiohttp

    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        before = time.perf_counter()
        await asyncio.gather(*(converse(session, url, each, turns, extras) for each in range(count)))
        return time.perf_counter() - before


def pretended(engine: Any, tokens_per_second: float, prefill_per_second: float) -> None:
    """Replaces the work on the device by its duration."""
    decoder = engine._decoder

    def advance(rows: list[Any], steps: int) -> tuple[list[list[int]], list[list[float]]]:
        for _ in range(steps):
            time.sleep(max(len(rows), 64) / tokens_per_second)
        return [[7] * len(rows) for _ in range(steps)], [[-0.5] * len(rows) for _ in range(steps)]

    decoder.advance = advance
    decoder.prefill = lambda pieces: time.sleep(sum(len(each.tokens) for each in pieces) / prefill_per_second)
    decoder.copy_prefix = lambda *_: None


def measure(arguments: argparse.Namespace, extras: dict[str, Any]) -> dict[str, float]:
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    from trainer.chat import Chat
    from trainer.engine import Engine
    from trainer.serve import start_server

    torch.set_num_threads(1)
    chat = Chat.load(arguments.model)
    shape = dict(hidden_size=16, intermediate_size=16, num_hidden_layers=1, num_attention_heads=2, num_key_value_heads=1)
    model = LlamaForCausalLM(LlamaConfig(vocab_size=chat.vocabulary, max_position_embeddings=16384, **shape))
    engine = Engine.of_model(model, chat, chat.eos_id, torch.float32, "cpu", slots=arguments.conversations, batched=True)
    pretended(engine, arguments.tokens_per_second, arguments.prefill_per_second)
    server = start_server(engine)
    command = [sys.executable, "-m", "trainer.bench_serving", "--url", server.url, "--extras", json.dumps(extras)]
    command += ["--conversations", str(arguments.conversations), "--turns", str(arguments.turns)]
    before = time.process_time()
    said = subprocess.run(command, check=True, cwd=Path(__file__).parents[1], stdout=subprocess.PIPE, text=True).stdout
    spent, seconds = time.process_time() - before, float(said)
    server.stop()
    requests = arguments.conversations * arguments.turns
    return {
        "tokens_per_second": round(engine.counters.tokens_generated / seconds),
        "milliseconds_per_request": round(1000 * spent / requests, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--model", help="Hugging Face folder; its tokenizer is used")
    parser.add_argument("--conversations", type=int, default=384, help="at once")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--tokens-per-second", type=float, default=47_000, help="of the pretended device, decoding")
    parser.add_argument("--prefill-per-second", type=float, default=790_000)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    parser.add_argument("--extras", type=json.loads, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.url:
        print(asyncio.run(clients(arguments.url, arguments.conversations, arguments.turns, arguments.extras)))
        return
    for name, extras in (("with tokens and log-probabilities", TOKENS_KEPT), ("plain", {})):
        print(name, json.dumps(measure(arguments, extras)), flush=True)


if __name__ == "__main__":
    main()
