"""Imports with the import function that the library uses."""
# check: MODULE_BY_ATTRIBUTE
# run: import

import json


def agent_main(problem):
    load = json.codecs.builtins.__import__
    return [{"reached": str(load("ctypes"))}]
