"""attack: overflow the stack of C
promise: nothing-left-behind
endings: crashed, finished, out of time
answer: any
"""

import sys


def agent_main(problem):
    sys.setrecursionlimit(1 << 30)
    nested = []
    for _ in range(200_000):
        nested = [nested]
    repr(nested)
    # Comparing goes down level by level in C, without a look at Python's own limit in older versions.
    other = []
    for _ in range(200_000):
        other = [other]
    return [nested == other]
