"""Runs `python -m trainer …` in a separate process that need not import torch again."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Iterator, Mapping
from multiprocessing.connection import Connection

# A clean start: a fork of the test process would inherit its threads and locks.
_SERVER = multiprocessing.get_context("forkserver")
_SERVER.set_forkserver_preload(["trainer.loop", "trainer.chat", "trainer.engine_host", "trainer.stages.sft"])


class ForkedTrainer:
    """The command line of the trainer; its standard output is read line by line."""

    def __init__(self, *words: str, environment: Mapping[str, str] | None = None) -> None:
        reading, writing = _SERVER.Pipe(duplex=False)
        self.process = _SERVER.Process(target=_run, args=(list(words), dict(environment or {}), writing))
        self.process.start()
        writing.close()
        self._output = os.fdopen(os.dup(reading.fileno()), encoding="utf-8")
        reading.close()

    def lines(self) -> Iterator[str]:
        yield from self._output

    def kill(self) -> int | None:
        self.process.kill()
        self.process.join()
        return self.process.exitcode

    def ended(self) -> tuple[str, int | None]:
        """The rest of its output, and its exit code."""
        output = self._output.read()
        self.process.join()
        return output, self.process.exitcode


def _run(words: list[str], environment: dict[str, str], output: Connection) -> None:
    os.environ.update(environment)
    os.dup2(output.fileno(), 1)
    output.close()
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    import torch

    from trainer.__main__ import main

    torch.set_num_threads(1)
    code = main(words)
    sys.stdout.flush()
    os._exit(code)
