"""The engine's answers do not depend on other requests, order or cache; weights are swapped in place."""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable, Iterator

import pytest
import torch
from transformers import AutoModelForCausalLM, GPT2Config, GPT2LMHeadModel

from trainer.adapter import full_config, load_adapter
from trainer.adapter_swap import swap_adapter
from trainer.bench_agreement import gaps
from trainer.cache_attention import Dense, Rowwise
from trainer.engine import Engine, Request, Sampling
from trainer.faults import TrainerFault
from trainer.lora import merge_into
from trainer.tests.served_model import adapter_folder, tiny_folder

CONTEXT = 512


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Otherwise transformers' side of each comparison would spend its time waking threads."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def engine_of(**options: object) -> Engine:
    return Engine(tiny_folder(), "float32", "cpu", CONTEXT, **options)


@pytest.fixture(scope="module")
def engine() -> Engine:
    return engine_of()


def prompts_of(count: int, seed: int = 1) -> list[list[int]]:
    generator = torch.Generator().manual_seed(seed)
    lengths = torch.randint(1, 120, (count,), generator=generator).tolist()
    return [torch.randint(5, 600, (length,), generator=generator).tolist() for length in lengths]


def sampling_of(count: int, most: int = 24) -> list[Sampling]:
    return [
        Sampling(1.0 if each % 3 else 0.0, 0.9 if each % 2 else 1.0, 100 + each, 1 + (most + each) % most)
        for each in range(count)
    ]


def test_a_request_gets_the_same_answer_beside_any_other_requests(engine: Engine) -> None:
    prompts, sampling = prompts_of(21), sampling_of(21)
    together = engine.generate(prompts, sampling)
    alone = [engine.generate([prompt], [each])[0] for prompt, each in zip(prompts, sampling, strict=True)]
    assert together == alone
    order = list(range(21))[::-1]
    backwards = engine.generate([prompts[i] for i in order], [sampling[i] for i in order])
    assert backwards[::-1] == alone
    few = engine_of(slots=2).generate(prompts, sampling)
    assert few == alone


def test_log_probabilities_are_those_of_the_raw_distribution(engine: Engine) -> None:
    model = AutoModelForCausalLM.from_pretrained(tiny_folder(), dtype=torch.float32)
    prompts, sampling = prompts_of(6), [Sampling(0.7, 0.8, seed, 12) for seed in range(6)]
    for prompt, answer in zip(prompts, engine.generate(prompts, sampling), strict=True):
        with torch.no_grad():
            logits = model(torch.tensor([prompt + answer.ids])).logits[0, len(prompt) - 1 : -1]
        wanted = torch.log_softmax(logits, -1).gather(1, torch.tensor(answer.ids).unsqueeze(1)).squeeze(1)
        assert (wanted - torch.tensor(answer.log_probabilities)).abs().max() < 1e-4


def test_greedy_answers_are_those_of_transformers(engine: Engine) -> None:
    model = AutoModelForCausalLM.from_pretrained(tiny_folder(), dtype=torch.float32)
    for prompt in prompts_of(4, seed=8):
        (answer,) = engine.generate([prompt], [Sampling(temperature=0.0, most_tokens=20)])
        wanted = model.generate(torch.tensor([prompt]), max_new_tokens=20, do_sample=False, eos_token_id=engine.end_id)
        assert answer.ids == wanted[0, len(prompt) :].tolist()


def test_an_answer_ends_at_the_end_token_or_at_its_limit(engine: Engine) -> None:
    prompts = prompts_of(40, seed=5)
    answers = engine.generate(prompts, [Sampling(5.0, 1.0, seed, 200) for seed in range(40)])
    assert {answer.finish for answer in answers} == {"stop", "length"}
    for prompt, answer in zip(prompts, answers, strict=True):
        assert (answer.ids[-1] == engine.end_id) == (answer.finish == "stop")
        assert engine.end_id not in answer.ids[:-1]
        assert len(answer.ids) == 200 or answer.finish == "stop"
    long = prompts_of(1)[0] * 50
    (cut,) = engine.generate([long[: CONTEXT - 3]], [Sampling(0.0, 1.0, 0, 50)])
    assert len(cut.ids) <= 3
    with pytest.raises(TrainerFault, match="CONTEXT_LENGTH_EXCEEDED"):
        engine.generate([long[:CONTEXT]], [Sampling()])


def plain_engine() -> Engine:
    torch.manual_seed(1)
    model = GPT2LMHeadModel(GPT2Config(vocab_size=700, n_positions=CONTEXT, n_embd=16, n_layer=1, n_head=2))
    return Engine.of_model(model, None, 1, torch.float32, "cpu")


@pytest.mark.parametrize("make", [engine_of, plain_engine])
def test_turns_of_an_episode_with_one_seed_are_independent(make: Callable[[], Engine]) -> None:
    engine = make()
    prompts = prompts_of(20, seed=6)
    # A temperature so high that almost only the noise decides.
    sampling = [Sampling(200.0, 1.0, 100 + each, 20) for each in range(20)]
    first = engine.generate(prompts, sampling)
    longer = [[*prompt, *answer.ids, 9, 8, 7] for prompt, answer in zip(prompts, first, strict=True)]
    second = engine.generate(longer, sampling)
    pairs = [pair for one, other in zip(first, second, strict=True) for pair in zip(one.ids, other.ids)]
    # About one in 700 matches by chance; all would if a turn got the noise of the turn before.
    assert len(pairs) > 300
    assert sum(one == other for one, other in pairs) < 10


def test_a_cached_prefix_is_not_computed_again() -> None:
    engine = engine_of(prefix_cache=True, slots=6)
    plain = engine_of(prefix_cache=False)
    shared = prompts_of(1, seed=2)[0] * 40
    conversations = [shared[:200] + prompt for prompt in prompts_of(9, seed=4)]
    for turn in range(3):
        sampling = [Sampling(1.0, 1.0, 10 * turn + each, 10) for each in range(9)]
        answers = engine.generate(conversations, sampling)
        # Bit-identical: a beginning is reused only if it was split at the same places.
        assert answers == plain.generate(conversations, sampling)
        conversations = [
            conversation + answer.ids + [9, 8, 7, 6]
            for conversation, answer in zip(conversations, answers, strict=True)
        ]
    assert engine.counters.tokens_reused > 2 * 9 * 128
    assert engine.counters.tokens_prefilled + engine.counters.tokens_reused == plain.counters.tokens_prefilled


def test_the_batched_gpu_path_gives_the_same_answers(engine: Engine) -> None:
    """Packed prefill, buckets, several steps at a time and reused drawn tokens; only the GPU kernels are missing."""
    swap_adapter(engine, None)
    shared = prompts_of(1, seed=2)[0] * 40
    conversations = [shared[:100] + prompt for prompt in prompts_of(11, seed=4)] + prompts_of(3)
    for attention in (Rowwise(), Dense()):
        batched = engine_of(batched=True, slots=12)
        batched._decoder.attention = attention
        for turn in range(2):
            sampling = [Sampling(0.9, 0.95 if turn else 1.0, 40 * turn + each, 3 + 2 * each) for each in range(14)]
            answers, wanted = batched.generate(conversations, sampling), engine.generate(conversations, sampling)
            assert [each.ids for each in answers] == [each.ids for each in wanted]
            for one, other in zip(answers, wanted, strict=True):
                assert one.finish == other.finish
                gaps = torch.tensor(one.log_probabilities) - torch.tensor(other.log_probabilities)
                assert gaps.abs().max() < 1e-4
            conversations = [
                [*conversation, *answer.ids, 9, 8, 7] for conversation, answer in zip(conversations, answers, strict=True)
            ]
        assert batched.counters.tokens_reused > 10 * 96


def test_bfloat16_log_probabilities_stay_close_to_float32(engine: Engine) -> None:
    swap_adapter(engine, None)
    half = Engine(tiny_folder(), "bfloat16", "cpu", CONTEXT, batched=True)
    half._decoder.attention = Dense()
    swap_adapter(half, adapter_folder(1))
    swap_adapter(half, None)
    model = AutoModelForCausalLM.from_pretrained(tiny_folder(), dtype=torch.float32)
    prompts = prompts_of(5)
    answers = half.generate(prompts, [Sampling(1.0, 0.95, each, 12) for each in range(5)])
    assert max(gaps(model, prompts, answers)) < 0.05


def test_a_step_that_cannot_be_captured_runs_uncaptured(engine: Engine) -> None:
    swap_adapter(engine, None)
    prompts, sampling = prompts_of(5), sampling_of(5)
    hopeful = engine_of(batched=True, graphs=True)
    answers = hopeful.generate(prompts, sampling)
    assert [each.ids for each in answers] == [each.ids for each in engine.generate(prompts, sampling)]
    assert all("go without a CUDA graph" in note for note in hopeful.notes)
    assert hopeful.notes


def test_a_failure_reaches_every_waiting_request() -> None:
    engine = engine_of(slots=2)
    requests = [Request(prompt, Sampling(most_tokens=9)) for prompt in prompts_of(5)]

    def broken(*_: object) -> None:
        raise RuntimeError("no memory for this")

    decoder = engine._decoder
    for name in ("prefill", "advance"):
        kept = getattr(decoder, name)
        setattr(decoder, name, broken)
        for request in requests:
            request.fault = None
            engine.submit(request)
        while engine.busy:
            engine.advance()
        assert all(isinstance(request.fault, RuntimeError) for request in requests)
        setattr(decoder, name, kept)
    assert engine.generate(prompts_of(5), sampling_of(5)) == engine_of().generate(prompts_of(5), sampling_of(5))


def test_new_weights_clear_the_cache_of_old_ones() -> None:
    engine = engine_of()
    prompts, sampling = [(prompt * 300)[:300] for prompt in prompts_of(5)], sampling_of(5)
    before = engine.generate(prompts, sampling)
    swap_adapter(engine, adapter_folder(1))
    swapped = engine.generate(prompts, sampling)
    fresh = engine_of()
    swap_adapter(fresh, adapter_folder(1))
    assert [each.ids for each in swapped] == [each.ids for each in fresh.generate(prompts, sampling)]
    assert swapped != before
    assert engine.counters.tokens_reused == 0
    engine.generate(prompts, sampling)
    assert engine.counters.tokens_reused == 5 * 256


def test_swapping_and_removing_adapters_restores_the_weights_exactly(engine: Engine) -> None:
    prompts, sampling = prompts_of(5), sampling_of(5)
    answers = []
    for folder in (None, adapter_folder(1), adapter_folder(2), adapter_folder(1), None):
        swap_adapter(engine, folder)
        answers.append(engine.generate(prompts, sampling))
    assert answers[0] == answers[4]
    assert answers[1] == answers[3]
    assert len({str(each) for each in answers[:3]}) == 3


def test_merged_weights_equal_those_of_the_trainer(engine: Engine) -> None:
    tensors, config, _ = load_adapter(adapter_folder(2))
    model = AutoModelForCausalLM.from_pretrained(tiny_folder(), dtype=torch.float32)
    merge_into(model, tensors, config)
    swap_adapter(engine, adapter_folder(2))
    for name, parameter in model.named_parameters():
        assert torch.allclose(engine._weights.places[name], parameter, atol=1e-6), name
    # Equal to a full checkpoint, including the tied head.
    prompts, sampling = prompts_of(3), sampling_of(3)
    wanted = engine.generate(prompts, sampling)
    engine.use({name: each.detach() for name, each in model.named_parameters()}, full_config(), "full")
    assert [each.ids for each in engine.generate(prompts, sampling)] == [each.ids for each in wanted]
    swap_adapter(engine, None)


def test_a_rejected_adapter_leaves_the_engine_unchanged(engine: Engine) -> None:
    swap_adapter(engine, None)
    prompts, sampling = prompts_of(2), sampling_of(2)
    before = engine.generate(prompts, sampling)
    tensors, config, _ = load_adapter(adapter_folder(1))
    wrong = {name.replace("layers.1", "layers.7"): each for name, each in tensors.items()}
    for bad in (wrong, {name: each[:2] for name, each in tensors.items()}):
        with pytest.raises(TrainerFault, match="ADAPTER_CORRUPT"):
            engine.use(bad, config, "bad")
    with pytest.raises(TrainerFault, match="TEMPLATE_DIFFERS.*template"):
        swap_adapter(engine, adapter_folder(1, template="0" * 64))
    with pytest.raises(TrainerFault, match="ADAPTER_DIFFERS.*base"):
        swap_adapter(engine, adapter_folder(1, base="f" * 64))
    assert engine.version == "base"
    assert engine.generate(prompts, sampling) == before


def test_an_adapter_swap_waits_for_answers_that_have_begun() -> None:
    engine = engine_of(slots=2)
    prompts, sampling = prompts_of(5), [Sampling(0.0, 1.0, each, 30) for each in range(5)]
    old = engine.generate(prompts, sampling)
    requests = [Request(prompt, each) for prompt, each in zip(prompts, sampling, strict=True)]
    for request in requests:
        engine.submit(request)
    engine.advance()
    swap_adapter(engine, adapter_folder(1))
    while engine.advance():
        pass
    new = engine.generate(prompts, sampling)
    assert [each.ids for each in requests[:2]] == [each.ids for each in old[:2]]
    assert [each.ids for each in requests[2:]] == [each.ids for each in new[2:]]
    assert [each.version for each in requests] == ["base"] * 2 + [engine.version] * 3


def test_two_threads_may_send_requests_concurrently(engine: Engine) -> None:
    prompts, sampling = prompts_of(12), sampling_of(12)
    wanted = engine.generate(prompts, sampling)
    found: dict[int, list] = {}

    def ask(number: int) -> None:
        found[number] = engine.generate(prompts, sampling)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [found[number] for number in range(3)] == [wanted] * 3


def test_a_cancelled_request_frees_its_row(engine: Engine) -> None:
    requests = [Request(prompt, Sampling(5.0, 1.0, 3, 400)) for prompt in prompts_of(3)]
    for request in requests:
        engine.submit(request)
    engine.advance()
    requests[1].cancelled = True
    engine.advance()
    assert [request.ended for request in requests] == [False, True, False]
    for request in requests:
        request.cancelled = True
    while engine.advance():
        pass
    assert all(request.finish == "cancelled" for request in requests)
    assert not engine.busy


def test_weights_that_are_not_finite_are_a_fault_without_an_answer() -> None:
    engine = engine_of()
    broken = copy.copy(load_adapter(adapter_folder(1))[0])
    broken = {name: torch.full_like(each, float("nan")) for name, each in broken.items()}
    engine.use(broken, load_adapter(adapter_folder(1))[1], "broken")
    with pytest.raises(TrainerFault, match="LOGITS_NOT_FINITE"):
        engine.generate(prompts_of(2), sampling_of(2))
    swap_adapter(engine, None)
    assert engine.generate(prompts_of(2), sampling_of(2))


def test_other_architectures_are_served_through_transformers() -> None:
    torch.manual_seed(1)
    model = GPT2LMHeadModel(GPT2Config(vocab_size=50, n_positions=64, n_embd=16, n_layer=1, n_head=2))
    engine = Engine.of_model(model, None, 1, torch.float32, "cpu")
    assert "plain transformers" in engine.notes[0]
    prompts = [[5, 6, 7], [8]]
    sampling = [Sampling(1.0, 0.9, 3, 12), Sampling(0.0, 1.0, 0, 12)]
    answers = engine.generate(prompts, sampling)
    assert answers == [engine.generate([p], [s])[0] for p, s in zip(prompts, sampling, strict=True)]
    wanted = model.eval().generate(torch.tensor([[8]]), max_new_tokens=12, do_sample=False, eos_token_id=1, pad_token_id=0)
    assert answers[1].ids == wanted[0, 1:].tolist()
