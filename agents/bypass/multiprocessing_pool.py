"""Starts processes with multiprocessing."""
# check: IMPORT_BLOCKED
# run: import

import multiprocessing


def agent_main(problem):
    return [{"reached": multiprocessing.Pool(1).map(abs, [1])}]
