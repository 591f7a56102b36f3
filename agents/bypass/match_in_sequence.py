"""Reads an attribute with a class pattern inside a sequence, where the subject of the pattern has no name."""
# check: accepted
# run: os.listdir

import random


def agent_main(problem):
    match [random]:
        case [object(_os=found)]:
            return [{"reached": found.listdir("/proc")}]
    return []
