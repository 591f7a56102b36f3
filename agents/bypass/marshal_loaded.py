"""Takes marshal from the list of modules."""
# check: MODULE_BY_ATTRIBUTE
# run: marshal.loads

import random


def agent_main(problem):
    marshal = random._os.sys.modules["marshal"]
    return [{"reached": str(marshal.loads(b"N"))}]
