"""A small Llama with weights from a formula, so that stored numbers are valid on every machine and torch version."""

import torch

from transformers import LlamaConfig, LlamaForCausalLM

from trainer.adapter import full_config
from trainer.attention import NAME as PACKED
from trainer.student import Student

# Tensors here are tiny, and on a busy machine a second thread mostly waits for the first.
torch.set_num_threads(1)

VOCABULARY = 61


def fixed_model(attention: str = PACKED, shift: float = 0.0) -> LlamaForCausalLM:
    config = LlamaConfig(
        vocab_size=VOCABULARY,
        hidden_size=32,
        intermediate_size=48,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=256,
        tie_word_embeddings=False,
        bos_token_id=1,
        eos_token_id=2,
        pad_token_id=0,
        attn_implementation=attention,
    )
    model = LlamaForCausalLM(config).float().eval()
    with torch.no_grad():
        for number, parameter in enumerate(model.parameters()):
            if parameter.dim() == 1:
                parameter.fill_(1.0)
                continue
            places = torch.arange(parameter.numel(), dtype=torch.float64).reshape(parameter.shape)
            parameter.copy_(0.3 * torch.sin(places * 12.9898 + number * 78.233 + shift))
    return model


def fixed_student(model: LlamaForCausalLM | None = None) -> Student:
    return Student(model or fixed_model(), torch.device("cpu"), torch.float32, full_config())


def tokens(length: int, start: int) -> list[int]:
    return [3 + (start * 7 + place * place * 5 + place * 11) % (VOCABULARY - 3) for place in range(length)]
