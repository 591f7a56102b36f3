"""Scores and intervals as the server computes them. Nothing is scored here."""

from __future__ import annotations

import logging
import math

import httpx
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, Value, mean, metric, scorer, stderr
from inspect_ai.solver import TaskState

from assay.inspect_task.episode import SAID
from assay.inspect_task.server import ServerAddress

CLUSTER = "leak_cluster"
"""Where the metadata of a sample says which problems are variants of each other."""

logger = logging.getLogger(__name__)


@metric
def interval() -> Metric:
    """The 95 % interval of the mean over problems, from the environment server.

    It is the interval of `assay eval report`: Wilson's if every problem was tried once and none is a variant of
    another, else a bootstrap by leak cluster with a fixed seed.
    """

    def compute(scores: list[SampleScore]) -> Value:
        scored = [each for each in scores if not math.isnan(each.score.as_float())]
        if not scored:
            return {"ci95_low": 0.0, "ci95_high": 1.0}
        about = scored[0].sample_metadata or {}
        values = [{"problem_id": str(each.sample_id), "value": each.score.as_float()} for each in scored]
        try:
            server = ServerAddress(about["environment"])
            found = server.ask("/assay/estimate", {"split": about["split"], "values": values})
        except httpx.HTTPError as error:
            # The samples are in the log, so `inspect score` can compute it later.
            logger.warning("No interval, because the environment server cannot be reached: %s", error)
            return {"ci95_low": math.nan, "ci95_high": math.nan}
        # One leak cluster says nothing about others.
        low, high = found["low"], found["high"]
        return {"ci95_low": 0.0 if low is None else low, "ci95_high": 1.0 if high is None else high}

    return compute


METRICS = [mean(), stderr(cluster=CLUSTER), interval()]


@scorer(metrics=METRICS)
def solved() -> Scorer:
    """1 if everything that was asked for holds, by the strict rules of the arena; else 0."""
    return _said("outcome")


@scorer(metrics=METRICS)
def rule_score() -> Scorer:
    """Share of the rules that hold."""
    return _said("score")


def _said(field: str) -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        said = state.store.get(SAID, {})
        if field not in said:
            return Score(value=0, explanation="Unfinished: a limit of Inspect ended the episode.", metadata=said)
        explanation = f"The episode ended after {said['turns']} answers: {said['ending']}."
        answer = ",".join(said["recommended"])
        return Score(value=said[field], answer=answer, explanation=explanation, metadata=said)

    return score
