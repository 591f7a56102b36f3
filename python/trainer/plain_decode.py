"""Decoding through transformers itself, one request at a time, for architectures that our decoder does not support."""

from __future__ import annotations

import torch
from torch import nn

from trainer.sampling import Sampling, draw, negative_exponential, row_keys, vocabulary_salt


class PlainDecoder:
    def __init__(self, model: nn.Module, end_id: int) -> None:
        self.model = model
        self.end_id = end_id
        self.device = next(model.parameters()).device

    @torch.no_grad()
    def answer(self, prompt: list[int], sampling: Sampling, limit: int) -> tuple[list[int], list[float]]:
        ids: list[int] = []
        chances: list[float] = []
        tokens = torch.tensor([prompt], device=self.device)
        past = None
        salt = None
        seed = torch.tensor([sampling.seed], device=self.device)
        inverse = torch.tensor([1 / (sampling.temperature or 1.0)], device=self.device)
        greedy = torch.tensor([sampling.temperature == 0], device=self.device)
        top_p = torch.tensor([sampling.top_p], device=self.device) if sampling.top_p < 1 else None
        while len(ids) < limit:
            output = self.model(input_ids=tokens, past_key_values=past, use_cache=True, logits_to_keep=1)
            past = output.past_key_values
            logits = output.logits[:, -1].float()
            if salt is None:
                salt = vocabulary_salt(logits.shape[1], self.device)
            position = torch.tensor([len(prompt) - 1 + len(ids)], device=self.device)
            noise = negative_exponential(salt, *row_keys(seed, position))
            chosen, chance = draw(logits, noise, inverse, greedy, top_p)
            ids.append(int(chosen))
            chances.append(float(chance))
            if ids[-1] == self.end_id:
                break
            tokens = chosen.unsqueeze(0)
        return ids, chances
