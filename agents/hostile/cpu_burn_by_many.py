"""attack: several processes compute, each for less than the limit
promise: cpu
endings: out of cpu, out of time
"""

import json
import os
import time


def agent_main(problem):
    allowed = json.loads(problem["query"])["limits"]["cpu"]
    children = []
    for _ in range(4):
        child = os.fork()
        if child == 0:
            while time.process_time() < 0.9 * allowed:
                pass
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    return [{"escaped": True, "what": f"{len(children)} processes computed {0.9 * allowed} s each"}]
