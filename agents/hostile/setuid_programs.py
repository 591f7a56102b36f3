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
            effective = os.statvfs(folder).f_flag & os.ST_NOSUID == 0
            if stat.S_ISREG(status.st_mode) and status.st_mode & (stat.S_ISUID | stat.S_ISGID):
                results.append({"escaped": effective, "what": f"{path} is setuid"})
    for name in ("su", "sudo", "mount", "passwd", "pkexec", "newuidmap", "fusermount3", "ping"):
        for folder in ("/bin", "/usr/bin", "/sbin", "/usr/sbin"):
            if os.path.exists(f"{folder}/{name}"):
                results.append({"escaped": False, "what": f"{folder}/{name} is there"})
    with open("/proc/self/status") as file:
        forbidden = "NoNewPrivs:\t1" in file.read()
    return results + [{"escaped": False, "what": f"new privileges are {'forbidden' if forbidden else 'not forbidden'}"}]
