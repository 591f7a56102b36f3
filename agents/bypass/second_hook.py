"""Installs its own hook."""
# check: MODULE_BY_ATTRIBUTE
# run: sys.addaudithook

import random


def agent_main(problem):
    seen = []
    random._os.sys.addaudithook(lambda *event: seen.append(event))
    id(seen)
    return [{"reached": True}] if seen else []
