"""attack: the 32-bit entry into the kernel (int 0x80)
promise: kernel-surface
own kernel: harmless

It uses other numbers: 20 means `getpid` there and `writev` here. The filter must not confuse them.
"""

import ctypes
import mmap
import os
import platform

# mov eax, 20; int 0x80; ret
GET_PROCESS_ID = b"\xb8\x14\x00\x00\x00\xcd\x80\xc3"


def agent_main(problem):
    if platform.machine() != "x86_64":
        return [{"escaped": False, "what": "only x86_64 has this door"}]
    child = os.fork()
    if child == 0:
        code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        code.write(GET_PROCESS_ID)
        call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))
        os._exit(1 if call() == os.getpid() else 0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return [{"escaped": code == 1, "what": f"the process that tried it ended with {code}"}]
