"""Dr. GRPO: teacher states first, then the policy's own episodes; one update per batch of samples."""

from __future__ import annotations

from typing import Any

import torch

from trainer.adapter import Tensors
from trainer.batch import Batch, TokenRow, batch_of, in_micro_batches
from trainer.chat import Chat
from trainer.config import StageConfig
from trainer.engine_host import EngineHost
from trainer.events import Events
from trainer.faults import TrainerFault
from trainer.harness_client import HarnessClient
from trainer.losses import dr_grpo_loss, kl_to_start, token_log_probabilities, turn_advantages
from trainer.rows import StateRow, parse_rows
from trainer.stages.own_rollouts import OwnRollouts
from trainer.stages.stage import PlainStage, StepOutcome
from trainer.stages.table import GrpoConfig
from trainer.stages.teacher_states import TeacherStates
from trainer.stages.trajectory import Gathered, merge_turns
from trainer.student import Student

# Limit on the mean difference of log-probabilities between server and trainer. A larger one means that they do not run
# the same policy.
MOST_DRIFT = 0.05


class GrpoStage(PlainStage):
    def __init__(self, config: StageConfig, student: Student, chat: Chat, host: EngineHost, events: Events) -> None:
        self._config = config
        self._settings = config.grpo or GrpoConfig()
        self._student = student
        self._host = host
        self._events = events
        states = [row for file in config.rows for row in parse_rows(StateRow, file.file, file.sha256)]
        self._engine = host.engine_for(config.model, config.context)
        room = min(config.context, self._engine.context)
        fitting = [row for row in states if _leaves_room(chat, row, room)]
        if not fitting:
            raise TrainerFault(
                "NOTHING_TO_TRAIN",
                f"Of {len(states)} states none leaves room for an answer within {room} tokens.",
                "Give more states or a longer context.",
            )
        harness = HarnessClient(config.harness)
        self._teacher_states = TeacherStates(chat, harness, self._settings, config.seed, fitting)
        problems = list(dict.fromkeys(self._settings.problems or [row.problem_id for row in states]))
        self._rollouts = OwnRollouts(harness, self._settings, config.seed, problems)
        planned = self._settings.teacher_state_steps + self._settings.rollout_steps
        self.steps = min(planned, config.length.most_steps or planned)
        self.facts = {"rows": len(fitting), "rows_left_out": len(states) - len(fitting), "problems": len(problems)}
        self._served_step = -1
        self._served: Tensors = {}
        student.remember_start()

    def step(self, number: int) -> StepOutcome:
        fresh = self._refresh(number)
        gathered = self._gather(number)
        rows, zero_share = self._rows(gathered, number)
        trajectories = sum(len(group) for group in gathered.groups)
        messages = sum(len(member.turns) for group in gathered.groups for member in group)
        sums = {name: torch.zeros((), device=self._student.device) for name in ("loss", "kl", "entropy", "drift")}
        for group in in_micro_batches(rows, self._config.length.tokens_per_micro_batch):
            self._add_gradients(batch_of(group).to(self._student.device), trajectories, sums)
        tokens = max(1, sum(row.trained for row in rows))
        metrics = {
            **gathered.metrics,
            # Per sampled message, the same unit for single states and whole episodes.
            "kl": sums["kl"] / max(1, messages),
            "kl_per_token": sums["kl"] / tokens,
            "entropy": sums["entropy"] / tokens,
            "zero_advantage_share": zero_share,
            "ratio_drift": sums["drift"] / tokens,
            "weights_are_fresh": fresh,
        }
        return StepOutcome(sums["loss"], sum(len(row.ids) for row in rows), tokens, metrics)

    def halt(self, metrics: dict[str, Any]) -> str | None:
        if metrics["weights_are_fresh"] and metrics["ratio_drift"] > MOST_DRIFT:
            self._events.emit("alarm", what="ratio_drift", value=metrics["ratio_drift"], limit=MOST_DRIFT)
        return "kl" if metrics["kl"] > self._settings.kl_stop else None

    def state(self) -> dict[str, Any]:
        # Samples between two refreshes come from older weights; a resumed run must sample from the same ones.
        return {"served_step": self._served_step, "served": self._served}

    def load_state(self, state: dict[str, Any]) -> None:
        if state["served"]:
            self._serve_weights(state["served"], state["served_step"])

    def close(self) -> None:
        self._engine.use(None, None, "base")

    def _refresh(self, number: int) -> bool:
        if self._served_step >= 0 and number - self._served_step < self._settings.refresh_every:
            return False
        self._serve_weights({name: tensor.clone() for name, tensor in self._student.tensors().items()}, number)
        return True

    def _serve_weights(self, tensors: Tensors, number: int) -> None:
        self._engine.use(tensors, self._student.adapter_config, f"{self._config.name}-{number}")
        self._served_step = number
        self._served = {} if self._settings.refresh_every == 1 else tensors

    @torch.no_grad()
    def _gather(self, number: int) -> Gathered:
        self._student.model.eval()
        try:
            if number < self._settings.teacher_state_steps:
                return self._teacher_states.gather(self._engine, number)
            return self._rollouts.gather(self._host.base_url(), number)
        finally:
            self._student.model.train()

    def _rows(self, gathered: Gathered, number: int) -> tuple[list[TokenRow], float]:
        rows: list[TokenRow] = []
        silent = 0
        for group in gathered.groups:
            advantages = turn_advantages(
                [[turn.reward for turn in member.turns] for member in group],
                [member.outcome for member in group],
                self._settings.gamma,
                self._settings.outcome_weight,
                self._step_weight(number),
            )
            silent += all(abs(value) < 1e-9 for member in advantages for value in member)
            for member, values in zip(group, advantages, strict=True):
                rows.extend(merge_turns(member, values))
        return rows, silent / len(gathered.groups)

    def _step_weight(self, number: int) -> float:
        """Full on teacher states; decreasing over the rollouts, where the outcome should decide in the end."""
        settings = self._settings
        done = number - settings.teacher_state_steps
        share = min(1.0, max(0.0, done / max(1, settings.rollout_steps - 1)))
        return settings.step_weight + share * (settings.step_weight_end - settings.step_weight)

    def _add_gradients(self, batch: Batch, trajectories: int, sums: dict[str, torch.Tensor]) -> None:
        chunk = self._config.loss_chunk
        before = self._student.start_log_probabilities(batch, chunk)
        hidden = self._student.hidden(batch)
        log_probabilities, entropies = token_log_probabilities(
            hidden.index_select(0, batch.predicting), self._student.head, batch.targets, chunk
        )
        loss = dr_grpo_loss(
            log_probabilities,
            batch.values["old"],
            batch.values["advantage"],
            trajectories,
            self._settings.length_normaliser,
            self._settings.clip,
            self._settings.importance_cap,
        )
        loss.backward()
        now = log_probabilities.detach()
        sums["loss"] += loss.detach()
        sums["kl"] += kl_to_start(now, before).sum()
        sums["entropy"] += entropies.sum()
        sums["drift"] += (now - batch.values["old"]).abs().sum()


def _leaves_room(chat: Chat, row: StateRow, room: int) -> bool:
    if chat.surely_longer(row.prompt, row.tools, room):
        return False
    return len(chat.encode_prompt(row.prompt, row.tools)) < room
