"""Starts processes with concurrent.futures."""
# check: PART_NOT_ALLOWED
# run: os.fork

from concurrent.futures import ProcessPoolExecutor


def agent_main(problem):
    with ProcessPoolExecutor(1) as pool:
        return [{"reached": list(pool.map(abs, [1]))}]
