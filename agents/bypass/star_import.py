"""Gets modules from the names of a star import."""
# check: accepted
# run: os.chdir

from uuid import *


def agent_main(problem):
    return [{"reached": str(os.chdir("/proc/1"))}]
