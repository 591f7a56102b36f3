"""Passes the module's name to getattr as text."""
# check: MODULE_BY_ATTRIBUTE
# run: os.system

import dataclasses


def agent_main(problem):
    found = getattr(dataclasses, "sys")
    return [{"reached": found.modules["os"].system("true")}]
