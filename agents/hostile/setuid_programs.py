"""attack: programs that run with their owner's rights
promise: privileges
own kernel: harmless
"""

import os
import stat


def agent_main(problem):
    results = []
    for folder, _, files in os.walk("/"):
        if folder.startswith(("/proc", "/sys")):
            continue
        for name in files:
            path = os.path.join(folder, name)
            try:
                status = os.lstat(path)
            except OSError:
                continue
            if stat.S_ISREG(status.st_mode) and status.st_mode & (stat.S_ISUID | stat.S_ISGID):
                results.append({"escaped": honours_setuid(folder), "what": f"{path} is setuid"})
    for name in ("su", "sudo", "mount", "passwd", "pkexec", "newuidmap", "fusermount3", "ping"):
        for folder in ("/bin", "/usr/bin", "/sbin", "/usr/sbin"):
            if os.path.exists(f"{folder}/{name}"):
                results.append({"escaped": False, "what": f"{folder}/{name} is there"})
    with open("/proc/self/status") as file:
        forbidden = "NoNewPrivs:\t1" in file.read()
    return results + [{"escaped": False, "what": f"new privileges are {'forbidden' if forbidden else 'not forbidden'}"}]


def honours_setuid(path):
    """By the flags of its mount; with several mounts at one place, the last is on top."""
    with open("/proc/self/mountinfo") as file:
        mounts = [line.split() for line in file]
    above = [(len(mount[4]), at) for at, mount in enumerate(mounts) if f"{path}/".startswith(mount[4].rstrip("/") + "/")]
    return "nosuid" not in mounts[max(above)[1]][5].split(",")
