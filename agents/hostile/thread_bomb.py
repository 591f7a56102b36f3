"""attack: thread bomb
promise: processes
endings: finished, out of memory
"""

import _thread
import json
import threading
import time


def agent_main(problem):
    allowed = json.loads(problem["query"])["limits"]["processes"]
    threading.stack_size(32768)
    started = 0
    try:
        while started < 4 * allowed:
            _thread.start_new_thread(time.sleep, (60,))
            started += 1
    except (RuntimeError, MemoryError) as error:
        return [{"escaped": started > allowed, "what": f"{error} after {started}"}]
    return [{"escaped": True, "what": f"{started} threads"}]
