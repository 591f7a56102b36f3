"""Reads the dictionary of a module."""
# check: MODULE_BY_ATTRIBUTE
# run: os.rename

import random


def agent_main(problem):
    return [{"reached": str(vars(random)["_os"].rename("/tmp/a", "/tmp/b"))}]
