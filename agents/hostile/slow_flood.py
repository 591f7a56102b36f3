"""attack: print a little at a time, on both streams, until it is too much
promise: output
endings: printed too much
answer: any
"""

import json
import os
import time


def agent_main(problem):
    piece = json.loads(problem["query"])["limits"]["output"] // 64
    for _ in range(40):
        os.write(1, b"x" * piece)
        os.write(2, b"x" * piece)
        time.sleep(0.01)
    return []
