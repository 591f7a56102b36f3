"""Traces the runner."""
# check: MODULE_BY_ATTRIBUTE
# run: sys.settrace

import random


def agent_main(problem):
    random._os.sys.settrace(print)
    return [{"reached": True}]
