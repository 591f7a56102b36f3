"""Looks for objects in the garbage collector."""
# check: IMPORT_BLOCKED
# run: import

import gc


def agent_main(problem):
    return [{"reached": len(gc.get_objects())}]
