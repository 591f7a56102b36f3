"""The hand-written decoder compared with transformers' own forward pass, and its parts with each other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import torch
from transformers import (
    GPT2Config,
    LlamaConfig,
    LlamaForCausalLM,
    MistralConfig,
    MistralForCausalLM,
    Qwen2Config,
    Qwen2ForCausalLM,
    Qwen3Config,
    Qwen3ForCausalLM,
)

from trainer.cache_attention import Dense, Rowwise, _difference
from trainer.decode import LlamaDecoder
from trainer.decode_state import Piece, Row
from trainer.llama_weights import read_llama, why_not
from trainer.prefix_index import BLOCK, Beginning, PrefixIndex
from trainer.sampling import Sampling, draw, negative_exponential, nucleus, row_keys, vocabulary_salt

CONTEXT = 256
END = 1
SHAPE = dict(
    vocab_size=97,
    hidden_size=48,
    intermediate_size=80,
    num_hidden_layers=2,
    num_attention_heads=6,
    num_key_value_heads=2,
    max_position_embeddings=CONTEXT,
)
MODELS = {
    "llama": lambda: LlamaForCausalLM(LlamaConfig(**SHAPE, tie_word_embeddings=True)),
    "llama with biases": lambda: LlamaForCausalLM(LlamaConfig(**SHAPE, attention_bias=True, mlp_bias=True)),
    "llama 3 rotation": lambda: LlamaForCausalLM(
        LlamaConfig(
            **SHAPE,
            rope_parameters={
                "rope_type": "llama3",
                "rope_theta": 10000.0,
                "factor": 4.0,
                "low_freq_factor": 1.0,
                "high_freq_factor": 4.0,
                "original_max_position_embeddings": 64,
            },
        )
    ),
    "qwen3": lambda: Qwen3ForCausalLM(Qwen3Config(**SHAPE, head_dim=16)),
    "qwen2": lambda: Qwen2ForCausalLM(Qwen2Config(**SHAPE)),
    "mistral": lambda: MistralForCausalLM(MistralConfig(**SHAPE, sliding_window=None)),
}


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Otherwise transformers' side of each comparison would spend its time waking threads."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def model_of(name: str) -> torch.nn.Module:
    torch.manual_seed(3)
    model = MODELS[name]().eval()
    with torch.no_grad():
        for parameter in model.parameters():
            # With norms of one and biases of zero, a forgotten one would not be noticed.
            parameter.add_(torch.randn_like(parameter) * 0.1)
    return model


def decoder_of(model: torch.nn.Module, slots: int = 12) -> LlamaDecoder:
    weights = read_llama(model, CONTEXT, torch.float32, torch.device("cpu"))
    return LlamaDecoder(weights, CONTEXT, slots, END)


def tokens_of(length: int, seed: int) -> list[int]:
    return torch.randint(2, 97, (length,), generator=torch.Generator().manual_seed(seed)).tolist()


@pytest.mark.parametrize("name", MODELS)
@torch.no_grad()
def test_decoder_logits_equal_those_of_transformers(name: str) -> None:
    model = model_of(name)
    assert why_not(model.config, CONTEXT) is None
    decoder = decoder_of(model)
    for slot, length in ((3, 1), (0, 2), (7, 57), (3, 200)):
        ids = tokens_of(length, length)
        wanted = model(torch.tensor([ids])).logits[0, -1]
        if length > 1:
            # In two stretches, so that the second attends to the cache.
            cut = length // 2
            pieces = [Piece(slot, 0, ids[:cut]), Piece(slot, cut, ids[cut:-1])]
            for piece in pieces:
                if piece.tokens:
                    decoder.prefill([piece])
        row = Row(slot, ids[-1], length - 1, 0, 10, Sampling())
        assert (decoder.logits(row) - wanted).abs().max() < 1e-4
    # Decoding continues from the cache as if everything had been read again.
    tokens, chances = decoder.advance([Row(3, ids[-1], 199, 0, 10, Sampling(seed=5))], 1)
    ids = ids + [tokens[0][0]]
    again = decoder.logits(Row(3, ids[-1], 200, 1, 10, Sampling()))
    wanted = model(torch.tensor([ids])).logits[0]
    assert (again - wanted[-1]).abs().max() < 1e-4
    assert abs(torch.log_softmax(wanted[-2], -1)[ids[-1]].item() - chances[0][0]) < 1e-4


def test_the_decoder_maps_every_parameter_of_the_model() -> None:
    for name in MODELS:
        model = model_of(name)
        assert set(dict(model.named_parameters())) <= set(decoder_of(model).weights.places)


def test_the_decoder_declines_other_architectures() -> None:
    assert "gpt2" in why_not(GPT2Config(), 128)
    assert "slides" in why_not(MistralConfig(**SHAPE, sliding_window=64), CONTEXT)
    assert why_not(MistralConfig(**SHAPE, sliding_window=CONTEXT), CONTEXT) is None
    rope = {"rope_type": "dynamic", "rope_theta": 10000.0, "factor": 2.0}
    assert "rotary" in why_not(LlamaConfig(**SHAPE, rope_parameters=rope), CONTEXT)


def test_dense_and_rowwise_attention_agree() -> None:
    assert _difference(Dense(), Rowwise(), torch.device("cpu"), torch.float32, 6, 2, 16) < 1e-5


def test_a_cached_prefix_is_copied_between_slots() -> None:
    decoder = decoder_of(model_of("llama"))
    ids = tokens_of(40, 9)
    decoder.prefill([Piece(2, 0, ids[:30])])
    decoder.copy_prefix(2, 5, 30)
    decoder.prefill([Piece(5, 30, ids[30:-1])])
    decoder.prefill([Piece(6, 0, ids[:-1])])
    rows = [Row(slot, ids[-1], 39, 0, 9, Sampling()) for slot in (5, 6)]
    assert torch.allclose(decoder.logits(rows[0]), decoder.logits(rows[1]), atol=1e-5)


def test_a_row_gets_the_same_bits_at_every_position_of_a_batch() -> None:
    decoder = decoder_of(model_of("llama"))
    for slot in range(12):
        decoder.prefill([Piece(slot, 0, tokens_of(20 + 7 * slot, slot)[:-1])])
    rows = [
        Row(slot, tokens_of(20 + 7 * slot, slot)[-1], 19 + 7 * slot, 0, 9, Sampling(seed=slot, top_p=0.9))
        for slot in range(12)
    ]
    alone = [tuple(each[0][0] for each in decoder.advance([row], 1)) for row in rows]
    for order in (rows, rows[::-1], rows[3:] + rows[:3]):
        tokens, chances = decoder.advance(order, 1)
        together = {row.slot: (tokens[0][place], chances[0][place]) for place, row in enumerate(order)}
        assert [together[row.slot] for row in rows] == alone


def test_sampling_noise_is_exponential_and_differs_per_token() -> None:
    salt = vocabulary_salt(5000, torch.device("cpu"))
    seeds = torch.arange(40)
    first = negative_exponential(salt, *row_keys(seeds, torch.zeros(40, dtype=torch.long)))
    second = negative_exponential(salt, *row_keys(seeds, torch.ones(40, dtype=torch.long)))
    assert (first < 0).all()
    for noise in (first, second):
        assert abs(noise.mean().item() + 1) < 0.01
        assert abs(noise.var().item() - 1) < 0.03
        shares = [(-noise < point).float().mean().item() for point in (0.01, 0.1, 0.5, 1.0, 3.0)]
        wanted = [1 - torch.exp(torch.tensor(-point)).item() for point in (0.01, 0.1, 0.5, 1.0, 3.0)]
        assert max(abs(a - b) for a, b in zip(shares, wanted, strict=True)) < 0.005
    # No correlation between seeds, positions or adjacent tokens of the vocabulary.
    for one, other in ((first, second), (first[:-1], first[1:]), (first[:, :-1], first[:, 1:])):
        together = torch.corrcoef(torch.stack([one.flatten(), other.flatten()]))[0, 1]
        assert abs(together.item()) < 0.01


def test_tokens_are_sampled_with_their_probabilities() -> None:
    logits = torch.tensor([[2.0, 1.0, 0.0, -1.0, -6.0]])
    count = 40_000
    salt = vocabulary_salt(5, torch.device("cpu"))
    noise = negative_exponential(salt, *row_keys(torch.arange(count), torch.arange(count) % 7))
    rows = logits.expand(count, -1)
    ones, no = torch.ones(count), torch.zeros(count, dtype=torch.bool)
    for temperature in (1.0, 0.5, 2.0):
        drawn, chance = draw(rows, noise, ones / temperature, no, None)
        shares = torch.bincount(drawn, minlength=5) / count
        assert (shares - torch.softmax(logits[0] / temperature, -1)).abs().max() < 0.01
        # However they were drawn, the log-probabilities are those at temperature 1.
        assert torch.allclose(chance, torch.log_softmax(logits[0], -1)[drawn])
    drawn, _ = draw(rows, noise, ones, ~no, None)
    assert (drawn == 0).all()
    # Probabilities 0.64 and 0.23: top-p 0.7 includes the second token, 0.6 does not.
    assert set(draw(rows, noise, ones, no, ones * 0.7)[0].tolist()) == {0, 1}
    assert set(draw(rows, noise, ones, no, ones * 0.6)[0].tolist()) == {0}


def test_top_p_of_one_keeps_every_token_and_a_small_one_keeps_one() -> None:
    probabilities = torch.softmax(torch.randn(4, 50, generator=torch.Generator().manual_seed(1)), -1)
    kept = nucleus(probabilities, torch.tensor([1.0, 0.5, 1e-9, 1.0]))
    assert torch.equal(kept[0], probabilities[0])
    assert 0.5 <= kept[1].sum() < 0.5 + probabilities[1].max()
    assert (kept[2] > 0).sum() == 1


def test_the_prefix_index_finds_the_longest_prefix() -> None:
    index = PrefixIndex()
    short, long = list(range(BLOCK * 2 + 5)), list(range(BLOCK * 4))
    index.hold(1, Beginning(short))
    index.hold(2, Beginning(long))

    def found(tokens: list[int]) -> tuple[int | None, int]:
        return index.longest(Beginning(tokens))

    assert found(long + [7]) == (2, BLOCK * 4)
    assert found(long[: BLOCK * 3] + [7] * BLOCK) == (2, BLOCK * 3)
    assert found([7] * 100) == (None, 0)
    assert found(long[: BLOCK - 1]) == (None, 0)
    index.forget(2)
    assert found(long)[1] <= len(short)
    index.clear()
    assert found(short) == (None, 0)


def test_the_prefix_index_finds_a_prefix_that_was_extended() -> None:
    index = PrefixIndex()
    whole = list(range(BLOCK * 5 + 3))
    index.hold(1, Beginning(whole[: BLOCK + 7]))
    index.extend(1, whole[BLOCK + 7 :])
    index.extend(2, whole)
    assert index.longest(Beginning(whole + [9] * BLOCK)) == (1, len(whole))
    assert index.longest(Beginning(whole[: BLOCK * 3] + [9] * BLOCK)) == (1, BLOCK * 3)
    cut = Beginning(whole)
    cut.cut(BLOCK * 2 + 1)
    assert (list(cut.tokens), cut.keys) == (whole[: BLOCK * 2 + 1], Beginning(whole[: BLOCK * 2 + 1]).keys)
