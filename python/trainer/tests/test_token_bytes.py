"""Rows dropped by their byte count would also be dropped after tokenising."""

import json
import random
from pathlib import Path

import pytest

from trainer.chat import Chat
from trainer.packing import fit_row
from trainer.rows import StateRow
from trainer.stages.grpo import _leaves_room
from trainer.stages.kto import KtoStage
from trainer.stages.sft import SftStage
from trainer.student import load_student
from trainer.token_bytes import TokenBytes
from trainer.turns import turns_of
from trainer.world import World

from .stage_files import kto_row, sft_row, stage_config, state_row, write_rows

HUGE = "lamp 7 " * 1_500_000


def texts() -> list[str]:
    source = random.Random(3)
    composed = "é\u0301가각\u1100\u1161\u11a8😀🏳️‍🌈"
    alphabets = ["ab c\n\t  ", "".join(map(chr, range(0x20, 0x250))), composed, " \n", "0123456789", "\x00\x01\x7f"]
    drawn = ["".join(source.choices(alphabet, k=source.randint(0, 400))) for alphabet in alphabets for _ in range(40)]
    return [*drawn, "", " " * 3_000, "<|im_start|>" * 50, "e\u0301" * 500, "\ud800 half \udfff"]


def tokenizer_with(chat: Chat, **changes):
    from tokenizers import Tokenizer

    return Tokenizer.from_str(json.dumps({**json.loads(chat._plain.to_str()), **changes}))


def test_a_text_never_has_fewer_tokens_than_its_byte_bound(chat: Chat) -> None:
    bound = TokenBytes.of(chat._plain)
    assert bound is not None
    for text in texts():
        readable = text.encode("utf-8", "ignore").decode()
        assert bound.least_tokens(text) <= len(chat._plain.encode(readable, add_special_tokens=False).ids), repr(text)[:80]
    longest = max(chat._plain.get_vocab(with_added_tokens=False), key=len)
    assert bound.longest >= len(longest)


def test_bytes_without_a_token_do_not_count(tiny_chat: Chat) -> None:
    told = json.loads(tiny_chat._plain.to_str())
    kept = {token: place for token, place in told["model"]["vocab"].items() if "l" not in token}
    merges = [pair for pair in told["model"]["merges"] if all("l" not in part for part in pair)]
    vocab = {token: place for place, token in enumerate(kept)}
    tokenizer = tokenizer_with(tiny_chat, model={**told["model"], "vocab": vocab, "merges": merges}, added_tokens=[])
    bound = TokenBytes.of(tokenizer)
    assert tokenizer.encode("lll").ids == []
    assert bound.silent == b"l" and bound.least_tokens("l" * 10_000) == 0 < bound.least_tokens("la")


def test_a_normaliser_shortens_before_bytes_are_counted(tiny_chat: Chat) -> None:
    tokenizer = tokenizer_with(tiny_chat, normalizer={"type": "NFC"})
    bound = TokenBytes.of(tokenizer)
    text = "\u1100\u1161\u11a8" * 1_000
    assert bound.least_tokens(text) == -(-3_000 // bound.longest)
    for each in texts():
        readable = each.encode("utf-8", "ignore").decode()
        tokenizer.encode_special_tokens = True
        assert bound.least_tokens(each) <= len(tokenizer.encode(readable, add_special_tokens=False).ids)


@pytest.mark.parametrize(
    "changes",
    [
        {"pre_tokenizer": {"type": "Whitespace"}},
        {"pre_tokenizer": None},
        {"normalizer": {"type": "Strip", "strip_left": True, "strip_right": True}},
        {
            "pre_tokenizer": {
                "type": "Sequence",
                "pretokenizers": [
                    {"type": "Split", "pattern": {"String": " "}, "behavior": "Removed", "invert": False},
                    {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True},
                ],
            }
        },
        {"model": {"type": "WordLevel", "vocab": {"a": 0}, "unk_token": "a"}, "added_tokens": []},
    ],
)
def test_there_is_no_byte_bound_when_the_tokenizer_may_drop_text(tiny_chat: Chat, changes) -> None:
    assert TokenBytes.of(tokenizer_with(tiny_chat, **changes)) is None


def test_there_is_no_byte_bound_when_a_token_absorbs_neighbouring_text(tiny_chat: Chat) -> None:
    from tokenizers import AddedToken

    tokenizer = tokenizer_with(tiny_chat)
    tokenizer.add_tokens([AddedToken("<gap>", lstrip=True)])
    assert TokenBytes.of(tokenizer) is None


def test_a_row_of_megabytes_is_dropped_untokenised_and_counted(tiny_folder: Path, tmp_path: Path) -> None:
    huge = sft_row(1, id="huge")
    huge["messages"][3]["content"] = HUGE
    config = stage_config(tiny_folder, write_rows(tmp_path / "rows.jsonl", [sft_row(0), huge, sft_row(2)]))
    chat = Chat.load(tiny_folder)
    stage = SftStage(config, load_student(config), chat, World())
    assert stage.facts["rows"] == 2 and stage.facts["rows_left_out"] == 1
    assert all(chat._turns.get(turn) is None for turn in turns_of(huge["messages"], "") if len(str(turn)) > 1_000_000)


def test_a_context_window_omits_a_turn_of_megabytes_untokenised(tiny_folder: Path) -> None:
    huge = sft_row(1)
    huge["messages"][3]["content"] = HUGE
    chat = Chat.load(tiny_folder)
    fitted = fit_row(chat, huge["messages"], "", 512, "window")
    assert fitted.turns_dropped == 1
    assert fitted.encoded.ids == chat.encode_row([*huge["messages"][:2], huge["messages"][-1]], "").ids


def test_other_stages_drop_rows_of_megabytes_as_well(tiny_folder: Path, tmp_path: Path) -> None:
    rows = [kto_row(number, label=number % 2 == 0) for number in range(4)]
    rows[1]["prompt"][1]["content"] = HUGE
    config = stage_config(tiny_folder, write_rows(tmp_path / "rows.jsonl", rows), "kto")
    stage = KtoStage(config, load_student(config), Chat.load(tiny_folder))
    assert stage.facts["rows"] == 3 and stage.facts["rows_left_out"] == 1
    state = state_row(0)
    chat = Chat.load(tiny_folder)
    assert _leaves_room(chat, StateRow.parse(state), 512)
    state["prompt"][1]["content"] = HUGE
    assert not _leaves_room(chat, StateRow.parse(state), 512)
