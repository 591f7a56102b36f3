"""attack: the internet, private ranges, the cloud's metadata service, DNS
promise: network
"""

import socket

PLACES = (
    ("1.1.1.1", 443),
    ("8.8.8.8", 53),
    ("169.254.169.254", 80),
    ("100.100.100.200", 80),
    ("10.0.0.1", 80),
    ("172.17.0.1", 2375),
    ("192.168.0.1", 80),
    ("2606:4700:4700::1111", 443),
    ("fd00:ec2::254", 80),
    ("fe80::1%lo", 80),
)
NAMES = ("example.com", "metadata.google.internal", "host.docker.internal", "_gateway", "localhost.localdomain")


def agent_main(problem):
    return [connect(*place) for place in PLACES] + [resolve(name) for name in NAMES] + [ask_a_name_server()]


def connect(name, port):
    try:
        socket.create_connection((name, port), timeout=0.2).close()
    except OSError as error:
        return {"escaped": False, "what": f"{name}: {error}"}
    return {"escaped": True, "what": f"connected to {name} port {port}"}


def resolve(name):
    try:
        found = {entry[4][0] for entry in socket.getaddrinfo(name, 80)}
    except OSError as error:
        return {"escaped": False, "what": f"{name}: {error}"}
    return {"escaped": True, "what": f"{name} is {sorted(found)}"}


def ask_a_name_server():
    query = b"\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x07example\x03com\x00\x00\x01\x00\x01"
    for server in ("127.0.0.53", "127.0.0.11", "8.8.8.8", "169.254.169.253"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            asking.settimeout(0.1)
            try:
                asking.sendto(query, (server, 53))
                asking.recv(512)
            except OSError:
                continue
            return {"escaped": True, "what": f"{server} answered a DNS query"}
    return {"escaped": False, "what": "no name server answered"}
