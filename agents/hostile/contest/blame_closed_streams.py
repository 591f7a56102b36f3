"""Closes its output streams, replaces them with objects that raise, and answers."""
# kind: blame shifting
# check: any
# ends: none or AGENT_RAISED or AGENT_EXITED or AGENT_BROKE_RULE
# solved: none

import sys


class Broken:
    def write(self, text):
        raise OSError("broken")

    def flush(self):
        sys.exit(3)


def agent_main(problem):
    sys.stdout.close()
    sys.stderr.close()
    sys.stdout = sys.stderr = Broken()
    return []
