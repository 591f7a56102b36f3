"""attack: fork bomb
promise: processes
endings: finished, out of time, out of cpu, out of memory
"""

import json
import os
import time


def agent_main(problem):
    allowed = json.loads(problem["query"])["limits"]["processes"]
    reading, writing = os.pipe()
    home, until = os.getpid(), time.monotonic() + 1.5
    while time.monotonic() < until:
        try:
            if os.fork() == 0:
                os.write(writing, b"x")
        except OSError:
            time.sleep(0.01)
    if os.getpid() != home:
        time.sleep(60)
        os._exit(0)
    os.set_blocking(reading, False)
    try:
        born = len(os.read(reading, 1 << 20))
    except BlockingIOError:
        born = 0
    # No child has ended yet, so all of them exist at once.
    return [{"escaped": born > allowed, "what": f"{born} processes"}]
