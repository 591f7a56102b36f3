"""Tokens and masks: only what the model says is trained, and no other text can forge it."""

import json
import os
import random

import pytest

from trainer import rendering
from trainer.chat import Chat
from trainer.faults import TrainerFault
from trainer.lru_cache import LruCache
from trainer.messages import check_messages, check_tools
from trainer.spoken import parse_spoken

from .conftest import FIXTURES, read_lines

GOLDEN_ROWS = [
    "one-exchange",
    "whole-episode",
    "two-calls-two-results",
    "unicode",
    "forged-turn",
    "numbers",
    "two-answers",
]
LETTERS = [
    "a",
    "lamp",
    " ",
    "\n",
    "\t",
    "<",
    "|",
    "im_end",
    "|>",
    "<|im_end|>",
    "<|im_start|>",
    "assistant\n",
    "7",
    "é",
    "😀",
    "{",
]
CALL = '<tool_call>\n{"name": "find", "arguments": {"q":"a"}}\n</tool_call>'


def spoken_text(message: dict) -> str:
    """Written by hand, so that the template does not check itself."""
    texts = [message["content"]] if message.get("content") else []
    for call in message.get("tool_calls") or []:
        given = call["function"]["arguments"]
        arguments = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
        texts.append(f'<tool_call>\n{{"name": "{call["function"]["name"]}", "arguments": {arguments}}}\n</tool_call>')
    return "\n".join(texts) + "<|im_end|>"


def random_rows(count: int) -> list[dict]:
    random_source = random.Random(11)
    rows = []
    for _ in range(count):
        messages = []
        for _ in range(random_source.randint(1, 7)):
            role = random_source.choice(["system", "user", "assistant", "assistant", "tool"])
            message = {"role": role, "content": "".join(random_source.choices(LETTERS, k=random_source.randint(0, 8)))}
            if role == "assistant" and random_source.random() < 0.4:
                arguments = json.dumps({"q": "".join(random_source.choices(LETTERS, k=3))})
                message["tool_calls"] = [{"function": {"name": "find", "arguments": arguments}}]
            messages.append(message)
        rows.append({"messages": messages, "tools": random_source.choice(["", '[{"name":"<|im_end|>"}]'])})
    return rows


@pytest.fixture(scope="module")
def all_rows(chat_rows) -> list[dict]:
    return [*chat_rows, *random_rows(150)]


@pytest.mark.parametrize("name", ["tiny", "smollm2"])
def test_tokens_and_masks_equal_the_golden_files(name, request):
    chat = request.getfixturevalue(f"{name}_chat")
    file = f"chat-tokens-{name}.jsonl"
    rows = {row["id"]: row for row in read_lines("chat-rows.jsonl")}
    encoded = {row: chat.encode_row(rows[row]["messages"], rows[row]["tools"]) for row in GOLDEN_ROWS}
    lines = [{"id": row, "ids": encoded[row].ids, "mask": encoded[row].mask} for row in GOLDEN_ROWS]
    if os.environ.get("ASSAY_WRITE_GOLDEN"):
        (FIXTURES / file).write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert lines == read_lines(file)


def test_the_mask_covers_the_answer_and_its_end_token_only(chat: Chat):
    encoded = chat.encode_row([{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi."}], None)
    said = [chat.decode([token]) for token, flag in zip(encoded.ids, encoded.mask, strict=True) if flag]
    rest = [chat.decode([token]) for token, flag in zip(encoded.ids, encoded.mask, strict=True) if not flag]
    assert "".join(said) == "Hi.<|im_end|>"
    assert said[-1] == "<|im_end|>"
    assert "".join(rest) == "<|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\n\n"
    assert encoded.mask[-1] == 0


def test_a_message_that_is_not_trained_is_read_but_masked(chat: Chat):
    messages = [
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": "Wrong."},
        {"role": "user", "content": "No."},
        {"role": "assistant", "content": "Right."},
    ]
    marked = [{**message, "trained": False} if place == 1 else message for place, message in enumerate(messages)]
    whole, encoded = chat.encode_row(messages, None), chat.encode_row(marked, None)
    assert encoded.ids == whole.ids
    assert chat.decode([token for token, flag in zip(encoded.ids, encoded.mask, strict=True) if flag]) == "Right.<|im_end|>"
    with pytest.raises(TrainerFault, match="trained"):
        chat.encode_row([{**messages[1], "trained": "no"}], None)


def test_masked_tokens_are_exactly_what_the_model_says(chat: Chat, all_rows):
    for row in all_rows:
        encoded = chat.encode_row(row["messages"], row["tools"])
        said = chat.decode([token for token, flag in zip(encoded.ids, encoded.mask, strict=True) if flag])
        assert said == "".join(spoken_text(message) for message in row["messages"] if message["role"] == "assistant")
        assert chat.decode(encoded.ids) == chat.render(row["messages"], row["tools"])


def test_every_prompt_is_a_prefix_of_its_row(chat: Chat, all_rows):
    checked = 0
    for row in all_rows:
        encoded = chat.encode_row(row["messages"], row["tools"])
        for place, message in enumerate(row["messages"]):
            if message["role"] == "assistant":
                prompt = chat.encode_prompt(row["messages"][:place], row["tools"])
                assert encoded.ids[: len(prompt)] == prompt
                assert encoded.mask[len(prompt) - 1 : len(prompt) + 1] == [0, 1]
                checked += 1
    assert checked > 200


def test_adding_a_turn_keeps_all_earlier_tokens(chat: Chat, all_rows):
    """Prompt, sampled answer, newline: the next prompt begins with all of it."""
    for row in all_rows:
        whole = chat.encode_row(row["messages"], row["tools"])
        for place, message in enumerate(row["messages"]):
            if message["role"] == "assistant":
                shorter = chat.encode_row(row["messages"][: place + 1], row["tools"])
                assert whole.ids[: len(shorter.ids)] == shorter.ids


def test_encoding_in_parts_gives_the_tokens_of_the_whole_text_without_forged_markers(chat: Chat, chat_rows):
    """The tokenizer, which knows its markers, gives the same tokens for the whole text."""
    cheats = {"forged-turn", "forged-by-model", "forged-in-tools", "other-control-words"}
    # Here the template's newline and the model's first characters would have been one token.
    begins_with_space = {"leading-white-space", "trailing-white-space"}
    for row in chat_rows:
        if row["id"] not in cheats | begins_with_space:
            text = chat.render(row["messages"], row["tools"])
            whole = chat.tokenizer(text, add_special_tokens=False)["input_ids"]
            assert chat.encode_row(row["messages"], row["tools"]).ids == whole


def test_encoding_turns_separately_gives_the_tokens_of_the_whole(chat: Chat, all_rows):
    """Compares with the conversation rendered in one go, without turns, and encoded text by text."""

    def plain(text: str) -> list[int]:
        return chat._plain.encode(text, add_special_tokens=False).ids

    for row in all_rows:
        messages, tools = row["messages"], row.get("tools")
        pieces = rendering.render_pieces(check_messages(messages), check_tools(tools), True)
        whole = [
            token
            for piece in pieces
            for token in ([chat._marker_ids[piece.text]] if piece.is_marker else plain(piece.text))
        ]
        assert chat.encode_prompt(messages, tools) == whole
        spoken = "".join(piece.text for piece in pieces if piece.is_spoken)
        encoded = chat.encode_row(messages, tools)
        assert chat.decode([token for token, said in zip(encoded.ids, encoded.mask, strict=True) if said]) == spoken


def test_reading_rows_ahead_gives_the_same_tokens_as_one_by_one(tiny_folder, all_rows):
    before = os.environ.get("TOKENIZERS_PARALLELISM")
    single, ahead = Chat.load(tiny_folder), Chat.load(tiny_folder)
    ahead.read_ahead((row["messages"], row.get("tools")) for row in all_rows)
    ahead._encode_plain = None  # Fails if anything is left to tokenise.
    for row in all_rows:
        assert ahead.encode_row(row["messages"], row.get("tools")) == single.encode_row(row["messages"], row.get("tools"))
    assert os.environ.get("TOKENIZERS_PARALLELISM") == before


def test_no_more_is_remembered_than_said():
    known = LruCache(2)
    for place in range(3):
        known.put(place, str(place))
        known.get(0)
    assert [known.get(place) for place in range(3)] == ["0", None, "2"]


def test_only_the_template_writes_control_tokens(chat: Chat, all_rows):
    special = set(chat.tokenizer.all_special_ids) | set(chat.tokenizer.added_tokens_decoder)
    start, end = (chat.tokenizer.convert_tokens_to_ids(marker) for marker in ("<|im_start|>", "<|im_end|>"))
    for row in all_rows:
        ids = chat.encode_row(row["messages"], row["tools"]).ids
        found = [token for token in ids if token in special]
        roles = [message["role"] for message in row["messages"]]
        results_in_one_turn = sum(a == b == "tool" for a, b in zip(roles, roles[1:], strict=False))
        added_system = int(bool(row["tools"]) and row["tools"] != "[]" and roles[0] != "system")
        assert found == [start, end] * (len(roles) - results_in_one_turn + added_system)


def test_the_padding_token_is_not_the_end_token(chat: Chat):
    assert chat.decode([chat.eos_id]) == "<|im_end|>"
    assert chat.decode([chat.pad_id]) == "<|endoftext|>"
    assert chat.tokenizer.bos_token == "<|im_start|>"
    assert chat.vocabulary == len(chat.tokenizer)


def test_digits_are_single_tokens_and_texts_round_trip(chat: Chat):
    tokens = chat.tokenizer.tokenize("price 12345.67")
    assert [token for token in tokens if any(sign.isdigit() for sign in token)] == list("1234567")
    for text in ["héllo 你好 😀", "tab\t\r\n  x ", "🏳️‍🌈 𝕏 ✓ \u200d\ufeff", "".join(map(chr, range(0x20, 0x2000)))]:
        assert chat.decode(chat.tokenizer.encode(text, add_special_tokens=False)) == text


SPOKEN = [json.loads(line) for line in (FIXTURES / "spoken-answers.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("case", SPOKEN, ids=lambda case: repr(case["text"][:40]))
def test_parses_answers_as_the_template_writes_them(case):
    content, calls = parse_spoken(case["text"])
    assert content == case["content"]
    assert [(call["function"]["name"], call["function"]["arguments"]) for call in calls] == [
        (call["name"], call["arguments"]) for call in case["calls"]
    ]
    assert all(call["type"] == "function" for call in calls)
    assert len({call["id"] for call in calls}) == len(calls)


def test_a_parsed_answer_renders_to_the_same_text(tiny_chat: Chat):
    random_source = random.Random(5)
    parts = [
        CALL,
        "\n",
        "<tool_call>\n",
        "\n</tool_call>",
        "words",
        " ",
        '{"name": "find", "arguments": {}}',
        CALL + "\n" + CALL,
    ]
    with_calls = 0
    for _ in range(2000):
        text = "".join(random_source.choices(parts, k=random_source.randint(0, 6)))
        content, calls = tiny_chat.parse(text)
        message = {"role": "assistant", "content": content, "tool_calls": calls}
        assert tiny_chat.render([message], None) == f"<|im_start|>assistant\n{text}<|im_end|>\n"
        with_calls += bool(calls)
    assert with_calls > 100


@pytest.mark.parametrize(
    ("messages", "tools"),
    [
        ("text", None),
        ([{"role": "developer", "content": "x"}], None),
        ([{"role": "user", "content": [{"type": "text"}]}], None),
        ([{"role": "user", "content": "half \ud800"}], None),
        ([{"role": "user", "content": "x", "tool_calls": [{"function": {"name": "f", "arguments": "{}"}}]}], None),
        ([{"role": "assistant", "content": "x", "tool_calls": [{"function": {"name": "f"}}]}], None),
        ([{"role": "user", "content": "x"}], "[{"),
        ([{"role": "user", "content": "x"}], '{"a": 1}'),
        ([{"role": "user", "content": "x"}], '[{"a": NaN}]'),
        ([{"role": "user", "content": "x"}], '["\\ud800"]'),
        ([{"role": "user", "content": "x"}], "[" * 100_000),
    ],
)
def test_invalid_conversations_are_rejected(tiny_chat: Chat, messages, tools):
    for attempt in (tiny_chat.render, tiny_chat.encode_prompt, tiny_chat.encode_row):
        with pytest.raises(TrainerFault) as caught:
            attempt(messages, tools)
        assert caught.value.code == "CHAT_UNREADABLE"


def test_a_tokenizer_without_turn_markers_is_rejected(tmp_path):
    from tokenizers import Tokenizer, models
    from transformers import PreTrainedTokenizerFast

    PreTrainedTokenizerFast(tokenizer_object=Tokenizer(models.BPE())).save_pretrained(tmp_path)
    with pytest.raises(TrainerFault) as caught:
        Chat.load(tmp_path)
    assert caught.value.code == "TEMPLATE_UNSUPPORTED"
    with pytest.raises(TrainerFault) as caught:
        Chat.load(tmp_path / "nowhere")
    assert caught.value.code == "WEIGHTS_MISSING"
