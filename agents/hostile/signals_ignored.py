"""attack: ignore every signal and sleep
promise: wall-clock
endings: out of time
"""

import signal
import time


def agent_main(problem):
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        try:
            signal.signal(number, signal.SIG_IGN)
        except OSError:
            pass
    while True:
        time.sleep(60)
