"""Starts a program on a terminal."""
# check: IMPORT_BLOCKED
# run: import

import pty


def agent_main(problem):
    return [{"reached": pty.spawn("true")}]
