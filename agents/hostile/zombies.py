"""attack: ended processes that are never waited for
promise: processes
"""

import json
import os


def agent_main(problem):
    allowed = json.loads(problem["query"])["limits"]["processes"]
    dead = 0
    try:
        while dead < 4 * allowed:
            if os.fork() == 0:
                os._exit(0)
            dead += 1
    except OSError as error:
        return [{"escaped": dead > allowed, "what": f"{error.strerror} after {dead}"}]
    return [{"escaped": True, "what": f"{dead} dead processes"}]
