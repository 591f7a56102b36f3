"""Reads attributes with string.Formatter."""
# check: INTERPRETER_INTERNALS
# run: os.system

import random
import string


def agent_main(problem):
    found, _ = string.Formatter().get_field("0.seed.__func__.__globals__[_os]", (random,), {})
    return [{"reached": found.system("true")}]
