"""attack: one process takes all memory
promise: memory
endings: finished, out of memory
alone: yes
"""

import json

PIECE = 8 << 20


def agent_main(problem):
    limit = json.loads(problem["query"])["limits"]["memory"]
    held = []
    try:
        while len(held) * PIECE < 2 * limit:
            held.append(b"\1" * PIECE)
    except MemoryError:
        return [{"escaped": False, "what": f"refused after {len(held) * PIECE} bytes"}]
    return [{"escaped": True, "what": f"holds {len(held) * PIECE} bytes"}]
