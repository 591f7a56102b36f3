"""attack: answer, and then stay
promise: wall-clock
endings: out of time, finished
answer: any
"""

import os
import time


def agent_main(problem):
    os.write(3, b'{"answer":[]}\0')
    time.sleep(60)
    return []
