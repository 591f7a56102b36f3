"""attack: ports of the host
promise: network
control: yes
"""

import json
import socket


def agent_main(problem):
    canary = json.loads(problem["query"])
    doors = [(socket.AF_INET, name, canary["tcp"]) for name in ("127.0.0.1", "0.0.0.0", "localhost")]
    doors += [(socket.AF_INET6, name, canary["tcp6"]) for name in ("::1", "::")]
    doors.append((socket.AF_INET6, "::ffff:127.0.0.1", canary["tcp"]))
    return [connect(*door) for door in doors] + [send(canary["udp"])]


def connect(family, name, port):
    try:
        with socket.socket(family, socket.SOCK_STREAM) as connection:
            connection.settimeout(0.5)
            connection.connect((name, port or 1))
    except OSError as error:
        return {"escaped": False, "what": f"{name}: {error}"}
    return {"escaped": True, "what": f"connected to {name}"}


def send(port):
    # A datagram is not answered; only the host can tell whether it arrived.
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as anywhere:
            anywhere.sendto(b"hello", ("127.0.0.1", port))
    except OSError as error:
        return {"escaped": False, "what": f"datagram: {error}"}
    return {"escaped": False, "what": "datagram: sent, to whomever"}
