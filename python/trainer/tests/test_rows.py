"""Rows from files: the announced content, and no held-out rows."""

import hashlib
import json
from pathlib import Path

import pytest

from trainer.faults import TrainerFault
from trainer.rows import KtoRow, SftRow, StateRow, parse_rows, read_rows

USER = {"role": "user", "content": "A lamp."}
SAID = {"role": "assistant", "content": "Here."}
SFT = {"id": "r1", "problem_id": "p1", "split": "train", "messages": [USER, SAID], "tools": "[]", "weight": 0.5}
KTO = {
    "id": "k1",
    "problem_id": "p1",
    "split": "train",
    "prompt": [USER],
    "completion": [SAID],
    "tools": "",
    "label": True,
}
STATE = {
    "id": "s1",
    "problem_id": "p1",
    "split": "train",
    "prompt": [USER],
    "tools": "",
    "teacher_actions": [[{"name": "find", "arguments": '{"q":"lamp"}'}]],
}


def written(folder: Path, *rows: object) -> tuple[Path, str]:
    lines = [row if isinstance(row, bytes) else json.dumps(row).encode() for row in rows]
    data = b"".join(line + b"\n" for line in lines)
    path = folder / "rows.jsonl"
    path.write_bytes(data)
    return path, hashlib.sha256(data).hexdigest()


def test_rows_of_every_kind_are_read(tmp_path):
    path, sha256 = written(tmp_path, SFT, {**SFT, "id": "r2", "weight": 2})
    assert list(read_rows(path, sha256)) == [SFT, {**SFT, "id": "r2", "weight": 2}]
    assert [row.weight for row in parse_rows(SftRow, path, sha256)] == [0.5, 2.0]
    assert KtoRow.parse(KTO).completion == [SAID]
    assert StateRow.parse(STATE).teacher_actions == STATE["teacher_actions"]
    assert SftRow.parse({key: value for key, value in SFT.items() if key != "weight"}).weight == 1.0


def test_a_rows_file_that_changed_gives_no_row_at_all(tmp_path):
    path, sha256 = written(tmp_path, SFT)
    path.write_bytes(path.read_bytes().replace(b"A lamp.", b"A boat."))
    given = []
    with pytest.raises(TrainerFault) as caught:
        given.extend(read_rows(path, sha256))
    assert (caught.value.code, given) == ("ROWS_CORRUPT", [])
    with pytest.raises(TrainerFault) as caught:
        list(read_rows(tmp_path / "none.jsonl", sha256))
    assert caught.value.code == "ROWS_CORRUPT"


@pytest.mark.parametrize(
    "bad", [b"{", b"[1]", b"", b"\xff", b"[" * 100_000], ids=["torn", "list", "empty", "bytes", "deep"]
)
def test_the_first_invalid_line_of_a_rows_file_is_named(tmp_path, bad):
    path, sha256 = written(tmp_path, SFT, SFT, bad, b"also bad")
    with pytest.raises(TrainerFault) as caught:
        list(read_rows(path, sha256))
    assert caught.value.code == "ROWS_CORRUPT"
    assert "line 3" in caught.value.message


@pytest.mark.parametrize("split", ["dev", "heldout", "test", None, "Train"])
@pytest.mark.parametrize(("kind", "row"), [(SftRow, SFT), (KtoRow, KTO), (StateRow, STATE)])
def test_held_out_rows_are_rejected_by_name(tmp_path, kind, row, split):
    path, sha256 = written(tmp_path, row, {**row, "id": "the-secret-one", "split": split})
    with pytest.raises(TrainerFault) as caught:
        list(parse_rows(kind, path, sha256))
    assert caught.value.code == "HELD_OUT_ROW"
    assert "the-secret-one" in caught.value.message
    assert "line 2" in caught.value.message


@pytest.mark.parametrize(
    ("kind", "row"),
    [
        (SftRow, {**SFT, "id": 7}),
        (SftRow, {**SFT, "problem_id": None}),
        (SftRow, {**SFT, "messages": []}),
        (SftRow, {**SFT, "messages": [USER]}),
        (SftRow, {**SFT, "messages": [{"role": "user", "content": "half \ud800"}, SAID]}),
        (SftRow, {**SFT, "tools": [{"name": "f"}]}),
        (SftRow, {**SFT, "tools": "[{"}),
        (SftRow, {**SFT, "weight": -1}),
        (SftRow, {**SFT, "weight": float("nan")}),
        (SftRow, {**SFT, "weight": 10**400}),
        (SftRow, {**SFT, "weight": 1e-300}),
        (SftRow, {**SFT, "weight": True}),
        (KtoRow, {**KTO, "completion": [SAID, SAID]}),
        (KtoRow, {**KTO, "completion": [USER]}),
        (KtoRow, {**KTO, "prompt": []}),
        (KtoRow, {**KTO, "label": 1}),
        (StateRow, {**STATE, "teacher_actions": [{"name": "find"}]}),
        (StateRow, {**STATE, "teacher_actions": [[{"name": "find"}]]}),
    ],
)
def test_rows_of_the_wrong_shape_are_rejected(kind, row):
    with pytest.raises(TrainerFault) as caught:
        kind.parse(row)
    assert caught.value.code == "ROWS_CORRUPT"
    assert caught.value.exit == 2
