"""attack: the same calls under other numbers (x32)
promise: kernel-surface
own kernel: harmless
"""

import ctypes
import os
import platform

X32 = 0x40000000
CALLS = {"unshare": (272, (0x10000000,)), "memfd_create": (319, (b"x", 0)), "socket": (41, (40, 1, 0)), "getpid": (39, ())}


def agent_main(problem):
    if platform.machine() != "x86_64":
        return [{"escaped": False, "what": "only x86_64 has a second numbering"}]
    libc = ctypes.CDLL(None, use_errno=True)
    results = []
    for name, (number, arguments) in CALLS.items():
        result = libc.syscall(X32 | number, *arguments)
        error = "done" if result >= 0 else os.strerror(ctypes.get_errno())
        results.append({"escaped": result >= 0, "what": f"{name}: {error}"})
    return results
