"""Takes the built-in functions from a module that json uses."""
# check: MODULE_BY_ATTRIBUTE
# run: os.system

import json


def agent_main(problem):
    load = json.codecs.builtins.__import__
    return [{"reached": load("os").system("true")}]
