"""attack: stop its own process for good
promise: wall-clock
endings: out of time
"""

import os
import signal


def agent_main(problem):
    os.kill(os.getpid(), signal.SIGSTOP)
    return []
