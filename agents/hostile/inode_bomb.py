"""attack: empty files without end
promise: memory
endings: finished, out of memory, out of time, out of cpu
alone: yes

Each costs the kernel about a kilobyte that is not counted for any process.
"""

import json
import os


def agent_main(problem):
    limits = json.loads(problem["query"])["limits"]
    results = []
    for folder in ("/tmp", "/dev/shm"):
        made = 0
        try:
            while made < 2 * limits["memory"] // 1024:
                os.close(os.open(f"{folder}/{made}", os.O_CREAT | os.O_WRONLY))
                made += 1
        except OSError as error:
            results.append({"escaped": False, "what": f"{folder}: {error.strerror} after {made} files"})
            continue
        print(json.dumps({"escaped": True, "what": f"{made} files in {folder}"}), flush=True)
        results.append({"escaped": True, "what": f"{made} files in {folder}"})
    return results
