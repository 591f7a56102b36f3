"""Reads training rows from files whose hashes are verified."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Protocol, TypeVar

from .faults import TrainerFault
from .messages import check_messages, check_tools

HASHED_AT_ONCE = 1 << 20
LEAST_WEIGHT, MOST_WEIGHT = 1e-6, 1e6
# Enough for all cores to tokenise, few enough that the chat's cache holds all their turns.
READ_AT_ONCE = 64


@dataclass(frozen=True)
class SftRow:
    id: str
    problem_id: str
    messages: list[dict]
    tools: str
    weight: float

    @staticmethod
    def parse(row: dict) -> "SftRow":
        identity = _identity(row)
        messages = _conversation(row, "messages", identity)
        if not any(message["role"] == "assistant" for message in messages):
            raise _corrupt(f"row {identity} has no message of the model")
        weight = row.get("weight", 1.0)
        if not _is_weight(weight):
            raise _corrupt(f"row {identity} has the weight {weight!r}")
        return SftRow(identity, _text(row, "problem_id", identity), messages, _tools(row, identity), float(weight))


@dataclass(frozen=True)
class KtoRow:
    id: str
    problem_id: str
    prompt: list[dict]
    completion: list[dict]
    tools: str
    label: bool

    @staticmethod
    def parse(row: dict) -> "KtoRow":
        identity = _identity(row)
        completion = _conversation(row, "completion", identity)
        if len(completion) != 1 or completion[0]["role"] != "assistant":
            raise _corrupt(f"row {identity} has a completion that is not one message of the model")
        label = row.get("label")
        if not isinstance(label, bool):
            raise _corrupt(f"row {identity} has the label {label!r}")
        prompt = _conversation(row, "prompt", identity)
        return KtoRow(identity, _text(row, "problem_id", identity), prompt, completion, _tools(row, identity), label)


@dataclass(frozen=True)
class StateRow:
    id: str
    problem_id: str
    prompt: list[dict]
    tools: str
    teacher_actions: list[list[dict]]

    @staticmethod
    def parse(row: dict) -> "StateRow":
        identity = _identity(row)
        actions = row.get("teacher_actions")
        if not isinstance(actions, list) or not all(_is_turn(turn) for turn in actions):
            raise _corrupt(f"row {identity} has teacher actions that are not lists of calls")
        prompt = _conversation(row, "prompt", identity)
        return StateRow(identity, _text(row, "problem_id", identity), prompt, _tools(row, identity), actions)


Row = TypeVar("Row", covariant=True)


class RowKind(Protocol[Row]):
    """SftRow, KtoRow or StateRow."""

    @staticmethod
    def parse(row: dict) -> Row: ...


def read_rows(path: str | Path, sha256: str) -> Iterator[dict]:
    """Lines as objects. The whole file is hashed before the first line is returned."""
    for _, row in _numbered_rows(Path(path), sha256):
        yield row


def parse_rows(kind: RowKind[Row], path: str | Path, sha256: str) -> Iterator[Row]:
    """Rows of one kind. The first invalid row is reported by file, line and id."""
    for number, row in _numbered_rows(Path(path), sha256):
        try:
            yield kind.parse(row)
        except TrainerFault as fault:
            where = f"{path}, line {number}: {fault.message}"
            raise TrainerFault(fault.code, where, fault.remedy, fault.exit) from fault


def in_groups(rows: Iterable[Row], size: int) -> Iterator[list[Row]]:
    rows = iter(rows)
    while group := list(islice(rows, size)):
        yield group


def _numbered_rows(path: Path, sha256: str) -> Iterator[tuple[int, dict]]:
    try:
        file = path.open("rb")
    except OSError as error:
        raise TrainerFault(
            "ROWS_CORRUPT", f"{path} cannot be read: {error.strerror}.", "Write the rows again."
        ) from error
    with file:
        digest = hashlib.sha256()
        while chunk := file.read(HASHED_AT_ONCE):
            digest.update(chunk)
        if digest.hexdigest() != sha256:
            raise _corrupt(f"{path} has the hash {digest.hexdigest()}, expected was {sha256}")
        file.seek(0)
        for number, line in enumerate(file, start=1):
            yield number, _object(line, path, number)


def _object(line: bytes, path: Path, number: int) -> dict:
    try:
        row = json.loads(line.decode())
    except (ValueError, RecursionError) as error:
        raise _corrupt(f"{path}, line {number} is not JSON: {error}") from error
    if not isinstance(row, dict):
        raise _corrupt(f"{path}, line {number} is not an object")
    return row


def _identity(row: dict) -> str:
    """The row's id, after checking that the row may be used for training."""
    identity = row.get("id")
    if not isinstance(identity, str) or not identity:
        raise _corrupt("a row has no id")
    if row.get("split") != "train":
        raise TrainerFault(
            "HELD_OUT_ROW",
            f"Row {identity} belongs to the split {row.get('split')!r}.",
            "Train on rows of the split 'train' only; make the rows again from a release.",
        )
    return identity


def _text(row: dict, field: str, identity: str) -> str:
    value = row.get(field)
    if not isinstance(value, str):
        raise _corrupt(f"row {identity} has no text in {field}")
    return value


def _tools(row: dict, identity: str) -> str:
    tools = row.get("tools", "")
    if not isinstance(tools, str):
        # Nested schemas may have passed through a format that fills in nulls; only text is unchanged.
        raise _corrupt(f"row {identity} has tools that are not JSON text")
    _readable(lambda: check_tools(tools), identity)
    return tools


def _conversation(row: dict, field: str, identity: str) -> list[dict]:
    messages = _readable(lambda: check_messages(row.get(field)), identity)
    if not messages:
        raise _corrupt(f"row {identity} has no {field}")
    return messages


def _readable(check: Any, identity: str) -> Any:
    try:
        return check()
    except TrainerFault as fault:
        raise _corrupt(f"row {identity}: {fault.message}") from fault


def _is_weight(weight: Any) -> bool:
    """Whether a weight is distinguishable from zero and infinity in float32: a step is divided by the sum of its
    weights."""
    if isinstance(weight, bool) or not isinstance(weight, (int, float)):
        return False
    return weight == 0 or LEAST_WEIGHT <= weight <= MOST_WEIGHT


def _is_turn(turn: Any) -> bool:
    return isinstance(turn, list) and all(
        isinstance(call, dict) and isinstance(call.get("name"), str) and "arguments" in call for call in turn
    )


def _corrupt(what: str) -> TrainerFault:
    return TrainerFault(
        "ROWS_CORRUPT", f"{what[0].upper()}{what[1:]}.", "Write the rows again and give their hash."
    )
