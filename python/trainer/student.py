"""The model being trained: loaded once, run packed, with the current policy and the policy it started from."""

from __future__ import annotations

import copy
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn

from trainer import lora
from trainer.adapter import Tensors, full_config, load_adapter, require_origin
from trainer.attention import NAME as PACKED_ATTENTION
from trainer.batch import Batch
from trainer.config import StageConfig
from trainer.durable import sha256_of
from trainer.faults import TrainerFault
from trainer.fused_norm import fuse_norms
from trainer.losses import token_log_probabilities
from trainer.weights import model_name

# Training never downloads anything; a wrong folder must fail instead of contacting a hub.
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("TRANSFORMERS_OFFLINE", "1")


@dataclass
class Student:
    model: nn.Module
    device: torch.device
    compute: torch.dtype
    adapter_config: dict[str, Any]
    start: nn.Module | None = None

    @property
    def head(self) -> torch.Tensor:
        return self.model.get_output_embeddings().weight

    @property
    def full(self) -> bool:
        return self.adapter_config == full_config()

    def parameters(self) -> dict[str, nn.Parameter]:
        return lora.trainable(self.model)

    def tensors(self) -> Tensors:
        return {name: parameter.detach() for name, parameter in self.parameters().items()}

    def hidden(self, batch: Batch, model: nn.Module | None = None) -> torch.Tensor:
        """[T, width], the last hidden state at every position."""
        body = (model or self.model).get_decoder()
        # Adapters cast themselves; only full weights, kept in float32, need to be cast here.
        mixed = self.full and self.device.type == "cuda" and self.compute is torch.bfloat16
        with torch.autocast("cuda", torch.bfloat16) if mixed else nullcontext():
            output = body(
                input_ids=batch.ids,
                position_ids=batch.position_ids,
                use_cache=False,
                boundaries=batch.boundaries,
                row_lengths=batch.row_lengths,
            )
        return output.last_hidden_state[0]

    def log_probabilities(self, batch: Batch, chunk: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities of the trained tokens, and the entropies there."""
        hidden = self.hidden(batch).index_select(0, batch.predicting)
        return token_log_probabilities(hidden, self.head, batch.targets, chunk)

    @torch.no_grad()
    def start_log_probabilities(self, batch: Batch, chunk: int) -> torch.Tensor:
        """The same under the policy at the start of training."""
        model = self.start or self.model
        with lora.referring(self.model) if self.start is None else nullcontext():
            hidden = self.hidden(batch, model).index_select(0, batch.predicting)
            return token_log_probabilities(hidden, model.get_output_embeddings().weight, batch.targets, chunk)[0]

    def remember_start(self) -> None:
        """LoRA: keeps a second pair of factors. Full weights: keeps a frozen copy of the model, in the same dtypes, so
        that both policies are exactly equal before the first update."""
        if self.full:
            self.start = copy.deepcopy(self.model).requires_grad_(False).eval()
        else:
            lora.keep_reference(self.model)

    @contextmanager
    def training(self) -> Iterator[None]:
        """Training mode only during an update, so that nothing is sampled or measured in it."""
        self.model.train()
        try:
            yield
        finally:
            self.model.eval()


def pick_device(wanted: str) -> torch.device:
    if wanted == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if wanted == "cuda" and not torch.cuda.is_available():
        raise TrainerFault("NO_CUDA", "The config requires a GPU, and torch finds none.", "Set model.device to cpu or auto.")
    return torch.device(wanted)


def load_student(config: StageConfig, base: str | None = None) -> Student:
    """`base` is the hash of the weights; a starting adapter must have been trained on the same weights."""
    from transformers import AutoModelForCausalLM

    device = pick_device(config.model.device)
    compute = getattr(torch, config.model.dtype)
    # Trained weights stay in float32, whatever the compute dtype: bfloat16 would lose updates of a thousandth of a
    # weight.
    stored = compute if config.lora is not None else torch.float32
    try:
        model = AutoModelForCausalLM.from_pretrained(
            config.model.folder, dtype=stored, attn_implementation=PACKED_ATTENTION, local_files_only=True
        )
    except (OSError, ValueError) as error:
        raise TrainerFault(
            "MODEL_UNREADABLE",
            f"No model can be loaded from {config.model.folder} ({str(error).splitlines()[0]}).",
            "Give a Hugging Face folder with config.json and safetensors; `python -m trainer weights` makes one.",
        ) from error
    model.to(device)
    if device.type == "cuda":
        fuse_norms(model)
    _switch_dropout_off(model)
    if config.model.gradient_checkpointing:
        model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
    model.eval()
    if config.lora is None:
        adapter_config = full_config()
    else:
        name = model_name(Path(config.model.folder))
        adapter_config = lora.attach(model, config.lora.rank, config.lora.alpha, config.seed, name)
    student = Student(model, device, compute, adapter_config)
    if config.start is not None:
        _begin_from(student, config, base)
    return student


def base_sha256(folder: str | Path) -> str:
    """One hash over the weights and the config that describes them."""
    files = [path for path in sorted(Path(folder).glob("*")) if path.suffix == ".safetensors" or path.name == "config.json"]
    lines = "".join(f"{sha256_of(path)}  {path.name}\n" for path in files)
    return hashlib.sha256(lines.encode()).hexdigest()


def _begin_from(student: Student, config: StageConfig, base: str | None) -> None:
    tensors, adapter_config, about = load_adapter(config.start)
    remedy = "Give every stage the same model, and train the stages again if the template changed."
    require_origin(config.start, about, template=config.template_sha256, base=base, remedy=remedy)
    if student.full and adapter_config["peft_type"] != "FULL":
        lora.merge_into(student.model, tensors, adapter_config)
        return
    same = all(adapter_config.get(key) == student.adapter_config.get(key) for key in ("peft_type", "r", "lora_alpha"))
    try:
        if not same:
            raise ValueError(f"it is {adapter_config.get('peft_type')} of rank {adapter_config.get('r')}")
        lora.load_into(student.model, tensors)
    except ValueError as error:
        raise TrainerFault(
            "ADAPTER_DIFFERS",
            f"The adapter in {config.start} does not fit this stage: {error}.",
            "Give every stage the same model and the same lora.rank and lora.alpha.",
        ) from error


def _switch_dropout_off(model: nn.Module) -> None:
    for module in model.modules():
        if isinstance(module, nn.Dropout):
            module.p = 0.0
    for name in ("attention_dropout", "hidden_dropout", "resid_pdrop"):
        if hasattr(model.config, name):
            setattr(model.config, name, 0.0)
