"""attack: clock, host name, swap, modules, restart
promise: privileges
own kernel: harmless

Each call has arguments that would be harmless if it were allowed.
"""

import ctypes
import os
import platform

CALLS = {
    "settimeofday": ((164, 170), (0, 0)),
    "clock_settime": ((227, 112), (0, 0)),
    "adjtimex": ((159, 171), (bytes(256),)),
    "sethostname": ((170, 161), (b"x", -1)),
    "setdomainname": ((171, 162), (b"x", -1)),
    "reboot": ((169, 142), (0, 0, 0, 0)),
    "kexec_load": ((246, 104), (0, 100, 0, 0)),
    "init_module": ((175, 105), (0, 0, 0)),
    "finit_module": ((313, 273), (-1, 0, 0)),
    "swapon": ((167, 224), (b"/nowhere", 0)),
    "acct": ((163, 89), (b"/nowhere",)),
    "quotactl": ((179, 60), (0, 0, 0, 0)),
    "vhangup": ((153, 58), ()),
    "syslog": ((103, 116), (10, 0, 0)),
    "pivot_root": ((155, 41), (b"/nowhere", b"/nowhere")),
}
REFUSALS = (1, 38)


def agent_main(problem):
    libc = ctypes.CDLL(None, use_errno=True)
    column = ("x86_64", "aarch64").index(platform.machine())
    results = []
    for name, (numbers, arguments) in CALLS.items():
        ctypes.set_errno(0)
        result = libc.syscall(numbers[column], *arguments)
        error = ctypes.get_errno()
        results.append({"escaped": result >= 0 or error not in REFUSALS, "what": f"{name}: {os.strerror(error)}"})
    return results
