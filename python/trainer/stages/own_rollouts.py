"""Whole episodes of the current policy, run by the harness against our own server."""

from __future__ import annotations

from dataclasses import dataclass

from trainer.faults import TrainerFault
from trainer.harness_client import Episode, HarnessClient
from trainer.stages.drawing import draw, sample_seed
from trainer.stages.table import GrpoConfig
from trainer.stages.teacher_states import mean_parts, repeat_rate
from trainer.stages.trajectory import Gathered, SampledTurn, Trajectory


@dataclass(frozen=True)
class OwnRollouts:
    harness: HarnessClient
    settings: GrpoConfig
    seed: int
    problems: list[str]

    def gather(self, base_url: str, number: int) -> Gathered:
        settings = self.settings
        problems = draw(self.problems, settings.problems_per_step, number, self.seed)
        asked = [
            {"problem_id": problem, "sample": member, "seed": sample_seed(self.seed, number, problem, member)}
            for problem in problems
            for member in range(settings.group)
        ]
        answer = self.harness.rollouts(
            asked, base_url, settings.temperature, settings.most_turns, settings.most_new_tokens
        )
        groups: dict[str, list[Trajectory]] = {problem: [] for problem in problems}
        for episode in answer.episodes:
            if episode.problem_id in groups and any(turn.ids for turn in episode.turns):
                groups[episode.problem_id].append(_trajectory(episode))
        # A single member has no group mean to be compared with.
        compared = [group for group in groups.values() if len(group) >= 2]
        if not compared:
            why = answer.failures[0] if answer.failures else "no episode has two members"
            raise TrainerFault(
                "HARNESS_FAILED",
                f"Of {len(asked)} rollouts none can be compared: {why}.",
                "Check the harness, then run the same command again; training resumes from its checkpoint.",
                exit=1,
            )
        turns = [turn for episode in answer.episodes for turn in episode.turns]
        parts = [turn.parts for turn in turns]
        episodes = len(answer.episodes)
        return Gathered(
            compared,
            {
                "mode": "rollouts",
                "reward": sum(turn.reward for turn in turns) / max(1, len(turns)),
                "parts": mean_parts(parts),
                "outcome": sum(episode.outcome for episode in answer.episodes) / episodes,
                "score": sum(episode.score for episode in answer.episodes) / episodes,
                "turns": len(turns) / episodes,
                "repeat_rate": repeat_rate(parts),
                "cut_share": sum(turn.finish == "length" for turn in turns) / max(1, len(turns)),
                "failures": len(answer.failures),
            },
        )


def _trajectory(episode: Episode) -> Trajectory:
    # The step rewards of a whole episode together earn no more than the outcome. Otherwise many half-right searches
    # that lead nowhere would be worth more than a short success.
    share = 1 / max(1, episode.teacher_calls)
    turns = [
        SampledTurn(turn.prompt_ids, turn.ids, turn.log_probabilities, turn.reward * share) for turn in episode.turns
    ]
    return Trajectory(turns, episode.outcome)
