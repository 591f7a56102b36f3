"""attack: folders in folders, deeper than can be deleted
promise: nothing-left-behind
endings: finished, out of memory, out of time, out of cpu
"""

import json
import os


def agent_main(problem):
    mark = json.loads(problem["query"])["mark"]
    results = []
    for folder in ("/tmp", "/dev/shm"):
        depth = 0
        try:
            os.chdir(folder)
            while depth < 20_000:
                os.mkdir(mark)
                os.chdir(mark)
                depth += 1
        except OSError as error:
            results.append({"escaped": False, "what": f"{folder}: {error.strerror} at depth {depth}"})
        else:
            results.append({"escaped": False, "what": f"{folder}: depth {depth}"})
    return results
