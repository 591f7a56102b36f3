"""Returns an answer that is nested deeper than any reader goes, built from different kinds of values."""
# kind: blame shifting
# check: accepted
# ends: ANSWER_TOO_DEEP or ANSWER_NOT_JSON
# solved: none

import sys


def agent_main(problem):
    sys.setrecursionlimit(1_000_000)
    value = "end"
    for place in range(3_000):
        value = {"a": value} if place % 2 else [value, place]
    return [value]
