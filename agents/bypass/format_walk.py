"""Reads attributes through a format string."""
# check: INTERPRETER_INTERNALS
# run: -

import random


def agent_main(problem):
    text = "{0._inst.__init__.__globals__[_os]}".format(random)
    return [] if text else []
