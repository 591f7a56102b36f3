"""attack: io_uring, which opens sockets and files without filtered system calls
promise: kernel-surface
own kernel: harmless
"""

import ctypes
import os
import platform

# Name: number on x86_64, number on aarch64, harmless arguments.
CALLS = {
    "io_uring_setup": (425, 425, (4, 0)),
    "io_uring_enter": (426, 426, (-1, 0, 0, 0, 0, 0)),
    "io_uring_register": (427, 427, (-1, 0, 0, 0)),
}
REFUSALS = (1, 38)


def agent_main(problem):
    libc = ctypes.CDLL(None, use_errno=True)
    column = ("x86_64", "aarch64").index(platform.machine())
    results = []
    for name, (*numbers, arguments) in CALLS.items():
        if numbers[column] is None:
            continue
        ctypes.set_errno(0)
        result = libc.syscall(numbers[column], *arguments)
        error = ctypes.get_errno()
        results.append({"escaped": result >= 0 or error not in REFUSALS, "what": f"{name}: {os.strerror(error)}"})
    return results
