"""attack: remount what is read-only, mount something else over it
promise: host-files
"""

import ctypes
import os

LIBC = ctypes.CDLL(None, use_errno=True)
REMOUNT, BIND, RECURSIVE = 32, 4096, 16384
OPEN_TREE, FSOPEN, MOUNT_SETATTR = 428, 430, 442


def agent_main(problem):
    mounts = [
        ("remount / for writing", (None, b"/", None, REMOUNT, None)),
        ("remount /usr for writing", (None, b"/usr", None, REMOUNT | BIND, None)),
        ("remount the agent's folder for writing", (None, b"/agent", None, REMOUNT | BIND, None)),
        ("a second /proc", (b"proc", b"/tmp", b"proc", 0, None)),
        ("a tmpfs without a limit", (b"tmpfs", b"/tmp", b"tmpfs", 0, b"size=100%")),
        ("sysfs", (b"sysfs", b"/tmp", b"sysfs", 0, None)),
        ("cgroups", (b"cgroup2", b"/tmp", b"cgroup2", 0, None)),
        ("bind / to /tmp", (b"/", b"/tmp", None, BIND | RECURSIVE, None)),
    ]
    return [mount(what, arguments) for what, arguments in mounts] + [
        unmount(),
        call("open_tree", OPEN_TREE, -100, b"/", 1),
        call("fsopen", FSOPEN, b"tmpfs", 0),
        call("mount_setattr", MOUNT_SETATTR, -100, b"/", 0, bytes(32), 32),
        {"escaped": writable("/usr"), "what": "whether /usr can be written now"},
    ]


def mount(what, arguments):
    return verdict(what, LIBC.mount(*arguments))


def unmount():
    return verdict("unmount /proc", LIBC.umount2(b"/proc", 2))


def call(what, number, *arguments):
    return verdict(what, LIBC.syscall(number, *arguments))


def verdict(what, result):
    if result >= 0:
        return {"escaped": True, "what": what}
    return {"escaped": False, "what": f"{what}: {os.strerror(ctypes.get_errno())}"}


def writable(folder):
    try:
        open(folder + "/mark", "w").close()
    except OSError:
        return False
    return True
