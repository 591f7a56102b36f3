"""The single engine of a process and its server, created on first use and shared by all callers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trainer.config import ModelConfig
from trainer.faults import TrainerFault

if TYPE_CHECKING:
    from trainer.engine import Engine


class EngineHost:
    def __init__(self) -> None:
        self._engine: Engine | None = None
        self._key: tuple[str, ...] | None = None
        self._server: Any = None

    def engine_for(self, model: ModelConfig, context: int | None) -> Engine:
        from trainer.engine import Engine

        key = (model.folder, model.dtype, model.device)
        if self._server is not None and self._key != key:
            raise TrainerFault(
                "ENGINE_TAKEN",
                f"Another model than {model.folder} is being served by this process.",
                "Train what is served, or start a second process.",
            )
        # A served engine keeps running at its address, even if another context is requested.
        if self._server is not None or (self._key == key and self._engine.context >= (context or 0)):
            return self._engine
        self._engine = None
        self._engine = Engine(model.folder, model.dtype, model.device, context)
        self._key = key
        return self._engine

    def engine(self) -> Engine:
        if self._engine is None:
            raise TrainerFault("NOT_SERVING", "No model is being served.", "Send a `serve` request first.")
        return self._engine

    def serve(self, host: str = "127.0.0.1", port: int = 0) -> Any:
        from trainer.serve import start_server

        if self._server is None:
            self._server = start_server(self.engine(), host, port)
        return self._server

    def base_url(self) -> str:
        return f"{self.serve().url}/v1"

    def stop(self) -> None:
        if self._server is not None:
            self._server.stop()
        self._server = None
        self._engine = None
        self._key = None
