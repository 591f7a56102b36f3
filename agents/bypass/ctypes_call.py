"""Calls the C library."""
# check: IMPORT_BLOCKED
# run: import

import ctypes


def agent_main(problem):
    return [{"reached": ctypes.CDLL(None).system(b"true")}]
