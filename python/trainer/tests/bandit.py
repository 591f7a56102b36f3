"""A rigged harness that rewards one word. Real HTTP on both sides; its rollouts ask the trainer's own server."""

import json
import threading
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

WORDS = ("red", "blue", "green", "white")
TOKEN = "open sesame"
ASKED = [{"role": "user", "content": "Which?"}]
AGAIN = {"role": "user", "content": "And?"}


class Bandit:
    def __init__(self, word: str = "blue") -> None:
        self.word = word
        self.asked: list[dict[str, Any]] = []
        self.refused = 0
        bandit = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                if self.headers["authorization"] != f"Bearer {TOKEN}":
                    bandit.refused += 1
                    self.send_error(401)
                    return
                bandit.asked.append({"path": self.path, "body": body})
                answer = bandit.rewards(body) if self.path == "/reward/steps" else bandit.rollouts(body)
                data = json.dumps(answer).encode()
                self.send_response(200)
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: Any) -> None:
                return None

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def config(self) -> dict[str, str]:
        return {"url": f"http://127.0.0.1:{self._server.server_port}", "token": TOKEN}

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def worth(self, content: str) -> float:
        return float(content.strip() == self.word)

    def rewards(self, body: dict[str, Any]) -> dict[str, Any]:
        values = [self.worth(step["completion"]["content"]) for step in body["steps"]]
        return {"rewards": [{"reward": value, "parts": {"format": value, "repeat": 0}, "matched": None} for value in values]}

    def rollouts(self, body: dict[str, Any]) -> dict[str, Any]:
        with ThreadPoolExecutor(16) as pool:
            return {"episodes": list(pool.map(lambda each: self._episode(body, each), body["episodes"]))}

    def _episode(self, body: dict[str, Any], asked: dict[str, Any]) -> dict[str, Any]:
        messages: list[dict[str, Any]] = list(ASKED)
        turns = []
        for turn in range(min(2, body["max_turns"])):
            answer = _complete(body, messages, asked["seed"] + turn)
            choice = answer["choices"][0]
            content = choice["message"]["content"] or ""
            messages = [*messages, {"role": "assistant", "content": content}, AGAIN]
            turns.append(
                {
                    "prompt_token_ids": answer["prompt_token_ids"],
                    "token_ids": choice["token_ids"],
                    "logprobs": [each["logprob"] for each in choice["logprobs"]["content"]],
                    "finish_reason": choice["finish_reason"],
                    "step_reward": self.worth(content),
                    "parts": {"format": 1, "repeat": -0.2 if turn else 0},
                }
            )
        won = float(all(turn["step_reward"] for turn in turns))
        return {**asked, "outcome": won, "score": won, "ending": "terminated", "turns": turns}


def _complete(body: dict[str, Any], messages: list[dict[str, Any]], seed: int) -> dict[str, Any]:
    request = {
        "model": body["endpoint"]["model"],
        "messages": messages,
        "temperature": body["temperature"],
        "top_p": body["top_p"],
        "max_tokens": body["max_tokens"],
        "seed": seed,
        "logprobs": True,
        "return_token_ids": True,
    }
    data = json.dumps(request).encode()
    headers = {"content-type": "application/json"}
    url = f"{body['endpoint']['base_url']}/chat/completions"
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=60) as response:
        return json.load(response)
