"""attack: sockets of families that network namespaces do not isolate
promise: kernel-surface
own kernel: harmless
"""

import socket

FAMILIES = {
    "AX25": 3, "IPX": 4, "X25": 9, "KEY": 15, "NETLINK": 16, "PACKET": 17, "RDS": 21, "PPPOX": 24, "LLC": 26,
    "CAN": 29, "TIPC": 30, "BLUETOOTH": 31, "RXRPC": 33, "ALG": 38, "NFC": 39, "VSOCK": 40, "KCM": 41, "QIPCRTR": 42,
    "SMC": 43, "XDP": 44, "MCTP": 45,
}  # fmt: skip


def agent_main(problem):
    return [create(name, family) for name, family in FAMILIES.items()] + [raw_internet()]


def create(name, family):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
        try:
            socket.socket(family, kind).close()
        except OSError:
            continue
        return {"escaped": True, "what": f"a socket of family AF_{name}"}
    return {"escaped": False, "what": f"AF_{name}: refused"}


def raw_internet():
    try:
        socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP).close()
    except OSError as error:
        return {"escaped": False, "what": f"raw packets: {error}"}
    return {"escaped": True, "what": "a raw socket"}
