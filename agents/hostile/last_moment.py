"""attack: an answer and a flood at the very moment the time is up
promise: wall-clock
endings: finished, out of time, printed too much
answer: any
"""

import json
import os
import time

STARTED = time.monotonic()


def agent_main(problem):
    limits = json.loads(problem["query"])["limits"]
    # Start-up took an unknown part of the time, so this aims to be early rather than late.
    time.sleep(max(0, limits["wall"] - 0.25 - (time.monotonic() - STARTED)))
    until = time.monotonic() + 0.5
    while time.monotonic() < until:
        os.write(1, b"x" * 512)
        try:
            child = os.fork()
        except OSError:
            continue
        if child == 0:
            time.sleep(5)
            os._exit(0)
        time.sleep(0.01)
    return []
