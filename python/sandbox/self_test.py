"""The test agent that a sandbox must contain before it may run any other agent.

Each check is something that an agent must not, or must, be able to do; `query` names what the host placed to be found.
It is quick by design: the hostile agents of `assay sandbox doctor` go much further.
"""

import json
import os
import socket
import threading
import urllib.request


def agent_main(problem):
    canary = json.loads(problem["query"])
    checks = [
        ("the gateway answers at http://proxy:80", lambda: reach_gateway(canary["word"])),
        ("no port of the host is reachable", lambda: refused(lambda: connect(canary["port"]))),
        ("no file of the host is visible", lambda: not os.path.exists(canary["file"])),
        ("no process of the host is visible", lambda: len([p for p in os.listdir("/proc") if p.isdigit()]) <= 4),
        ("the environment contains nothing of the host", lambda: canary["word"] not in everything_in_environments()),
        ("no capabilities, no new privileges, a filter", lambda: unprivileged(canary["own_kernel"])),
        ("only network and Unix sockets can be created", lambda: refused(lambda: socket.socket(40, 1))),
        ("nothing outside the scratch folder can be written", lambda: nothing_writable(canary["own_kernel"])),
        ("no more processes than allowed", forks_are_limited),
        ("a thread can be started", thread_starts),
    ]
    return [{"check": name, "held": held(check)} for name, check in checks]


def held(check):
    try:
        return bool(check())
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def refused(action):
    try:
        action()
    except OSError:
        return True
    return False


def reach_gateway(word):
    return urllib.request.urlopen("http://proxy:80/health", timeout=5).read().decode().strip() == word


def thread_starts():
    """The rules for agents need one; agents use them for concurrent calls."""
    done = threading.Event()
    threading.Thread(target=done.set, daemon=True).start()
    return done.wait(5)


def connect(port):
    socket.create_connection(("127.0.0.1", port), timeout=1).close()


def everything_in_environments():
    found = json.dumps(dict(os.environ))
    for process in os.listdir("/proc"):
        try:
            found += open(f"/proc/{process}/environ").read()
        except OSError:
            pass
    return found


def unprivileged(own_kernel):
    status = dict(line.split(":\t", 1) for line in open("/proc/self/status").read().splitlines() if ":\t" in line)
    without = all(int(status.get(name, "0"), 16) == 0 for name in ("CapPrm", "CapEff", "CapInh", "CapAmb"))
    for_good = int(status.get("CapBnd", "0"), 16) == 0 and status.get("NoNewPrivs") == "1" and status.get("Seccomp") == "2"
    return without and (own_kernel or for_good)


def nothing_writable(own_kernel):
    # A sandbox with its own kernel keeps /dev in its own memory.
    for folder in ("/", "/usr", "/etc", "/agent", "/opt/assay", "/run", "/run/assay", *(() if own_kernel else ("/dev",))):
        if not refused(lambda: open(folder + "/mark", "w").close()):
            return False
    return True


def forks_are_limited():
    children = []
    try:
        while len(children) < 200:
            child = os.fork()
            if child == 0:
                os.read(os.pipe()[0], 1)
                os._exit(0)
            children.append(child)
        return False
    except OSError:
        return True
    finally:
        for child in children:
            os.kill(child, 9)
        for child in children:
            os.waitpid(child, 0)
