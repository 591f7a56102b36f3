"""attack: descriptors that were left open
promise: host-files
"""

import os
import socket


def agent_main(problem):
    # Standard input, output and error, the answer, and the line on which the host confirms it.
    expected = 5
    results, count = [], 0
    for name in os.listdir("/proc/self/fd"):
        try:
            target = os.readlink(f"/proc/self/fd/{name}")
        except OSError:
            continue
        if target.startswith("/proc/"):
            continue
        count += 1
        anonymous = target.startswith(("socket:", "pipe:", "/dev/null"))
        # gVisor shows the host's descriptors under its own name.
        results.append({"escaped": not anonymous and not target.startswith("host:"), "what": f"descriptor {name} is {target}"})
    results.append({"escaped": count > expected, "what": f"{count} descriptors are open"})
    return results + [listening(int(name)) for name in os.listdir("/proc/self/fd")]


def listening(descriptor):
    """A listening socket of the host would accept any connection."""
    try:
        with socket.socket(fileno=os.dup(descriptor)) as found:
            accepts = found.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
    except OSError:
        accepts = 0
    return {"escaped": accepts == 1, "what": f"descriptor {descriptor} {'listens' if accepts else 'does not listen'}"}
