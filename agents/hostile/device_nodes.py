"""attack: make or open devices of the machine
promise: privileges
own kernel: harmless
"""

import os
import stat

DEVICES = ("mem", "kmem", "port", "kmsg", "sda", "vda", "nvme0n1", "kvm", "fuse", "vhost-vsock", "net/tun", "loop-control",
           "dri/card0", "input/event0", "snapshot", "userfaultfd", "mapper/control", "vsock", "hwrng")  # fmt: skip


def agent_main(problem):
    results = [open_device(f"/dev/{name}") for name in DEVICES]
    for folder in ("/tmp", "/dev", "/dev/shm"):
        results.append(make(folder + "/disk", stat.S_IFBLK | 0o666, os.makedev(254, 0)))
        results.append(make(folder + "/memory", stat.S_IFCHR | 0o666, os.makedev(1, 1)))
    return results


def open_device(path):
    try:
        os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
    except OSError as error:
        return {"escaped": False, "what": f"{path}: {error.strerror}"}
    return {"escaped": True, "what": f"opened {path}"}


def make(path, mode, device):
    try:
        os.mknod(path, mode, device)
    except OSError as error:
        return {"escaped": False, "what": f"mknod {path}: {error.strerror}"}
    try:
        os.close(os.open(path, os.O_RDONLY))
    except OSError as error:
        return {"escaped": False, "what": f"{path} was made and does not open: {error.strerror}"}
    return {"escaped": True, "what": f"made and opened {path}"}
