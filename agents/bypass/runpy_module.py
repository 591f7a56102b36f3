"""Runs a module with runpy."""
# check: IMPORT_BLOCKED
# run: import

import runpy


def agent_main(problem):
    return [{"reached": str(runpy.run_module("this"))}]
