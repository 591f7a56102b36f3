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
        # Smaller than the interpreter itself, which does not fit: a script is enough to see whether the bit counts.
        with open(copy, "w") as file:
            file.write(f"#!{sys.executable}\nimport os; print(os.geteuid(), os.getuid())\n")
        shutil.chown(copy, 0, 0)
        os.chmod(copy, 0o6755)
    except OSError as error:
        return [{"escaped": False, "what": f"no place for a program: {error.strerror}"}]
    flags = os.statvfs(copy).f_flag
    return [{"escaped": flags & os.ST_NOSUID == 0, "what": f"mount flags of the scratch folder: {flags}"}]
