"""Samples next messages in states of the teacher. Rewards are dense from the first step: no episode has to finish."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Protocol

from trainer.chat import Chat
from trainer.harness_client import HarnessClient
from trainer.rows import StateRow
from trainer.stages.drawing import draw, sample_seed
from trainer.stages.table import GrpoConfig
from trainer.stages.trajectory import Gathered, SampledTurn, Trajectory


class Sampler(Protocol):
    """The part of the engine used here."""

    def generate(self, prompts: list[list[int]], sampling: list[Any]) -> list[Any]: ...


@dataclass(frozen=True)
class TeacherStates:
    chat: Chat
    harness: HarnessClient
    settings: GrpoConfig
    seed: int
    states: list[StateRow]

    def gather(self, engine: Sampler, number: int) -> Gathered:
        from trainer.engine import Sampling

        settings = self.settings
        states = draw(self.states, settings.states_per_step, number, self.seed)
        wanted = [(state, member) for state in states for member in range(settings.group)]
        encoded = {state.id: self.chat.encode_prompt(state.prompt, state.tools) for state in states}
        prompts = [encoded[state.id] for state, _ in wanted]
        sampling = [
            Sampling(
                temperature=settings.temperature,
                top_p=1.0,
                seed=sample_seed(self.seed, number, state.id, member),
                most_tokens=settings.most_new_tokens,
            )
            for state, member in wanted
        ]
        generated = engine.generate(prompts, sampling)
        rewards = self.harness.step_rewards(
            [_asked(self.chat, state, answer.ids) for (state, _), answer in zip(wanted, generated, strict=True)]
        )
        groups: dict[str, list[Trajectory]] = {state.id: [] for state in states}
        for (state, _), prompt, answer, reward in zip(wanted, prompts, generated, rewards, strict=True):
            turn = SampledTurn(prompt, list(answer.ids), list(answer.log_probabilities), reward.reward)
            groups[state.id].append(Trajectory([turn]))
        return Gathered(
            list(groups.values()),
            {
                "mode": "teacher_states",
                "reward": _mean([each.reward for each in rewards]),
                "parts": mean_parts([each.parts for each in rewards]),
                "outcome": None,
                "turns": 1.0,
                "repeat_rate": repeat_rate([each.parts for each in rewards]),
                "cut_share": _mean([float(each.finish == "length") for each in generated]),
            },
        )


def mean_parts(parts: list[dict[str, float]]) -> dict[str, float]:
    sums: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for each in parts:
        for name, value in each.items():
            sums[name] += value
            seen[name] += 1
    return {name: sums[name] / seen[name] for name in sorted(seen)}


def repeat_rate(parts: list[dict[str, float]]) -> float:
    return _mean([float(each.get("repeat", 0.0) != 0.0) for each in parts])


def _asked(chat: Chat, state: StateRow, ids: list[int]) -> dict[str, Any]:
    spoken = list(ids)
    if spoken and spoken[-1] == chat.eos_id:
        spoken.pop()
    content, tool_calls = chat.parse(chat.decode(spoken))
    return {
        "problem_id": state.problem_id,
        "prompt": state.prompt,
        "completion": {"content": content, "tool_calls": tool_calls},
        "teacher_actions": state.teacher_actions,
    }


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0
