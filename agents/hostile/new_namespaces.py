"""attack: new namespaces in which the agent is root
promise: privileges
own kernel: harmless
"""

import ctypes
import os
import platform
import signal

LIBC = ctypes.CDLL(None, use_errno=True)
KINDS = {
    "mount": 0x20000, "cgroup": 0x02000000, "uts": 0x04000000, "ipc": 0x08000000,
    "user": 0x10000000, "pid": 0x20000000, "network": 0x40000000, "user and network": 0x50000000, "time": 0x80,
}  # fmt: skip
CLONE = {"x86_64": 56, "aarch64": 220}
CLONE3 = 435


def agent_main(problem):
    results = []
    for name, flag in KINDS.items():
        results.append(in_child(f"unshare {name}", lambda flag=flag: LIBC.unshare(flag)))
        if flag != 0x80:
            results.append(cloned(f"clone {name}", CLONE[platform.machine()], flag | signal.SIGCHLD, 0, 0, 0, 0))
    arguments = (ctypes.c_uint64 * 11)(0x10000000, 0, 0, 0, signal.SIGCHLD)
    results.append(cloned("clone3 user", CLONE3, arguments, ctypes.sizeof(arguments)))
    return results + [entered(kind) for kind in ("user", "mnt", "net", "pid", "ipc")]


def in_child(what, action):
    child = os.fork()
    if child == 0:
        os._exit(1 if action() == 0 else 0)
    allowed = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1
    return {"escaped": allowed, "what": what}


def cloned(what, *arguments):
    child = LIBC.syscall(*arguments)
    if child == 0:
        os._exit(0)
    if child > 0:
        os.waitpid(child, 0)
    return {"escaped": child > 0, "what": what}


def entered(kind):
    try:
        namespace = os.open(f"/proc/1/ns/{kind}", os.O_RDONLY)
    except OSError as error:
        return {"escaped": False, "what": f"namespace {kind} of process 1: {error.strerror}"}
    return in_child(f"setns {kind}", lambda: LIBC.setns(namespace, 0))
