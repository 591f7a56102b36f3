"""Assay's shopping episodes as a verifiers environment."""

from assay_verifiers.env import AssayEnv
from assay_verifiers.harness import AssayHarness
from assay_verifiers.taskset import AssayTaskset

__all__ = ["AssayEnv", "AssayHarness", "AssayTaskset"]
