"""The training loop of all stages: updates, checkpoints, deadline, and the output files of a run."""

from __future__ import annotations

import math
import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from trainer import world as worlds
from trainer.adapter import save_adapter
from trainer.checkpoint import load_checkpoint, save_checkpoint
from trainer.config import StageConfig
from trainer.deadline import Deadline
from trainer.early_stopping import EarlyStopping
from trainer.events import Events
from trainer.faults import TrainerFault
from trainer.optimiser import Optimiser
from trainer.run_record import RunRecord
from trainer.schedule import learning_rate
from trainer.stages.stage import Stage
from trainer.student import Student
from trainer.world import World


@dataclass
class Totals:
    tokens: int = 0
    trainable_tokens: int = 0
    seconds: float = 0.0  # spent in steps, over all executions of the run


class Loop:
    def __init__(
        self,
        config: StageConfig,
        out: Path,
        student: Student,
        stage: Stage,
        record: RunRecord,
        events: Events,
        deadline: Deadline,
        world: World,
        about: dict[str, Any],
    ) -> None:
        self._config = config
        self._out = out
        self._student = student
        self._stage = stage
        self._record = record
        self._events = events
        self._deadline = deadline
        self._world = world
        self._about = about
        self._parameters = student.parameters()
        self._optimiser = Optimiser(self._parameters, config.optimiser)
        stopping = config.early_stopping
        self._stopping = None if stopping is None else EarlyStopping(stopping)
        self._totals = Totals()
        self._saved_at = time.monotonic()
        self._saved_step = -1

    def run(self) -> None:
        done = self._take_up()
        steps = self._stage.steps
        if self._world.leads:
            self._record.cut_metrics(done)
            self._write_record("running", done)
        self._events.emit(
            "begin",
            stage=self._config.stage,
            name=self._config.name,
            steps=steps,
            step=done,
            device=str(self._student.device),
            parameters=sum(each.numel() for each in self._parameters.values()),
            **self._stage.facts,
        )
        self._measure_held_out(done)
        reason: str | None = None
        while done < steps:
            if self._deadline_spent():
                reason = "deadline"
                break
            reason = self._update(done)
            if reason is not None:
                break
            done += 1
            self._measure_held_out(done)
            if self._due(done):
                self._save(done)
            if self._stopping is not None and self._stopping.exhausted:
                reason = "early"
                break
        if reason != "deadline":
            # Not at a deadline: the result of a resumed run must not depend on where it was interrupted.
            self._measure_held_out(done, last=True)
        self._finish(done, reason)

    def _measure_held_out(self, done: int, last: bool = False) -> None:
        """Runs between steps. Its time counts as a step for the deadline, but not for the training speed."""
        stopping = self._stopping
        if stopping is None or not (stopping.due(done) or (last and not stopping.measured(done))):
            return
        begun = time.monotonic()
        stopping.add(done, self._stage.held_out_loss(), self._exported_tensors)
        self._deadline.saw_step(time.monotonic() - begun)
        step, loss = stopping.losses[-1]
        best = stopping.best[0] if stopping.best is not None else None
        self._events.emit("held-out", step=step, loss=loss if math.isfinite(loss) else None, best_step=best)

    def _update(self, number: int) -> str | None:
        begun = time.monotonic()
        self._optimiser.forget_gradients()
        with self._student.training():
            outcome = self._stage.step(number)
        parameters = list(self._parameters.values())
        worlds.sum_gradients(parameters, self._world)
        norm = worlds.clip_gradients(parameters, self._config.optimiser.clip, self._world)
        loss = worlds.sum_over(outcome.loss.detach().clone(), self._world)
        # The only place where a step waits for the device.
        read = _read_together({"loss": loss, "gradient_norm": norm, **outcome.metrics})
        rate = learning_rate(self._config.optimiser, number, self._stage.steps)
        if not (math.isfinite(read["loss"]) and math.isfinite(read["gradient_norm"])):
            self._not_finite(number, read)
        reason = self._stage.halt(read)
        if reason is None:
            self._optimiser.update(rate)
            self._stage.updated(number)
        seconds = time.monotonic() - begun
        self._deadline.saw_step(seconds)
        self._totals.tokens += outcome.tokens
        self._totals.trainable_tokens += outcome.trainable_tokens
        self._totals.seconds += seconds
        if self._world.leads:
            self._report(number, rate, outcome.tokens, outcome.trainable_tokens, seconds, read)
        return reason

    def _report(
        self, number: int, rate: float, tokens: int, trainable: int, seconds: float, read: dict[str, Any]
    ) -> None:
        line = {
            "stage": self._config.stage,
            "step": number + 1,
            "steps": self._stage.steps,
            "loss": read.pop("loss"),
            "learning_rate": rate,
            "gradient_norm": read.pop("gradient_norm"),
            "tokens": tokens,
            "trainable_tokens": trainable,
            "tokens_per_second": round(tokens / max(seconds, 1e-9), 1),
            **read,
        }
        self._record.add_metrics(line)
        self._events.emit("step", **line)

    def _not_finite(self, number: int, read: dict[str, Any]) -> None:
        place = self._out / "checkpoint"
        kept = "none was written yet" if self._saved_step < 0 else f"step {self._saved_step} is kept in {place}"
        if self._world.leads:
            self._write_record("stopped", number, stopped="nan")
        self._events.emit("stopped", reason="nan", step=number + 1, checkpoint=max(self._saved_step, 0))
        raise TrainerFault(
            "LOSS_NOT_FINITE",
            f"Step {number + 1} has the loss {read['loss']} and the gradient norm {read['gradient_norm']}; "
            f"the last good checkpoint: {kept}.",
            "Lower optimiser.learning_rate or optimiser.clip, and look at the rows of this step.",
            exit=1,
        )

    def _deadline_spent(self) -> bool:
        if self._world.alone:
            return self._deadline.spent()
        # All processes stop together: one that continued alone would deadlock.
        spent = torch.tensor(float(self._deadline.spent()), device=self._student.device)
        return worlds.sum_over(spent, self._world).item() > 0

    def _due(self, done: int) -> bool:
        settings = self._config.checkpoint
        by_time = self._world.alone and time.monotonic() - self._saved_at >= settings.every_seconds
        return by_time or done % settings.every_steps == 0

    def _save(self, done: int) -> None:
        begun = time.monotonic()
        state = {
            "parameters": self._whole_tensors(),
            "optimiser": self._optimiser.state(),
            "stage": self._stage.state(),
            "random": torch.get_rng_state(),
            "totals": vars(self._totals).copy(),
        }
        if self._stopping is not None:
            state["stopping"] = self._stopping.state()
        if self._world.leads:
            place = save_checkpoint(self._out / "checkpoint", done, state)
            self._events.emit("checkpoint", step=done, folder=str(place))
        self._saved_at = time.monotonic()
        self._saved_step = done
        self._deadline.saw_writing(self._saved_at - begun)

    def _take_up(self) -> int:
        found = load_checkpoint(self._out / "checkpoint")
        if found is None:
            return 0
        step, state = found
        with torch.no_grad():
            for name, parameter in self._parameters.items():
                parameter.copy_(worlds.part_like(parameter, state["parameters"][name].to(parameter.device)))
        self._optimiser.load_state(state["optimiser"])
        self._stage.load_state(state["stage"])
        torch.set_rng_state(state["random"])
        self._totals = Totals(**state["totals"])
        if self._stopping is not None:
            self._stopping.load_state(state["stopping"])
        self._saved_step = step
        return step

    def _finish(self, done: int, reason: str | None) -> None:
        goes_on = reason == "deadline"
        # A finished run is not resumed, and full weights with their optimiser state take gigabytes and many seconds.
        if self._saved_step != done and (goes_on or not self._student.full):
            self._save(done)
        best = self._stopping.best if self._stopping is not None else None
        step, stored = best if best is not None else (done, self._exported_tensors())
        if self._world.leads:
            save_adapter(self._out / "adapter", stored, self._student.adapter_config, {**self._about, "step": step})
            self._write_record("stopped" if goes_on else "done", done, stopped=reason)
            if self._student.full and not goes_on:
                shutil.rmtree(self._out / "checkpoint", ignore_errors=True)
        if reason is not None:
            self._events.emit("stopped", reason=reason, step=done)
        self._events.emit("done", stage=self._config.stage, step=done, adapter=str(self._out / "adapter"), stopped=reason)

    def _exported_tensors(self) -> dict[str, torch.Tensor]:
        """Adapters are exported in the dtype the model computes in; the checkpoint keeps full precision."""
        dtype = self._student.compute
        whole = {name: worlds.whole(parameter.detach()) for name, parameter in self._parameters.items()}
        return {name: tensor.to(dtype, copy=True).cpu() for name, tensor in whole.items()}

    def _whole_tensors(self) -> dict[str, torch.Tensor]:
        return {name: worlds.whole(parameter.detach()).cpu().clone() for name, parameter in self._parameters.items()}

    def _write_record(self, state: str, done: int, stopped: str | None = None) -> None:
        planned = self._stage.steps
        self._record.write(
            state,
            self._config,
            about=self._about,
            rows=self._stage.facts,
            device=str(self._student.device),
            device_name=_device_name(self._student.device),
            steps=done,
            planned_steps=planned,
            # A deadline does not change the schedule: this is the rate of the next update.
            next_learning_rate=learning_rate(self._config.optimiser, done, planned) if done < planned else None,
            stopped=stopped,
            held_out=None if self._stopping is None else self._stopping.facts(),
            tokens=self._totals.tokens,
            trainable_tokens=self._totals.trainable_tokens,
            step_seconds=round(self._totals.seconds, 3),
            wall_seconds=round(self._deadline.elapsed(), 3),
            tokens_per_second=round(self._totals.tokens / self._totals.seconds, 1) if self._totals.seconds else None,
        )


def _read_together(values: dict[str, Any]) -> dict[str, Any]:
    """Reads all one-number tensors in a single copy; other values are unchanged."""
    names = [name for name, value in values.items() if isinstance(value, torch.Tensor)]
    numbers = torch.stack([values[name].detach().float().reshape(()) for name in names]).tolist()
    read = dict(zip(names, numbers, strict=True))
    return {name: read.get(name, value) for name, value in values.items()}


def _device_name(device: torch.device) -> str:
    return torch.cuda.get_device_name(device) if device.type == "cuda" else f"cpu, {torch.get_num_threads()} threads"
