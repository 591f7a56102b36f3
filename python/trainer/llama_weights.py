"""The weights of a Llama-shaped model (Llama, Mistral, Qwen2, Qwen3), laid out for decoding.

Matrices that are applied to the same input are in one tensor, so that a small step needs fewer kernels. `places` maps
every parameter of the model to its part of these tensors: new weights are copied into the old memory, so captured
graphs stay valid.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import nn

MODEL_TYPES = ("llama", "mistral", "qwen2", "qwen3")
ROPE_TYPES = ("default", "linear", "llama3")


@dataclass(frozen=True)
class Shape:
    heads: int
    key_heads: int
    width: int
    hidden: int
    epsilon: float
    vocabulary: int


@dataclass(frozen=True)
class Layer:
    input_norm: torch.Tensor
    mixing: torch.Tensor  # query, key and value projections
    mixing_bias: torch.Tensor | None
    query_norm: torch.Tensor | None
    key_norm: torch.Tensor | None
    output: torch.Tensor
    output_bias: torch.Tensor | None
    inner_norm: torch.Tensor
    gate_up: torch.Tensor
    gate_up_bias: torch.Tensor | None
    down: torch.Tensor
    down_bias: torch.Tensor | None


@dataclass(frozen=True)
class LlamaWeights:
    shape: Shape
    embedding: torch.Tensor
    layers: list[Layer]
    norm: torch.Tensor
    head: torch.Tensor
    cosine: torch.Tensor  # [context, width]
    sine: torch.Tensor  # [context, width], the first half negated
    places: dict[str, torch.Tensor]


def why_not(config: object, context: int) -> str | None:
    """Why a model does not have this shape; `None` if it has."""
    kind = getattr(config, "model_type", None)
    if kind not in MODEL_TYPES:
        return f"models of type {kind!r} are not Llama-shaped"
    if getattr(config, "hidden_act", "silu") != "silu":
        return f"its activation is {config.hidden_act}"
    rope = getattr(config, "rope_parameters", None) or {}
    if rope.get("rope_type", "default") not in ROPE_TYPES or rope.get("partial_rotary_factor", 1.0) != 1.0:
        return f"its rotary embedding is {rope}"
    window = getattr(config, "sliding_window", None)
    slides = any(each != "full_attention" for each in getattr(config, "layer_types", None) or [])
    if window and window < context and (slides or (kind == "mistral")):
        return f"its attention slides over {window} tokens"
    return None


@torch.no_grad()
def read_llama(model: nn.Module, context: int, dtype: torch.dtype, device: torch.device) -> LlamaWeights:
    config = model.config
    body = model.model
    places: dict[str, torch.Tensor] = {}

    def moved(tensor: torch.Tensor) -> torch.Tensor:
        return tensor.detach().to(device, dtype, copy=True).contiguous()

    def single(name: str) -> torch.Tensor:
        places[name] = moved(model.get_parameter(name))
        return places[name]

    def optional(name: str, owner: nn.Module, attribute: str) -> torch.Tensor | None:
        return single(name) if getattr(owner, attribute, None) is not None else None

    def stacked(names: list[str]) -> torch.Tensor:
        parts = [model.get_parameter(name).detach() for name in names]
        whole = torch.cat([part.to(device, dtype) for part in parts])
        for name, part in zip(names, whole.split([part.shape[0] for part in parts]), strict=True):
            places[name] = part
        return whole

    def stacked_bias(stem: str, owners: list[str], first: nn.Module) -> torch.Tensor | None:
        return None if first.bias is None else stacked([f"{stem}.{owner}.bias" for owner in owners])

    layers = []
    for number, block in enumerate(body.layers):
        stem = f"model.layers.{number}"
        attention, inner = f"{stem}.self_attn", f"{stem}.mlp"
        mixers, wideners = ["q_proj", "k_proj", "v_proj"], ["gate_proj", "up_proj"]
        query_norm = getattr(block.self_attn, "q_norm", None)
        layers.append(
            Layer(
                input_norm=single(f"{stem}.input_layernorm.weight"),
                mixing=stacked([f"{attention}.{name}.weight" for name in mixers]),
                mixing_bias=stacked_bias(attention, mixers, block.self_attn.q_proj),
                query_norm=None if query_norm is None else single(f"{attention}.q_norm.weight"),
                key_norm=None if query_norm is None else single(f"{attention}.k_norm.weight"),
                output=single(f"{attention}.o_proj.weight"),
                output_bias=optional(f"{attention}.o_proj.bias", block.self_attn.o_proj, "bias"),
                inner_norm=single(f"{stem}.post_attention_layernorm.weight"),
                gate_up=stacked([f"{inner}.{name}.weight" for name in wideners]),
                gate_up_bias=stacked_bias(inner, wideners, block.mlp.gate_proj),
                down=single(f"{inner}.down_proj.weight"),
                down_bias=optional(f"{inner}.down_proj.bias", block.mlp.down_proj, "bias"),
            )
        )
    embedding = single("model.embed_tokens.weight")
    tied = model.lm_head.weight is body.embed_tokens.weight
    head = embedding if tied else single("lm_head.weight")
    if tied:
        places["lm_head.weight"] = embedding
    positions = torch.arange(context, device=body.embed_tokens.weight.device).unsqueeze(0)
    cosine, sine = body.rotary_emb(torch.zeros(1, dtype=torch.float32, device=positions.device), positions)
    cosine, sine = cosine[0].to(device, dtype), sine[0].to(device, dtype).clone()
    sine[:, : sine.shape[1] // 2].neg_()
    width = cosine.shape[1]
    shape = Shape(
        heads=config.num_attention_heads,
        key_heads=config.num_key_value_heads,
        width=width,
        hidden=config.hidden_size,
        epsilon=config.rms_norm_eps,
        vocabulary=head.shape[0],
    )
    return LlamaWeights(shape, embedding, layers, single("model.norm.weight"), head, cosine, sine, places)
