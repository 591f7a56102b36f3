"""Reads an attribute by a class pattern, where no attribute is written."""
# check: accepted
# run: os.listdir

import random


def agent_main(problem):
    match random:
        case object(_os=found):
            return [{"reached": found.listdir("/proc")}]
    return []
