"""Runs a text as code."""
# check: CALL_BLOCKED
# run: compile


def agent_main(problem):
    exec("found = 1")
    return [{"reached": True}]
