"""Takes the globals of a library function."""
# check: INTERPRETER_INTERNALS
# run: os.system

import random


def agent_main(problem):
    return [{"reached": random.seed.__func__.__globals__["_os"].system("true")}]
