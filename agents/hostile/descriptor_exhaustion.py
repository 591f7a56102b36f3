"""attack: open more than there are descriptors
promise: files
"""

import json
import os


def agent_main(problem):
    allowed = json.loads(problem["query"])["limits"]["files"]
    held = []
    try:
        while len(held) < 4 * allowed:
            held.append(os.open("/dev/null", os.O_RDONLY))
    except OSError as error:
        reason = error.strerror
    else:
        reason = "no end in sight"
    for descriptor in held:
        os.close(descriptor)
    return [{"escaped": len(held) > allowed, "what": f"{reason} after {len(held)}"}]
