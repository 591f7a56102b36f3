"""Reads an attribute with a class pattern, without writing an attribute access."""
# check: MODULE_BY_ATTRIBUTE
# run: os.listdir

import random


def agent_main(problem):
    match random:
        case object(_os=found):
            return [{"reached": found.listdir("/proc")}]
    return []
