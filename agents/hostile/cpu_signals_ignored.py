"""attack: ignore the signal that says the time is up
promise: cpu
endings: out of cpu, out of time
"""

import json
import signal
import time


def agent_main(problem):
    allowed = json.loads(problem["query"])["limits"]["cpu"]
    for number in (signal.SIGXCPU, signal.SIGPROF, signal.SIGVTALRM, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    while time.process_time() < 1.5 * allowed:
        pass
    return [{"escaped": True, "what": f"computed {time.process_time():.1f} s"}]
