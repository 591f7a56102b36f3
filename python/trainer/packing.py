"""Packs several rows into one sequence in which they do not see each other."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Literal

from .chat import Chat, Encoded

if TYPE_CHECKING:
    import torch

OverContext = Literal["drop", "window"]


@dataclass(frozen=True)
class MicroBatch:
    """One forward pass. A mask of 1 marks a token to be predicted, from the position before it.

    `cu_seqlens` and `max_length` are for variable-length attention; `attention_mask` derives the equivalent mask from
    `sequence_ids` where it is not available. `lengths` stay on the host, to be read without waiting for a GPU. The
    first token of a row is never predicted, so that a loss can shift the whole sequence by one without crossing rows.
    """

    ids: "torch.Tensor"
    position_ids: "torch.Tensor"
    sequence_ids: "torch.Tensor"
    cu_seqlens: "torch.Tensor"
    max_length: int
    lengths: tuple[int, ...]
    mask: "torch.Tensor"
    token_weights: "torch.Tensor"
    rows: tuple[int, ...]

    def to(self, device: "torch.device | str") -> "MicroBatch":
        moved = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if hasattr(value, "to"):
                moved[field.name] = value.to(device, non_blocking=True)
        return replace(self, **moved)

    def attention_mask(self) -> "torch.Tensor":
        """[1, 1, T, T], true where a token may attend: in its own row, up to itself."""
        same_row = self.sequence_ids[0, :, None] == self.sequence_ids[0, None, :]
        return same_row.tril()[None, None]


@dataclass(frozen=True)
class Fitted:
    """A row that fits the context, or none; `turns_dropped` counts the turns that a window dropped."""

    encoded: Encoded | None
    turns_dropped: int


def fit_row(
    chat: Chat, messages: list[dict], tools: str | list | None, context: int, over_context: OverContext
) -> Fitted:
    """Never cuts a row inside a turn: half a call would teach the model to stop there."""
    encoded = _fitting(chat, messages, tools, context)
    if encoded is not None:
        return Fitted(encoded, 0)
    if over_context == "window":
        head, turns = _parts(messages)
        for dropped in range(1, len(turns)):
            kept = [message for turn in turns[dropped:] for message in turn]
            encoded = _fitting(chat, head + kept, tools, context)
            if encoded is not None:
                return Fitted(encoded, dropped)
    return Fitted(None, 0)


def _fitting(chat: Chat, messages: list[dict], tools: str | list | None, context: int) -> Encoded | None:
    if chat.surely_longer(messages, tools, context):
        return None
    encoded = chat.encode_row(messages, tools)
    return encoded if len(encoded.ids) <= context else None


def _parts(messages: list[dict]) -> tuple[list[dict], list[list[dict]]]:
    """Splits the messages into everything up to the first message of the user, and the turns: each model message with
    its results."""
    users = [place for place, message in enumerate(messages) if message["role"] == "user"]
    first = users[0] + 1 if users else 0
    while first < len(messages) and messages[first]["role"] != "assistant":
        first += 1
    turns: list[list[dict]] = []
    for message in messages[first:]:
        if message["role"] == "assistant":
            turns.append([message])
        else:
            turns[-1].append(message)
    return messages[:first], turns


def pack(
    encoded: Sequence[Encoded],
    weights: Sequence[float],
    context: int,
    tokens_per_micro_batch: int,
    order: Sequence[int],
) -> list[MicroBatch]:
    """Packs rows in the given order; a batch is filled until the next row would not fit.

    Rows longer than the context are skipped, and so are rows in which the model says nothing; `left_out` counts them. A
    row within the context that is longer than a batch gets its own.
    """
    batches: list[list[int]] = []
    room = 0
    for row in order:
        length = len(encoded[row].ids)
        if not is_trainable(encoded[row], context):
            continue
        if not batches or length > room:
            batches.append([])
            room = tokens_per_micro_batch
        batches[-1].append(row)
        room -= length
    return [_micro_batch(encoded, weights, rows) for rows in batches]


def is_trainable(row: Encoded, context: int) -> bool:
    return len(row.ids) <= context and 1 in row.mask


def left_out(encoded: Sequence[Encoded], context: int) -> int:
    return sum(not is_trainable(row, context) for row in encoded)


def _micro_batch(encoded: Sequence[Encoded], weights: Sequence[float], rows: list[int]) -> MicroBatch:
    import torch

    from .token_tensor import token_tensor

    lengths = [len(encoded[row].ids) for row in rows]
    counts = torch.tensor(lengths)
    starts = torch.cat([torch.zeros(1, dtype=torch.long), counts.cumsum(0)])
    mask = token_tensor([encoded[row].mask for row in rows])
    mask[starts[:-1]] = 0
    sequence_ids = torch.repeat_interleave(torch.arange(len(rows)), counts)
    row_weights = torch.tensor([float(weights[row]) for row in rows], dtype=torch.float32)
    return MicroBatch(
        ids=token_tensor([encoded[row].ids for row in rows])[None],
        position_ids=(torch.arange(sum(lengths)) - starts[sequence_ids])[None],
        sequence_ids=sequence_ids[None],
        cu_seqlens=starts.to(torch.int32),
        max_length=max(lengths),
        lengths=tuple(lengths),
        mask=mask[None],
        token_weights=(row_weights[sequence_ids] * mask)[None],
        rows=tuple(rows),
    )
