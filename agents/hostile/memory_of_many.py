"""attack: many processes that each stay below the limit
promise: memory
endings: finished, out of memory, out of cpu, out of time
alone: yes
"""

import json
import os
import struct
import time


def agent_main(problem):
    limits = json.loads(problem["query"])["limits"]
    reading, writing = os.pipe()
    children = []
    for _ in range(8):
        try:
            child = os.fork()
        except OSError:
            break
        if child == 0:
            taken = 0
            try:
                taken, held = take(limits)
            finally:
                os.write(writing, struct.pack("q", taken))
                time.sleep(60)
                os._exit(0)
        children.append(child)
    os.close(writing)
    total = collect(reading, len(children), 1.5 * limits["memory"])
    return [{"escaped": total > 1.5 * limits["memory"], "what": f"{len(children)} processes hold {total} bytes"}]


def collect(reading, expected, enough):
    total, until = 0, time.monotonic() + 1.5
    os.set_blocking(reading, False)
    while expected > 0 and time.monotonic() < until and total <= enough:
        try:
            total += struct.unpack("q", os.read(reading, 8))[0]
            expected -= 1
        except (BlockingIOError, struct.error):
            time.sleep(0.02)
    if total > enough:
        # Still there a moment later, when periodic checks have run.
        time.sleep(0.5)
        print(json.dumps({"escaped": True, "what": f"{total} bytes are held and nobody minds"}), flush=True)
    return total


def take(limits):
    held = []
    while len(held) < 10:
        held.append(b"\1" * (limits["memory"] // 20))
    return sum(map(len, held)), held
