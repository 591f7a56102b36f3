"""attack: files that exist only in memory
promise: memory
endings: finished, out of memory
alone: yes
own kernel: harmless
"""

import json
import os


def agent_main(problem):
    limit = json.loads(problem["query"])["limits"]["memory"]
    written, files = 0, []
    try:
        while written < 2 * limit:
            files.append(os.memfd_create("x"))
            # Below the limit of a single file.
            for _ in range(8):
                written += os.write(files[-1], b"\1" * (1 << 20))
    except OSError as error:
        return [{"escaped": False, "what": f"{error.strerror} after {written} bytes"}]
    return [{"escaped": True, "what": f"{written} bytes in {len(files)} files"}]
