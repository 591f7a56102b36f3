"""attack: overflow the C stack
promise: nothing-left-behind
endings: crashed, finished, out of time, out of cpu
answer: any
"""

import sys


def agent_main(problem):
    sys.setrecursionlimit(1 << 30)
    nested = []
    for _ in range(200_000):
        nested = [nested]
    repr(nested)
    # Comparing recurses in C, where older versions do not check Python's own limit.
    other = []
    for _ in range(200_000):
        other = [other]
    return [nested == other]
