"""attack: compute forever
promise: cpu
endings: out of cpu, out of time
"""

import json
import time


def agent_main(problem):
    allowed = json.loads(problem["query"])["limits"]["cpu"]
    while time.process_time() < 1.5 * allowed:
        pass
    return [{"escaped": True, "what": f"computed {time.process_time():.1f} s"}]
