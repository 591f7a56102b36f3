"""Reads what the kernel says about the machine."""
# check: accepted
# run: open


def agent_main(problem):
    return [{"reached": open("/proc/cpuinfo").read()[:10]}]
