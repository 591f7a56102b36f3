"""What the server said of one episode, and the rewards that follow from it. The same in both interfaces of verifiers."""

from __future__ import annotations

from assay_verifiers.server import JsonObject

STEP_WEIGHT = 0.3
"""Weight of the step rewards beside the outcome's 1."""


def new_record(reset: JsonObject) -> JsonObject:
    teacher_calls = reset.get("metadata", {}).get("teacher_calls", 1)
    return {"step_rewards": [], "step_parts": [], "turns": 0, "teacher_calls": teacher_calls}


def note_step(record: JsonObject, result: JsonObject) -> None:
    metadata = result.get("metadata", {})
    record["turns"] = result["observation"]["turn"]
    if "step_reward" in metadata:
        record["step_rewards"].append(metadata["step_reward"])
        record["step_parts"].append(metadata["step_parts"])
    for field in ("outcome", "score", "ending"):
        if field in metadata:
            record[field] = metadata[field]


def outcome_of(record: JsonObject) -> float:
    """1 if everything that was asked for holds, by the strict rules; else 0, also for an unfinished episode."""
    return float(record.get("outcome", 0))


def steps_of(record: JsonObject) -> float:
    """Step rewards of all answers, divided by the number of the teacher's calls."""
    return sum(record.get("step_rewards", [])) / max(1, record.get("teacher_calls", 1))


def rule_score_of(record: JsonObject) -> float:
    return float(record.get("score", 0))


def turns_of(record: JsonObject) -> float:
    return float(record.get("turns", 0))


def system_of(messages: list[JsonObject]) -> str:
    return str(next(message["content"] for message in messages if message["role"] == "system"))
