"""Puts other code into a function."""
# check: INTERPRETER_INTERNALS
# run: object.__setattr__

import json


def agent_main(problem):
    json.loads.__code__ = (lambda text: {"reached": 1}).__code__
    return [json.loads("{}")]
