"""attack: System V shared memory, attached, filled and let go
promise: memory
endings: finished, out of memory
alone: yes
"""

import ctypes
import json
import os

PIECE = 16 << 20


def agent_main(problem):
    limit = json.loads(problem["query"])["limits"]["memory"]
    libc = ctypes.CDLL(None, use_errno=True)
    libc.shmat.restype = ctypes.c_void_p
    taken = 0
    while taken < 2 * limit:
        segment = libc.shmget(0, PIECE, 0o1600)
        if segment < 0:
            return [{"escaped": False, "what": f"shmget: {os.strerror(ctypes.get_errno())} after {taken} bytes"}]
        address = libc.shmat(segment, None, 0)
        if address in (None, ctypes.c_void_p(-1).value):
            return [{"escaped": False, "what": f"shmat: {os.strerror(ctypes.get_errno())} after {taken} bytes"}]
        ctypes.memset(address, 1, PIECE)
        libc.shmdt(ctypes.c_void_p(address))
        taken += PIECE
    return [{"escaped": True, "what": f"{taken} bytes in segments"}]
