"""attack: signals to every reachable process
promise: host-processes
endings: finished, out of time, crashed
answer: any
"""

import os
import signal


def agent_main(problem):
    results = []
    parent = os.getppid()
    for target in (-1, parent, 1):
        for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGKILL):
            try:
                os.kill(target, number)
                results.append({"escaped": False, "what": f"signal {int(number)} to {target} was sent"})
            except OSError as error:
                results.append({"escaped": False, "what": f"signal {int(number)} to {target}: {error.strerror}"})
    return results
