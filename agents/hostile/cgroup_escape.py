"""attack: leave the cgroup, or change its limits
promise: memory
own kernel: harmless
"""

import os


def agent_main(problem):
    results = []
    with open("/proc/self/cgroup") as file:
        groups = [line.rstrip("\n").split(":", 2) for line in file]
    for root in ("/sys/fs/cgroup", "/proc/1/root/sys/fs/cgroup", "/tmp/cgroup"):
        for name in ("cgroup.procs", "memory.max", "memory/memory.limit_in_bytes", "pids/pids.max", "memory/release_agent"):
            try:
                os.close(os.open(f"{root}/{name}", os.O_WRONLY))
                results.append({"escaped": True, "what": f"{root}/{name} opens for writing"})
            except OSError as error:
                results.append({"escaped": False, "what": f"{root}/{name}: {error.strerror}"})
    return results + [{"escaped": False, "what": f"{kind or 'unified'}: {path}"} for _, kind, path in groups[:3]]
