"""attack: children that are never waited for, so that their computing time is not counted
promise: cpu
endings: out of cpu, out of time

A process that ignores SIGCHLD does not get the time of its ended children added to its own.
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
        # Ends when both children have ended; with SIGCHLD ignored there is no other way to notice.
        os.read(reading, 1)
        os.close(reading)
        used += 2 * SHARE
        if used > 1.4 * allowed:
            print(json.dumps({"escaped": True, "what": f"computed {used:.1f} s in children"}), flush=True)
