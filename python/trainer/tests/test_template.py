"""Every renderer gives the same text for a conversation."""

import hashlib
import json
import re

import jinja2
import pytest

from trainer.javascript_json import write_json
from trainer.messages import check_tools
from trainer.rendering import (
    CHAT_TEMPLATE,
    TEMPLATE_SHA256,
    TRAINING_TEMPLATE,
    render,
    render_pieces,
)

from .conftest import FIXTURES, read_lines

RENDERED = {line["id"]: line["text"] for line in read_lines("chat-rendered.jsonl")}
ROWS = read_lines("chat-rows.jsonl")


def test_every_shared_row_is_in_the_file_that_typescript_wrote():
    assert len(ROWS) >= 40
    assert [row["id"] for row in ROWS] == list(RENDERED)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_the_template_renders_the_same_as_typescript(row):
    tools = check_tools(row["tools"])
    assert render(row["messages"], tools, False) == RENDERED[row["id"]]
    assert render(row["messages"], tools, True) == RENDERED[row["id"]] + "<|im_start|>assistant\n"
    for prompted in (False, True):
        pieces = render_pieces(row["messages"], tools, prompted)
        assert "".join(piece.text for piece in pieces) == render(row["messages"], tools, prompted)


@pytest.mark.parametrize("options", [{}, {"trim_blocks": True, "lstrip_blocks": True}], ids=["plain", "trimmed"])
def test_the_template_renders_the_same_with_any_jinja_options(options):
    """Other programs configure Jinja differently; a template that depends on its settings would differ between servers.
    """
    environment = jinja2.Environment(**options)
    environment.filters["tojson"] = write_json
    template = environment.from_string(CHAT_TEMPLATE.decode())
    for row in ROWS:
        assert template.render(messages=row["messages"], tools=check_tools(row["tools"])) == RENDERED[row["id"]]


def test_transformers_renders_the_template_the_same(tiny_chat):
    # Numbers and keys that Python formats differently, and invalid schemas.
    odd = {"tools-numbers", "tools-keys", "tools-odd-kinds"}
    for row in ROWS:
        if row["id"] not in odd:
            tools = check_tools(row["tools"]) or None
            text = tiny_chat.tokenizer.apply_chat_template(row["messages"], tools=tools, tokenize=False)
            assert text == RENDERED[row["id"]]


def test_chat_and_training_template_differ_by_the_generation_marks_alone():
    comment = re.compile(r"^\{#-.*?-#\}\n", re.DOTALL)
    marks = re.compile(r"^ *\{%- (?:end)?generation -%\}\n", re.MULTILINE)
    training = marks.sub("", comment.sub("", TRAINING_TEMPLATE.decode()))
    assert training == comment.sub("", CHAT_TEMPLATE.decode())
    assert len(marks.findall(TRAINING_TEMPLATE.decode())) == 2


def test_the_template_hash_covers_both_files():
    folder = FIXTURES.parent.parent / "template"
    both = (folder / "chat.jinja").read_bytes() + b"\0" + (folder / "chat_training.jinja").read_bytes()
    assert hashlib.sha256(both).hexdigest() == TEMPLATE_SHA256


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("1.0", "1"),
        ("-0.0", "0"),
        ("1e21", "1e+21"),
        ("1e20", "100000000000000000000"),
        ("0.000001", "0.000001"),
        ("1e-7", "1e-7"),
        ("-1.25e-9", "-1.25e-9"),
        ("9007199254740993", "9007199254740992"),
        ("1e400", "null"),
        ('{"b": 1, "1": 2}', '{"1": 2, "b": 1}'),
        ('["\\u00e9\\/", true, null]', '["é/", true, null]'),
    ],
)
def test_json_is_written_as_javascript_writes_it(text, written):
    assert write_json(json.loads(text)) == written
