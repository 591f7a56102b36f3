"""Reads the kernel's information about the machine."""
# check: accepted
# run: open


def agent_main(problem):
    return [{"reached": open("/proc/cpuinfo").read()[:10]}]
