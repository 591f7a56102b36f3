"""Assay's shopping episodes as a verifiers environment, in both of verifiers' interfaces.

Each interface is loaded when it is used, because no version of verifiers has both in the form that this package needs.
"""

from importlib import import_module
from typing import Any

_V1_MODULES = {
    "AssayEnv": "assay_verifiers.env",
    "AssayHarness": "assay_verifiers.harness",
    "AssayTaskset": "assay_verifiers.taskset",
}

# verifiers' v1 interface looks here for its plugins.
__all__ = ["AssayEnv", "AssayHarness", "AssayTaskset", "load_environment"]


def load_environment(**arguments: Any) -> Any:
    """The environment in the classic interface, which `verifiers.load_environment("assay-verifiers")` calls.

    Arguments are those of `assay_verifiers.classic.load_environment`.
    """
    return import_module("assay_verifiers.classic").load_environment(**arguments)


def __getattr__(name: str) -> Any:
    if name not in _V1_MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_V1_MODULES[name]), name)
