"""attack: make a setuid program and run it
promise: privileges
own kernel: harmless
endings: finished
"""

import os
import shutil
import sys


def agent_main(problem):
    copy = "/tmp/python"
    try:
        # The interpreter itself does not fit: a script is enough to see whether the bit has an effect.
        with open(copy, "w") as file:
            file.write(f"#!{sys.executable}\nimport os; print(os.geteuid(), os.getuid())\n")
        shutil.chown(copy, 0, 0)
        os.chmod(copy, 0o6755)
    except OSError as error:
        return [{"escaped": False, "what": f"no place for a program: {error.strerror}"}]
    return [{"escaped": honours_setuid(copy), "what": "made a setuid program in the scratch folder"}]


def honours_setuid(path):
    """By the flags of its mount; with several mounts at one place, the last is on top."""
    with open("/proc/self/mountinfo") as file:
        mounts = [line.split() for line in file]
    above = [(len(mount[4]), at) for at, mount in enumerate(mounts) if f"{path}/".startswith(mount[4].rstrip("/") + "/")]
    return "nosuid" not in mounts[max(above)[1]][5].split(",")
