"""All stages by name: the config fields that only one stage has, their validation, and how training starts.

Nothing heavy is imported here: an invalid config is rejected before torch is loaded, and loading counts towards the
deadline.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from trainer.faults import config_refused

if TYPE_CHECKING:
    from trainer.chat import Chat
    from trainer.config import StageConfig
    from trainer.engine_host import EngineHost
    from trainer.events import Events
    from trainer.stages.stage import Stage
    from trainer.student import Student
    from trainer.world import World


@dataclass(frozen=True)
class Setup:
    """What a stage can use during training."""

    config: StageConfig
    student: Student
    chat: Chat
    host: EngineHost
    events: Events
    world: World


class StageKind:
    """What distinguishes the stages. Its TypeScript counterpart is `src/training/stages/`."""

    name: str
    # Whether several processes can train it together.
    distributed = False
    # Whether it can hold out problems and measure their loss (`early_stopping`).
    holds_out = False
    # Config fields besides those of every stage: name, type, default.
    fields: tuple[tuple[str, Any, Any], ...] = ()
    # Settings to lower when the device runs out of memory, besides those of every stage.
    memory_settings: tuple[str, ...] = ()

    def at_least_one(self, config: StageConfig) -> dict[str, float]:
        """Settings that must be 1 or more, by their name in the config."""
        return {}

    def check(self, config: StageConfig) -> None:
        """Rejects invalid values of its own fields, in the config of any stage."""

    def begin(self, setup: Setup) -> Stage:
        raise NotImplementedError


class SupervisedKind(StageKind):
    """The likelihood of the target messages. Stages of this kind differ only in their rows."""

    distributed = True
    holds_out = True

    def __init__(self, name: str) -> None:
        self.name = name

    def begin(self, setup: Setup) -> Stage:
        from trainer.stages.sft import SftStage

        return SftStage(setup.config, setup.student, setup.chat, setup.world)


@dataclass(frozen=True)
class KtoConfig:
    beta: float = 0.1
    desirable_weight: float = 1.0
    undesirable_weight: float = 1.0
    micro_batch: int = 16


class KtoKind(StageKind):
    name = "kto"
    fields = (("kto", KtoConfig | None, None),)

    def check(self, config: StageConfig) -> None:
        if config.stage == self.name and config.kto is not None and config.kto.micro_batch < 2:
            raise config_refused("kto.micro_batch is below 2", "a mismatched pair needs a neighbour; 8 or more is better")

    def begin(self, setup: Setup) -> Stage:
        from trainer.stages.kto import KtoStage

        return KtoStage(setup.config, setup.student, setup.chat)


@dataclass(frozen=True)
class GrpoConfig:
    group: int = 8
    clip: float = 0.2
    length_normaliser: int = 1024
    gamma: float = 1.0
    outcome_weight: float = 1.0
    kl_stop: float = 2.0
    temperature: float = 1.0
    states_per_step: int = 16
    teacher_state_steps: int = 30
    problems_per_step: int = 8
    rollout_steps: int = 30
    refresh_every: int = 1
    most_new_tokens: int = 256
    most_turns: int = 8
    importance_cap: float = 2.0
    step_weight: float = 1.0
    step_weight_end: float = 0.3
    # Problems to roll out; all problems of the rows if missing.
    problems: list[str] | None = None


@dataclass(frozen=True)
class HarnessConfig:
    url: str
    token: str


class GrpoKind(StageKind):
    name = "grpo"
    fields = (("grpo", GrpoConfig | None, None), ("harness", HarnessConfig | None, None))
    memory_settings = ("grpo.states_per_step", "grpo.problems_per_step", "grpo.group")

    def at_least_one(self, config: StageConfig) -> dict[str, float]:
        names = ("length_normaliser", "refresh_every", "states_per_step", "problems_per_step", "most_new_tokens")
        return {} if config.grpo is None else {f"grpo.{name}": getattr(config.grpo, name) for name in names}

    def check(self, config: StageConfig) -> None:
        if config.stage == self.name and config.harness is None:
            raise config_refused("harness is missing", "stage grpo gets rewards from the harness; give its url and token")
        settings = config.grpo
        if settings is None:
            return
        if config.stage == self.name and settings.group < 2:
            raise config_refused("grpo.group is below 2", "an advantage compares at least two samples of one state")
        if settings.temperature != 1:
            raise config_refused(
                f"grpo.temperature is {settings.temperature:g}",
                "sample at 1: log-probabilities are of the policy itself, and ratios of one that was sharpened or flattened are wrong",
            )
        if settings.importance_cap < 1 + settings.clip:
            raise config_refused(
                f"grpo.importance_cap is {settings.importance_cap:g}",
                f"it must be at least 1 + grpo.clip ({1 + settings.clip:g}), otherwise it changes every update",
            )
        if settings.problems == []:
            raise config_refused(
                "grpo.problems is empty", "name a problem, leave the field out, or set grpo.rollout_steps to 0"
            )

    def begin(self, setup: Setup) -> Stage:
        from trainer.stages.grpo import GrpoStage

        return GrpoStage(setup.config, setup.student, setup.chat, setup.host, setup.events)


_KINDS = (
    SupervisedKind("sft"),
    SupervisedKind("rejection"),
    SupervisedKind("teacher"),
    KtoKind(),
    GrpoKind(),
)
STAGES: dict[str, StageKind] = {kind.name: kind for kind in _KINDS}
