"""Maps memory."""
# check: IMPORT_BLOCKED
# run: import

import mmap


def agent_main(problem):
    return [{"reached": str(mmap.mmap(-1, 4096))}]
