"""Imports with importlib."""
# check: IMPORT_BLOCKED
# run: import

import importlib


def agent_main(problem):
    return [{"reached": importlib.import_module("subprocess").call(["true"])}]
