"""Generates the calls and models of the package from openapi.json during the build.

The generated code is about 700 files with no more information than openapi.json, so it is part of the built package and
not of the repository. `npm run client:openapi` writes openapi.json from the server's own schemas.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = pathlib.Path(__file__).resolve().parent
GENERATED = ("api", "models", "client.py", "errors.py", "types.py")
DOCUMENT = HERE / "openapi.json"


class BuildWithCalls(build_py):
    def run(self):
        super().run()
        package = HERE / "assay_client" if self.editable_mode else pathlib.Path(self.build_lib) / "assay_client"
        with tempfile.TemporaryDirectory() as folder:
            made = pathlib.Path(folder) / "assay_client"
            generate(made)
            for name in GENERATED:
                replace(made / name, package / name)
        # Shows what a built package was generated from.
        replace(DOCUMENT, package / DOCUMENT.name)


def generate(target):
    words = [sys.executable, "-m", "openapi_python_client", "generate", "--fail-on-warning", "--meta", "none"]
    files = ["--path", str(DOCUMENT), "--config", str(HERE / "generator.yml"), "--output-path", str(target)]
    subprocess.run([*words, *files], check=True)


def replace(source, target):
    if target.is_dir():
        shutil.rmtree(target)
    if source.is_dir():
        shutil.copytree(source, target)
    else:
        shutil.copyfile(source, target)


setup(cmdclass={"build_py": BuildWithCalls})
