"""Names the module as a text for getattr."""
# check: MODULE_BY_ATTRIBUTE
# run: os.system

import dataclasses


def agent_main(problem):
    found = getattr(dataclasses, "sys")
    return [{"reached": found.modules["os"].system("true")}]
