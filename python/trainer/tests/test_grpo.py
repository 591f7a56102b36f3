"""Dr. GRPO on a rigged bandit, by teacher states and by whole rollouts through the trainer's own server."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from trainer.adapter import load_adapter
from trainer.faults import TrainerFault
from trainer.harness_client import Episode, HarnessClient, Rollouts, Turn
from trainer.stages.drawing import draw, sample_seed
from trainer.stages.grpo import GrpoStage
from trainer.stages.own_rollouts import OwnRollouts
from trainer.stages.stage import StepOutcome
from trainer.stages.table import GrpoConfig, HarnessConfig
from trainer.stages.trajectory import SampledTurn, Trajectory, merge_turns

from .bandit import AGAIN, ASKED, WORDS, Bandit
from .heard import of_kind, run_stage
from .stage_files import stage_config, write_rows

# Trains all weights: over a frozen random head no adapter can make a word likely.
LORA = None


@pytest.fixture(scope="module")
def start(tiny_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A policy that says each of the four words about equally often."""
    folder = tmp_path_factory.mktemp("start")
    rows = []
    for number, word in enumerate(word for word in WORDS for _ in range(4)):
        said = {"role": "assistant", "content": word}
        messages = [*ASKED, said, AGAIN, {"role": "assistant", "content": WORDS[number % 4]}]
        rows.append({"id": f"r{number}", "problem_id": "p", "split": "train", "messages": messages, "tools": "", "weight": 1.0})
    length = {"epochs": 40, "tokens_per_step": 10_000, "tokens_per_micro_batch": 10_000}
    optimiser = {"learning_rate": 4e-3, "schedule": "cosine", "warmup_share": 0.05}
    config = stage_config(tiny_folder, write_rows(folder / "rows.jsonl", rows), lora=LORA, length=length, optimiser=optimiser)
    events = run_stage(config, folder / "out")
    assert of_kind(events, "step")[-1]["loss"] < 1.0
    return folder / "out" / "adapter"


@pytest.fixture
def bandit() -> Iterator[Bandit]:
    found = Bandit()
    yield found
    found.stop()


def _states(path: Path, count: int = 4) -> dict[str, str]:
    rows = [
        {"id": f"s{number}", "problem_id": f"p{number}", "split": "train", "prompt": ASKED, "tools": "", "teacher_actions": []}
        for number in range(count)
    ]
    return write_rows(path, rows)


def _config(tiny_folder: Path, tmp_path: Path, start: Path, bandit: Bandit, grpo: dict[str, Any], **changes: Any):
    settings = {"group": 8, "states_per_step": 4, "problems_per_step": 2, "length_normaliser": 8, "most_new_tokens": 6,
                "kl_stop": 50.0, "teacher_state_steps": 0, "rollout_steps": 0, **grpo}  # fmt: skip
    return stage_config(
        tiny_folder, _states(tmp_path / "states.jsonl"), "grpo", start=str(start), lora=LORA, grpo=settings,
        harness=bandit.config, optimiser={"learning_rate": 6e-4, "schedule": "constant", "warmup_share": 0.0}, **changes,
    )  # fmt: skip


def _mean(steps: list[dict[str, Any]], name: str = "reward") -> float:
    return sum(step[name] for step in steps) / len(steps)


def test_grpo_raises_the_reward_on_teacher_states(tiny_folder: Path, tmp_path: Path, start: Path, bandit: Bandit) -> None:
    config = _config(tiny_folder, tmp_path, start, bandit, {"teacher_state_steps": 25})
    events = run_stage(config, tmp_path / "out")
    steps = of_kind(events, "step")
    assert _mean(steps[:3]) < 0.5
    assert _mean(steps[-5:]) > 0.75
    # Weights are refreshed before every step, so the sampler and the trainer use the same policy.
    assert max(step["ratio_drift"] for step in steps) < 1e-4
    assert steps[0]["kl"] < 1e-6 < steps[-1]["kl"]
    assert steps[-1]["entropy"] < steps[0]["entropy"]
    assert steps[-1]["zero_advantage_share"] > steps[0]["zero_advantage_share"]
    assert steps[0]["parts"]["format"] == steps[0]["reward"]
    assert not of_kind(events, "alarm")
    assert {each["path"] for each in bandit.asked} == {"/reward/steps"}


def test_grpo_trains_on_the_tokens_that_the_server_sampled(tiny_folder: Path, tmp_path: Path, start: Path, bandit: Bandit) -> None:
    config = _config(tiny_folder, tmp_path, start, bandit, {"rollout_steps": 12, "most_turns": 2, "problems": ["q1", "q2"]})
    events = run_stage(config, tmp_path / "out")
    steps = of_kind(events, "step")
    assert _mean(steps[-3:]) > _mean(steps[:2]) + 0.2
    assert max(step["ratio_drift"] for step in steps) < 1e-4
    assert all(step["turns"] == 2 and step["mode"] == "rollouts" and step["repeat_rate"] == 0.5 for step in steps)
    # Two consecutive turns form one row: the prompt of the first is counted once.
    assert steps[0]["tokens"] < 16 * (2 * steps[0]["trainable_tokens"] / 16 + 40)
    asked = bandit.asked[0]["body"]
    assert [each["problem_id"] for each in asked["episodes"]].count("q1") == 8
    assert len(asked["episodes"]) == 16
    assert len({each["seed"] for each in asked["episodes"]}) == 16


def test_grpo_stops_before_the_update_when_the_policy_has_drifted_too_far(
    tiny_folder: Path, tmp_path: Path, start: Path, bandit: Bandit
) -> None:
    config = _config(tiny_folder, tmp_path, start, bandit, {"teacher_state_steps": 25, "kl_stop": 0.02})
    events = run_stage(config, tmp_path / "out")
    assert of_kind(events, "stopped")[0]["reason"] == "kl"
    last = of_kind(events, "step")[-1]
    assert last["kl"] > 0.02
    assert of_kind(events, "done")[0]["step"] == last["step"] - 1 < 25
    assert load_adapter(tmp_path / "out" / "adapter")[2]["step"] == last["step"] - 1


def test_grpo_reports_older_weights_as_drift_without_stopping(tiny_folder: Path, tmp_path: Path, start: Path, bandit: Bandit) -> None:
    config = _config(tiny_folder, tmp_path, start, bandit, {"teacher_state_steps": 4, "refresh_every": 2})
    events = run_stage(config, tmp_path / "out")
    steps = of_kind(events, "step")
    assert [step["weights_are_fresh"] for step in steps] == [True, False, True, False]
    assert steps[1]["ratio_drift"] > 1e-3 > 1e-4 > steps[2]["ratio_drift"]
    assert not of_kind(events, "alarm")


def test_grpo_resumed_between_two_refreshes_samples_from_the_same_weights(
    tiny_folder: Path, tmp_path: Path, start: Path, bandit: Bandit, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = _config(
        tiny_folder, tmp_path, start, bandit, {"teacher_state_steps": 5, "refresh_every": 3},
        checkpoint={"every_seconds": 1000, "every_steps": 1},
    )  # fmt: skip
    run_stage(config, tmp_path / "whole")
    original = GrpoStage.step

    def cut(stage: GrpoStage, number: int) -> StepOutcome:
        if number == 2:
            raise KeyboardInterrupt
        return original(stage, number)

    monkeypatch.setattr(GrpoStage, "step", cut)
    with pytest.raises(KeyboardInterrupt):
        run_stage(config, tmp_path / "cut")
    monkeypatch.setattr(GrpoStage, "step", original)
    again = run_stage(config, tmp_path / "cut")
    assert of_kind(again, "begin")[0]["step"] == 2
    one, two = (load_adapter(tmp_path / name / "adapter")[0] for name in ("whole", "cut"))
    assert all(torch.equal(two[name], tensor) for name, tensor in one.items())


def test_a_harness_that_rejects_a_request_is_a_fault(tiny_folder: Path, tmp_path: Path, start: Path, bandit: Bandit) -> None:
    client = HarnessClient(HarnessConfig(bandit.config["url"], "wrong"))
    with pytest.raises(TrainerFault) as fault:
        client.step_rewards([{}])
    assert fault.value.code == "HARNESS_FAILED"
    assert "401" in fault.value.message
    assert bandit.refused == 1


def test_turns_that_continue_each_other_become_one_row() -> None:
    first = SampledTurn([1, 2, 3], [4, 5], [-0.1, -0.2], 0.0)
    second = SampledTurn([1, 2, 3, 4, 5, 6, 7], [8], [-0.3], 0.0)
    apart = SampledTurn([1, 2, 9, 4, 5, 6, 7, 8], [3], [-0.4], 0.0)
    rows = merge_turns(Trajectory([first, second, apart]), [1.0, 2.0, 3.0])
    assert [row.ids for row in rows] == [[1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 9, 4, 5, 6, 7, 8, 3]]
    assert rows[0].mask == [0, 0, 0, 1, 1, 0, 0, 1]
    assert rows[0].values == {"old": [-0.1, -0.2, -0.3], "advantage": [1.0, 1.0, 2.0]}
    assert rows[1].values == {"old": [-0.4], "advantage": [3.0]}


class _Played:
    """A long failure that is half right in every turn, and a short success."""

    def rollouts(self, *_: Any) -> Rollouts:
        def episode(sample: int, outcome: float, rewards: list[float]) -> Episode:
            turns = [Turn([1, 2], [3], [-0.1], "stop", reward, {}) for reward in rewards]
            return Episode("p", sample, outcome, outcome, "terminated", 8, turns)

        return Rollouts([episode(0, 0.0, [0.4] * 7 + [1.0]), episode(1, 1.0, [1.0, 1.0])], [])


def test_steps_of_an_episode_never_earn_more_than_its_outcome() -> None:
    gathered = OwnRollouts(_Played(), GrpoConfig(group=2, problems_per_step=1), 1, ["p"]).gather("", 0)
    failure, success = gathered.groups[0]
    assert sum(turn.reward for turn in failure.turns) < sum(turn.reward for turn in success.turns) + success.outcome
    assert sum(turn.reward for turn in failure.turns) <= 1
    # The reported reward keeps the unit of the reward itself.
    assert gathered.metrics["reward"] == pytest.approx(5.8 / 10)


def test_a_temperature_other_than_the_policys_own_is_rejected(tiny_folder: Path, tmp_path: Path, start: Path, bandit: Bandit) -> None:
    with pytest.raises(TrainerFault, match="temperature is 0.7"):
        _config(tiny_folder, tmp_path, start, bandit, {"temperature": 0.7})
    with pytest.raises(TrainerFault, match="importance_cap is 1.1"):
        _config(tiny_folder, tmp_path, start, bandit, {"importance_cap": 1.1})


def test_problems_are_drawn_by_step_alone_and_all_before_any_repeats() -> None:
    items = [f"i{number}" for number in range(7)]
    drawn = [draw(items, 3, number, seed=1) for number in range(14)]
    assert drawn[5] == draw(items, 3, 5, seed=1)
    assert sorted(item for step in drawn[:2] for item in step) != sorted(items)
    assert all(sum(item in step for step in drawn) >= 5 for item in items)
    assert sample_seed(1, 2, "a", 3) == sample_seed(1, 2, "a", 3) != sample_seed(1, 2, "a", 4)

