"""Asks the harness over local HTTP for rewards and rollouts.

The rules are implemented only in the harness and not repeated here.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any

from trainer.stages.table import HarnessConfig
from trainer.faults import TrainerFault

STEPS_AT_ONCE = 256
TRIES = 3
PAUSE_SECONDS = 0.5
# A step of rollouts is hundreds of model turns; a reward takes milliseconds.
REWARD_SECONDS = 120
ROLLOUT_SECONDS = 3600


@dataclass(frozen=True)
class StepReward:
    reward: float
    parts: dict[str, float]


@dataclass(frozen=True)
class Turn:
    prompt_ids: list[int]
    ids: list[int]
    log_probabilities: list[float]
    finish: str
    reward: float
    parts: dict[str, float]


@dataclass(frozen=True)
class Episode:
    problem_id: str
    sample: int
    outcome: float
    score: float
    ending: str
    # Upper bound for the rewards of all turns together; each teacher call pays once.
    teacher_calls: int
    turns: list[Turn]


@dataclass(frozen=True)
class Rollouts:
    episodes: list[Episode]
    failures: list[str]


class HarnessClient:
    def __init__(self, config: HarnessConfig) -> None:
        self._url = config.url.rstrip("/")
        self._token = config.token
        # Connects directly: a proxy from the environment must not see these requests or the token.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def step_rewards(self, steps: list[dict[str, Any]]) -> list[StepReward]:
        rewards: list[StepReward] = []
        for start in range(0, len(steps), STEPS_AT_ONCE):
            asked = steps[start : start + STEPS_AT_ONCE]
            answer = self._post("/reward/steps", {"steps": asked}, REWARD_SECONDS)
            found = answer.get("rewards")
            if not isinstance(found, list) or len(found) != len(asked):
                raise _unusable("/reward/steps", f"{len(asked)} steps were sent, and the answer has another number of rewards")
            try:
                rewards.extend(StepReward(float(each["reward"]), _parts(each.get("parts"))) for each in found)
            except (KeyError, TypeError, ValueError) as error:
                raise _unusable("/reward/steps", f"a reward cannot be read ({error!r})") from error
        return rewards

    def rollouts(
        self,
        episodes: list[dict[str, Any]],
        base_url: str,
        temperature: float,
        most_turns: int,
        most_tokens: int,
    ) -> Rollouts:
        answer = self._post(
            "/rollouts",
            {
                "episodes": episodes,
                "endpoint": {"base_url": base_url, "model": "student"},
                "temperature": temperature,
                "top_p": 1.0,
                "max_turns": most_turns,
                "max_tokens": most_tokens,
            },
            ROLLOUT_SECONDS,
        )
        found = answer.get("episodes")
        if not isinstance(found, list):
            raise _unusable("/rollouts", "there are no episodes in the answer")
        failures = [str(each["failure"]) for each in found if isinstance(each, dict) and "failure" in each]
        try:
            return Rollouts([_episode(each) for each in found if "failure" not in each], failures)
        except (KeyError, TypeError, ValueError) as error:
            raise _unusable("/rollouts", f"an episode cannot be read ({error!r})") from error

    def _post(self, path: str, body: dict[str, Any], seconds: float) -> dict[str, Any]:
        data = json.dumps(body).encode()
        headers = {"content-type": "application/json", "authorization": f"Bearer {self._token}"}
        for left in reversed(range(TRIES)):
            request = urllib.request.Request(self._url + path, data=data, headers=headers, method="POST")
            try:
                with self._opener.open(request, timeout=seconds) as response:
                    value = json.load(response)
            except urllib.error.HTTPError as error:
                if error.code < 500 or left == 0:
                    raise _unusable(path, f"status {error.code}: {_words_of(error)}") from error
            except (OSError, ValueError) as error:
                if left == 0:
                    raise _unusable(path, str(error)) from error
            else:
                if not isinstance(value, dict):
                    raise _unusable(path, "the answer is not a JSON object")
                return value
            time.sleep(PAUSE_SECONDS)
        raise AssertionError("the last try returns or raises")


def _episode(value: dict[str, Any]) -> Episode:
    turns = []
    for each in value["turns"]:
        ids, log_probabilities = list(each["token_ids"]), list(each["logprobs"])
        if len(ids) != len(log_probabilities):
            raise ValueError("a turn has as many log-probabilities as tokens, or it cannot be trained on")
        turns.append(
            Turn(
                list(each["prompt_token_ids"]),
                ids,
                [float(number) for number in log_probabilities],
                str(each.get("finish_reason")),
                float(each["step_reward"]),
                _parts(each.get("parts")),
            )
        )
    return Episode(
        str(value["problem_id"]),
        int(value["sample"]),
        float(value["outcome"]),
        float(value["score"]),
        str(value.get("ending")),
        int(value.get("teacher_calls", 1)),
        turns,
    )


def _parts(value: Any) -> dict[str, float]:
    return {name: float(number) for name, number in (value or {}).items() if number is not None}


def _words_of(error: urllib.error.HTTPError) -> str:
    return error.read(2000).decode("utf-8", "replace")


def _unusable(path: str, why: str) -> TrainerFault:
    return TrainerFault(
        "HARNESS_FAILED",
        f"The harness cannot be used at {path}: {why}.",
        "Start it again and run the same command; training resumes from its checkpoint.",
        exit=1,
    )
