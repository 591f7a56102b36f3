"""Replaces built-in functions that the hook might use."""
# check: MODULE_BY_ATTRIBUTE
# run: os.system

import random


def agent_main(problem):
    modules = random._os.sys.modules
    names = modules["builtins"]
    names.type = lambda value: str
    names.all = names.any = lambda values: True
    names.len = lambda values: 0
    return [{"reached": modules["os"].system("true")}]
