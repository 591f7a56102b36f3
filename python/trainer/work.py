"""`python -m trainer work`: one process for a whole run, controlled by JSON lines on stdin.

Importing torch and loading a model cost more than a small stage, so all stages, the server and its adapters share a
process. Requests are handled in order, in a thread beside the server's loop; every event carries the id of its request.
The process ends when stdin ends: the caller is gone, and an interrupted stage resumes from its checkpoint.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import queue
import sys
import threading
import traceback
from pathlib import Path
from typing import Any

from trainer.config import parse_config, parse_model
from trainer.engine_host import EngineHost
from trainer.events import Events
from trainer.faults import TrainerFault


def add_arguments(parser: argparse.ArgumentParser) -> None:
    return None


def run(arguments: argparse.Namespace) -> int:
    events = Events()
    requests: queue.Queue[dict[str, Any]] = queue.Queue()
    threading.Thread(target=_answer_all, args=(requests, events), daemon=True).start()
    for line in sys.stdin:
        if not line.strip():
            continue
        try:
            request = json.loads(line)
            if not isinstance(request, dict):
                raise ValueError("not a JSON object")
        except ValueError as error:
            tell_fault(events, _bad_request(f"A line cannot be read: {error}"))
            continue
        if request.get("do") == "stop":
            events.of(_id_of(request)).emit("stopping")
            break
        requests.put(request)
    sys.stdout.flush()
    # A thread in the middle of a step cannot be stopped cleanly; everything worth keeping is already on disk.
    os._exit(0)


def tell_fault(events: Events, fault: TrainerFault) -> None:
    events.emit("fault", code=fault.code, message=fault.message, remedy=fault.remedy, exit=fault.exit)


def _answer_all(requests: queue.Queue[dict[str, Any]], events: Events) -> None:
    host = EngineHost()
    while True:
        request = requests.get()
        answers = events.of(_id_of(request))
        try:
            _answer(request, answers, host)
        except TrainerFault as fault:
            tell_fault(answers, fault)
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            fault = TrainerFault(
                "TRAINER_BROKE", f"{type(error).__name__}: {error}", "Its standard error has the traceback.", exit=1
            )
            tell_fault(answers, fault)


def _answer(request: dict[str, Any], events: Events, host: EngineHost) -> None:
    from trainer.train import train

    match request.get("do"):
        case "train":
            train(parse_config(request.get("config")), Path(_text(request, "out")), events, host)
        case "serve":
            _serve(request, events, host)
        case "adapter":
            _use_adapter(request.get("folder"), events, host)
        case "bench":
            from trainer.bench import bench

            events.emit("bench", **bench(request))
        case other:
            raise _bad_request(f"Unknown command {other!r}")


def _serve(request: dict[str, Any], events: Events, host: EngineHost) -> None:
    value = dict(request.get("model") or {})
    context = value.pop("context", request.get("context"))
    if value.get("dtype") is None:
        from trainer.device import usual_dtype

        value["dtype"] = usual_dtype(value.get("device") or "auto")
    model = parse_model(value)
    engine = host.engine_for(model, context)
    # Before it listens: no request may be answered with the weights without the adapter.
    if isinstance(request.get("adapter"), str):
        from trainer.adapter_swap import swap_adapter

        swap_adapter(engine, request["adapter"])
    server = host.serve(str(request.get("host") or "127.0.0.1"), int(request.get("port") or 0))
    events.emit(
        "serving",
        url=server.url,
        base_url=host.base_url(),
        context=engine.context,
        conversations=engine.conversations,
        **{"model": dataclasses.asdict(model)},
    )


def _use_adapter(folder: str | None, events: Events, host: EngineHost) -> None:
    from trainer.adapter_swap import swap_adapter

    events.emit("adapter", folder=folder, version=swap_adapter(host.engine(), folder))


def _id_of(request: dict[str, Any]) -> str | None:
    value = request.get("id")
    return None if value is None else str(value)


def _text(request: dict[str, Any], name: str) -> str:
    value = request.get(name)
    if not isinstance(value, str):
        raise _bad_request(f"{name} is missing")
    return value


def _bad_request(message: str) -> TrainerFault:
    remedy = "Send one JSON object per line: train, serve, adapter, bench or stop."
    return TrainerFault("REQUEST_INVALID", f"{message}.", remedy)
