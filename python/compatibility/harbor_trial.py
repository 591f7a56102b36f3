"""An environment and an agent with which tests let Harbor's own runner run a task without Docker.

    PYTHONPATH=python/compatibility harbor trials start -p tasks/ID -e harbor_trial:BubblewrapEnvironment -a harbor_trial:CommandAgent

Harbor's own environments are containers, virtual machines or services. This one is a folder that bubblewrap mounts as
the root of a file system, with the programs of this machine. It builds no image, but puts the files beside the
Dockerfile where ours copies them. It is for tests only: it does not limit network, processor or memory.
"""

import asyncio
import os
import shutil
import tempfile
from pathlib import Path

from harbor.agents.base import BaseAgent
from harbor.environments.base import BaseEnvironment, ExecResult
from harbor.environments.capabilities import EnvironmentCapabilities

FOLDERS = ["app", "installed-agent", "logs/agent", "logs/artifacts", "logs/verifier", "opt/bin", "solution", "tests", "tmp"]
SYSTEM = ["--ro-bind", "/usr", "/usr", "--ro-bind", "/etc", "/etc", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib"]
DEVICES = ["--symlink", "usr/lib64", "/lib64", "--ro-bind", "/proc", "/proc", "--dev-bind", "/dev", "/dev", "--die-with-parent"]


class BubblewrapEnvironment(BaseEnvironment):
    @staticmethod
    def type() -> str:
        return "bubblewrap"

    @property
    def capabilities(self) -> EnvironmentCapabilities:
        return EnvironmentCapabilities()

    def _validate_definition(self) -> None:
        if not (self.environment_dir / "Dockerfile").is_file():
            raise FileNotFoundError(f"{self.environment_dir} has no Dockerfile.")

    async def start(self, force_build: bool) -> None:
        self._root = Path(tempfile.mkdtemp(prefix="assay-harbor-"))
        for folder in FOLDERS:
            (self._root / folder).mkdir(parents=True)
        program = shutil.copy(self.environment_dir / "shop", self._root / "opt/bin/shop")
        os.chmod(program, 0o755)

    async def stop(self, delete: bool) -> None:
        shutil.rmtree(self._root, ignore_errors=True)

    def _inside(self, path: str) -> Path:
        return self._root / str(path).lstrip("/")

    async def upload_file(self, source_path: Path | str, target_path: str) -> None:
        target = self._inside(target_path)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source_path, target)

    async def upload_dir(self, source_dir: Path | str, target_dir: str) -> None:
        shutil.copytree(source_dir, self._inside(target_dir), dirs_exist_ok=True)

    async def download_file(self, source_path: str, target_path: Path | str) -> None:
        shutil.copy(self._inside(source_path), target_path)

    async def download_dir(self, source_dir: str, target_dir: Path | str) -> None:
        shutil.copytree(self._inside(source_dir), target_dir, dirs_exist_ok=True)

    async def exec(
        self,
        command: str,
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        timeout_sec: int | None = None,
        user: str | int | None = None,
    ) -> ExecResult:
        shown = [part for each in self._root.iterdir() for part in ("--bind", str(each), f"/{each.name}")]
        variables = {"PATH": "/opt/bin:/usr/bin:/bin", **(self._merge_env(env) or {})}
        settings = [part for name, value in variables.items() for part in ("--setenv", name, value)]
        process = await asyncio.create_subprocess_exec(
            "bwrap", *SYSTEM, *DEVICES, *shown, "--clearenv", *settings, "--chdir", cwd or "/app", "bash", "-c", command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        output, error = await asyncio.wait_for(process.communicate(), timeout_sec)
        return ExecResult(stdout=output.decode(), stderr=error.decode(), return_code=process.returncode or 0)


class CommandAgent(BaseAgent):
    """Runs the command in ASSAY_TEST_COMMAND and stores its output."""

    @staticmethod
    def name() -> str:
        return "command"

    def version(self) -> str:
        return "1.0.0"

    async def setup(self, environment: BaseEnvironment) -> None:
        pass

    async def run(self, instruction, environment, context) -> None:
        result = await environment.exec(os.environ["ASSAY_TEST_COMMAND"])
        (self.logs_dir / "printed.txt").write_text(f"{result.stdout}{result.stderr}")
