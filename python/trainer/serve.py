"""OpenAI's chat completions over HTTP in front of one engine.

The event loop reads, waits and writes. Tokenising has its own thread, because it runs without Python's lock, and so has
the engine. Requests that arrive while it decodes join its batch at the next chunk; only an idle engine waits briefly
for more requests.
"""

from __future__ import annotations

import argparse
import asyncio
import hmac
import os
import secrets
import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict

from aiohttp import web

from trainer.adapter_swap import swap_adapter
from trainer.chat import TEMPLATE_SHA256
from trainer.completion_reply import events_of, reply_of, write_reply
from trainer.completion_request import BadRequest, CompletionRequest, read_request
from trainer.device import DTYPES, pick_device, usual_dtype
from trainer.engine import Engine, Request
from trainer.engine_thread import EngineThread
from trainer.events import Events
from trainer.faults import TrainerFault
from trainer.http_errors import MOST_BODY_BYTES, errors_as_json, json_body

# More requests would wait longer than their clients do.
MOST_WAITING = 4096
# By default Python lets a thread keep its lock for 5 ms while another waits. The decoder releases it with every step it
# starts, and would wait that long for each while a request is read or written.
SWITCH_SECONDS = 0.0005


class Service:
    def __init__(self, engine: Engine, swap_token: str | None) -> None:
        if engine.chat is None:
            raise ValueError("an engine without a chat cannot be served")
        self._engine = engine
        self._chat = engine.chat
        self._swap_token = swap_token
        self._engine_thread = EngineThread(engine)
        self._engine_thread.start()
        # One thread: a tokenizer must not be used by two threads at once.
        self._words = ThreadPoolExecutor(1, thread_name_prefix="words")
        self._open = 0
        self._answered = 0
        self._dropped = 0

    def application(self) -> web.Application:
        application = web.Application(client_max_size=MOST_BODY_BYTES, middlewares=[errors_as_json])
        application.router.add_post("/v1/chat/completions", self.complete)
        application.router.add_get("/v1/models", self.models)
        application.router.add_get("/health", self.health)
        # Without a token there is no such route: swapping an adapter during a measurement would measure other weights.
        if self._swap_token is not None:
            application.router.add_post("/internal/adapter", self.adapter)
        return application

    def stop(self) -> None:
        self._engine_thread.stop()
        self._words.shutdown(wait=False)

    async def complete(self, http: web.Request) -> web.StreamResponse:
        asked = read_request(await json_body(http))
        if self._open >= MOST_WAITING:
            raise BadRequest("Too many requests are waiting; try again.", code="rate_limit_exceeded", status=429)
        self._open += 1
        try:
            return await self._answer(http, asked)
        except asyncio.CancelledError:
            self._dropped += 1
            raise
        finally:
            self._open -= 1

    async def _answer(self, http: web.Request, asked: CompletionRequest) -> web.StreamResponse:
        loop = asyncio.get_running_loop()
        prompt = await loop.run_in_executor(self._words, self._chat.encode_prompt, asked.messages, asked.tools)
        ended: asyncio.Future[None] = loop.create_future()

        def on_end(_: Request) -> None:
            # Fails if the loop is closing; then no caller is waiting.
            try:
                loop.call_soon_threadsafe(lambda: ended.done() or ended.set_result(None))
            except RuntimeError:
                pass

        request = Request(prompt, asked.sampling, on_end)
        self._engine_thread.submit(request)
        try:
            await ended
        except asyncio.CancelledError:
            # The client has disconnected: its row is free at the next chunk.
            request.cancelled = True
            raise
        if request.fault is not None:
            raise request.fault
        reply = reply_of(asked, request, self._chat, int(time.time()))
        self._answered += 1
        if not asked.stream:
            return web.json_response(text=write_reply(reply))
        response = web.StreamResponse(headers={"content-type": "text/event-stream", "cache-control": "no-store"})
        await response.prepare(http)
        await response.write_eof("".join(events_of(reply, asked.stream_usage)).encode())
        return response

    async def models(self, _: web.Request) -> web.Response:
        entry = {"id": "student", "object": "model", "created": 0, "owned_by": "assay", "max_model_len": self._engine.context}
        return web.json_response({"object": "list", "data": [entry]})

    async def health(self, _: web.Request) -> web.Response:
        engine = self._engine
        return web.json_response(
            {
                "template_sha256": TEMPLATE_SHA256,
                "weights_version": engine.version,
                "model": str(engine.folder) if engine.folder is not None else None,
                "context": engine.context,
                "conversations": engine.conversations,
                "device": str(engine.device),
                "notes": engine.notes,
                "counters": {
                    **asdict(engine.counters),
                    "open": self._open,
                    "answered": self._answered,
                    "dropped": self._dropped,
                },
            }
        )

    async def adapter(self, http: web.Request) -> web.Response:
        expected = f"Bearer {self._swap_token}".encode()
        if not hmac.compare_digest(http.headers.get("authorization", "").encode(), expected):
            raise BadRequest("Adapters are swapped with the token that the server printed.", status=403)
        body = await json_body(http)
        folder = body.get("folder", 0) if isinstance(body, dict) else 0
        if folder is not None and not isinstance(folder, str):
            raise BadRequest("folder must be a path or null.", "folder")
        version = await asyncio.to_thread(swap_adapter, self._engine, folder)
        return web.json_response({"weights_version": version})


class RunningServer:
    """A server with its own thread and event loop, so that the process can do other work."""

    def __init__(self, engine: Engine, host: str, port: int, swap_token: str | None) -> None:
        self.host = host
        self.port = port
        sys.setswitchinterval(min(SWITCH_SECONDS, sys.getswitchinterval()))
        self._service = Service(engine, swap_token)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="serve", daemon=True)
        self._thread.start()
        try:
            asyncio.run_coroutine_threadsafe(self._open(), self._loop).result()
        except BaseException:
            self._end()
            raise

    @property
    def url(self) -> str:
        return f"http://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}"

    def stop(self) -> None:
        asyncio.run_coroutine_threadsafe(self._runner.cleanup(), self._loop).result()
        self._end()

    async def _open(self) -> None:
        self._runner = web.AppRunner(
            self._service.application(), handler_cancellation=True, access_log=None, shutdown_timeout=1.0
        )
        await self._runner.setup()
        site = web.TCPSite(self._runner, self.host, self.port, backlog=1024)
        try:
            await site.start()
        except OSError as error:
            await self._runner.cleanup()
            raise TrainerFault(
                "PORT_TAKEN", f"{self.host}:{self.port} cannot be listened on: {error}.", "Give another port, or 0."
            ) from error
        self.port = self._runner.addresses[0][1]

    def _end(self) -> None:
        self._service.stop()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def start_server(
    engine: Engine, host: str = "127.0.0.1", port: int = 0, swap_token: str | None = None
) -> RunningServer:
    """Without a token, adapters cannot be swapped over HTTP."""
    return RunningServer(engine, host, port, swap_token)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", required=True, help="Hugging Face folder")
    parser.add_argument("--adapter", help="folder of an adapter")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--device", default="auto", choices=["auto", "cpu", "cuda"])
    parser.add_argument("--dtype", choices=sorted(DTYPES), help="bfloat16 on a GPU, float32 on a CPU unless told")
    parser.add_argument("--context", type=int, help="tokens of prompt and answer together; the model's own by default")


def run(arguments: argparse.Namespace) -> int:
    dtype = arguments.dtype or usual_dtype(arguments.device)
    engine = Engine(arguments.model, dtype, str(pick_device(arguments.device)), arguments.context)
    if arguments.adapter is not None:
        swap_adapter(engine, arguments.adapter)
    token = os.environ.get("ASSAY_SERVE_TOKEN") or secrets.token_urlsafe(24)
    server = start_server(engine, arguments.host, arguments.port, token)
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    Events().emit(
        "ready",
        port=server.port,
        url=server.url,
        template_sha256=TEMPLATE_SHA256,
        weights_version=engine.version,
        adapter_token=token,
        notes=engine.notes,
    )
    ended.wait()
    server.stop()
    return 0
