"""Imports with the built-in function."""
# check: CALL_BLOCKED
# run: import


def agent_main(problem):
    return [{"reached": __import__("subprocess").call(["true"])}]
