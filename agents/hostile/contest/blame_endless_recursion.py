"""Overflows the stack of its interpreter, so that it dies by a signal."""
# kind: blame shifting
# check: accepted
# ends: AGENT_RAISED or AGENT_CRASHED or AGENT_OUT_OF_MEMORY
# solved: none

import json
import sys


def agent_main(problem):
    sys.setrecursionlimit(2_000_000_000)
    text = "[" * 1_000_000
    json.loads(text)
    return []
