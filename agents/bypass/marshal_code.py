"""Loads code with marshal."""
# check: IMPORT_BLOCKED
# run: import

import marshal


def agent_main(problem):
    return [{"reached": str(marshal.loads(marshal.dumps(agent_main.__code__)))}]
