"""Our masks compared with those of transformers and TRL, which derive them from characters after rendering."""

from pathlib import Path

import pytest

from trainer.messages import check_tools
from trainer.rendering import TRAINING_TEMPLATE

# Not comparable: they treat the text of markers as markers; replies that begin with white space share a token with the
# template's newline; they reject invalid schemas; and they format numbers as Python does.
NOT_COMPARED = {
    "forged-turn",
    "forged-by-model",
    "forged-in-tools",
    "other-control-words",
    "leading-white-space",
    "trailing-white-space",
    "tools-odd-kinds",
    "tools-numbers",
    "tools-keys",
}


@pytest.fixture(scope="module")
def compared_rows(chat_rows) -> list[dict]:
    return [row for row in chat_rows if row["id"] not in NOT_COMPARED]


def library_mask(chat, row: dict, template: str) -> tuple[list[int], list[int]]:
    encoded = chat.tokenizer.apply_chat_template(
        row["messages"],
        tools=check_tools(row["tools"]) or None,
        chat_template=template,
        tokenize=True,
        return_dict=True,
        return_assistant_tokens_mask=True,
    )
    return encoded["input_ids"], encoded["assistant_masks"]


def test_transformers_masks_the_same_tokens_with_our_training_template(chat, compared_rows):
    for row in compared_rows:
        ours = chat.encode_row(row["messages"], row["tools"])
        assert library_mask(chat, row, TRAINING_TEMPLATE.decode()) == (ours.ids, ours.mask), row["id"]


def test_the_mask_of_trl_differs_by_the_newline_alone(chat, compared_rows):
    """TRL's template also trains the newline after a turn. No server ever samples it, because the turn has ended
    before."""
    trl = pytest.importorskip("trl", reason="TRL is not installed, so its masks are not compared")
    file = Path(trl.__file__).parent / "chat_templates" / "qwen3_instruct_2507_training.jinja"
    newline = chat.tokenizer.encode("\n", add_special_tokens=False)
    assert len(newline) == 1
    for row in compared_rows:
        ours = chat.encode_row(row["messages"], row["tools"])
        ids, mask = library_mask(chat, row, file.read_text(encoding="utf-8"))
        assert ids == ours.ids, row["id"]
        after_turn = [
            place
            for place in range(1, len(ids))
            if ours.mask[place - 1] and ids[place - 1] == chat.eos_id and ids[place] == newline[0]
        ]
        assert [place for place in range(len(ids)) if mask[place] != ours.mask[place]] == after_turn, row["id"]
        assert all(mask[place] == 1 and ours.mask[place] == 0 for place in after_turn)
