"""Packed rows give the same results as single rows."""

import random

import pytest

from trainer.chat import Encoded
from trainer.packing import fit_row, left_out, pack

torch = pytest.importorskip("torch", reason="torch is not installed, so nothing is packed")


def rows_of(lengths: list[int]) -> list[Encoded]:
    return [Encoded(list(range(length)), [0] * (length - 1) + [1]) for length in lengths]


@pytest.fixture
def one_thread():
    """On a busy machine two threads that wait for each other make a small model many times slower."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def encoded(tiny_chat, chat_rows) -> list[Encoded]:
    rows = [row for row in chat_rows if any(message["role"] == "assistant" for message in row["messages"])]
    return [tiny_chat.encode_row(row["messages"], row["tools"]) for row in rows]


def test_packing_gives_each_row_its_own_positions_and_sequence_id():
    batch, rest = pack(rows_of([3, 2, 4]), [1.0, 0.5, 2.0], context=8, tokens_per_micro_batch=5, order=[1, 0, 2])
    assert batch.rows == (1, 0)
    assert batch.ids.tolist() == [[0, 1, 0, 1, 2]]
    assert batch.position_ids.tolist() == [[0, 1, 0, 1, 2]]
    assert batch.sequence_ids.tolist() == [[0, 0, 1, 1, 1]]
    assert batch.cu_seqlens.tolist() == [0, 2, 5]
    assert batch.cu_seqlens.dtype == torch.int32
    assert (batch.max_length, batch.lengths) == (3, (2, 3))
    assert batch.mask.tolist() == [[0, 1, 0, 0, 1]]
    assert batch.token_weights.tolist() == [[0, 0.5, 0, 0, 1.0]]
    assert batch.attention_mask()[0, 0].int().tolist() == [
        [1, 0, 0, 0, 0],
        [1, 1, 0, 0, 0],
        [0, 0, 1, 0, 0],
        [0, 0, 1, 1, 0],
        [0, 0, 1, 1, 1],
    ]
    assert rest.rows == (2,)
    assert torch.equal(batch.to("cpu").ids, batch.ids)


def test_packing_omits_rows_that_cannot_be_trained_and_counts_them():
    silent = Encoded([1, 2, 3], [0, 0, 0])
    rows = [*rows_of([9, 10, 11]), silent]
    batches = pack(rows, [1.0] * 4, context=10, tokens_per_micro_batch=8, order=range(4))
    assert [batch.rows for batch in batches] == [(0,), (1,)]
    assert left_out(rows, 10) == 2


def test_the_first_token_of_a_row_is_never_predicted():
    (batch,) = pack([Encoded([5, 6], [1, 1])] * 2, [1.0, 1.0], context=4, tokens_per_micro_batch=4, order=[0, 1])
    assert batch.mask.tolist() == [[0, 1, 0, 1]]


def test_packing_uses_every_row_once_and_repeats_exactly(encoded):
    order = random.Random(3).sample(range(len(encoded)), len(encoded))
    batches = pack(encoded, [1.0] * len(encoded), 4096, 1024, order)
    assert [row for batch in batches for row in batch.rows] == order
    assert all(batch.ids.shape[1] <= max(1024, batch.max_length) for batch in batches)
    again = pack(encoded, [1.0] * len(encoded), 4096, 1024, order)
    assert all(torch.equal(a.ids, b.ids) and a.rows == b.rows for a, b in zip(batches, again, strict=True))
    assert sum(int(batch.mask.sum()) for batch in batches) == sum(sum(row.mask) for row in encoded)


def test_logits_of_a_packed_row_are_those_of_the_row_alone(tiny_folder, encoded, one_thread):
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(tiny_folder, dtype=torch.float32, attn_implementation="sdpa").eval()
    worst, compared = 0.0, 0
    with torch.no_grad():
        for batch in pack(encoded, [1.0] * len(encoded), 600, 1800, range(24)):
            packed = model(batch.ids, attention_mask=batch.attention_mask(), position_ids=batch.position_ids).logits[0]
            for row, logits in zip(batch.rows, packed.split(batch.lengths), strict=True):
                alone = model(torch.tensor([encoded[row].ids])).logits[0]
                worst = max(worst, float((logits - alone).abs().max()))
                compared += 1
    assert worst <= 1e-5
    assert compared >= 15


def test_without_the_mask_packed_rows_would_see_each_other(tiny_folder, encoded, one_thread):
    """Proves that the test above can fail: without the mask the second row sees the first."""
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(tiny_folder, dtype=torch.float32, attn_implementation="sdpa").eval()
    (batch,) = pack(encoded[:2], [1.0, 1.0], 4096, 4096, [0, 1])
    causal = torch.ones(batch.ids.shape[1], batch.ids.shape[1], dtype=torch.bool).tril()[None, None]
    with torch.no_grad():
        leaking = model(batch.ids, attention_mask=causal, position_ids=batch.position_ids).logits[0, batch.lengths[0] :]
        alone = model(torch.tensor([encoded[1].ids])).logits[0]
    assert float((leaking - alone).abs().max()) > 1e-3


def test_a_context_window_drops_whole_turns_after_the_first_request(tiny_chat, chat_rows):
    row = next(row for row in chat_rows if row["id"] == "whole-episode")
    messages, tools = row["messages"], row["tools"]
    whole = fit_row(tiny_chat, messages, tools, 10_000, "window")
    assert (whole.encoded, whole.turns_dropped) == (tiny_chat.encode_row(messages, tools), 0)
    length = len(whole.encoded.ids)
    assert fit_row(tiny_chat, messages, tools, length - 1, "drop").encoded is None
    window = fit_row(tiny_chat, messages, tools, length - 1, "window")
    assert window.turns_dropped == 1
    # The first call is removed together with its result.
    assert window.encoded == tiny_chat.encode_row(messages[:2] + messages[4:], tools)
    assert fit_row(tiny_chat, messages, tools, 20, "window").encoded is None
