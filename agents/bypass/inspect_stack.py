"""Inspects the callers with inspect."""
# check: MODULE_NOT_ALLOWED
# run: import

from inspect import stack


def agent_main(problem):
    return [{"reached": str(stack()[1])}]
