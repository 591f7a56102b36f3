"""attack: ignore the signal that says the time is up
promise: cpu
endings: out of cpu
"""

import signal


def agent_main(problem):
    for number in (signal.SIGXCPU, signal.SIGPROF, signal.SIGVTALRM, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    while True:
        pass
