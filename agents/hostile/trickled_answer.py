"""attack: an answer that comes a byte at a time
promise: wall-clock
endings: out of time
answer: refused
"""

import os
import time


def agent_main(problem):
    os.write(3, b'{"answer":["')
    while True:
        os.write(3, b"x")
        time.sleep(0.02)
