"""attack: trace a process of the host, read its memory, take its descriptors
promise: host-processes
"""

import ctypes
import json
import os
import platform

CALLS = {
    "x86_64": {"ptrace": 101, "process_vm_readv": 310, "pidfd_getfd": 438, "kcmp": 312},
    "aarch64": {"ptrace": 117, "process_vm_readv": 270, "pidfd_getfd": 438, "kcmp": 272},
}
SEIZE = 0x4206


def agent_main(problem):
    sentinel = json.loads(problem["query"])["sentinel"]
    numbers = CALLS[platform.machine()]
    libc = ctypes.CDLL(None, use_errno=True)
    calls = {
        "ptrace": (SEIZE, sentinel, 0, 0),
        "process_vm_readv": (sentinel, bytes(16), 1, bytes(16), 1, 0),
        "kcmp": (os.getpid(), sentinel, 0, 0, 0),
    }
    results = []
    for name, arguments in calls.items():
        result = libc.syscall(numbers[name], *arguments)
        results.append({"escaped": result >= 0, "what": f"{name}: {os.strerror(ctypes.get_errno()) if result < 0 else 'done'}"})
    try:
        stolen = libc.syscall(numbers["pidfd_getfd"], os.pidfd_open(sentinel), 0, 0)
        results.append({"escaped": stolen >= 0, "what": f"pidfd_getfd: {stolen}"})
    except OSError as error:
        results.append({"escaped": False, "what": f"pidfd_open: {error.strerror}"})
    return results
