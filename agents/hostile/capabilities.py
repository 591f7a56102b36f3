"""attack: get capabilities back, become another user
promise: privileges
"""

import ctypes
import os

SETS = ("CapInh", "CapPrm", "CapEff", "CapAmb")
RAISE_AMBIENT = 47


def agent_main(problem):
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    everything = (ctypes.c_uint32 * 6)(*[0xFFFFFFFF] * 6)
    one = (ctypes.c_uint32 * 6)(1 << 10, 1 << 10, 1 << 10, 0, 0, 0)
    results = [{"escaped": held() != "", "what": f"capabilities at the start: {held() or 'none'}"}]
    for what, result in (
        ("capset of everything", libc.capset(header, everything)),
        ("capset of one", libc.capset(header, one)),
        ("ambient", libc.prctl(RAISE_AMBIENT, 2, 10, 0, 0)),
    ):
        results.append({"escaped": result == 0, "what": what})
    for what, action in (
        ("another user", lambda: os.setresuid(1000, 1000, 1000)),
        ("another group", lambda: os.setresgid(1000, 1000, 1000)),
        ("further groups", lambda: os.setgroups([0, 6, 42])),
        ("owner of a file", lambda: os.chown("/usr", 0, 0)),
    ):
        results.append(refused(what, action))
    results.append({"escaped": held() != "", "what": f"capabilities at the end: {held() or 'none'}"})
    return results


def held():
    with open("/proc/self/status") as file:
        status = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
    return " ".join(f"{name}={status[name]}" for name in SETS if int(status.get(name, "0"), 16) != 0)


def refused(what, action):
    try:
        action()
    except OSError as error:
        return {"escaped": False, "what": f"{what}: {error.strerror}"}
    return {"escaped": True, "what": what}
