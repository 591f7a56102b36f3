"""attack: write to files of the host
promise: host-files
control: yes
"""

import json
import os


def agent_main(problem):
    canary = json.loads(problem["query"])
    folders = ("/", "/usr", "/usr/bin", "/etc", "/opt", "/opt/assay", "/agent", "/run", "/run/assay", "/var", "/home", "/root")
    own = [__file__, "/opt/assay/assay_runner.py", "/opt/assay/start.py", "/etc/hosts"]
    results = [write(canary["file"]), write(f"{canary['folder']}/{canary['mark']}")]
    for folder in folders:
        results.append(write(f"{folder}/{canary['mark']}"))
        removed(f"{folder}/{canary['mark']}")
    return results + [overwrite(path) for path in own] + [removed(canary["file"])]


def write(path):
    try:
        with open(path, "a") as file:
            file.write("changed by an agent\n")
    except OSError as error:
        return {"escaped": False, "what": f"{path}: {error.strerror}"}
    return {"escaped": True, "what": f"wrote {path}"}


def overwrite(path):
    """Only checks the permission: without isolation, these files must not be changed."""
    allowed = os.access(path, os.W_OK) and os.statvfs(path).f_flag & os.ST_RDONLY == 0
    return {"escaped": allowed, "what": f"{path} is {'' if allowed else 'not '}writable"}


def removed(path):
    try:
        os.unlink(path)
    except OSError as error:
        return {"escaped": False, "what": f"{path}: {error.strerror}"}
    return {"escaped": True, "what": f"removed {path}"}
