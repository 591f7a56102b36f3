"""Prints what Inspect itself reads from a log: inspect_log.py FILE."""

import json
import sys

from inspect_ai.log import read_eval_log

log = read_eval_log(sys.argv[1])
scores = {score.name: {name: metric.value for name, metric in score.metrics.items()} for score in log.results.scores}
samples = [
    {
        "id": sample.id,
        "epoch": sample.epoch,
        "input": sample.input,
        "scores": {name: score.value for name, score in sample.scores.items()},
        "answer": sample.scores["solved"].answer,
        "explanation": sample.scores["solved"].explanation,
        "said": sample.store["assay"],
        "roles": [message.role for message in sample.messages],
        "called": [call.function for message in sample.messages for call in getattr(message, "tool_calls", None) or []],
        "answered": [message.function for message in sample.messages if message.role == "tool"],
        "offered": sorted({tool.name for event in sample.events if event.event == "model" for tool in event.tools}),
    }
    for sample in log.samples
]
about = {"status": log.status, "task": log.eval.task, "dataset": log.eval.dataset.name, "metadata": log.eval.metadata}
print(json.dumps({**about, "scores": scores, "samples": samples}))
