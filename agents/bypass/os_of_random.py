"""Takes os from the private names of random."""
# check: MODULE_BY_ATTRIBUTE
# run: os.listdir

import random


def agent_main(problem):
    return [{"reached": random._os.listdir("/proc")}]
