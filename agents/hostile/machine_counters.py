"""attack: read counters of the whole machine, which other agents change
promise: other-agents
control: yes
own kernel: harmless
"""

import ctypes
import os

LIBC = ctypes.CDLL(None, use_errno=True)
COUNTERS = (
    *("stat", "meminfo", "loadavg", "vmstat", "zoneinfo", "buddyinfo", "interrupts", "softirqs", "diskstats", "schedstat"),
    *("uptime", "swaps", "slabinfo", "pagetypeinfo", "timer_list", "locks", "key-users", "softnet_stat", "cgroups"),
    *("pressure/cpu", "pressure/memory", "pressure/io", "sys/fs/file-nr", "sys/fs/inode-nr", "sys/fs/dentry-state"),
    *("sys/fs/aio-nr", "sys/kernel/pty/nr", "sys/kernel/random/entropy_avail", "sys/vm/stat_refresh"),
)


def agent_main(problem):
    return [*map(read, COUNTERS), ask_for_memory(), number_of_event(), number_of_process(), free_space()]


def read(name):
    try:
        with open(f"/proc/{name}") as file:
            text = file.read(200)
    except OSError as error:
        return {"escaped": False, "what": f"{name}: {error.strerror}"}
    return {"escaped": text != "", "what": f"{name}: {text!r}"}


def ask_for_memory():
    answer = (ctypes.c_ulong * 32)()
    refused = LIBC.sysinfo(answer) != 0
    return {"escaped": not refused, "what": f"sysinfo: {'refused' if refused else list(answer)[1:6]}"}


def number_of_event():
    """The id of an event. Ids are shared by all processes of the machine, and the lowest free one is used."""
    try:
        event = os.eventfd(0)
        with open(f"/proc/self/fdinfo/{event}") as file:
            text = file.read()
    except OSError as error:
        return {"escaped": False, "what": f"eventfd: {error.strerror}"}
    return {"escaped": "eventfd-id" in text, "what": f"eventfd: {text!r}"}


def number_of_process():
    """The inode of a process handle counts all processes that the machine has ever had."""
    try:
        handle = os.pidfd_open(os.getpid())
    except OSError as error:
        return {"escaped": False, "what": f"pidfd_open: {error.strerror}"}
    return {"escaped": True, "what": f"pidfd_open: {os.fstat(handle).st_ino}"}


def free_space():
    try:
        space = os.statvfs("/")
    except OSError as error:
        return {"escaped": False, "what": f"statvfs: {error.strerror}"}
    return {"escaped": True, "what": f"statvfs: {space.f_bfree} blocks are free"}
