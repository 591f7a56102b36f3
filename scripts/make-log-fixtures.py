"""Writes the logs that tests of `corpus filter` read, each with the program that people use for it.

    python3.12 -m venv logs && logs/bin/pip install -r scripts/log-fixtures-requirements.txt
    logs/bin/python scripts/make-log-fixtures.py src/corpus/logs/testing/fixtures openai otel langfuse inspect
    python3.12 -m venv harbor && harbor/bin/pip install harbor==0.24.0      # needs an older openai
    harbor/bin/python scripts/make-log-fixtures.py src/corpus/logs/testing/fixtures atif

One small conversation is held again and again: by an agent loop of the official OpenAI client, or by Inspect, with a
model on 127.0.0.1 whose answers are fixed. Each file is what the program itself writes. The only one that is put
together here is Langfuse's: its server turns spans into observations, and there is no server on PyPI, so the spans of
its SDK are poured into the types of its API client.
"""

import gzip
import json
import os
import sys
import threading
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path

SYSTEM = "You help customers shop. Search, look closely, and recommend exactly one product."
QUERY = "I am looking for a brass desk lamp with a dimmer, for less than 60."
CARDS = [
    {"product_id": "1000000001", "title": "Brass desk lamp with dimmer", "price": 54.9, "shop_id": "7"},
    {"product_id": "1000000002", "title": "Brass floor lamp", "price": 49.0, "shop_id": "9"},
]
DETAILS = [{**CARDS[0], "description": "Solid brass, stepless dimmer.", "sku_options": {"color": "brass"}}]
RESULTS = {
    "find_product": json.dumps(CARDS),
    "view_product_information": json.dumps(DETAILS),
    "recommend_product": "Recommended to the user: 1000000001.",
}
TURNS = [
    ("I will search for it first.", "find_product", {"q": "brass desk lamp dimmer", "price": "0-60"}),
    ("The first has a dimmer, it seems. I open it.", "view_product_information", {"product_ids": "1000000001"}),
    ("It is of brass, has a stepless dimmer and costs 54.9.", "recommend_product", {"product_ids": "1000000001"}),
]
PARAMETERS = {
    "find_product": {"q": ("string", "what to search for"), "price": ("string", "lowest and highest price")},
    "view_product_information": {"product_ids": ("string", "ids, separated by commas")},
    "recommend_product": {"product_ids": ("string", "ids, separated by commas")},
}
ABOUT = {
    "find_product": "Search for products.",
    "view_product_information": "Show the details of products.",
    "recommend_product": "Recommend products to the user.",
}
TOOLS = [
    {
        "type": "function",
        "function": {
            "name": name,
            "description": ABOUT[name],
            "parameters": {
                "type": "object",
                "properties": {key: {"type": kind, "description": about} for key, (kind, about) in fields.items()},
                "required": [next(iter(fields))],
            },
        },
    }
    for name, fields in PARAMETERS.items()
]


class FixedModel(BaseHTTPRequestHandler):
    """An OpenAI-compatible endpoint that answers by how often it has answered in this conversation."""

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        said = sum(message["role"] == "assistant" for message in request["messages"])
        message = {"role": "assistant", "content": "I have recommended a lamp."}
        if said < len(TURNS):
            content, name, given = TURNS[said]
            call = {"id": f"call_{said}", "type": "function", "function": {"name": name, "arguments": json.dumps(given)}}
            message = {"role": "assistant", "content": content, "tool_calls": [call]}
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if said < len(TURNS) else "stop"}
        body = json.dumps({
            "id": f"chatcmpl-{said}",
            "object": "chat.completion",
            "created": 1767225600 + said,
            "model": "fixed-model",
            "choices": [choice],
            "usage": {"prompt_tokens": 100 + said, "completion_tokens": 20, "total_tokens": 120 + said},
        }).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def converse(client, query=QUERY):
    """An agent loop as the documentation of the OpenAI client shows it."""
    messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": query}]
    while True:
        response = client.chat.completions.create(model="fixed-model", messages=messages, tools=TOOLS)
        message = response.choices[0].message
        messages.append(message.model_dump(exclude_none=True))
        if not message.tool_calls:
            return messages
        for call in message.tool_calls:
            messages.append({"role": "tool", "tool_call_id": call.id, "content": RESULTS[call.function.name]})


def write_openai(out, base_url):
    from openai import OpenAI

    client = OpenAI(base_url=base_url, api_key="none")
    lines = [{"messages": converse(client, query), "tools": TOOLS} for query in (QUERY, f"{QUERY} Please hurry.")]
    (out / "openai.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))


def write_otel(out, base_url):
    os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = "gen_ai_latest_experimental"
    os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "span_only"
    from openai import OpenAI
    from opentelemetry.exporter.otlp.json.file.trace_exporter import FileSpanExporter
    from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import ConsoleSpanExporter, SimpleSpanProcessor

    (out / "otel.jsonl").unlink(missing_ok=True)
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(FileSpanExporter(out / "otel.jsonl")))
    with (out / "otel-console.jsonl").open("w") as console:
        as_line = lambda span: f"{span.to_json(indent=None)}\n"  # noqa: E731
        provider.add_span_processor(SimpleSpanProcessor(ConsoleSpanExporter(out=console, formatter=as_line)))
        instrumentor = OpenAIInstrumentor()
        instrumentor.instrument(tracer_provider=provider)
        client = OpenAI(base_url=base_url, api_key="none")
        for query in (QUERY, f"{QUERY} Please hurry."):
            with provider.get_tracer("shop").start_as_current_span("shopping"):
                converse(client, query)
        instrumentor.uninstrument()
        provider.shutdown()


def counts(text):
    return {key: count for key, count in json.loads(text).items() if isinstance(count, int)}


def write_langfuse(out, base_url):
    from langfuse import Langfuse
    from langfuse.api.commons.types.observation_v2 import ObservationV2
    from langfuse.api.observations.types.observations_v2meta import ObservationsV2Meta
    from langfuse.api.observations.types.observations_v2response import ObservationsV2Response
    from langfuse.openai import openai
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    spans = InMemorySpanExporter()
    langfuse = Langfuse(public_key="pk-lf-fixture", secret_key="sk-lf-fixture", base_url=base_url, span_exporter=spans)
    client = openai.OpenAI(base_url=base_url, api_key="none")
    with langfuse.start_as_current_observation(name="shopping", as_type="agent"):
        converse(client)
    langfuse.flush()
    observations = []
    for span in spans.get_finished_spans():
        told = dict(span.attributes)
        observations.append(ObservationV2(
            id=f"{span.context.span_id:016x}",
            trace_id=f"{span.context.trace_id:032x}",
            start_time=datetime.fromtimestamp(span.start_time / 1e9, timezone.utc),
            end_time=datetime.fromtimestamp(span.end_time / 1e9, timezone.utc),
            project_id="fixture",
            parent_observation_id=f"{span.parent.span_id:016x}" if span.parent else None,
            type=told["langfuse.observation.type"].upper(),
            name=span.name,
            input=json.loads(told.get("langfuse.observation.input", "null")),
            output=json.loads(told.get("langfuse.observation.output", "null")),
            model=told.get("langfuse.observation.model.name"),
            metadata={},
            usage_details=counts(told.get("langfuse.observation.usage_details", "{}")),
        ))
    page = ObservationsV2Response(data=observations, meta=ObservationsV2Meta())
    (out / "langfuse.json").write_text(page.model_dump_json(by_alias=True, indent=2) + "\n")


def write_inspect(out, _base_url):
    from inspect_ai import Task, eval
    from inspect_ai.dataset import Sample
    from inspect_ai.log import read_eval_log, write_eval_log
    from inspect_ai.model import ModelOutput, ModelUsage, get_model
    from inspect_ai.scorer import includes
    from inspect_ai.solver import generate, system_message, use_tools
    from inspect_ai.tool import tool

    @tool
    def find_product():
        async def execute(q: str, price: str = ""):
            """Search for products.

            Args:
                q: what to search for
                price: lowest and highest price
            """
            return RESULTS["find_product"]

        return execute

    @tool
    def view_product_information():
        async def execute(product_ids: str):
            """Show the details of products.

            Args:
                product_ids: ids, separated by commas
            """
            return RESULTS["view_product_information"]

        return execute

    @tool
    def recommend_product():
        async def execute(product_ids: str):
            """Recommend products to the user.

            Args:
                product_ids: ids, separated by commas
            """
            return RESULTS["recommend_product"]

        return execute

    def counted(output):
        # Without it mockllm would fetch a tokenizer to count with.
        output.usage = ModelUsage(input_tokens=100, output_tokens=20, total_tokens=120)
        return output

    def outputs():
        for _ in range(2):
            for content, name, given in TURNS:
                yield counted(ModelOutput.for_tool_call("mockllm/model", name, given, content=content))
            yield counted(ModelOutput.from_content("mockllm/model", "I have recommended a lamp."))

    task = Task(
        name="shopping",
        dataset=[
            Sample(input=QUERY, target="recommended", id="lamp-1", metadata={"problem_id": "p-lamp"}),
            Sample(input=f"{QUERY} Please hurry.", target="recommended", id="lamp-2"),
        ],
        solver=[
            system_message(SYSTEM),
            use_tools([find_product(), view_product_information(), recommend_product()]),
            generate(),
        ],
        scorer=includes(),
    )
    [log] = eval(
        task,
        model=get_model("mockllm/model", custom_outputs=outputs()),
        log_dir=str(out / "inspect-logs"),
        max_samples=1,
        display="none",
    )
    assert log.status == "success", log.error
    [path] = (out / "inspect-logs").glob("*.eval")
    path.rename(out / "inspect.eval")
    (out / "inspect-logs").rmdir()
    write_eval_log(read_eval_log(str(out / "inspect.eval")), str(out / "inspect.json"), format="json")
    # Ten times as large as the packed form.
    (out / "inspect.json.gz").write_bytes(gzip.compress((out / "inspect.json").read_bytes(), mtime=0))
    (out / "inspect.json").unlink()


def write_atif(out, _base_url):
    from harbor.models.trajectories import Agent, Observation, ObservationResult, Step, ToolCall, Trajectory

    when = "2026-01-01T00:00:00+00:00"
    steps = [
        Step(step_id=1, timestamp=when, source="system", message=SYSTEM),
        Step(step_id=2, timestamp=when, source="user", message=QUERY),
    ]
    for place, (content, name, given) in enumerate(TURNS):
        result = ObservationResult(source_call_id=f"call_{place}", content=RESULTS[name])
        steps.append(Step(
            step_id=len(steps) + 1,
            timestamp=when,
            source="agent",
            model_name="fixed-model",
            message=content,
            tool_calls=[ToolCall(tool_call_id=f"call_{place}", function_name=name, arguments=given)],
            observation=Observation(results=[result]),
        ))
    trajectory = Trajectory(
        session_id="fixture",
        agent=Agent(name="shopper", version="1.0", model_name="fixed-model", tool_definitions=TOOLS),
        steps=steps,
    )
    (out / "atif.json").write_text(json.dumps(trajectory.to_json_dict(), indent=2) + "\n")
    older = trajectory.model_copy(update={"schema_version": "ATIF-v1.7", "trajectory_id": "fixture-1.7"})
    (out / "atif-1.7.jsonl").write_text(json.dumps(Trajectory(**older.to_json_dict()).to_json_dict()) + "\n")


KINDS = {
    "openai": (write_openai, ["openai"]),
    "otel": (
        write_otel,
        ["opentelemetry-sdk", "opentelemetry-instrumentation-openai-v2", "opentelemetry-exporter-otlp-json-file"],
    ),
    "langfuse": (write_langfuse, ["langfuse"]),
    "inspect": (write_inspect, ["inspect-ai"]),
    "atif": (write_atif, ["harbor"]),
}


def main():
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), FixedModel)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    versions_file = out / "versions.txt"
    known = versions_file.read_text().split() if versions_file.exists() else []
    versions = dict(line.split("==") for line in known)
    for kind in sys.argv[2:]:
        write, packages = KINDS[kind]
        write(out, f"http://127.0.0.1:{server.server_port}/v1")
        versions.update({name: version(name) for name in packages})
    server.shutdown()
    versions_file.write_text("".join(f"{name}=={number}\n" for name, number in sorted(versions.items())))


main()
