"""attack: read files of the host
promise: host-files
control: yes
"""

import json
import os

FAMILIAR = (
    "/etc/shadow",
    "/etc/machine-id",
    "/etc/ssh/ssh_host_ed25519_key",
    "/root/.ssh/id_ed25519",
    "/root/.bash_history",
    "/var/lib/dpkg/status",
    "/var/log/syslog",
    "/boot/grub/grub.cfg",
    "/sys/kernel/notes",
    "/proc/kcore",
)


def agent_main(problem):
    canary = json.loads(problem["query"])
    return [read(canary["file"])] + [opened(path) for path in FAMILIAR] + [listed(canary["folder"]), listed("/home")]


def read(path):
    try:
        with open(path, "rb") as file:
            content = file.read(200)
    except OSError as error:
        return {"escaped": False, "what": f"{path}: {error.strerror}"}
    return {"escaped": True, "what": f"read {path}: {content!r}"}


def opened(path):
    """Only checks that it can be read: if this runs without isolation, the content must stay private."""
    try:
        with open(path, "rb") as file:
            return {"escaped": True, "what": f"read {len(file.read(200))} bytes of {path}"}
    except OSError as error:
        return {"escaped": False, "what": f"{path}: {error.strerror}"}


def listed(folder):
    try:
        return {"escaped": True, "what": f"{folder} holds {os.listdir(folder)[:5]}"}
    except OSError as error:
        return {"escaped": False, "what": f"{folder}: {error.strerror}"}
