"""attack: another address, another route, a device that leads outside
promise: network
"""

import fcntl
import os
import socket
import struct

SET_ADDRESS, SET_FLAGS, ADD_ROUTE, MAKE_BRIDGE, MAKE_TUNNEL = 0x8916, 0x8914, 0x890B, 0x89A0, 0x400454CA


def agent_main(problem):
    address = struct.pack("16sH2x4s8x", b"lo", socket.AF_INET, socket.inet_aton("169.254.169.254"))
    return [
        control("a second address on lo", SET_ADDRESS, address),
        control("lo switched off", SET_FLAGS, struct.pack("16sH14x", b"lo", 0)),
        control("a route", ADD_ROUTE, bytes(120)),
        control("a bridge", MAKE_BRIDGE, b"br0".ljust(16, b"\0")),
        tunnel(),
        {"escaped": others() != [], "what": f"devices besides lo: {others()}"},
    ]


def control(what, request, argument):
    try:
        with socket.socket() as anything:
            fcntl.ioctl(anything, request, argument)
    except OSError as error:
        return {"escaped": False, "what": f"{what}: {error}"}
    return {"escaped": True, "what": what}


def tunnel():
    try:
        device = os.open("/dev/net/tun", os.O_RDWR)
        fcntl.ioctl(device, MAKE_TUNNEL, struct.pack("16sH22x", b"tun0", 1))
    except OSError as error:
        return {"escaped": False, "what": f"a tunnel: {error}"}
    return {"escaped": True, "what": "a tunnel"}


def others():
    # Kernels with these modules create them in every new network namespace, without a connection to anything.
    stillborn = ("lo", "tunl", "gre", "sit", "ip6", "erspan", "ip_vti", "teql", "bond", "dummy", "ifb")
    with open("/proc/net/dev") as file:
        names = [line.split(":")[0].strip() for line in file if ":" in line]
    return [name for name in names if not name.startswith(stillborn)]
