"""Attention over packed rows that cannot see each other.

Registered with transformers under one name, so that any of its models can run packed. On CUDA in bfloat16 all rows go
through one variable-length flash kernel. Elsewhere each row is computed separately, which equals a block-diagonal mask
without a mostly empty [T, T] matrix.
"""

from __future__ import annotations

import torch
from torch.nn import functional
from transformers import AttentionInterface

NAME = "assay_packed"


def packed_attention(
    module: torch.nn.Module,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attention_mask: torch.Tensor | None,
    scaling: float | None = None,
    dropout: float = 0.0,
    *,
    boundaries: torch.Tensor,
    row_lengths: list[int],
    **_: object,
) -> tuple[torch.Tensor, None]:
    """query [1, heads, T, width]; key and value may have fewer heads. Returns [1, T, heads, width].

    `boundaries` are the cumulative row lengths on the device, `row_lengths` the row lengths on the host: deriving one
    from the other would stall the GPU once per layer.
    """
    if query.is_cuda and query.dtype in (torch.bfloat16, torch.float16):
        from torch.nn.attention.varlen import varlen_attn

        longest = max(row_lengths)
        flat = [tensor.squeeze(0).transpose(0, 1) for tensor in (query, key, value)]
        output = varlen_attn(*flat, boundaries, boundaries, longest, longest, scale=scaling, window_size=(-1, 0))
        return output.unsqueeze(0), None
    grouped = key.shape[1] != query.shape[1]
    parts = [
        functional.scaled_dot_product_attention(q, k, v, is_causal=True, scale=scaling, enable_gqa=grouped)
        for q, k, v in zip(*(tensor.split(row_lengths, dim=2) for tensor in (query, key, value)), strict=True)
    ]
    return torch.cat(parts, dim=2).transpose(1, 2), None


AttentionInterface.register(NAME, packed_attention)
