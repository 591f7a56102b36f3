"""Trains a tiny model with TRL's GRPO against `assay env serve`, on a CPU.

    npx assay env serve --tools 4 --max-observation 300 --max-turns 4 --step-weight 1 &
    PYTHONPATH=python python python/environments/trl_grpo/train_tiny.py --url http://127.0.0.1:8790 --out tiny-grpo

The model has two layers and random weights. A short supervised warm-up teaches it the call format, with searches that
follow from the request alone; GRPO then learns from the server's rewards. It demonstrates the setup and is not a
result: use `--model` to train a real model.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import torch
from datasets import Dataset
from transformers import AutoModelForCausalLM, AutoTokenizer, PrinterCallback, TrainerCallback
from transformers.utils import get_json_schema
from trl import GRPOConfig, GRPOTrainer

from environments.session import Session
from shopping_environment import ServerEnvironment, environment_factory
from trainer.chat import Chat
from trainer.tiny_weights import save_tiny

RESPONSE_TEMPLATE = {
    "defaults": {"role": "assistant"},
    "start_anchor": "<|im_start|>assistant\n",
    "fields": {
        "tool_calls": {
            "open": "<tool_call>",
            "close_pattern": r"</tool_call>\s*",
            "repeats": True,
            "content": "json",
            "transform": {"type": "function", "function": "{content}"},
        },
        "content": {"close_pattern": r"<\|im_end\|>\s*", "content": "text"},
    },
}


def prompts_of(url: str, problems: int) -> list[dict[str, Any]]:
    """The first problems of the train split, as rows for TRL."""
    session = Session(url)
    rows = []
    for index in range(problems):
        observation = session.ask("reset", {"split": "train", "index": index})["observation"]
        rows.append({"prompt": observation["messages"], "problem_id": observation["problem_id"]})
    session.close()
    return rows


def demonstrations(rows: list[dict[str, Any]], environment: ServerEnvironment, tools: str) -> list[dict[str, Any]]:
    """Demonstrations without any skill: search for a word of the request, recommend something, end."""
    found = []
    for row in rows:
        environment.reset(row["problem_id"])
        words = [word for word in row["prompt"][-1]["content"].split() if word.isalpha() and len(word) > 4]
        messages = list(row["prompt"])
        for name, arguments in [("find_product", {"q": " ".join(words[:2])}), ("terminate", {"status": "success"})]:
            call = {"id": name, "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
            messages.append({"role": "assistant", "content": "", "tool_calls": [call]})
            result = environment._call(name, arguments)
            messages.append({"role": "tool", "tool_call_id": name, "name": name, "content": result})
        found.append(
            {
                "id": row["problem_id"],
                "problem_id": row["problem_id"],
                "split": "train",
                "messages": messages[:-1],
                "tools": tools,
                "weight": 1.0,
            }
        )
    return found


def warm_up(model: Any, chat: Chat, rows: list[dict[str, Any]], steps: int) -> float:
    """Trains on the model's own turns, supervised. Returns the loss of the last step."""
    encoded = [chat.encode_row(row["messages"], row["tools"]) for row in rows]
    optimiser = torch.optim.AdamW(model.parameters(), lr=3e-3)
    loss = torch.tensor(0.0)
    model.train()
    for step in range(steps):
        row = encoded[step % len(encoded)]
        ids = torch.tensor([list(row.ids)])
        labels = torch.where(torch.tensor([list(row.mask)]) == 1, ids, -100)
        loss = model(input_ids=ids, labels=labels).loss
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return loss.item()


class RewardLog(TrainerCallback):
    """Prints TRL's log of each step as one JSON line."""

    def on_log(self, args: Any, state: Any, control: Any, logs: dict[str, Any] | None = None, **_: Any) -> None:
        if logs is not None and "reward" in logs:
            kept = {"reward", "reward_std", "loss", "grad_norm", "tools/call_frequency", "tools/failure_frequency"}
            print(json.dumps({"step": state.global_step, **{k: v for k, v in logs.items() if k in kept}}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="http://127.0.0.1:8790", help="address of assay env serve")
    parser.add_argument("--out", type=Path, required=True, help="folder for the trained model")
    parser.add_argument("--model", help="folder or name of a model to train instead of the tiny one")
    parser.add_argument("--steps", type=int, default=8, help="of GRPO")
    parser.add_argument("--warm-up", type=int, default=200, help="supervised steps of the tiny model")
    parser.add_argument("--problems", type=int, default=4, help="of the train split")
    parser.add_argument("--group", type=int, default=4, help="rollouts of a problem that are compared")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()

    torch.manual_seed(options.seed)
    factory = environment_factory(options.url)
    rows = prompts_of(options.url, options.problems)
    if options.model is None:
        model, tokenizer = tiny_model(options, rows, factory())
    else:
        model = AutoModelForCausalLM.from_pretrained(options.model)
        tokenizer = AutoTokenizer.from_pretrained(options.model)

    trainer = GRPOTrainer(
        model=model,
        processing_class=tokenizer,
        environment_factory=factory,
        train_dataset=Dataset.from_list(rows),
        callbacks=[RewardLog()],
        args=GRPOConfig(
            output_dir=str(options.out / "trl"),
            max_steps=options.steps,
            per_device_train_batch_size=2 * options.group,
            num_generations=options.group,
            max_completion_length=512,
            max_tool_calling_iterations=3,
            learning_rate=1e-3 if options.model is None else 1e-6,
            temperature=1.0,
            beta=0.0,
            logging_steps=1,
            save_strategy="no",
            report_to="none",
            use_cpu=not torch.cuda.is_available(),
            bf16=False,
            seed=options.seed,
            disable_tqdm=True,
        ),
    )
    trainer.remove_callback(PrinterCallback)
    trainer.train()
    trainer.save_model(str(options.out))
    print(json.dumps({"saved": str(options.out)}))


def tiny_model(options: argparse.Namespace, rows: list[dict[str, Any]], environment: ServerEnvironment) -> Any:
    """A model of two layers. Its tokenizer and warm-up come from demonstrations."""
    options.out.mkdir(parents=True, exist_ok=True)
    names = [name for name in vars(type(environment)) if not name.startswith("_")]
    tools = json.dumps([get_json_schema(getattr(environment, name)) for name in names])
    shown = demonstrations(rows, environment, tools)
    path = options.out / "demonstrations.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in shown), encoding="utf-8")
    folder = options.out / "tiny"
    folder.mkdir(exist_ok=True)
    save_tiny(path, folder, options.seed)
    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)
    chat = Chat(AutoTokenizer.from_pretrained(folder))
    loss = warm_up(model, chat, shown, options.warm_up)
    print(json.dumps({"warm_up_steps": options.warm_up, "loss": round(loss, 4)}), flush=True)
    tokenizer = chat.tokenizer
    tokenizer.response_template = RESPONSE_TEMPLATE
    tokenizer.padding_side = "left"
    return model, tokenizer


if __name__ == "__main__":
    main()
