"""attack: children that nobody buries take their computing time to the grave
promise: cpu
endings: out of cpu, out of time

Whoever ignores SIGCHLD does not get the time of dead children added to its own.
"""

import json
import os
import signal
import time

SHARE = 0.1


def agent_main(problem):
    allowed = json.loads(problem["query"])["limits"]["cpu"]
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    used = 0.0
    while True:
        reading, writing = os.pipe()
        for _ in range(2):
            if os.fork() == 0:
                while time.process_time() < SHARE:
                    pass
                os._exit(0)
        os.close(writing)
        # Ends when both have: the only way to notice, for whoever does not want to be told.
        os.read(reading, 1)
        os.close(reading)
        used += 2 * SHARE
        if used > 1.4 * allowed:
            print(json.dumps({"escaped": True, "what": f"computed {used:.1f} s in children"}), flush=True)
