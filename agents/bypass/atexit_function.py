"""Registers a function for the end of the program."""
# check: MODULE_NOT_ALLOWED
# run: import

import atexit


def agent_main(problem):
    return [{"reached": str(atexit.register(print))}]
